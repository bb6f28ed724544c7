//! Reads expressions.
//! Interface: [`Reader::expression`].

use super::tokens::Kind;
use super::{Reader, Result};
use crate::ir::{Binary, Unary};
use crate::tree::{Expr, Number, Radix, Select};

impl Reader<'_> {
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(|reader| {
            let condition = reader.operation(0)?;
            if !reader.take("?") {
                return Ok(condition);
            }
            let then = reader.expression()?;
            reader.expect(":")?;
            let otherwise = reader.expression()?;
            Ok(Expr::If(condition.into(), then.into(), otherwise.into()))
        })
    }

    /// Reads operands joined by operators that bind more strongly than `least`. All operators are left-associative.
    fn operation(&mut self, least: u8) -> Result<Expr> {
        let mut left = self.operand()?;
        while let Some(operator) = self.binary()
            && operator.precedence() > least
        {
            self.advance();
            let right = self.nested(|reader| reader.operation(operator.precedence()))?;
            left = Expr::Binary(operator, left.into(), right.into());
        }
        Ok(left)
    }

    fn binary(&self) -> Option<Binary> {
        let token = self.peek();
        if token.kind != Kind::Symbol {
            return None;
        }
        let mut all = Binary::ALL.into_iter();
        all.find(|operator| operator.symbol() == token.text)
    }

    fn operand(&mut self) -> Result<Expr> {
        let token = self.peek();
        match token.kind {
            Kind::Number if token.text.ends_with('\'') => self.nested(Self::cast),
            Kind::Number => {
                let Some(number) = number(token.text) else {
                    return self.expected("a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64,");
                };
                self.advance();
                Ok(Expr::Number(number))
            }
            Kind::Text => {
                self.advance();
                Ok(Expr::Text(token.text.trim_matches('"').to_owned()))
            }
            Kind::Word if self.is_name() => {
                let name = Expr::Name(self.name()?);
                self.selected(name)
            }
            Kind::Symbol => self.nested(Self::symbol),
            Kind::Word | Kind::End => self.expected("an operand"),
        }
    }

    /// Reads an expression with a number of bits, such as `4'(a)`.
    fn cast(&mut self) -> Result<Expr> {
        let text = self.peek().text.trim_end_matches('\'');
        let Some(width) = text
            .parse()
            .ok()
            .filter(|width| (1..=1 << 16).contains(width))
        else {
            return self.expected("a number of bits, such as 4'(a),");
        };
        self.advance();
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(Expr::Cast(width, inner.into()))
    }

    /// Reads an operand that begins with a symbol.
    fn symbol(&mut self) -> Result<Expr> {
        let token = self.peek();
        let mut unary = Unary::ALL.into_iter();
        if let Some(operator) = unary.find(|operator| operator.symbol() == token.text) {
            self.advance();
            return Ok(Expr::Unary(operator, self.operand()?.into()));
        }
        if self.take("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(Expr::Paren(inner.into()));
        }
        if !self.take("{") {
            return self.expected("an operand");
        }
        let first = self.expression()?;
        if self.take("{") {
            let parts = self.parts()?;
            self.expect("}")?;
            return Ok(Expr::Repeat(first.into(), parts));
        }
        let mut parts = vec![first];
        if self.take(",") {
            parts.extend(self.parts()?);
        } else {
            self.expect("}")?;
        }
        Ok(Expr::Concat(parts))
    }

    /// Reads expressions separated by commas, up to a closing brace.
    fn parts(&mut self) -> Result<Vec<Expr>> {
        let mut parts = vec![self.expression()?];
        while self.take(",") {
            parts.push(self.expression()?);
        }
        if !self.take("}") {
            return self.expected(", or }");
        }
        Ok(parts)
    }

    /// Reads the selections behind a name.
    pub(super) fn selected(&mut self, name: Expr) -> Result<Expr> {
        let mut selected = name;
        let mut count = 0;
        while self.take("[") {
            // A word of a memory, and a part of it.
            count += 1;
            if count > 2 {
                return self.fail("at most two selections of a name are supported");
            }
            let first = self.expression()?;
            let select = if self.take("+:") {
                Select::Up(first, self.expression()?)
            } else if self.take(":") {
                Select::Range(first, self.expression()?)
            } else {
                Select::Index(first)
            };
            self.expect("]")?;
            selected = Expr::Select(selected.into(), select.into());
        }
        Ok(selected)
    }
}

/// Reads `12`, `4'd3`, `8'hff`, `'b0`; `None` if the text is not such a number, or if it does not fit in its width or, without
/// one, in 32 bits.
fn number(text: &str) -> Option<Number> {
    let digits = |text: &str, base| {
        let text = text.replace('_', "");
        let is_number = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        u64::from_str_radix(&text, base).ok().filter(|_| is_number)
    };
    let Some((width, rest)) = text.split_once('\'') else {
        return Some(Number {
            value: digits(text, 10).filter(|value| *value < 1 << 32)?,
            width: None,
            radix: Radix::Decimal,
        });
    };
    let letter = rest.chars().next()?;
    let mut all = Radix::ALL.into_iter();
    let radix = all.find(|radix| radix.base().1 == letter.to_ascii_lowercase())?;
    let value = digits(&rest[1..], radix.base().0)?;
    let width = match width {
        "" => None,
        width => Some(digits(width, 10).filter(|width| (1..=1 << 16).contains(width))? as u32),
    };
    let bits = width.unwrap_or(32);
    let fits = bits >= 64 || value < 1 << bits;
    fits.then_some(Number {
        value,
        width,
        radix,
    })
}
