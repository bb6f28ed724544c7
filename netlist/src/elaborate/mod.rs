//! Elaborates a tree: creates a module of the netlist for each instance, evaluates parameters, resolves names, and connects ports.
//! Interface: [`netlist`] elaborates a hierarchy, [`body`] adds the body of a module to a module of a netlist.
//! Source: IEEE 1800-2012, chapter 23.

mod scope;
mod statement;
mod states;

use std::collections::HashMap;

use scope::Named;
pub(crate) use scope::Scope;

use crate::NetlistError;
use crate::ir::{self, Kind, Lvalue, Netlist, Process, Signal, SignalId};
use crate::tree::{
    Connection, Declared, Event, Expr, Ifdef, Instance, Item, ItemKind, Module, Net, Parameter,
    Source,
};

type Result<T> = std::result::Result<T, NetlistError>;

/// The greatest depth of a hierarchy.
const DEPTH: u32 = 100;
/// The greatest number of instances.
const INSTANCES: usize = 1 << 16;

/// The netlist of the module `top` and all instances below it; `parameters` override those of the module.
///
/// # Errors
/// Returns [`NetlistError::Missing`] if there is no module `top`, [`NetlistError::NoParameter`] if it has no such
/// parameter, and [`NetlistError::Syntax`] with the number of the
/// line if a name is not declared or declared twice, or if the text uses a construct that netlists do not support.
pub fn netlist(source: &Source, top: &str, parameters: &[(&str, u64)]) -> Result<Netlist> {
    let mut modules = HashMap::new();
    for module in &source.modules {
        if modules.insert(module.name.as_str(), module).is_some() {
            return Err(NetlistError::Syntax {
                line: module.line as usize,
                what: format!("module {} is defined twice", module.name),
            });
        }
    }
    let Some(&tree) = modules.get(top) else {
        return Err(NetlistError::Missing(top.to_owned()));
    };
    let mut values = HashMap::new();
    for &(name, value) in parameters {
        let is_it = |parameter: &&Parameter| parameter.name == name;
        let Some(parameter) = tree.parameters.iter().find(is_it) else {
            return Err(NetlistError::NoParameter(name.to_owned()));
        };
        values.insert(name, (value, None, parameter.line));
    }
    let mut elaborator =
        Elaborator { modules, netlist: Netlist::default(), types: Vec::new(), depth: 0 };
    elaborator.module(tree, &values)?;
    let Elaborator { mut netlist, types, .. } = elaborator;
    states::infer(&mut netlist, &types);
    Ok(netlist)
}

/// Adds the body of a module to `module`, which already has its ports: memories, processes, power-on values, and hidden signals.
///
/// # Errors
/// Returns [`NetlistError::Syntax`] as [`netlist`] does, and if the body contains instances.
pub fn body(module: &mut ir::Module, items: &[Item]) -> Result<()> {
    let mut scope = Scope::of(std::mem::take(module), Kind::Hidden);
    scope.memories = scope::memories(items);
    for item in items {
        scope.declare(item)?;
        if let ItemKind::Instance(_) = item.kind {
            return scope.fail("instances are not supported here");
        }
    }
    for item in items {
        scope.process(item)?;
    }
    *module = scope.module;
    Ok(())
}

/// The type and the state of a constant such as `RxState_Idle`, which is a state of a state machine; `None` for other names.
fn state(name: &str) -> Option<(&str, &str)> {
    let (kind, state) = name.split_once('_')?;
    let is_type = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_uppercase())
            && (name.len() == 1 || name.contains(|letter: char| letter.is_ascii_lowercase()))
    };
    (is_type(kind) && is_type(state)).then_some((kind, state))
}

struct Elaborator<'a> {
    modules: HashMap<&'a str, &'a Module>,
    netlist: Netlist,
    /// For each module of the netlist, the states of each type.
    types: Vec<states::Types>,
    depth: u32,
}

/// Values that override parameters: the value, its width if the parameter takes it, and the line of the text.
type Overrides<'a> = HashMap<&'a str, (u64, Option<u32>, u32)>;

