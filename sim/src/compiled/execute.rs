//! Executes processes symbolically: each net's value is a node, and a choice joins both sides of a condition.
//! Interface: [`Flat::execute`] executes statements, [`Run`] contains the values that they assign.
//! Expressions become nodes by the width rules of Verilog.
//! Source: symbolic execution; IEEE 1364-2005, 5.4: operands of arithmetic take the width of their context.

use std::collections::{BTreeMap, BTreeSet};

use super::CompileError;
use super::flatten::{Flat, Poison, Write};
use super::graph::{Id, Part, cut, mask};
use nonogram_netlist::NetlistError;
use nonogram_netlist::ir::{Binary, Expr, Kind, Lvalue, Statement, Unary};

/// The state of a process under execution.
pub(super) struct Run {
    pub(super) module: u32,
    pub(super) clocked: bool,
    /// The value of each assigned net.
    pub(super) values: BTreeMap<u32, Id>,
    /// The assigned nets, each with its value before the assignment.
    pub(super) journal: Vec<(u32, Option<Id>)>,
    /// A bit that is set if the current statements are executed.
    pub(super) condition: Id,
}

impl Flat {
    pub(super) fn execute(
        &mut self,
        run: &mut Run,
        statements: &[Statement],
    ) -> Result<(), CompileError> {
        for statement in statements {
            match statement {
                Statement::Assign(lvalue, value) => {
                    let width = self.lvalue_width(run.module, lvalue);
                    let parts = self.parts(run, value, width)?;
                    self.assign(run, lvalue, &parts)?;
                }
                Statement::If(condition, then, otherwise) => {
                    let condition = self.truth(run, condition)?;
                    self.branch(run, condition, then, &mut |flat, run| {
                        flat.execute(run, otherwise)
                    })?;
                }
                Statement::Case(selector, cases) => self.case(run, selector, cases)?,
            }
        }
        Ok(())
    }

    fn case(
        &mut self,
        run: &mut Run,
        selector: &Expr,
        cases: &[(Option<Expr>, Vec<Statement>)],
    ) -> Result<(), CompileError> {
        let Some(((value, block), rest)) = cases.split_first() else {
            return Ok(());
        };
        let Some(value) = value else {
            return self.execute(run, block);
        };
        let condition = self.binary(run, Binary::Eq, selector, value, 1)?;
        self.branch(run, condition, block, &mut |flat, run| flat.case(run, selector, rest))
    }

    /// Executes both sides of a condition, and joins their assignments.
    fn branch(
        &mut self,
        run: &mut Run,
        condition: Id,
        then: &[Statement],
        otherwise: &mut dyn FnMut(&mut Self, &mut Run) -> Result<(), CompileError>,
    ) -> Result<(), CompileError> {
        match self.graph.value(condition) {
            Some(0) => return otherwise(self, run),
            Some(_) => return self.execute(run, then),
            None => {}
        }
        let (outer, begin) = (run.condition, run.journal.len());
        run.condition = self.graph.and(outer, condition);
        self.execute(run, then)?;
        let thens = run.undo(begin);
        let not = self.graph.not(condition, 1);
        run.condition = self.graph.and(outer, not);
        otherwise(self, run)?;
        let elses = run.undo(begin);
        run.condition = outer;
        // Unlike `collect`, `extend` compiles no sort.
        let mut nets = BTreeSet::new();
        nets.extend(thens.keys().chain(elses.keys()).copied());
        for net in nets {
            let now = self.current(run, net);
            let then = thens.get(&net).copied().unwrap_or(now);
            let otherwise = elses.get(&net).copied().unwrap_or(now);
            let joined = self.graph.mux(condition, then, otherwise);
            run.set(net, joined);
        }
        Ok(())
    }

    /// The value of a net after the assignments executed so far.
    pub(super) fn current(&mut self, run: &Run, net: u32) -> Id {
        let width = self.net_width(net);
        match run.values.get(&net) {
            Some(&value) => value,
            None => self.graph.net(net, width),
        }
    }

