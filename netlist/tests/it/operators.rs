//! Every operator is read, printed and read again as the same tree, and bound by its precedence.

use nonogram_netlist::ir::{Binary, Unary};
use nonogram_netlist::tree::{Expr, ItemKind};
use nonogram_netlist::{print, read};

/// The tree of an expression.
fn expr(text: &str) -> Expr {
    let body = format!("assign y = {text};");
    let items = read::items(&body).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [item] = &items[..] else {
        panic!("one item")
    };
    match &item.kind {
        ItemKind::Assign(_, value) => value.clone(),
        other => panic!("{other:?}"),
    }
}

fn name(name: &str) -> Box<Expr> {
    Expr::Name(name.to_owned()).into()
}

#[test]
fn every_operator_is_read_and_printed() {
    for operator in Binary::ALL {
        let text = format!("a {} b", operator.symbol());
        let tree = Expr::Binary(operator, name("a"), name("b"));
        assert_eq!(expr(&text), tree, "{text}");
        assert_eq!(print::expression(&tree), text);
        assert_eq!(expr(&text.replace(' ', "")), tree, "{text} without spaces");
    }
    for operator in Unary::ALL {
        let text = format!("{}a", operator.symbol());
        let tree = Expr::Unary(operator, name("a"));
        assert_eq!(expr(&text), tree, "{text}");
        assert_eq!(print::expression(&tree), text);
    }
}

#[test]
fn the_operator_that_binds_more_strongly_is_inside() {
    for first in Binary::ALL {
        for second in Binary::ALL {
            let (one, other) = (first.symbol(), second.symbol());
            let text = format!("a {one} b {other} c");
            // Operators of the same precedence are left-associative.
            let tree = match second.precedence() > first.precedence() {
                true => {
                    let right = Expr::Binary(second, name("b"), name("c"));
                    Expr::Binary(first, name("a"), right.into())
                }
                false => {
                    let left = Expr::Binary(first, name("a"), name("b"));
                    Expr::Binary(second, left.into(), name("c"))
                }
            };
            assert_eq!(expr(&text), tree, "{text}");
            assert_eq!(print::expression(&tree), text);
        }
    }
}

#[test]
fn an_operator_of_one_operand_binds_most_strongly() {
    for one in Unary::ALL {
        for two in Binary::ALL {
            let text = format!("{}a {} {}b[3]", one.symbol(), two.symbol(), one.symbol());
            let Expr::Binary(operator, left, _) = expr(&text) else {
                panic!("{text}")
            };
            assert_eq!((operator, left), (two, Expr::Unary(one, name("a")).into()));
            assert_eq!(print::expression(&expr(&text)), text);
        }
    }
}

#[test]
fn every_form_of_an_expression_is_printed_as_it_is_read() {
    for text in [
        "a",
        "(a)",
        "12",
        "4'b101",
        "6'o17",
        "8'd200",
        "64'hffffffffffffffff",
        "'hf",
        "a[3]",
        "a[b + 1]",
        "a[7:4]",
        "a[(b) +: (2)]",
        "a[i][7:4]",
        "{a, b[2], 2'b1}",
        "{4{a}}",
        "{N - 1{a, b}}",
        "a ? b : c",
        "a ? b ? c : d : e ? f : g",
        "((a) & 4'hf)",
        "~(|a)",
        "a & &b",
        "a && !b",
    ] {
        assert_eq!(print::expression(&expr(text)), text);
    }
}