impl<'a> Elaborator<'a> {
    /// Elaborates an instance of a module, and returns the number of its module in the netlist.
    fn module(&mut self, tree: &'a Module, values: &Overrides) -> Result<u32> {
        let mut scope = Scope::of(ir::Module::default(), Kind::Local);
        scope.line = tree.line;
        let number = self.netlist.modules.len();
        if self.depth == DEPTH || number == INSTANCES {
            return scope.fail(format!(
                "module {} is instantiated more than {DEPTH} levels deep or more than {INSTANCES} times",
                tree.name
            ));
        }
        self.depth += 1;
        self.netlist.modules.push(ir::Module::default());
        self.types.push(states::Types::default());
        for parameter in &tree.parameters {
            scope.parameter(parameter, values.get(parameter.name.as_str()).copied())?;
        }
        for port in &tree.ports {
            scope.line = port.line;
            let kind = if port.is_output { Kind::Output } else { Kind::Input };
            let width = scope.bits(port.range.as_ref())?;
            scope.add(&port.name, width, kind)?;
        }
        scope.memories = scope::memories(&tree.items);
        for item in &tree.items {
            scope.declare(item)?;
        }
        self.instances(&mut scope, &tree.items)?;
        for item in &tree.items {
            scope.process(item)?;
        }
        self.depth -= 1;
        self.netlist.modules[number] = scope.module;
        self.types[number] = scope.types;
        Ok(number as u32)
    }
}

impl<'a> Elaborator<'a> {
    /// Elaborates the instances among these items; in a loop, the block's name replaces that of the instance.
    fn instances(&mut self, scope: &mut Scope, items: &'a [Item]) -> Result<()> {
        for item in items {
            scope.line = item.line;
            match &item.kind {
                ItemKind::Instance(instance) => {
                    let name = scope.block().unwrap_or(&instance.name).to_owned();
                    self.instance(scope, instance, &name)?;
                }
                ItemKind::For(head, label, items) => {
                    scope.each_block(head, label, |scope| self.instances(scope, items))?;
                }
                ItemKind::Localparam(..)
                | ItemKind::Net(..)
                | ItemKind::Assign(..)
                | ItemKind::Always(..)
                | ItemKind::Initial(_)
                | ItemKind::Ifdef(_) => {}
            }
        }
        Ok(())
    }
}

impl Scope {
    /// Declares a parameter with the value that overrides its own, if there is one.
    fn parameter(
        &mut self,
        parameter: &Parameter,
        value: Option<(u64, Option<u32>, u32)>,
    ) -> Result<()> {
        self.line = parameter.line;
        let expr = self.expr(&parameter.value)?;
        let own = match &parameter.range {
            Some(range) => self.bits(Some(range))?,
            None => self.module.width(&expr),
        };
        let (value, width) = match value {
            Some((value, width, line)) => {
                self.line = line;
                let width = match (width, &parameter.range) {
                    (Some(width), None) => width,
                    _ => own,
                };
                (value, width)
            }
            None => (self.evaluate(&expr, own)?, own),
        };
        if width < 64 && value >> width != 0 {
            return self.fail(format!(
                "parameter {} has {width} bits, which is too few for {value}",
                parameter.name
            ));
        }
        self.add(&parameter.name, width, Kind::Constant(value))?;
        Ok(())
    }

    /// Declares the names of an item.
    fn declare(&mut self, item: &Item) -> Result<()> {
        self.line = item.line;
        match &item.kind {
            ItemKind::Localparam(range, constants) => {
                for (name, value) in constants {
                    let expr = self.expr(value)?;
                    let width = match range {
                        Some(range) => self.bits(Some(range))?,
                        None => self.module.width(&expr),
                    };
                    let value = self.evaluate(&expr, width)?;
                    let Some((kind, state)) = state(name) else {
                        self.add(name, width, Kind::Constant(value))?;
                        continue;
                    };
                    let shown = format!("{kind}::{state}");
                    self.name(name, Named::State(shown.clone(), value, width))?;
                    let states = self.types.entry(kind.to_owned()).or_default();
                    // The names are indexed by the numbers of the states.
                    if value == states.len() as u64 {
                        states.push(shown);
                    }
                }
            }
            ItemKind::Net(_, range, names) => {
                let width = self.bits(range.as_ref())?;
                let poisons = item.attributes.iter().any(|a| a.name == "no_rw_check");
                for declared in names {
                    self.net(declared, width, poisons)?;
                }
            }
            ItemKind::For(head, label, items) => self.each_block(head, label, |scope| {
                items.iter().try_for_each(|item| scope.declare(item))
            })?,
            ItemKind::Ifdef(Ifdef { then, otherwise, .. }) => {
                for item in then.iter().chain(otherwise) {
                    self.line = item.line;
                    if !matches!(item.kind, ItemKind::Always(..) | ItemKind::Assign(..)) {
                        return self.fail("expected a process or an assignment behind `ifdef");
                    }
                }
            }
            ItemKind::Assign(..)
            | ItemKind::Always(..)
            | ItemKind::Initial(_)
            | ItemKind::Instance(_) => {}
        }
        Ok(())
    }

