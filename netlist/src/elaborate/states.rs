//! Finds the signals that hold states: the text declares the states of a type, but signals as words.
//! Interface: [`infer`] sets [`Signal::states`](crate::ir::Signal::states).
//!
//! A signal that is compared with a state, or to which a state is assigned, has that state's type, and so has a signal of the same width
//! from or to which such a signal is assigned. A port of an instance is the same signal as the port in the instance's module.

use std::collections::HashMap;

use crate::ir::{Binary, Expr, Kind, Lvalue, Netlist, Process, SignalId, Statement};

/// The states of each type, in the order of their numbers.
pub(super) type Types = HashMap<String, Vec<String>>;

/// Sets the names of the states of all signals; `types` has the types that each module declares.
pub(super) fn infer(netlist: &mut Netlist, types: &[Types]) {
    if types.iter().all(HashMap::is_empty) {
        return;
    }
    let known: HashMap<&str, &Vec<String>> =
        types.iter().flatten().map(|(name, states)| (name.as_str(), states)).collect();
    let mut finder = Finder::of(netlist);
    for (module, number) in netlist.modules.iter().zip(0..) {
        for process in &module.processes {
            let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
            finder.statements(number, statements);
        }
    }
    let found = finder.types();
    let signals = netlist.modules.iter_mut().flat_map(|module| &mut module.signals);
    for (signal, name) in signals.zip(found) {
        if let Some(states) = name.and_then(|name| known.get(name.as_str())) {
            signal.states.clone_from(states);
        }
    }
}

/// Finds the signals that hold states. A signal is given by its place among those of all modules.
struct Finder {
    /// For each module, the place of its first signal.
    bases: Vec<usize>,
    widths: Vec<u32>,
    /// The types of the signals that meet a state.
    types: Vec<Option<String>>,
    /// Signals of the same type.
    pairs: Vec<[usize; 2]>,
}

impl Finder {
    fn of(netlist: &Netlist) -> Self {
        let mut finder =
            Self { bases: Vec::new(), widths: Vec::new(), types: Vec::new(), pairs: Vec::new() };
        for module in &netlist.modules {
            finder.bases.push(finder.widths.len());
            finder.widths.extend(module.signals.iter().map(|signal| signal.width));
        }
        finder.types = vec![None; finder.widths.len()];
        for (module, number) in netlist.modules.iter().zip(0..) {
            for (signal, id) in module.signals.iter().zip(0..) {
                if let Kind::Port(instance, port) = signal.kind {
                    let below = module.instances[instance as usize].module;
                    finder.pair((number, id), (below, port));
                }
            }
        }
        finder
    }

    fn place(&self, (module, signal): (u32, SignalId)) -> usize {
        self.bases[module as usize] + signal as usize
    }

    fn pair(&mut self, one: (u32, SignalId), other: (u32, SignalId)) {
        let [one, other] = [one, other].map(|signal| self.place(signal));
        if self.widths[one] == self.widths[other] {
            self.pairs.push([one, other]);
        }
    }

    /// The type of each signal.
    fn types(mut self) -> Vec<Option<String>> {
        loop {
            let mut is_done = true;
            for &[one, other] in &self.pairs {
                let (from, to) = match (&self.types[one], &self.types[other]) {
                    (Some(_), None) => (one, other),
                    (None, Some(_)) => (other, one),
                    _ => continue,
                };
                self.types[to] = self.types[from].clone();
                is_done = false;
            }
            if is_done {
                return self.types;
            }
        }
    }

    fn statements(&mut self, module: u32, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Assign(left, right) => {
                    if let Lvalue::Signal(signal) = left {
                        self.same(module, &Expr::Signal(*signal), right);
                    }
                    self.expr(module, right);
                }
                Statement::If(condition, then, otherwise) => {
                    self.expr(module, condition);
                    self.statements(module, then);
                    self.statements(module, otherwise);
                }
                Statement::Case(selector, cases) => {
                    for (value, statements) in cases {
                        if let Some(value) = value {
                            self.same(module, selector, value);
                        }
                        self.statements(module, statements);
                    }
                }
            }
        }
    }

    /// Notes the comparisons in an expression.
    fn expr(&mut self, module: u32, expr: &Expr) {
        if let Expr::Binary(Binary::Eq | Binary::Ne, left, right) = expr {
            self.same(module, left, right);
        }
        for operand in expr.operands() {
            self.expr(module, operand);
        }
    }

    /// Notes that two expressions have the same type.
    fn same(&mut self, module: u32, one: &Expr, other: &Expr) {
        match (one, other) {
            (Expr::Paren(inner), other) | (other, Expr::Paren(inner)) => {
                self.same(module, inner, other);
            }
            (signal, Expr::If(_, then, otherwise)) | (Expr::If(_, then, otherwise), signal) => {
                self.same(module, signal, then);
                self.same(module, signal, otherwise);
            }
            (Expr::Signal(one), Expr::Signal(other)) => {
                self.pair((module, *one), (module, *other));
            }
            (Expr::Signal(signal), Expr::State(name, ..))
            | (Expr::State(name, ..), Expr::Signal(signal)) => {
                let place = self.place((module, *signal));
                let kind = name.rsplit_once("::").map(|(kind, _)| kind.to_owned());
                self.types[place] = self.types[place].take().or(kind);
            }
            _ => {}
        }
    }
}
