//! Executes processes symbolically: each net's value is a node, and a choice joins both sides of a condition.
//! Interface: [`Flat::execute`] executes statements, [`Run`] contains the values that they assign.
//! Source: symbolic execution.

use std::collections::{BTreeMap, BTreeSet};

use super::CompileError;
use super::flatten::{Flat, Poison, Write};
use super::graph::{Id, Node, Part};
use super::parts::cut;
use nonogram_netlist::ir::{Expr, Lvalue, Statement};

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
        let condition = self.equal(run, selector, value)?;
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
        // Values read from memories are chosen as one word, so that lazy evaluation reads only the memories of one side.
        let mut read: Vec<(u32, u32)> = Vec::new();
        let (mut then_parts, mut else_parts) = (Vec::new(), Vec::new());
        for net in nets {
            let now = self.current(run, net);
            let then = thens.get(&net).copied().unwrap_or(now);
            let otherwise = elses.get(&net).copied().unwrap_or(now);
            let width = self.net_width(net);
            let taken: u32 = read.iter().map(|(_, width)| width).sum();
            if self.reads(then) && taken + width <= 64 {
                let part = |node| Part { node, low: 0, width };
                read.push((net, width));
                then_parts.push(part(then));
                else_parts.push(part(otherwise));
                continue;
            }
            let joined = self.graph.mux(condition, then, otherwise);
            run.set(net, joined);
        }
        let (then, otherwise) = (self.graph.concat(then_parts), self.graph.concat(else_parts));
        let joined = self.graph.mux(condition, then, otherwise);
        let mut low = 0;
        for (net, width) in read {
            let value = self.graph.slice(joined, low, width);
            run.set(net, value);
            low += width;
        }
        Ok(())
    }

    /// Whether a value consists only of words that are read from memories.
    fn reads(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Read(..) => true,
            Node::Slice(a, ..) => self.reads(a),
            Node::Net(net) => self.drivers[net as usize].is_some_and(|driver| self.reads(driver)),
            Node::Concat(number) => {
                let parts = &self.graph.concats[number as usize];
                parts.iter().all(|part| self.reads(part.node))
            }
            _ => false,
        }
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
                    self.memories[(bank + at / 64) as usize].writes.push(Write {
                        enable: run.condition,
                        address,
                        data,
                        low: at % 64,
                        width: bits,
                    });
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