    /// The value of a net as an expression reads it: in a clocked process the value before the edge.
    pub(super) fn seen(&mut self, run: &Run, net: u32) -> Id {
        if run.clocked {
            let width = self.net_width(net);
            return self.graph.net(net, width);
        }
        self.current(run, net)
    }

    fn lvalue_width(&self, module: u32, lvalue: &Lvalue) -> u32 {
        match lvalue {
            Lvalue::Signal(signal) => {
                self.netlist.modules[module as usize].signals[*signal as usize].width
            }
            Lvalue::Bits(_, _, width) | Lvalue::Word(_, _, _, width) => *width,
            Lvalue::Concat(lvalues) => {
                (lvalues.iter()).map(|lvalue| self.lvalue_width(module, lvalue)).sum()
            }
        }
    }

    fn assign(
        &mut self,
        run: &mut Run,
        lvalue: &Lvalue,
        parts: &[Part],
    ) -> Result<(), CompileError> {
        let width = self.lvalue_width(run.module, lvalue);
        match lvalue {
            Lvalue::Signal(signal) => {
                let net = self.net(run.module, *signal);
                let value = self.graph.concat(cut(parts, 0, width));
                run.set(net, value);
            }
            Lvalue::Bits(signal, low, width) => {
                let net = self.net(run.module, *signal);
                let (now, all) = (self.current(run, net), self.net_width(net));
                let bits = |low: u32, width: u32| Part { node: now, low, width };
                let mut joined = vec![bits(0, *low)];
                joined.extend(cut(parts, 0, *width));
                joined.push(bits(low + width, all - low - width));
                let value = self.graph.concat(joined);
                run.set(net, value);
            }
            Lvalue::Concat(lvalues) => {
                let mut low = 0;
                for lvalue in lvalues.iter().rev() {
                    let width = self.lvalue_width(run.module, lvalue);
                    self.assign(run, lvalue, &cut(parts, low, width))?;
                    low += width;
                }
            }
            Lvalue::Word(memory, address, low, width) => {
                let address = self.operand(run, address)?;
                let bank = self.bank(run.module, *memory);
                let mut at = *low;
                while at < low + width {
                    let bits = (low + width - at).min(64 - at % 64);
                    let data = self.graph.concat(cut(parts, at - low, bits));
                    let place = self.graph.constant(u64::from(at % 64));
                    let data = self.graph.shl(data, place, 64);
                    let mask = self.graph.constant(mask(bits) << (at % 64));
                    let write = Write { enable: run.condition, address, data, mask };
                    self.memories[(bank + at / 64) as usize].writes.push(write);
                    at += bits;
                }
            }
        }
        Ok(())
    }

    /// A word of a memory, in parts of up to 64 bits.
    pub(super) fn word(&mut self, run: &Run, memory: u32, address: Id) -> Vec<Part> {
        let module = &self.netlist.modules[run.module as usize];
        let (width, bank) = (module.memories[memory as usize].width, self.bank(run.module, memory));
        let mut parts = Vec::new();
        for (low, memory) in (0..width).step_by(64).zip(bank..) {
            let width = (width - low).min(64);
            let mut node = self.graph.read(memory, address, width);
            if run.clocked && self.memories[memory as usize].poisons {
                let net = self.drivers.len() as u32;
                self.drivers.push(None);
                self.nets.push((run.module, 0));
                self.poisons.push(Poison { net, memory, address });
                let poison = self.graph.net(net, width);
                node = self.graph.xor(node, poison);
            }
            parts.push(Part { node, low: 0, width });
        }
        parts
    }
}

impl Run {
    pub(super) fn set(&mut self, net: u32, value: Id) {
        let before = self.values.insert(net, value);
        self.journal.push((net, before));
    }