    /// Declares a signal or memory.
    fn net(&mut self, declared: &Declared, width: u32, poisons: bool) -> Result<()> {
        let Declared { name, words, value } = declared;
        let Some(words) = words else {
            let kind = self.local;
            return self.add(name, width, kind).map(|_| ());
        };
        if value.is_some() {
            return self
                .fail(format!("{name} is a memory, whose value at power-on cannot be given"));
        }
        let ends = [&words.first, &words.last].map(|end| self.constant(end));
        let [first, last] = ends;
        let (first, last) = (first?, last?);
        if first.min(last) != 0 {
            return self.fail(format!("the words of {name} are not numbered from 0"));
        }
        let words = self.limited(first.max(last).saturating_add(1), "words")?;
        if !self.memories.contains(name) {
            return self.array(name, width, words);
        }
        let number = self.module.memories.len() as u32;
        self.module.memories.push(ir::Memory { name: self.full(name), width, words, poisons });
        self.name(name, Named::Memory(number))
    }

    /// Declares an array of signals.
    fn array(&mut self, name: &str, width: u32, count: u32) -> Result<()> {
        let first = self.module.signals.len() as ir::SignalId;
        let full = self.full(name);
        let signals = (0..count).map(|number| Signal {
            name: format!("{full}_{number}"),
            width,
            kind: self.local,
            states: Vec::new(),
        });
        self.module.signals.extend(signals);
        self.name(name, Named::Array(first, count))
    }

