//! Simpler statements: assignments of neighbouring bits as one, a default and a few conditions as one expression, and outputs in place of the
//! signals that they copy.
//! Interface: [`join_bits`], [`choice`] and [`adopt`].

use std::collections::{BTreeMap, HashMap, HashSet};

use nonogram_netlist::ir::{Expr, Kind, Lvalue, Module, Process, SignalId, Statement, visit_exprs};

use super::wiring::{Uses, rename, replace};

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

/// The most operands and operators of bits and choices that are joined in one expression.
const MOST_OPERANDS: usize = 16;

/// The number of operands and operators of an expression.
fn size(expr: &Expr) -> usize {
    1 + expr.operands().into_iter().map(size).sum::<usize>()
}

/// One assignment with the effect of a default and a few conditions; `None` if the statements are not of this form.
pub(super) fn choice(statements: &[Statement]) -> Option<Statement> {
    let (first, rest) = statements.split_first()?;
    let (signal, mut value) = match first {
        Statement::Assign(Lvalue::Signal(signal), value) if !matches!(value, Expr::Replace(..)) => {
            (*signal, value.clone())
        }
        Statement::If(condition, then, otherwise) => match (&then[..], &otherwise[..]) {
            (
                [Statement::Assign(Lvalue::Signal(one), yes)],
                [Statement::Assign(Lvalue::Signal(other), no)],
            ) if one == other => {
                let value =
                    Expr::If(condition.clone().into(), yes.clone().into(), no.clone().into());
                (*one, value)
            }
            _ => return None,
        },
        _ => return None,
    };
    let bits = rest.iter().map_while(|statement| match statement {
        Statement::Assign(Lvalue::Bits(other, low, width), bits) if *other == signal => {
            Some((*low, *width, bits))
        }
        _ => None,
    });
    let bits: Vec<_> = bits.collect();
    let rest = &rest[bits.len()..];
    if !bits.is_empty() {
        value = with_bits(&value, &bits)?;
    }
    for statement in rest {
        let Statement::If(condition, then, otherwise) = statement else {
            return None;
        };
        let ([Statement::Assign(Lvalue::Signal(other), chosen)], []) = (&then[..], &otherwise[..])
        else {
            return None;
        };
        if *other != signal {
            return None;
        }
        value = Expr::If(condition.clone().into(), chosen.clone().into(), value.into());
    }
    if rest.len() + bits.len() > 0 && size(&value) > MOST_OPERANDS {
        return None;
    }
    let found = Statement::Assign(Lvalue::Signal(signal), value);
    let is_final = !Uses::of(&found).reads.contains(&signal);
    is_final.then_some(found)
}

/// A word in which some bits are replaced: the lowest one, their number, and their value. `None` if the word is not composed of parts of
/// signals and numbers.
fn with_bits(word: &Expr, replaced: &[(u32, u32, &Expr)]) -> Option<Expr> {
    let mut parts = Vec::new();
    pieces(word, &mut parts)?;
    parts.reverse();
    for &(low, width, bits) in replaced {
        let (mut at, mut found) = (0, Vec::new());
        for (part, part_width) in parts {
            let end = at + part_width;
            let (begin, stop) = (low.max(at), (low + width).min(end));
            if begin >= stop {
                found.push((part, part_width));
            } else {
                if begin > at {
                    found.push((piece(&part, 0, begin - at, part_width)?, begin - at));
                }
                if begin == low {
                    found.push((bits.clone(), width));
                }
                if stop < end {
                    found.push((piece(&part, stop - at, end - stop, part_width)?, end - stop));
                }
            }
            at = end;
        }
        parts = found;
    }
    let mut parts: Vec<Expr> = parts.into_iter().rev().map(|(part, _)| part).collect();
    Some(if parts.len() == 1 { parts.remove(0) } else { Expr::Concat(parts) })
}

/// Appends the parts of a word and their widths, the highest first.
fn pieces(word: &Expr, into: &mut Vec<(Expr, u32)>) -> Option<()> {
    match word {
        Expr::Concat(parts) => parts.iter().try_for_each(|part| pieces(part, into)),
        Expr::Literal(_, width) | Expr::Slice(_, _, width) => {
            into.push((word.clone(), *width));
            Some(())
        }
        _ => None,
    }
}

/// `width` bits of a part of a word.
fn piece(part: &Expr, low: u32, width: u32, all: u32) -> Option<Expr> {
    match part {
        part if width == all => Some(part.clone()),
        Expr::Literal(value, _) => {
            Some(Expr::Literal(value >> low & (u64::MAX >> (64 - width)), width))
        }
        Expr::Slice(word, begin, _) => {
            let Expr::Number(begin) = **begin else {
                return None;
            };
            let begin = Expr::Number(begin + u64::from(low)).into();
            Some(match width {
                1 => Expr::Index(word.clone(), begin),
                width => Expr::Slice(word.clone(), begin, width),
            })
        }
        _ => None,
    }
}

/// Replaces each signal of the module that an output copies by the output: in rust-hdl a register and an output are two signals. If several
/// outputs copy it, the others copy the first. Signals with which a process computes several values stay.
pub(super) fn adopt(module: &mut Module) {
    let reused: HashSet<SignalId> = module.processes.iter().flat_map(reused).collect();
    let mut outputs = BTreeMap::new();
    module.processes.retain(|process| {
        let Some((to, from)) = copy(process) else {
            return true;
        };
        let [output, signal] = [to, from].map(|id| &module.signals[id as usize]);
        let is_adopted = output.kind == Kind::Output
            && matches!(signal.kind, Kind::Local | Kind::Hidden)
            && output.width == signal.width
            && !reused.contains(&from)
            && !outputs.contains_key(&from);
        if is_adopted {
            outputs.insert(from, to);
        }
        !is_adopted
    });
    let reads: HashMap<SignalId, SignalId> =
        outputs.iter().map(|(&from, &to)| (from, to)).collect();
    for process in &mut module.processes {
        let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
        for statement in statements {
            replace(statement, &reads);
            rename(statement, &outputs);
        }
    }
    for (signal, _) in &mut module.initial {
        *signal = outputs.get(signal).copied().unwrap_or(*signal);
    }
    for (from, to) in outputs {
        module.signals[to as usize].states =
            std::mem::take(&mut module.signals[from as usize].states);
        // Nothing reads this signal, so that it is not printed.
        module.signals[from as usize].kind = Kind::Constant(0);
    }
}

/// The signals of a process that is a copy: the copy and the original.
pub(super) fn copy(process: &Process) -> Option<(SignalId, SignalId)> {
    let Process::Combinational(statements) = process else {
        return None;
    };
    match &statements[..] {
        [Statement::Assign(Lvalue::Signal(to), Expr::Signal(from))] => Some((*to, *from)),
        _ => None,
    }
}

/// The signals to which a process assigns a new value more than once.
fn reused(process: &Process) -> Vec<SignalId> {
    let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
    let (mut seen, mut again) = (HashSet::new(), Vec::new());
    for statement in statements {
        let Statement::Assign(Lvalue::Signal(signal), value) = statement else {
            continue;
        };
        let mut reads_itself = false;
        visit_exprs(std::slice::from_ref(statement), &mut |expr| {
            reads_itself |= *expr == Expr::Signal(*signal);
        });
        let is_new = !reads_itself && !matches!(value, Expr::Replace(..));
        if is_new && !seen.insert(*signal) {
            again.push(*signal);
        }
    }
    again
}
