//! Joins assignments of neighbouring bits.
//! Interface: [`join_bits`].

use nonogram_netlist::ir::{Expr, Lvalue, Statement};

use super::wiring::Uses;

/// Joins assignments of neighbouring bits from neighbouring bits, also inside conditions.
pub(super) fn join_bits(statements: &mut Vec<Statement>) {
    for statement in statements.iter_mut() {
        match statement {
            Statement::Assign(..) => {}
            Statement::If(_, then, otherwise) => {
                join_bits(then);
                join_bits(otherwise);
            }
            Statement::Case(_, cases) => {
                cases.iter_mut().for_each(|(_, statements)| join_bits(statements));
            }
        }
    }
    let mut joined: Vec<Statement> = Vec::new();
    // The first statement of the run: assignments of bits that read none of the signals that the run assigns.
    let mut begin = 0;
    for statement in statements.drain(..) {
        let uses = Uses::of(&statement);
        let in_run = |others: &[Statement]| {
            others.iter().map(Uses::of).all(|other| {
                other.writes.is_disjoint(&uses.reads) && other.reads.is_disjoint(&uses.writes)
            })
        };
        let Statement::Assign(Lvalue::Bits(signal, low, width), value) = &statement else {
            joined.push(statement);
            begin = joined.len();
            continue;
        };
        if !in_run(&joined[begin..]) {
            begin = joined.len();
        }
        let mut before = joined[begin..].iter_mut().rev();
        let last = before.find_map(|other| match other {
            Statement::Assign(Lvalue::Bits(other, first, count), value) if other == signal => {
                Some((first, count, value))
            }
            _ => None,
        });
        if let Some((first, count, before)) = last
            && *first + *count == *low
            && let Some(both) = neighbours(before, value)
        {
            (*count, *before) = (*count + width, both);
        } else {
            joined.push(statement);
        }
    }
    *statements = joined;
}

/// A part of a signal, and the part above it, as one part.
fn neighbours(low: &Expr, high: &Expr) -> Option<Expr> {
    let part = |expr: &Expr| match expr {
        Expr::Index(word, at) => match (&**word, &**at) {
            (Expr::Signal(signal), Expr::Number(at)) => Some((*signal, *at, 1)),
            _ => None,
        },
        Expr::Slice(word, at, width) => match (&**word, &**at) {
            (Expr::Signal(signal), Expr::Number(at)) => Some((*signal, *at, *width)),
            _ => None,
        },
        _ => None,
    };
    let ((signal, at, width), (other, next, more)) = (part(low)?, part(high)?);
    (signal == other && at + u64::from(width) == next)
        .then(|| Expr::Slice(Expr::Signal(signal).into(), Expr::Number(at).into(), width + more))
}
