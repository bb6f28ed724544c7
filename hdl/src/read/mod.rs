//! Translates a design to a typed netlist.
//! Interface: [`netlist`] translates a block whose inputs are connected.

mod code;

use std::collections::HashMap;

use crate::widgets::{Interfaces, PARAMETER, is_memory, is_register};
use nonogram_netlist::NetlistError;
use nonogram_netlist::ir::{
    Expr, Instance, Kind, Lvalue, Module, Netlist, Process, Signal, SignalId, Statement,
};
use nonogram_netlist::{elaborate, read};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind, Verilog, VerilogLiteral};

/// The netlist of a block; module 0 is the block itself.
///
/// # Errors
/// Returns [`NetlistError`] if the block contains a construct that netlists do not support, such as signed numbers, if a statement uses a
/// name that the block does not have, if two parameters of the same name differ, or if hand-written Verilog cannot be read.
pub(crate) fn netlist(block: &dyn Block) -> Result<Netlist, NetlistError> {
    let mut reader = Reader::default();
    block.accept("top", &mut reader);
    let mut netlist = Netlist::default();
    for Scope { mut module, code, names, mut statements, registers, .. } in reader.scopes {
        match code {
            Verilog::Empty => {}
            Verilog::Combinatorial(block) => code::translate(&block, &names, &mut statements)?,
            Verilog::Custom(body) => {
                elaborate::body(&mut module, &read::items(&body)?)?;
                // The text is printed as it is, so its names are those of the emitted file.
                module.items = read::items(&body.replace('$', "_"))?;
            }
            Verilog::Blackbox(_) | Verilog::Wrapper(_) => {
                return Err(NetlistError::Unsupported("a foreign module".to_owned()));
            }
        }
        if !statements.is_empty() {
            module.processes.push(Process::Combinational(statements));
        }
        if !registers.is_empty() {
            module.processes.push(Process::Clocked(registers));
        }
        netlist.modules.push(module);
    }
    for number in (0..netlist.modules.len()).rev() {
        pass_parameters(&mut netlist, number)?;
    }
    Ok(netlist)
}

/// Gives a module the parameters of the modules below it, and passes them on by name. The modules below already have theirs.
fn pass_parameters(netlist: &mut Netlist, number: usize) -> Result<(), NetlistError> {
    let mut instances = std::mem::take(&mut netlist.modules[number].instances);
    for instance in &mut instances {
        let below = &netlist.modules[instance.module as usize];
        let passed: Vec<_> = (below.parameters.iter())
            .map(|(id, value)| (*id, below.signals[*id as usize].clone(), value.clone()))
            .collect();
        let own = &mut netlist.modules[number];
        for (below, signal, value) in passed {
            let known = own.parameters.iter();
            let known = known.map(|(id, value)| (&own.signals[*id as usize].name, *id, value));
            let known = known.into_iter().find(|(name, ..)| **name == signal.name);
            let id = match known {
                Some((_, id, other)) if *other == value => id,
                Some(_) => {
                    let what = format!("a parameter with two values ({})", signal.name);
                    return Err(NetlistError::Unsupported(what));
                }
                None => {
                    let id = own.signals.len() as SignalId;
                    own.signals.push(signal);
                    own.parameters.push((id, value));
                    id
                }
            };
            instance.parameters.push((below, Expr::Signal(id)));
        }
    }
    netlist.modules[number].instances = instances;
    Ok(())
}

/// Meaning of a name in a module.
#[derive(Clone, Debug)]
enum Named {
    Signal(SignalId),
    /// A state of a state machine: its name with that of its type, its number, and its width in bits.
    State(String, u64, u32),
}

type Names = HashMap<String, Named>;

#[derive(Default)]
struct Scope {
    module: Module,
    code: Verilog,
    names: Names,
    /// The clocks of instances, and the defaults of registers, which keep their values.
    statements: Vec<Statement>,
    /// The assignments at the clock edge.
    registers: Vec<Statement>,
}

#[derive(Default)]
struct Reader {
    scopes: Vec<Scope>,
    /// Indices of the open scopes, the innermost last.
    path: Vec<usize>,
    interfaces: Interfaces,
    /// The atoms visited are those of a register.
    in_register: bool,
}

/// The signal of a module's clock, which is a constant in a module without registers and memories.
const CLOCK: SignalId = 0;

fn assign(to: SignalId, from: SignalId) -> Statement {
    Statement::Assign(Lvalue::Signal(to), Expr::Signal(from))
}

impl Scope {
    fn add(&mut self, signal: Signal) -> SignalId {
        let id = self.module.signals.len() as SignalId;
        self.names.insert(signal.name.clone(), Named::Signal(id));
        self.module.signals.push(signal);
        id
    }

    fn add_states(&mut self, states: &[String], width: u32) {
        for (state, number) in states.iter().zip(0..) {
            let name = state.replace("::", "$");
            self.names.insert(name, Named::State(state.clone(), number, width));
        }
    }

    /// Adds the next value of a register, which is the register's value unless the block assigns another.
    fn add_next(&mut self, register: &str, signal: Signal) {
        let name = format!("{register}$d");
        let id = self.add(Signal { name: name.clone(), kind: Kind::Hidden, ..signal });
        self.module.signals[id as usize].name = next_name(register);
    }