    /// Adds the processes and power-on values of an item.
    fn process(&mut self, item: &Item) -> Result<()> {
        self.line = item.line;
        match &item.kind {
            ItemKind::Localparam(..) | ItemKind::Instance(_) => {}
            ItemKind::For(head, label, items) => self.each_block(head, label, |scope| {
                items.iter().try_for_each(|item| scope.process(item))
            })?,
            ItemKind::Net(net, _, names) => {
                for Declared { name, value, .. } in names {
                    let Some(value) = value else { continue };
                    let left = Expr::Name(name.clone());
                    match net {
                        Net::Wire => self.drive(&left, value)?,
                        Net::Logic => self.initial(&left, value)?,
                    }
                }
            }
            ItemKind::Assign(left, right) => self.drive(left, right)?,
            ItemKind::Always(event, statement) => self.always(event, statement)?,
            ItemKind::Initial(statement) => self.power_on(statement)?,
            // No macro is defined, but assertions are part of the netlist.
            ItemKind::Ifdef(ifdef) => {
                for item in &ifdef.then {
                    if let ItemKind::Always(Event::Posedge(clock), statement) = &item.kind {
                        self.line = item.line;
                        self.assertions(clock, statement)?;
                    }
                }
                for item in &ifdef.otherwise {
                    self.process(item)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a continuous assignment.
    fn drive(&mut self, left: &Expr, right: &Expr) -> Result<()> {
        let mut statements = Vec::new();
        self.assign(left, right, false, &mut statements)?;
        self.module.processes.push(Process::Combinational(statements));
        Ok(())
    }

    /// Adds a signal.
    fn add(&mut self, name: &str, width: u32, kind: Kind) -> Result<ir::SignalId> {
        let id = self.module.signals.len() as ir::SignalId;
        self.name(name, Named::Signal(id))?;
        self.module.signals.push(Signal { name: self.full(name), width, kind, states: Vec::new() });
        Ok(id)
    }
}

impl<'a> Elaborator<'a> {
    /// Elaborates an instance with this name, and connects its ports in the module around it.
    fn instance(&mut self, scope: &mut Scope, instance: &'a Instance, name: &str) -> Result<()> {
        let line = scope.line;
        let Some(&tree) = self.modules.get(instance.module.as_str()) else {
            return scope.fail(format!("module {} is not in the text", instance.module));
        };
        let values = overrides(scope, tree, &instance.parameters)?;
        let module = self.module(tree, &values)?;
        scope.line = line;
        let is_taken = |other: &ir::Instance| other.name == name;
        if scope.module.instances.iter().any(is_taken) {
            return scope.fail(format!("{name} is instantiated twice"));
        }
        let number = scope.module.instances.len() as u32;
        scope.module.instances.push(ir::Instance {
            name: name.to_owned(),
            module,
            parameters: Vec::new(),
        });
        for each in &instance.ports {
            scope.line = each.line;
            let is_it = |other: &&Connection| other.name == each.name;
            if !tree.ports.iter().any(|port| port.name == each.name) {
                let module = &instance.module;
                return scope.fail(format!("module {module} has no port {}", each.name));
            }
            if instance.ports.iter().filter(is_it).count() > 1 {
                return scope.fail(format!("port {} is connected twice", each.name));
            }
        }
        let mut statements = Vec::new();
        let below = &self.netlist.modules[module as usize].signals;
        for (port, id) in below.iter().zip(0..) {
            if !matches!(port.kind, Kind::Input | Kind::Output | Kind::Clock) {
                continue;
            }
            let mut connections = instance.ports.iter();
            let connection = connections.find(|each| each.name == port.name);
            scope.line = connection.map_or(line, |each| each.line);
            let value = connection.and_then(|each| each.value.as_ref());
            let own = format!("{name}${}", port.name);
            connect(scope, &own, port, (number, id), value, &mut statements)?;
        }
        if !statements.is_empty() {
            let process = Process::Combinational(statements);
            scope.module.processes.push(process);
        }
        Ok(())
    }
}

/// The values of an instance's parameters.
fn overrides<'a>(
    scope: &mut Scope,
    tree: &Module,
    parameters: &'a [Connection],
) -> Result<Overrides<'a>> {
    let mut values = Overrides::default();
    for each in parameters {
        scope.line = each.line;
        let name = &each.name;
        if !tree.parameters.iter().any(|known| known.name == *name) {
            return scope.fail(format!("module {} has no parameter {name}", tree.name));
        }
        let Some(value) = &each.value else {
            return scope.fail(format!("parameter {name} has no value"));
        };
        let expr = scope.expr(value)?;
        let width = scope.module.width(&expr);
        let value = scope.evaluate(&expr, width)?;
        let value = (value, Some(width), each.line);
        if values.insert(name, value).is_some() {
            return scope.fail(format!("parameter {name} is given twice"));
        }
    }
    Ok(values)
}

/// Connects a port, which gets a signal named `own` in the module around the instance.
fn connect(
    scope: &mut Scope,
    own: &str,
    port: &Signal,
    place: (u32, SignalId),
    value: Option<&Expr>,
    statements: &mut Vec<ir::Statement>,
) -> Result<()> {
    let kind = Kind::Port(place.0, place.1);
    let is_output = port.kind == Kind::Output;
    if value.is_none() && !is_output {
        return scope.fail(format!("the input {} is not connected", own.replace('$', ".")));
    }
    if port.kind == Kind::Clock {
        let Some(Expr::Name(name)) = value else {
            return scope.fail("expected an input port of the module as the clock");
        };
        scope.clock(name)?;
    }
    let id = scope.module.signals.len() as SignalId;
    if let Some(value) = value {
        statements.push(if is_output {
            ir::Statement::Assign(scope.lvalue(value)?, ir::Expr::Signal(id))
        } else {
            ir::Statement::Assign(Lvalue::Signal(id), scope.expr(value)?)
        });
    }
    scope.module.signals.push(Signal { name: own.to_owned(), kind, ..port.clone() });
    Ok(())
}
