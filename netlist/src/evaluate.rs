//! Widths and values of expressions.
//! Interface: [`Module::width`] is the width of an expression, [`Module::evaluate`] is its value. The rules of an operator are methods of
//! [`Binary`] and [`Unary`].
//! Source: IEEE 1364-2005, 5.4: operands of arithmetic take the width of their context. All numbers are unsigned.

use crate::ir::{Binary, Expr, Kind, Module, SignalId, Unary};

/// Width of an unsized number, in bits.
pub const NUMBER: u32 = 32;

/// The greatest width of a value in bits.
const WIDEST: u32 = 64;

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// It reads a signal or memory whose value is not given.
    #[error("expected a constant")]
    Variable,
    /// It, or a part of it, has this number of bits, more than 64.
    #[error("a constant expression has {0} bits: expected at most 64")]
    Wide(u32),
    /// It divides by zero.
    #[error("a constant expression divides by zero")]
    Division,
}

/// The lowest `width` bits.
pub(crate) const fn mask(width: u32) -> u64 {
    match width {
        0 => 0,
        1..WIDEST => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// The values of signals.
type Values<'a> = &'a dyn Fn(SignalId) -> Option<u64>;

impl Module {
    /// The self-determined width of an expression of this module.
    pub fn width(&self, expr: &Expr) -> u32 {
        let of = |expr: &Expr| self.width(expr);
        match expr {
            Expr::Number(_) => NUMBER,
            Expr::Literal(_, width) | Expr::State(_, _, width) | Expr::Cast(_, width) => *width,
            Expr::Signal(signal) => self.signals[*signal as usize].width,
            Expr::Word(memory, _) => self.memories[*memory as usize].width,
            Expr::Paren(inner) => of(inner),
            Expr::Binary(operator, left, right) => operator.width(of(left), of(right)),
            Expr::Unary(operator, inner) => operator.width(of(inner)),
            Expr::Index(..) => 1,
            Expr::Slice(_, _, width) => *width,
            Expr::Replace(word, _, value) => of(word).max(of(value)).max(NUMBER),
            Expr::If(_, then, otherwise) => of(then).max(of(otherwise)),
            Expr::Concat(parts) => parts.iter().map(of).fold(0, u32::saturating_add),
        }
    }

    /// The value of an expression assigned to `width` bits, where `values` returns those of signals other than constants.
    ///
    /// # Errors
    /// Returns [`NoValue`] if the expression reads a signal without a value, or a memory, if a part of it has more than 64 bits, or if it
    /// divides by zero.
    pub fn evaluate(&self, expr: &Expr, width: u32, values: Values) -> Result<u64, NoValue> {
        let context = width.max(self.width(expr));
        Ok(self.value(expr, context, values)? & mask(width))
    }

    /// The value of an expression at its own width.
    fn operand(&self, expr: &Expr, values: Values) -> Result<u64, NoValue> {
        self.value(expr, self.width(expr), values)
    }

    /// The value of an expression in a context of width `width`, which is at least its own width.
    fn value(&self, expr: &Expr, width: u32, values: Values) -> Result<u64, NoValue> {
        if width > WIDEST {
            return Err(NoValue::Wide(width));
        }
        let operand = |expr: &Expr| self.operand(expr, values);
        let value = |expr: &Expr| self.value(expr, width, values);
        let found = match expr {
            Expr::Number(value) | Expr::State(_, value, _) | Expr::Literal(value, _) => *value,
            Expr::Signal(signal) => match self.signals[*signal as usize].kind {
                Kind::Constant(value) => value,
                _ => values(*signal).ok_or(NoValue::Variable)?,
            },
            Expr::Word(..) => return Err(NoValue::Variable),
            Expr::Cast(inner, bits) => operand(inner)? & mask(*bits),
            Expr::Paren(inner) => value(inner)?,
            Expr::Binary(operator, left, right) => {
                self.binary(*operator, left, right, width, values)?
            }
            Expr::Unary(operator, inner) => self.unary(*operator, inner, width, values)?,
            Expr::Index(word, index) => shr(operand(word)?, operand(index)?) & 1,
            Expr::Slice(word, low, bits) => shr(operand(word)?, operand(low)?) & mask(*bits),
            Expr::Replace(word, index, bit) => {
                let index = operand(index)?;
                value(word)? & !shl(1, index) | shl(operand(bit)? & 1, index)
            }
            Expr::If(condition, then, otherwise) => match operand(condition)? {
                0 => value(otherwise)?,
                _ => value(then)?,
            },
            Expr::Concat(parts) => {
                let mut joined = 0;
                for part in parts {
                    let part_width = self.width(part);
                    joined =
                        shl(joined, part_width.into()) | self.value(part, part_width, values)?;
                }
                joined
            }
        };
        Ok(found & mask(width))
    }

    fn unary(
        &self,
        operator: Unary,
        inner: &Expr,
        width: u32,
        values: Values,
    ) -> Result<u64, NoValue> {
        let own = self.width(inner);
        let a = self.value(inner, operator.operand_width(own, width), values)?;
        Ok(match operator {
            Unary::Not => !a,
            Unary::Neg => a.wrapping_neg(),
            Unary::All => u64::from(a == mask(own)),
            Unary::Nand => u64::from(a != mask(own)),
            Unary::Any => u64::from(a != 0),
            Unary::Nor | Unary::LogicalNot => u64::from(a == 0),
            Unary::Parity => u64::from(a.count_ones() % 2 == 1),
            Unary::Xnor => u64::from(a.count_ones().is_multiple_of(2)),
        })
    }

    fn binary(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        width: u32,
        values: Values,
    ) -> Result<u64, NoValue> {
        let widths = operator.operand_widths(self.width(left), self.width(right), width);
        let a = self.value(left, widths.0, values)?;
        let b = self.value(right, widths.1, values)?;
        Ok(match operator {
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
            Binary::Div => a.checked_div(b).ok_or(NoValue::Division)?,
            Binary::Rem => a.checked_rem(b).ok_or(NoValue::Division)?,
            Binary::Power => power(a, b),
            Binary::LogicalAnd => u64::from(a != 0 && b != 0),
            Binary::LogicalOr => u64::from(a != 0 || b != 0),
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::Xnor => !(a ^ b),
            Binary::Shl => shl(a, b),
            Binary::Shr => shr(a, b),
            Binary::Eq => u64::from(a == b),
            Binary::Ne => u64::from(a != b),
            Binary::Lt => u64::from(a < b),
            Binary::Le => u64::from(a <= b),
            Binary::Gt => u64::from(a > b),
            Binary::Ge => u64::from(a >= b),
        })
    }
}

fn shl(word: u64, by: u64) -> u64 {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    word.checked_shl(by).unwrap_or(0)
}

fn shr(word: u64, by: u64) -> u64 {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    word.checked_shr(by).unwrap_or(0)
}

/// A power, of which the lowest 64 bits are kept.
fn power(base: u64, exponent: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (base, exponent, 1_u64);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent /= 2;
    }
    result
}
