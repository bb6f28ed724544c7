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
    let mut classes = Classes::of(netlist);
    for (module, number) in netlist.modules.iter().zip(0..) {
        for process in &module.processes {
            let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
            classes.statements(number, statements);
        }
    }
    let mut known: HashMap<&str, Vec<String>> = HashMap::new();
    for (name, states) in types.iter().flatten() {
        known.entry(name).or_insert_with(|| states.clone());
    }
    for number in 0..netlist.modules.len() as u32 {
        for signal in 0..netlist.modules[number as usize].signals.len() as SignalId {
            let class = classes.class(number, signal);
            let states = (classes.types.get(&class)).and_then(|name| known.get(name.as_str()));
            if let Some(states) = states {
                netlist.modules[number as usize].signals[signal as usize].states = states.clone();
            }
        }
    }
}

/// Classes of signals that hold states of the same type.
struct Classes {
    /// For each module, the place of its first signal in `parents`.
    bases: Vec<usize>,
    /// For each signal, another of its class; the last of a class is its own parent.
    parents: Vec<usize>,
    widths: Vec<u32>,
    /// The type of the class with this last signal.
    types: HashMap<usize, String>,
}

impl Classes {
    fn of(netlist: &Netlist) -> Self {
        let mut classes = Self {
            bases: Vec::new(),
            parents: Vec::new(),
            widths: Vec::new(),
            types: HashMap::new(),
        };
        for module in &netlist.modules {
            classes.bases.push(classes.widths.len());
            classes.widths.extend(module.signals.iter().map(|signal| signal.width));
        }
        classes.parents = (0..classes.widths.len()).collect();
        for (module, &base) in netlist.modules.iter().zip(&classes.bases.clone()) {
            for (signal, place) in module.signals.iter().zip(base..) {
                if let Kind::Port(instance, port) = signal.kind {
                    let below = module.instances[instance as usize].module;
                    let below = classes.bases[below as usize] + port as usize;
                    classes.join(place, below);
                }
            }
        }
        classes
    }

    fn last(&mut self, place: usize) -> usize {
        let mut place = place;
        while self.parents[place] != place {
            self.parents[place] = self.parents[self.parents[place]];
            place = self.parents[place];
        }
        place
    }

    fn class(&mut self, module: u32, signal: SignalId) -> usize {
        self.last(self.bases[module as usize] + signal as usize)
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.last(one), self.last(other));
        if one == other || self.widths[one] != self.widths[other] {
            return;
        }
        self.parents[one] = other;
        if let Some(name) = self.types.remove(&one) {
            self.types.entry(other).or_insert(name);
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
                let (one, other) = (self.class(module, *one), self.class(module, *other));
                self.join(one, other);
            }
            (Expr::Signal(signal), Expr::State(name, ..))
            | (Expr::State(name, ..), Expr::Signal(signal)) => {
                let class = self.class(module, *signal);
                if let Some((kind, _)) = name.rsplit_once("::") {
                    self.types.entry(class).or_insert_with(|| kind.to_owned());
                }
            }
            _ => {}
        }
    }
}