    /// Undoes the assignments since the journal had the length `begin`, and returns the last value that each net was assigned.
    fn undo(&mut self, begin: usize) -> BTreeMap<u32, Id> {
        let mut assigned = BTreeMap::new();
        for (net, before) in self.journal.drain(begin..).rev() {
            let value = match before {
                Some(before) => self.values.insert(net, before),
                None => self.values.remove(&net),
            };
            if let Some(value) = value {
                assigned.entry(net).or_insert(value);
            }
        }
        assigned
    }
}

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
        self.graph.constant(value & mask(width))
    }

    /// A word with one bit replaced.
    fn replace(
        &mut self,
        run: &Run,
        word: &Expr,
        index: &Expr,
        bit: &Expr,
        width: u32,
    ) -> Result<Id, CompileError> {
        let word = self.value(run, word, width)?;
        let index = self.operand(run, index)?;
        let bit = self.operand(run, bit)?;
        let bit = self.graph.slice(bit, 0, 1);
        if let Some(at) = self.graph.value(index)
            && at < u64::from(width)
        {
            let at = at as u32;
            let bits = |node, low, width| Part { node, low, width };
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

    fn unary(
        &mut self,
        run: &Run,
        operator: Unary,
        inner: &Expr,
        width: u32,
    ) -> Result<Id, CompileError> {
        let own = self.width(run.module, inner);
        let value = self.value(run, inner, operator.operand_width(own, width))?;
        let graph = &mut self.graph;
        Ok(match operator {
            Unary::Not => graph.not(value, width),
            Unary::Neg => {
                let zero = graph.constant(0);
                graph.sub(zero, value, width)
            }
            Unary::All => graph.all(value, own),
            Unary::Nand => {
                let all = graph.all(value, own);
                graph.not(all, 1)
            }
            Unary::Any => graph.any(value),
            Unary::Nor | Unary::LogicalNot => {
                let any = graph.any(value);
                graph.not(any, 1)
            }
            Unary::Parity => graph.parity(value),
            Unary::Xnor => {
                let parity = graph.parity(value);
                graph.not(parity, 1)
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
        let module = &self.netlist.modules[run.module as usize];
        if let Binary::Div | Binary::Rem | Binary::Power = operator {
            let operation = Expr::Binary(operator, left.clone().into(), right.clone().into());
            let value = module.evaluate(&operation, width, &|_| None);
            let what = |reason| format!("the operator {} ({reason})", operator.symbol());
            let value = value.map_err(|reason| NetlistError::Unsupported(what(reason)))?;
            return Ok(self.constant(value, width));
        }
        let widths = operator.operand_widths(module.width(left), module.width(right), width);
        let a = self.value(run, left, widths.0)?;
        let b = self.value(run, right, widths.1)?;
        let graph = &mut self.graph;
        Ok(match operator {
            Binary::Add => graph.add(a, b, width),
            Binary::Sub => graph.sub(a, b, width),
            Binary::Mul => graph.mul(a, b, width),
            Binary::And => graph.and(a, b),
            Binary::Or => graph.or(a, b),
            Binary::Xor => graph.xor(a, b),
            Binary::Xnor => {
                let xor = graph.xor(a, b);
                graph.not(xor, width)
            }
            Binary::LogicalAnd => {
                let (a, b) = (graph.any(a), graph.any(b));
                graph.and(a, b)
            }
            Binary::LogicalOr => {
                let (a, b) = (graph.any(a), graph.any(b));
                graph.or(a, b)
            }
            Binary::Shl => graph.shl(a, b, width),
            Binary::Shr => graph.shr(a, b),
            Binary::Eq => graph.eq(a, b),
            Binary::Ne => graph.ne(a, b),
            Binary::Lt => graph.lt(a, b),
            Binary::Le => graph.le(a, b),
            Binary::Gt => graph.lt(b, a),
            Binary::Ge => graph.le(b, a),
            // Constants, evaluated above.
            Binary::Div | Binary::Rem | Binary::Power => a,
        })
    }
}
