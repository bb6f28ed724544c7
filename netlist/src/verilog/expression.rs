//! Left-hand sides and expressions of a module's statements.
//! Interface: methods of [`Writer`].

use super::{Writer, literal, number, plain};
use crate::ir::{self, Binary, Expr, Lvalue, SignalId};
use crate::tree::{self, Select};

impl Writer<'_> {
    /// The sides of an assignment. If the value is the assigned signal with one bit replaced, only that bit is assigned.
    pub(super) fn sides(&self, left: &Lvalue, right: &Expr) -> (tree::Expr, tree::Expr) {
        if let (Lvalue::Signal(signal), Expr::Replace(word, index, bit)) = (left, right)
            && **word == Expr::Signal(*signal)
            && self.module.signals[*signal as usize].width > 1
        {
            let select = Select::Index(self.expr(index));
            let left = tree::Expr::Select(self.name(*signal).into(), select.into());
            return (left, self.expr(bit));
        }
        (self.lvalue(left), self.expr(right))
    }

    pub(super) fn name(&self, signal: SignalId) -> tree::Expr {
        tree::Expr::Name(self.names[signal as usize].clone())
    }

    fn memory(&self, memory: u32, address: &Expr) -> tree::Expr {
        let name = tree::Expr::Name(plain(&self.module.memories[memory as usize].name));
        tree::Expr::Select(name.into(), Select::Index(self.expr(address)).into())
    }

    pub(super) fn lvalue(&self, lvalue: &Lvalue) -> tree::Expr {
        match lvalue {
            Lvalue::Signal(signal) => self.name(*signal),
            Lvalue::Bits(signal, low, width) => {
                let all = self.module.signals[*signal as usize].width;
                part(self.name(*signal), (*low).into(), *width, all)
            }
            Lvalue::Concat(lvalues) => {
                let lvalues = lvalues.iter().map(|lvalue| self.lvalue(lvalue));
                tree::Expr::Concat(lvalues.collect())
            }
            Lvalue::Word(memory, address, low, width) => {
                let all = self.module.memories[*memory as usize].width;
                part(self.memory(*memory, address), (*low).into(), *width, all)
            }
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> tree::Expr {
        let boxed = |expr: &Expr| Box::new(self.expr(expr));
        match expr {
            Expr::Number(value) => number(*value),
            Expr::Literal(value, width) => literal(*value, *width),
            Expr::State(name, ..) => tree::Expr::Name(plain(name)),
            Expr::Signal(signal) => self.name(*signal),
            Expr::Word(memory, address) => self.memory(*memory, address),
            Expr::Cast(inner, width) => tree::Expr::Cast(*width, boxed(inner)),
            Expr::Paren(inner) => tree::Expr::Paren(boxed(inner)),
            Expr::Binary(operator, left, right) => tree::Expr::Binary(
                *operator,
                self.operand(*operator, left, false).into(),
                self.operand(*operator, right, true).into(),
            ),
            Expr::Unary(operator, inner) => {
                let inner = match &**inner {
                    compound @ (Expr::Binary(..) | Expr::Unary(..) | Expr::If(..)) => {
                        tree::Expr::Paren(boxed(compound))
                    }
                    inner => self.expr(inner),
                };
                tree::Expr::Unary(*operator, inner.into())
            }
            // A signal of one bit is declared without a range, and cannot be indexed.
            Expr::Index(word, _) | Expr::Slice(word, ..) if self.module.width(word) == 1 => {
                self.expr(word)
            }
            Expr::Index(word, index) => {
                tree::Expr::Select(boxed(word), Select::Index(self.expr(index)).into())
            }
            Expr::Slice(word, low, width) => match **low {
                Expr::Number(low) | Expr::Literal(low, _) => {
                    part(self.expr(word), low, *width, self.module.width(word))
                }
                _ => {
                    let select = Select::Up(self.expr(low), number((*width).into()));
                    tree::Expr::Select(boxed(word), select.into())
                }
            },
            Expr::Replace(word, index, bit) => self.expr(&replaced(word, index, bit)),
            Expr::If(condition, then, otherwise) => {
                let condition = match **condition {
                    Expr::If(..) => tree::Expr::Paren(boxed(condition)).into(),
                    _ => boxed(condition),
                };
                tree::Expr::If(condition, boxed(then), boxed(otherwise))
            }
            Expr::Concat(parts) => {
                tree::Expr::Concat(parts.iter().map(|part| self.expr(part)).collect())
            }
        }
    }

    /// An operand of an operator, in brackets if precedence needs them; operations on bits always have brackets inside others.
    fn operand(&self, operator: Binary, operand: &Expr, is_right: bool) -> tree::Expr {
        let needs = match operand {
            Expr::Binary(inner, ..) => {
                let (own, least) = (inner.precedence(), operator.precedence());
                let is_logic = operator == Binary::LogicalOr && *inner == Binary::LogicalAnd;
                let are_bits = is_bitwise(operator) || is_bitwise(*inner) || is_logic;
                own < least || own == least && is_right || *inner != operator && are_bits
            }
            Expr::If(..) => true,
            _ => false,
        };
        let expr = self.expr(operand);
        if needs { tree::Expr::Paren(expr.into()) } else { expr }
    }
}

/// Whether an operator works on the bits of words, such that readers may not know its precedence.
const fn is_bitwise(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::And | Binary::Or | Binary::Xor | Binary::Xnor | Binary::Shl | Binary::Shr
    )
}

/// Bits of a word of `all` bits: the lowest bit, and the number of bits.
fn part(word: tree::Expr, low: u64, width: u32, all: u32) -> tree::Expr {
    let select = match width {
        _ if width == all => return word,
        1 => Select::Index(number(low)),
        width => Select::Range(number(low + u64::from(width) - 1), number(low)),
    };
    tree::Expr::Select(word.into(), select.into())
}

/// A word with one bit replaced, as an expression with operators only.
fn replaced(word: &Expr, index: &Expr, bit: &Expr) -> Expr {
    let paren = |expr: &Expr| Expr::Paren(expr.clone().into());
    let binary = |operator, left, right: Expr| Expr::Binary(operator, Box::new(left), right.into());
    let place = Expr::Paren(binary(Binary::Shl, Expr::Number(1), paren(index)).into());
    let others = binary(Binary::And, word.clone(), Expr::Unary(ir::Unary::Not, place.into()));
    // Its context does not widen the bit.
    let bit = Expr::Cast(bit.clone().into(), 1);
    let bit = Expr::Paren(binary(Binary::Shl, bit, paren(index)).into());
    Expr::Paren(binary(Binary::Or, others, bit).into())
}
