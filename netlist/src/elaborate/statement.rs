//! Processes, statements and left-hand sides with their names resolved.
//! Interface: methods of [`Scope`].

use super::Result;
use super::scope::{Named, Scope};
use crate::ir::{self, Binary, Kind, Lvalue, Process, SignalId};
use crate::tree::{Event, Expr, Select, Statement, StatementKind};

/// The left-hand side of an assignment.
enum Left {
    /// A left-hand side whose bits are constant.
    Fixed(Lvalue),
    /// A signal, the expression of the lowest assigned bit, and the number of bits.
    Moving(SignalId, ir::Expr, u32),
}

impl Scope {
    /// Adds an `always` process.
    pub(super) fn always(&mut self, event: &Event, statement: &Statement) -> Result<()> {
        let is_clocked = match event {
            Event::Any => false,
            Event::Posedge(clock) => {
                self.clock(clock)?;
                true
            }
        };
        let mut statements = Vec::new();
        self.statement(statement, is_clocked, &mut statements)?;
        self.module.processes.push(if is_clocked {
            Process::Clocked(statements)
        } else {
            Process::Combinational(statements)
        });
        Ok(())
    }

    /// Marks an input port as the module's clock.
    pub(super) fn clock(&mut self, name: &str) -> Result<()> {
        let Named::Signal(id) = self.find(name)? else {
            return self.fail(format!("the clock {name} is not an input port"));
        };
        let mut others = self.module.signals.iter();
        let other = others.find(|other| other.kind == Kind::Clock && other.name != name);
        if let Some(other) = other {
            return self.fail(format!(
                "the module has two clocks, {} and {name}: expected one",
                other.name
            ));
        }
        let signal = &mut self.module.signals[id as usize];
        match signal.kind {
            Kind::Input if signal.width == 1 => signal.kind = Kind::Clock,
            Kind::Clock => {}
            _ => return self.fail(format!("the clock {name} is not an input port of one bit")),
        }
        Ok(())
    }

