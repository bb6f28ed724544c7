//! Lowers expressions to nodes, with the width rules of Verilog.
//! Interface: methods of [`Flat`] for an expression at a given width, at its own width, as a condition, and in an equality.
//! Source: IEEE 1364-2005, 5.4: operands of arithmetic take the width of their context.

use super::CompileError;
use super::flatten::Flat;
use super::graph::{Id, Part};
use super::run::Run;
use nonogram_netlist::NetlistError;
use nonogram_netlist::ir::{Binary, Expr, Kind, Unary};

impl Flat {
    /// The self-determined width of an expression.
    fn width(&self, module: u32, expr: &Expr) -> u32 {
        self.netlist.modules[module as usize].width(expr)
    }

    /// An expression in a context of width `width`, in parts, because the expression can be wider than 64 bits.
    pub(super) fn parts(
        &mut self,
        run: &Run,
        expr: &Expr,
        width: u32,
    ) -> Result<Vec<Part>, CompileError> {
        Ok(match expr {
            Expr::Concat(exprs) => {
                let mut parts = Vec::new();
                for expr in exprs.iter().rev() {
                    let width = self.width(run.module, expr);
                    let own = self.parts(run, expr, width)?;
                    let own_width: u32 = own.iter().map(|part| part.width).sum();
                    parts.extend(own);
                    if own_width < width {
                        parts.push(self.zeros(width - own_width));
                    }
                }
                parts
            }
            Expr::Word(memory, address) => {
                let address = self.operand(run, address)?;
                self.word(run, *memory, address)
            }
            Expr::Paren(inner) => self.parts(run, inner, width)?,
            _ => {
                let width = width.max(self.width(run.module, expr));
                let node = self.value(run, expr, width)?;
                vec![Part { node, low: 0, width }]
            }
        })
    }

    fn zeros(&mut self, width: u32) -> Part {
        Part { node: self.graph.constant(0), low: 0, width }
    }

    /// An expression at its self-determined width.
    pub(super) fn operand(&mut self, run: &Run, expr: &Expr) -> Result<Id, CompileError> {
        let width = self.width(run.module, expr);
        self.value(run, expr, width)
    }

    /// A bit that is set if an expression is not zero.
    pub(super) fn truth(&mut self, run: &Run, expr: &Expr) -> Result<Id, CompileError> {
        let value = self.operand(run, expr)?;
        Ok(self.graph.any(value))
    }

    /// A bit that is set if two expressions are equal at the width of the wider one.
    pub(super) fn equal(
        &mut self,
        run: &Run,
        left: &Expr,
        right: &Expr,
    ) -> Result<Id, CompileError> {
        let (left, right) = self.pair(run, left, right)?;
        Ok(self.graph.eq(left, right))
    }

    fn pair(&mut self, run: &Run, left: &Expr, right: &Expr) -> Result<(Id, Id), CompileError> {
        let width = self.width(run.module, left).max(self.width(run.module, right));
        Ok((self.value(run, left, width)?, self.value(run, right, width)?))
    }

    /// An expression in a context of width `width`, which is at least its own width.
    fn value(&mut self, run: &Run, expr: &Expr, width: u32) -> Result<Id, CompileError> {
        if width > u64::BITS {
            return Err(CompileError::Wide(width));
        }
        Ok(match expr {
            Expr::Number(value) | Expr::State(_, value, _) => self.constant(*value, width),
            Expr::Literal(value, _) => self.constant(*value, width),
            Expr::Signal(signal) => {
                let declared = &self.netlist.modules[run.module as usize];
                if let Kind::Constant(value) = declared.signals[*signal as usize].kind {
                    return Ok(self.constant(value, width));
                }
                let net = self.net(run.module, *signal);
                self.seen(run, net)
            }
            Expr::Word(..) | Expr::Concat(_) => {
                let parts = self.parts(run, expr, width)?;
                self.graph.concat(parts)
            }
            Expr::Cast(inner, bits) => {
                let inner = self.operand(run, inner)?;
                self.graph.slice(inner, 0, *bits)
            }
            Expr::Paren(inner) => self.value(run, inner, width)?,
            Expr::Binary(operator, left, right) => {
                self.binary(run, *operator, left, right, width)?
            }
            Expr::Unary(operator, inner) => self.unary(run, *operator, inner, width)?,
            Expr::Index(word, index) => {
                let (word, index) = (self.operand(run, word)?, self.operand(run, index)?);
                let moved = self.graph.shr(word, index);
                self.graph.slice(moved, 0, 1)
            }
            Expr::Slice(word, offset, bits) => {
                let (word, offset) = (self.operand(run, word)?, self.operand(run, offset)?);
                let moved = self.graph.shr(word, offset);
                self.graph.slice(moved, 0, *bits)
            }
            Expr::Replace(word, index, bit) => self.replace(run, word, index, bit, width)?,
            Expr::If(condition, then, otherwise) => {
                let condition = self.truth(run, condition)?;
                let then = self.value(run, then, width)?;
                let otherwise = self.value(run, otherwise, width)?;
                self.graph.mux(condition, then, otherwise)
            }
        })
    }

