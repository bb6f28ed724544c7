//! A default and a few conditions as one expression.
//! Interface: [`choice`].

use nonogram_netlist::ir::{Expr, Lvalue, Statement};

use super::wiring::Uses;

/// The most operands of choices that are joined in one expression.
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
    if !rest.is_empty() && size(&value) > MOST_OPERANDS {
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
    parts.reverse();
    Some(Expr::Concat(parts.into_iter().map(|(part, _)| part).collect()))
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
