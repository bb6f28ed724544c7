//! The value of every operator at widths 1 to 64, compared with a reference. Every operator is read, printed and read again as the same tree,
//! and bound by its precedence.

use nonogram_netlist::ir::{Binary, Lvalue, Netlist, Process, SignalId, Statement, Unary};
use nonogram_netlist::tree::{Expr, ItemKind};
use nonogram_netlist::{elaborate, print, read, verilog};

/// Numbers whose bits are a sequence that never repeats (Weyl's), mixed.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word ^ word >> 27
    }
}

pub fn mask(width: u32) -> u64 {
    ((1_u128 << width) - 1) as u64
}

/// A module with inputs `a` and `b`, and an output `y` to which an expression is assigned.
fn module(widths: [u32; 3], expression: &str) -> Netlist {
    let [a, b, y] = widths.map(|width| width - 1);
    let text = format!(
        "module top(input wire [{a}:0] a, input wire [{b}:0] b, output wire [{y}:0] y);\n\
         assign y = {expression};\nendmodule\n"
    );
    let source = read::source(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    elaborate::netlist(&source, "top", &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value assigned to the output `y` of [`module`].
fn value(netlist: &Netlist, a: u64, b: u64) -> u64 {
    let top = &netlist.modules[0];
    let [Process::Combinational(statements)] = &top.processes[..] else { panic!("one process") };
    let [Statement::Assign(Lvalue::Signal(y), expr)] = &statements[..] else {
        panic!("one assignment")
    };
    let values = |signal: SignalId| match &*top.signals[signal as usize].name {
        "a" => Some(a),
        "b" => Some(b),
        _ => None,
    };
    let width = top.signals[*y as usize].width;
    top.evaluate(expr, width, &values).expect("a value")
}

/// The smallest, the largest and some other numbers of a width.
fn samples(width: u32, numbers: &mut Numbers) -> Vec<u64> {
    let all = mask(width);
    let mut samples = vec![0, 1, all, all >> 1, u64::from(width) & all];
    samples.extend((0..4).map(|_| numbers.next() & all));
    samples
}

/// The result of an operator in a context of `width` bits, computed with 128 bits.
type Reference = fn(u128, u128, u32) -> u128;

/// The width of an operator's result, by those of its operands, and its value.
fn binary(operator: Binary, [left, right]: [u32; 2]) -> (u32, Reference) {
    let widest = left.max(right);
    match operator {
        Binary::Add => (widest, |a, b, _| a + b),
        Binary::Sub => (widest, |a, b, _| a.wrapping_sub(b)),
        Binary::Mul => (widest, |a, b, _| a.wrapping_mul(b)),
        Binary::Div => (widest, |a, b, _| a / b),
        Binary::Rem => (widest, |a, b, _| a % b),
        Binary::And => (widest, |a, b, _| a & b),
        Binary::Or => (widest, |a, b, _| a | b),
        Binary::Xor => (widest, |a, b, _| a ^ b),
        Binary::Xnor => (widest, |a, b, _| !(a ^ b)),
        Binary::Shl => (left, |a, b, _| a.checked_shl(b as u32).unwrap_or(0)),
        Binary::Shr => (left, |a, b, _| a.checked_shr(b as u32).unwrap_or(0)),
        Binary::Power => {
            (left, |a, b, _| (0..b).fold(1_u128, |power, _| (power * a) & u128::from(u64::MAX)))
        }
        Binary::LogicalAnd => (1, |a, b, _| u128::from(a != 0 && b != 0)),
        Binary::LogicalOr => (1, |a, b, _| u128::from(a != 0 || b != 0)),
        Binary::Eq => (1, |a, b, _| u128::from(a == b)),
        Binary::Ne => (1, |a, b, _| u128::from(a != b)),
        Binary::Lt => (1, |a, b, _| u128::from(a < b)),
        Binary::Le => (1, |a, b, _| u128::from(a <= b)),
        Binary::Gt => (1, |a, b, _| u128::from(a > b)),
        Binary::Ge => (1, |a, b, _| u128::from(a >= b)),
    }
}

/// The width of an operator's result, and its value for an operand of `width` bits.
fn unary(operator: Unary, a: u128, width: u32) -> (u32, u128) {
    match operator {
        Unary::Not => (width, !a),
        Unary::Neg => (width, a.wrapping_neg()),
        Unary::LogicalNot | Unary::Nor => (1, u128::from(a == 0)),
        Unary::Any => (1, u128::from(a != 0)),
        Unary::Parity => (1, u128::from(a.count_ones() % 2)),
        Unary::Xnor => (1, u128::from(a.count_ones().is_multiple_of(2))),
        Unary::All => (1, u128::from(a == mask(width).into())),
        Unary::Nand => (1, u128::from(a != mask(width).into())),
    }
}

/// Compares an expression of `a` and `b`, of these widths, with a reference, in results of several widths.
fn compare(
    expression: &str,
    widths: [u32; 2],
    own: u32,
    reference: impl Fn(u128, u128, u32) -> u128,
) {
    let [first, second] = widths;
    let mut numbers = Numbers::new(u64::from(first) << 8 | u64::from(second));
    for result in [1, own, 64] {
        let context = own.max(result);
        let netlist = module([first, second, result], expression);
        for a in samples(first, &mut numbers) {
            for b in samples(second, &mut numbers) {
                // The reference of a power multiplies that often.
                let b = if expression.contains("**") { b % 70 } else { b };
                if b == 0 && expression.contains(['/', '%']) {
                    continue;
                }
                let whole = reference(a.into(), b.into(), context);
                let expected = whole as u64 & mask(context) & mask(result);
                assert_eq!(
                    value(&netlist, a, b),
                    expected,
                    "{expression} with a = {first}'d{a}, b = {second}'d{b}, and {result} bits"
                );
            }
        }
    }
}

#[test]
fn operators_of_two_operands_have_the_reference_value_at_every_width() {
    for width in 1..=64 {
        for widths in [[width, width], [width, 65 - width], [width, 7]] {
            for operator in Binary::all() {
                let (own, reference) = binary(operator, widths);
                compare(&format!("a {} b", operator.symbol()), widths, own, reference);
            }
        }
    }
}

#[test]
fn operators_of_one_operand_have_the_reference_value_at_every_width() {
    for width in 1..=64 {
        for operator in Unary::all() {
            let (own, _) = unary(operator, 0, width);
            compare(&format!("{}a", operator.symbol()), [width, width], own, |a, _, _| {
                unary(operator, a, width).1
            });
        }
    }
}

#[test]
fn parts_choices_and_concatenations_have_the_reference_value_at_every_width() {
    for width in 1..=64 {
        let bit = |a: u128, at: u128| if at < 64 { a >> at & 1 } else { 0 };
        compare("a[b]", [width, 7], 1, move |a, b, _| bit(a, b));
        let high = width - 1;
        let low = high / 2;
        let part = format!("a[{high}:{low}]");
        compare(&part, [width, 1], width - low, move |a, _, _| a >> low);
        let part = format!("a[b+:{}]", width - low);
        compare(&part, [width, 6], width - low, move |a, b, _| {
            a >> b & u128::from(mask(width - low))
        });
        compare("b ? a : ~a", [width, 3], width, |a, b, _| if b == 0 { !a } else { a });
        compare("b == 0 ? a : b == 1 ? -a : b", [width, width], width, |a, b, _| match b {
            0 => a,
            1 => a.wrapping_neg(),
            b => b,
        });
        if width < 64 {
            let rest = 64 - width;
            compare("{a, b}", [width, rest], 64, move |a, b, _| a << rest | b);
        }
        let count = 64 / width;
        let repeated = format!("{{{count}{{a}}}}");
        compare(&repeated, [width, 1], width * count, move |a, _, _| {
            (0..count).fold(0, |word, _| word << width | a)
        });
    }
}

#[test]
fn operands_of_different_context_have_different_widths() {
    // The carry is kept in a wider context, and lost where the operand has its own width.
    let sum = |text: &str| value(&module([8, 8, 16], text), 255, 1);
    assert_eq!(sum("a + b"), 256);
    assert_eq!(sum("{a + b}"), 0);
    assert_eq!(sum("(a + b) >> 1"), 128);
    assert_eq!(sum("a + b == 0"), 0);
    assert_eq!(sum("a + b == 8'd0"), 1);
    assert_eq!(sum("!(a + b)"), 1);
    assert_eq!(sum("a << 4"), 0xff0);
    assert_eq!(sum("~b"), 0xfffe);
    assert_eq!(sum("{~b}"), 0xfe);
}

#[test]
fn numbers_are_read_in_every_base() {
    let value = |text: &str| value(&module([1, 1, 64], text), 0, 0);
    assert_eq!(value("12"), 12);
    assert_eq!(value("8'b1010_0101"), 0xa5);
    assert_eq!(value("9'o777"), 0o777);
    assert_eq!(value("16'd65535"), 65535);
    assert_eq!(value("64'hFFFF_ffff_0000_0001"), 0xffff_ffff_0000_0001);
    assert_eq!(value("'hff"), 255);
    assert_eq!(value("~'h0"), u64::MAX);
    assert_eq!(value("{~'h0 & 40'd0, 8'd3}"), 3);
}

/// The tree of an expression.
fn expr(text: &str) -> Expr {
    let body = format!("assign y = {text};");
    let items = read::items(&body).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [item] = &items[..] else { panic!("one item") };
    match &item.kind {
        ItemKind::Assign(_, value) => value.clone(),
        other => panic!("{other:?}"),
    }
}

fn name(name: &str) -> Box<Expr> {
    Expr::Name(name.to_owned()).into()
}

/// An expression after it has been part of a netlist.
fn printed(expression: &str) -> String {
    let netlist = module([8; 3], expression);
    let text = print::module(&verilog::module(&netlist, 0, &|_| "top".to_owned()));
    let (_, value) = text.split_once("assign y = ").expect("an assignment");
    value.split_once(';').expect("its end").0.to_owned()
}

#[test]
fn every_operator_is_read_and_printed() {
    for operator in Binary::all() {
        let text = format!("a {} b", operator.symbol());
        let tree = Expr::Binary(operator, name("a"), name("b"));
        assert_eq!(expr(&text), tree, "{text}");
        assert_eq!(print::expression(&tree), text);
        assert_eq!(printed(&text), text);
        assert_eq!(expr(&text.replace(' ', "")), tree, "{text} without spaces");
    }
    for operator in Unary::all() {
        let text = format!("{}a", operator.symbol());
        let tree = Expr::Unary(operator, name("a"));
        assert_eq!(expr(&text), tree, "{text}");
        assert_eq!(print::expression(&tree), text);
        assert_eq!(printed(&text), text);
    }
}

#[test]
fn the_operator_that_binds_more_strongly_is_inside() {
    for first in Binary::all() {
        for second in Binary::all() {
            let (one, other) = (first.symbol(), second.symbol());
            let text = format!("a {one} b {other} c");
            // Operators of the same precedence are left-associative.
            let tree = if second.precedence() > first.precedence() {
                let right = Expr::Binary(second, name("b"), name("c"));
                Expr::Binary(first, name("a"), right.into())
            } else {
                let left = Expr::Binary(first, name("a"), name("b"));
                Expr::Binary(second, left.into(), name("c"))
            };
            assert_eq!(expr(&text), tree, "{text}");
            assert_eq!(print::expression(&tree), text);
        }
    }
}

#[test]
fn an_operator_of_one_operand_binds_most_strongly() {
    for one in Unary::all() {
        for two in Binary::all() {
            let text = format!("{}a {} {}b[3]", one.symbol(), two.symbol(), one.symbol());
            let Expr::Binary(operator, left, _) = expr(&text) else { panic!("{text}") };
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