    /// Adds a register, whose next value has been added.
    fn add_register(&mut self, signal: Signal) -> SignalId {
        let name = format!("{}$q", signal.name);
        let id = self.add(signal);
        let next = id - 1;
        self.names.insert(name, Named::Signal(id));
        self.module.initial.push((id, 0));
        self.statements.push(assign(next, id));
        self.registers.push(assign(id, next));
        id
    }

    fn is_clocked(&self) -> bool {
        self.module.signals[CLOCK as usize].kind == Kind::Clock
    }
}

/// The name of the next value of a register: `name_d`, or `name_d$0` for an element `name$0` of an array.
fn next_name(register: &str) -> String {
    match register.rsplit_once('$') {
        Some((array, place)) if place.parse::<u32>().is_ok() => format!("{array}_d${place}"),
        _ => format!("{register}_d"),
    }
}

impl Reader {
    /// Makes the clock of the innermost scope an input.
    fn set_clocked(&mut self) {
        if let Some(&own) = self.path.last() {
            self.scopes[own].module.signals[CLOCK as usize].kind = Kind::Clock;
        }
    }
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, block: &dyn Block) {
        let number = self.scopes.len();
        let clock =
            |name: String| Signal { name, width: 1, kind: Kind::Constant(0), states: Vec::new() };
        if let Some(&above) = self.path.last() {
            let above = &mut self.scopes[above];
            above.module.instances.push(Instance {
                name: name.to_owned(),
                module: number as u32,
                parameters: Vec::new(),
            });
            above.add(clock(format!("{name}$clock")));
        }
        let code = block.hdl();
        let is_clocked = matches!(&code, Verilog::Custom(text) if text.contains("posedge clock"));
        let mut scope = Scope { code, ..Scope::default() };
        scope.add(clock("clock".to_owned()));
        self.scopes.push(scope);
        self.path.push(number);
        if is_clocked {
            self.set_clocked();
        }
    }

    fn visit_end_scope(&mut self, name: &str, _: &dyn Block) {
        let Some(own) = self.path.pop() else {
            return;
        };
        let scope = &mut self.scopes[own];
        // Blocks with AXI4-Streams have that standard's names.
        let clock = if scope.names.contains_key("aresetn") { "aclk" } else { "clock" };
        clock.clone_into(&mut scope.module.signals[CLOCK as usize].name);
        if let (true, Some(&above)) = (scope.is_clocked(), self.path.last()) {
            self.set_clocked();
            let scope = &mut self.scopes[above];
            if let Some(Named::Signal(port)) = scope.names.get(&format!("{name}$clock")) {
                let instance = scope.module.instances.len() as u32 - 1;
                let signal = &mut scope.module.signals[*port as usize];
                signal.name = format!("{name}${clock}");
                signal.kind = Kind::Port(instance, CLOCK);
                scope.statements.push(assign(*port, CLOCK));
            }
        }
    }

    fn visit_start_namespace(&mut self, name: &str, block: &dyn Block) {
        self.interfaces.enter(name);
        self.in_register = is_register(block);
        if self.in_register {
            self.set_clocked();
        }
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
        self.in_register = false;
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let Some((&own, above)) = self.path.split_last().filter(|_| !is_memory(atom)) else {
            return;
        };
        let states = match atom.descriptor().kind {
            TypeKind::Enum(names) => names,
            _ => Vec::new(),
        };
        let kind = match atom.kind() {
            AtomKind::Constant if name == PARAMETER => Kind::Parameter,
            AtomKind::Constant => Kind::Constant(number(&atom.verilog())),
            AtomKind::InputParameter => Kind::Input,
            AtomKind::OutputParameter => Kind::Output,
            _ => Kind::Local,
        };
        let signal = Signal { name: name.to_owned(), width: atom.bits() as u32, kind, states };
        let scope = &mut self.scopes[own];
        scope.add_states(&signal.states, signal.width);
        if self.in_register && name == "d" {
            return scope.add_next(&self.interfaces.path('$'), signal);
        }
        let name = &*if self.in_register || kind == Kind::Parameter {
            self.interfaces.path('$').into()
        } else {
            self.interfaces.full(name, '$')
        };
        let signal = Signal { name: name.to_owned(), ..signal };
        let id = if self.in_register {
            scope.add_register(signal.clone())
        } else {
            scope.add(signal.clone())
        };
        if kind == Kind::Parameter {
            let value = Expr::Number(number(&atom.verilog()));
            scope.module.parameters.push((id, value));
            scope.module.signals[id as usize].name = name.to_uppercase();
        }
        if let (Some(&above), Kind::Input | Kind::Output) = (above.last(), kind) {
            let scope = &mut self.scopes[above];
            let number = scope.module.instances.len() - 1;
            let instance = &scope.module.instances[number].name;
            let port = Signal {
                name: format!("{instance}${name}"),
                kind: Kind::Port(number as u32, id),
                ..signal
            };
            scope.add_states(&port.states, port.width);
            scope.add(port);
        }
    }
}

/// The lowest 64 bits of a literal.
pub(crate) fn number(literal: &VerilogLiteral) -> u64 {
    // rust-hdl exposes it only as text, such as "40'hff".
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().unwrap_or_default();
    let low = &digits[digits.len().saturating_sub(16)..];
    u64::from_str_radix(low, 16).unwrap_or_default()
}
