//! The comparison with rust-hdl detects each fault that is seeded into a design's netlist.

use nonogram_netlist::ir::{Binary, Expr, Netlist, Process, Statement};
use nonogram_sim::replay::stimulus::every_verdict;
use nonogram_sim::replay::{Recording, serial_inputs};
use nonogram_verilog::{Parameters, Top, build};

/// Seeds a fault into a statement; returns false if the fault does not apply to it.
type Seed = fn(&mut Statement) -> bool;

/// Replaces the first operator of a kind in an assignment's value; searches only nested binary expressions and parentheses.
fn operator(statement: &mut Statement, from: Binary, to: Binary) -> bool {
    fn change(expr: &mut Expr, from: Binary, to: Binary) -> bool {
        match expr {
            Expr::Binary(operator, ..) if *operator == from => {
                *operator = to;
                true
            }
            Expr::Binary(_, left, right) => change(left, from, to) || change(right, from, to),
            Expr::Paren(inner) => change(inner, from, to),
            _ => false,
        }
    }
    match statement {
        Statement::Assign(_, value) => change(value, from, to),
        _ => false,
    }
}

/// Exchanges the branches of a conditional statement that has both.
fn sides(statement: &mut Statement) -> bool {
    match statement {
        Statement::If(_, then, otherwise) if !otherwise.is_empty() => {
            std::mem::swap(then, otherwise);
            true
        }
        _ => false,
    }
}

/// Removes the only statement in the first branch of a conditional statement.
fn effect(statement: &mut Statement) -> bool {
    match statement {
        Statement::If(_, then, _) if then.len() == 1 => {
            then.clear();
            true
        }
        _ => false,
    }
}

/// Seeds a fault into the first of these statements, or of the statements inside them, that it applies to.
fn spoil_first(statements: &mut [Statement], seed: Seed) -> bool {
    statements.iter_mut().any(|statement| {
        seed(statement)
            || match statement {
                Statement::If(_, then, otherwise) => {
                    spoil_first(then, seed) || spoil_first(otherwise, seed)
                }
                Statement::Case(_, cases) => {
                    let mut cases = cases.iter_mut();
                    cases.any(|(_, statements)| spoil_first(statements, seed))
                }
                Statement::Assign(..) => false,
            }
    })
}

/// Seeds a fault into the instance at `path`.
fn spoil(netlist: &mut Netlist, path: &str, seed: Seed) {
    let numbers = 0..netlist.modules.len() as u32;
    let number = numbers.clone().find(|&number| netlist.path(number) == path);
    let module = &mut netlist.modules[number.expect("an instance") as usize];
    let spoiled = module.processes.iter_mut().any(|process| {
        let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
        spoil_first(statements, seed)
    });
    assert!(spoiled, "{path}: the fault applies to no statement");
}

#[test]
fn five_seeded_faults_are_found() {
    let faults: [(&str, Seed); 5] = [
        ("uart_tx.", |statement| {
            operator(statement, Binary::Add, Binary::Sub)
        }),
        ("solver.assembler.sender.", sides),
        ("solver.core.cells.", effect),
        ("solver.framer.sum.", effect),
        ("solver.core.visitor.", |statement| {
            operator(statement, Binary::And, Binary::Or)
        }),
    ];
    let build = build("classic11").expect("in the table");
    let recording = Recording::new(build, serial_inputs(every_verdict(build), 1_000));
    let whole = build
        .netlist(Top::Uart, &Parameters::default().fast())
        .expect("a netlist");
    assert!(recording.compiled(whole.clone()).is_ok());
    for (path, seed) in faults {
        let mut netlist = whole.clone();
        spoil(&mut netlist, path, seed);
        assert!(
            recording.compiled(netlist).is_err(),
            "{path}: the fault is not found"
        );
    }
}
