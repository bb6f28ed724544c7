//! Statements: conditions, cases, and assignments to parts of signals whose place is an expression.

use nonogram_netlist::ir::{Expr, Lvalue, Netlist, Process, Statement};
use nonogram_netlist::{elaborate, read};

use crate::evaluation::{Numbers, mask};

fn netlist(body: &str) -> Netlist {
    let text = format!(
        "module top(input wire clock, input wire [5:0] a, input wire [19:0] b, output reg [19:0] y);\n\
         {body}\nendmodule\n"
    );
    let source = read::source(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    elaborate::netlist(&source, "top", &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The values of the four signals after the process has been executed once.
fn run(netlist: &Netlist, values: [u64; 4]) -> [u64; 4] {
    let top = &netlist.modules[0];
    let [Process::Combinational(statements) | Process::Clocked(statements)] = &top.processes[..]
    else {
        panic!("one process")
    };
    let mut after = values;
    execute(netlist, statements, &mut after);
    after
}

fn execute(netlist: &Netlist, statements: &[Statement], values: &mut [u64; 4]) {
    let top = &netlist.modules[0];
    let width = |signal: u32| top.signals[signal as usize].width;
    for statement in statements {
        let value = |expr: &Expr, width: u32, values: &[u64; 4]| {
            let value = |signal: u32| values.get(signal as usize).copied();
            top.evaluate(expr, width, &value).unwrap()
        };
        match statement {
            Statement::Assign(Lvalue::Signal(signal), expr) => {
                values[*signal as usize] = value(expr, width(*signal), values);
            }
            Statement::Assign(Lvalue::Bits(signal, low, bits), expr) => {
                let bits_value = value(expr, *bits, values);
                let word = &mut values[*signal as usize];
                *word = *word & !(mask(*bits) << low) | bits_value << low;
            }
            Statement::Assign(..) => panic!("{statement:?}"),
            Statement::If(condition, then, otherwise) => {
                let condition = value(condition, top.width(condition), values);
                let taken = if condition == 0 { otherwise } else { then };
                execute(netlist, taken, values);
            }
            Statement::Case(selector, cases) => {
                let selected = value(selector, 64, values);
                let taken = cases.iter().find(|(label, _)| {
                    label.as_ref().is_none_or(|label| value(label, 64, values) == selected)
                });
                if let Some((_, statements)) = taken {
                    execute(netlist, statements, values);
                }
            }
        }
    }
}

/// Compares a process with a reference: the output after it, from `a`, `b`, and the output before it.
fn compare(body: &str, reference: impl Fn(u64, u64, u64) -> u64) {
    let netlist = netlist(body);
    let mut numbers = Numbers::new(body.len() as u64);
    for a in 0..64 {
        let (b, y) = (numbers.next() & mask(20), numbers.next() & mask(20));
        let [.., after] = run(&netlist, [0, a, b, y]);
        assert_eq!(after, reference(a, b, y), "{body}: a = {a}, b = {b:x}, y = {y:x}");
    }
}

#[test]
fn conditions_choose_a_statement() {
    compare("always @(*) if (a < 20) y = b;", |a, b, y| if a < 20 { b } else { y });
    compare("always @(*) if (a[0]) y = b; else if (a[1]) y = 1; else y = 2;", |a, b, _| {
        match a & 3 {
            1 | 3 => b,
            2 => 1,
            _ => 2,
        }
    });
    // An `else` belongs to the last condition.
    compare("always @(*) if (a[0]) if (a[1]) y = 1; else y = 2;", |a, _, y| match a & 3 {
        3 => 1,
        1 => 2,
        _ => y,
    });
}

#[test]
fn cases_choose_the_first_that_is_equal() {
    compare(
        "always @(*) case (a)\n default: y = 9;\n 1: y = 10;\n 2, 3: begin y = b; end\n 3: y = 11; endcase",
        |a, b, _| match a {
            1 => 10,
            2 | 3 => b,
            _ => 9,
        },
    );
    compare("always @(*) case (a) 5: y = b; endcase", |a, b, y| if a == 5 { b } else { y });
    compare("always @(*) case (1'b1) a[0]: y = 0; a[1]: y = 1; endcase", |a, _, y| match a & 3 {
        1 | 3 => 0,
        2 => 1,
        _ => y,
    });
}

#[test]
fn a_bit_at_a_variable_place_is_assigned() {
    let replaced = |a: u64, b: u64, y: u64| match a {
        0..20 => y & !(1 << a) | (b & 1) << a,
        _ => y,
    };
    for process in ["always @(*) y[a] = ", "always @(posedge clock) y[a] <= "] {
        compare(&format!("{process}b[0];"), replaced);
        // A wider value is cut.
        compare(&format!("{process}b;"), replaced);
        // An operator of one bit has one bit (regression test: in a combinational process its other bits were assigned, too).
        compare(&format!("{process}~b[0];"), |a, b, y| replaced(a, !b, y));
        compare(&format!("{process}b[0] << 1;"), |a, _, y| replaced(a, 0, y));
    }
}

#[test]
fn bits_at_a_variable_place_are_assigned() {
    let replaced = |a: u64, b: u64, y: u64| match a {
        0..=17 => y & !(7 << a) | (b & 7) << a,
        _ => y,
    };
    compare("always @(*) y[a +: 3] = b;", replaced);
    compare("always @(posedge clock) y[a+:3] <= b;", replaced);
    compare("always @(*) y[2+:3] = b;", |_, b, y| y & !(7 << 2) | (b & 7) << 2);
    compare("always @(*) y[2*3] = a[0];", |a, _, y| y & !(1 << 6) | (a & 1) << 6);
}

#[test]
fn two_assignments_to_variable_bits_at_one_edge_both_count() {
    compare("always @(posedge clock) begin y[a] <= 1; y[a + 1] <= 1; end", |a, _, y| {
        [a, a + 1].iter().filter(|place| **place < 20).fold(y, |y, place| y | 1 << place)
    });
}

#[test]
fn of_an_ifdef_the_assertions_and_the_else_are_read() {
    let netlist = netlist(
        "`ifdef CHECKS\n always @(posedge clock) begin assert (a != 0); y <= 1; end\n\
         `else\n always @(posedge clock) y <= b;\n`endif",
    );
    let top = &netlist.modules[0];
    assert_eq!(top.assertions.len(), 1);
    assert!(top.evaluate(&top.assertions[0], 1, &|_| Some(3)) == Ok(1));
    assert_eq!(run(&netlist, [0, 0, 7, 0])[3], 7);
}