    fn constant(&mut self, value: u64, width: u32) -> Id {
        self.graph.constant(value & super::graph::mask(width))
    }

    /// A word with one bit replaced: `(word & ~(1 << (index)) | ((bit) << (index)))`.
    fn replace(
        &mut self,
        run: &Run,
        word: &Expr,
        index: &Expr,
        bit: &Expr,
        width: u32,
    ) -> Result<Id, CompileError> {
        let bit_width = self.width(run.module, bit);
        let word = self.value(run, word, width)?;
        let index = self.operand(run, index)?;
        let bit = self.value(run, bit, width)?;
        if let Some(at) = self.graph.value(index)
            && at < u64::from(width)
            && bit_width == 1
        {
            let at = at as u32;
            let bits = |node, low, width| Part { node, low, width };
            let bit = self.graph.slice(bit, 0, 1);
            return Ok(self.graph.concat(vec![
                bits(word, 0, at),
                bits(bit, 0, 1),
                bits(word, at + 1, width - at - 1),
            ]));
        }
        let one = self.graph.constant(1);
        let one = self.graph.shl(one, index, width);
        let others = self.graph.not(one, width);
        let kept = self.graph.and(word, others);
        let bit = self.graph.shl(bit, index, width);
        Ok(self.graph.or(kept, bit))
    }

    /// A bit that is set if all bits of an expression are set.
    fn all(&mut self, run: &Run, expr: &Expr) -> Result<Id, CompileError> {
        let width = self.width(run.module, expr);
        let value = self.operand(run, expr)?;
        let ones = self.constant(u64::MAX, width);
        Ok(self.graph.eq(value, ones))
    }

    fn unary(
        &mut self,
        run: &Run,
        operator: Unary,
        inner: &Expr,
        width: u32,
    ) -> Result<Id, CompileError> {
        Ok(match operator {
            Unary::Not => {
                let value = self.value(run, inner, width)?;
                self.graph.not(value, width)
            }
            Unary::Neg => {
                let value = self.value(run, inner, width)?;
                let zero = self.graph.constant(0);
                self.graph.sub(zero, value, width)
            }
            Unary::LogicalNot | Unary::Nor => {
                let any = self.truth(run, inner)?;
                self.graph.not(any, 1)
            }
            Unary::Nand => {
                let all = self.all(run, inner)?;
                self.graph.not(all, 1)
            }
            Unary::Xnor => {
                let value = self.operand(run, inner)?;
                let parity = self.graph.parity(value);
                self.graph.not(parity, 1)
            }
            Unary::Any => self.truth(run, inner)?,
            Unary::All => self.all(run, inner)?,
            Unary::Parity => {
                let value = self.operand(run, inner)?;
                self.graph.parity(value)
            }
        })
    }

    fn binary(
        &mut self,
        run: &Run,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        width: u32,
    ) -> Result<Id, CompileError> {
        match operator {
            Binary::LogicalAnd | Binary::LogicalOr => {
                let (left, right) = (self.truth(run, left)?, self.truth(run, right)?);
                return Ok(match operator {
                    Binary::LogicalAnd => self.graph.and(left, right),
                    _ => self.graph.or(left, right),
                });
            }
            Binary::Shl | Binary::Shr => {
                let left = self.value(run, left, width)?;
                let right = self.operand(run, right)?;
                return Ok(match operator {
                    Binary::Shl => self.graph.shl(left, right, width),
                    _ => self.graph.shr(left, right),
                });
            }
            Binary::Div | Binary::Rem | Binary::Power => {
                let module = &self.netlist.modules[run.module as usize];
                let whole = Expr::Binary(operator, left.clone().into(), right.clone().into());
                let value = module.evaluate(&whole, width, &|_| None);
                let what = |reason| format!("the operator {} ({reason})", operator.symbol());
                let value = value.map_err(|reason| NetlistError::Unsupported(what(reason)))?;
                return Ok(self.constant(value, width));
            }
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                let (left, right) = self.pair(run, left, right)?;
                return Ok(match operator {
                    Binary::Eq => self.graph.eq(left, right),
                    Binary::Ne => self.graph.ne(left, right),
                    Binary::Lt => self.graph.lt(left, right),
                    Binary::Le => self.graph.le(left, right),
                    Binary::Gt => self.graph.lt(right, left),
                    _ => self.graph.le(right, left),
                });
            }
            _ => {}
        }
        let (left, right) = (self.value(run, left, width)?, self.value(run, right, width)?);
        Ok(match operator {
            Binary::Add => self.graph.add(left, right, width),
            Binary::Sub => self.graph.sub(left, right, width),
            Binary::Mul => self.graph.mul(left, right, width),
            Binary::And => self.graph.and(left, right),
            Binary::Or => self.graph.or(left, right),
            Binary::Xnor => {
                let xor = self.graph.xor(left, right);
                self.graph.not(xor, width)
            }
            _ => self.graph.xor(left, right),
        })
    }
}