    fn statement(
        &mut self,
        statement: &Statement,
        is_clocked: bool,
        into: &mut Vec<ir::Statement>,
    ) -> Result<()> {
        self.line = statement.line;
        match &statement.kind {
            StatementKind::Block(statements, _) => {
                for statement in statements {
                    self.statement(statement, is_clocked, into)?;
                }
            }
            StatementKind::Blocking(..) if is_clocked => {
                return self.fail("expected <= instead of = in a clocked process");
            }
            StatementKind::NonBlocking(..) if !is_clocked => {
                return self.fail("expected = instead of <= in a combinational process");
            }
            StatementKind::Blocking(left, right) | StatementKind::NonBlocking(left, right) => {
                self.assign(left, right, is_clocked, into)?;
            }
            StatementKind::If(condition, then, otherwise) => {
                let condition = self.expr(condition)?;
                let (mut thens, mut elses) = (Vec::new(), Vec::new());
                self.statement(then, is_clocked, &mut thens)?;
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, is_clocked, &mut elses)?;
                }
                into.push(ir::Statement::If(condition, thens, elses));
            }
            StatementKind::Case(selector, arms, _) => {
                let selector = self.expr(selector)?;
                let (mut cases, mut default) = (Vec::new(), None);
                for arm in arms {
                    let mut statements = Vec::new();
                    let line = self.line;
                    self.line = arm.body.line;
                    let values = arm.values.iter().map(|value| self.expr(value));
                    let values = values.collect::<Result<Vec<_>>>()?;
                    self.statement(&arm.body, is_clocked, &mut statements)?;
                    self.line = line;
                    if values.is_empty() && default.replace((None, statements.clone())).is_some() {
                        return self.fail("this case has two defaults");
                    }
                    for value in values {
                        cases.push((Some(value), statements.clone()));
                    }
                }
                // The default applies if no other case does, wherever it stands.
                cases.extend(default);
                into.push(ir::Statement::Case(selector, cases));
            }
            StatementKind::For(head, body) => {
                for value in self.values(head)? {
                    self.set(head, Some(value))?;
                    self.statement(body, is_clocked, into)?;
                }
                self.set(head, None)?;
            }
            StatementKind::Assert(_) => {
                return self.fail("assertions are supported behind `ifdef only");
            }
        }
        Ok(())
    }

    /// Adds the assertions of a process; its other statements are not part of the netlist.
    pub(super) fn assertions(&mut self, clock: &str, statement: &Statement) -> Result<()> {
        self.line = statement.line;
        match &statement.kind {
            StatementKind::Block(statements, _) => {
                (statements.iter()).try_for_each(|statement| self.assertions(clock, statement))
            }
            StatementKind::Assert(condition) => {
                self.clock(clock)?;
                let condition = self.expr(condition)?;
                self.module.assertions.push(condition);
                Ok(())
            }
            StatementKind::Blocking(..)
            | StatementKind::NonBlocking(..)
            | StatementKind::If(..)
            | StatementKind::Case(..)
            | StatementKind::For(..) => Ok(()),
        }
    }

    /// Adds an assignment.
    pub(super) fn assign(
        &mut self,
        left: &Expr,
        right: &Expr,
        is_clocked: bool,
        into: &mut Vec<ir::Statement>,
    ) -> Result<()> {
        let value = self.expr(right)?;
        let (signal, low, width) = match self.left(left)? {
            Left::Fixed(lvalue) => {
                into.push(ir::Statement::Assign(lvalue, value));
                return Ok(());
            }
            Left::Moving(signal, low, width) => (signal, low, width),
        };
        if width == 1 && !is_clocked {
            let word = ir::Expr::Signal(signal).into();
            let replaced = ir::Expr::Replace(word, low.into(), value.into());
            into.push(ir::Statement::Assign(Lvalue::Signal(signal), replaced));
            return Ok(());
        }
        // One assignment for each place at which the assigned bits can be.
        let all = self.module.signals[signal as usize].width;
        let low_width = self.module.width(&low);
        let is_possible = |place: &u32| low_width >= 32 || place >> low_width == 0;
        for place in (0..=all.saturating_sub(width)).take_while(is_possible) {
            // The place has its own width, not that of its context.
            let is_there = ir::Expr::Binary(
                Binary::Eq,
                ir::Expr::Paren(low.clone().into()).into(),
                ir::Expr::Literal(place.into(), low_width).into(),
            );
            let bits = Lvalue::Bits(signal, place, width.min(all));
            let assign = ir::Statement::Assign(bits, value.clone());
            into.push(ir::Statement::If(is_there, vec![assign], Vec::new()));
        }
        Ok(())
    }

    fn left(&self, left: &Expr) -> Result<Left> {
        if let Expr::Select(word, select) = left
            && let Some(signal) = self.signal(word)?
        {
            let (low, width) = self.bits_of(select)?;
            if self.module.evaluate(&low, 64, &|_| None).is_err() {
                self.target(signal)?;
                return Ok(Left::Moving(signal, low, width));
            }
        }
        self.lvalue(left).map(Left::Fixed)
    }

    /// A left-hand side whose bits are constant.
    pub(super) fn lvalue(&self, left: &Expr) -> Result<Lvalue> {
        if let Some(signal) = self.signal(left)? {
            self.target(signal)?;
            return Ok(Lvalue::Signal(signal));
        }
        match left {
            Expr::Name(name) => self.not_assigned(name),
            Expr::Concat(parts) => {
                let parts = parts.iter().map(|part| self.lvalue(part));
                Ok(Lvalue::Concat(parts.collect::<Result<_>>()?))
            }
            Expr::Select(word, select) => self.selected(word, select),
            _ => self.fail("expected a signal on the left side of an assignment"),
        }
    }

    /// The error that something other than a signal is assigned.
    fn not_assigned<T>(&self, name: &str) -> Result<T> {
        match self.find(name)? {
            Named::Memory(_) | Named::Array(..) => self.no_index(name),
            _ => self.fail(format!("{name} is an input or a constant, and cannot be assigned")),
        }
    }

    fn selected(&self, word: &Expr, select: &Select) -> Result<Lvalue> {
        if let Some(signal) = self.signal(word)? {
            let name = self.target(signal)?;
            let (low, width) = self.fixed(select)?;
            let low = self.inside(signal, &name, low, width)?;
            return Ok(Lvalue::Bits(signal, low, width));
        }
        if let Expr::Name(name) = word {
            return match (self.find(name)?, select) {
                (Named::Memory(memory), Select::Index(index)) => {
                    let width = self.module.memories[memory as usize].width;
                    Ok(Lvalue::Word(memory, self.expr(index)?, 0, width))
                }
                _ => self.not_assigned(name),
            };
        }
        let Expr::Select(inner, index) = word else {
            return self.fail("expected a signal on the left side of an assignment");
        };
        match self.selected(inner, index)? {
            Lvalue::Word(memory, address, _, all) => {
                let (low, width) = self.fixed(select)?;
                if low + u64::from(width) > all.into() {
                    return self.fail(format!("a word has {all} bits, fewer than are selected"));
                }
                Ok(Lvalue::Word(memory, address, low as u32, width))
            }
            _ => self.fail("only a word of a memory can be selected from twice"),
        }
    }

    /// The lowest bit and the number of bits of a constant selection.
    fn fixed(&self, select: &Select) -> Result<(u64, u32)> {
        let (low, width) = self.bits_of(select)?;
        Ok((self.evaluate(&low, 64)?, width))
    }

    /// The lowest bit of a part of a signal, which must be inside the signal.
    fn inside(&self, signal: SignalId, name: &str, low: u64, width: u32) -> Result<u32> {
        let all = self.module.signals[signal as usize].width;
        match low.checked_add(width.into()) {
            Some(end) if end <= all.into() => Ok(low as u32),
            _ => self.fail(format!("{name} has {all} bits, fewer than are assigned")),
        }
    }

    /// The name of a signal, which can be assigned.
    fn target(&self, signal: SignalId) -> Result<String> {
        let ir::Signal { name, kind, .. } = &self.module.signals[signal as usize];
        match kind {
            Kind::Input | Kind::Clock | Kind::Constant(_) => {
                self.fail(format!("{name} is an input or a constant, and cannot be assigned"))
            }
            _ => Ok(name.clone()),
        }
    }

    /// Adds the power-on values of an `initial` process.
    pub(super) fn power_on(&mut self, statement: &Statement) -> Result<()> {
        self.line = statement.line;
        match &statement.kind {
            StatementKind::Block(statements, _) => {
                for statement in statements {
                    self.power_on(statement)?;
                }
                Ok(())
            }
            StatementKind::For(head, body) => {
                for value in self.values(head)? {
                    self.set(head, Some(value))?;
                    self.power_on(body)?;
                }
                self.set(head, None)
            }
            StatementKind::Blocking(left, right) => self.initial(left, right),
            _ => self.fail("expected an assignment with = of a value at power-on"),
        }
    }

    /// Adds the power-on value of a signal.
    pub(super) fn initial(&mut self, left: &Expr, right: &Expr) -> Result<()> {
        let value = self.expr(right)?;
        if let Expr::Concat(parts) = left
            && self.evaluate(&value, 64)? == 0
        {
            return parts.iter().try_for_each(|part| self.initial(part, right));
        }
        let Lvalue::Signal(signal) = self.lvalue(left)? else {
            return self.fail("expected a whole signal, whose value at power-on is assigned, or several that are 0");
        };
        let value = self.evaluate(&value, self.module.signals[signal as usize].width)?;
        self.module.initial.push((signal, value));
        Ok(())
    }
}
