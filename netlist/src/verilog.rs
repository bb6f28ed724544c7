//! Converts modules of a netlist to trees, which [`mod@crate::print`] prints.
//! Interface: [`module`].
//!
//! A process of one assignment is a continuous assignment; if it drives an input of an instance, or only forwards an output of one, it is
//! a connection of that instance. In names `_` replaces `$`. Brackets are added where precedence or the reader needs them.

mod expression;

use std::collections::{HashMap, HashSet};

use crate::ir::{self, Expr, Kind, Lvalue, Module, Netlist, Process, Signal, SignalId, Statement};
use crate::print;
use crate::tree::{
    self, Arm, Connection, Declared, Event, Ifdef, Instance, Item, ItemKind, Net, Note, Number,
    Parameter, Port, Radix, Range, StatementKind,
};

/// The macro with which tools check the assertions of a design.
pub const CHECKS: &str = "NONOGRAM_CHECKS";

/// Length of a line above which a condition gets a block, and an input of an instance a signal, in characters.
const LONG: usize = 96;

/// The tree of the module with the index `number`; `kind` returns the name of a module by its index.
///
/// # Panics
/// Panics if the netlist has no module with this index.
pub fn module(netlist: &Netlist, number: u32, kind: &dyn Fn(u32) -> String) -> tree::Module {
    let module = &netlist.modules[number as usize];
    let mut writer = Writer::new(netlist, module);
    writer.connect();
    let mut items = Vec::new();
    if module.items.is_empty() {
        items.extend(writer.constants());
        items.extend(writer.states());
        separate(&mut items, [writer.declarations(), writer.memories()].concat());
        separate(&mut items, writer.instances(kind));
        writer.processes(&mut items);
    } else {
        items.clone_from(&module.items);
    }
    let ports = module.signals.iter().filter(|signal| is_port(signal));
    let port = |signal: &Signal| Port {
        notes: Vec::new(),
        line: 0,
        is_output: signal.kind == Kind::Output,
        net: match signal.kind {
            Kind::Output => Net::Logic,
            _ => Net::Wire,
        },
        range: range(signal.width),
        name: plain(&signal.name),
    };
    let parameter = |(signal, default): &(SignalId, Expr)| {
        let signal = &module.signals[*signal as usize];
        Parameter {
            notes: Vec::new(),
            line: 0,
            range: range(signal.width),
            name: signal.name.clone(),
            value: writer.expr(default),
        }
    };
    tree::Module {
        name: kind(number),
        parameters: module.parameters.iter().map(parameter).collect(),
        ports: ports.map(port).collect(),
        items,
        ..tree::Module::default()
    }
}

/// The signals of an AXI4-Stream.
const STREAM: [&str; 5] = ["tvalid", "tready", "tdata", "tlast", "tuser"];

/// A name without `$`. The number of a stream stands before the name of its signal, `board_0_tdata` for `board_tdata$0`, by which tools
/// recognise the stream.
pub fn plain(name: &str) -> String {
    if let Some((signal, number)) = name.rsplit_once('$')
        && let Some((stream, signal)) = signal.rsplit_once('_')
        && STREAM.contains(&signal)
    {
        return plain(&format!("{stream}${number}${signal}"));
    }
    name.replace("::", "_").replace('$', "_")
}

fn is_port(signal: &Signal) -> bool {
    matches!(signal.kind, Kind::Input | Kind::Output | Kind::Clock)
}

/// Appends items behind a blank line.
fn separate(items: &mut Vec<Item>, mut section: Vec<Item>) {
    if let (false, Some(first)) = (items.is_empty(), section.first_mut()) {
        first.notes.insert(0, Note::Blank);
    }
    items.append(&mut section);
}

fn item(kind: ItemKind) -> Item {
    Item { notes: Vec::new(), line: 0, attributes: Vec::new(), kind }
}

fn statement(kind: StatementKind) -> tree::Statement {
    tree::Statement { notes: Vec::new(), line: 0, kind }
}

fn number(value: u64) -> tree::Expr {
    tree::Expr::Number(Number { value, width: None, radix: Radix::Decimal })
}

/// The greatest number that is printed in decimal.
const DECIMAL: u64 = 4096;

/// A number of `width` bits: one bit in binary, others in decimal if they are small, else in hexadecimal.
fn literal(value: u64, width: u32) -> tree::Expr {
    let radix = match width {
        1 => Radix::Binary,
        _ if value <= DECIMAL => Radix::Decimal,
        _ => Radix::Hexadecimal,
    };
    tree::Expr::Number(Number { value, width: Some(width), radix })
}

/// Elements grouped by their widths, in the order of the first one of each width.
fn by_width<T>(
    elements: impl IntoIterator<Item = (u32, T)>,
) -> impl Iterator<Item = (u32, Vec<T>)> {
    let mut groups: Vec<(u32, Vec<T>)> = Vec::new();
    for (width, element) in elements {
        match groups.iter_mut().find(|(other, _)| *other == width) {
            Some((_, group)) => group.push(element),
            None => groups.push((width, vec![element])),
        }
    }
    groups.into_iter()
}

/// A statement, or a block of several; `None` without statements.
fn together(mut statements: Vec<tree::Statement>) -> Option<tree::Statement> {
    match statements.len() {
        0 | 1 => statements.pop(),
        _ => Some(statement(StatementKind::Block(statements, Vec::new()))),
    }
}

fn range(width: u32) -> Option<Range> {
    (width > 1).then(|| words(width))
}

fn words(count: u32) -> Range {
    Range { first: number(u64::from(count) - 1), last: number(0) }
}

/// Signals joined to words that are not longer than a line.
pub fn joined(signals: Vec<tree::Expr>) -> Vec<tree::Expr> {
    let length = |signal: &tree::Expr| print::expression(signal).len() + 2;
    let mut words: Vec<Vec<tree::Expr>> = Vec::new();
    for signal in signals {
        match words.last_mut() {
            Some(word) if word.iter().map(length).sum::<usize>() + length(&signal) <= LONG => {
                word.push(signal);
            }
            _ => words.push(vec![signal]),
        }
    }
    let words = words.into_iter().map(|mut word| match word.len() {
        1 => word.remove(0),
        _ => tree::Expr::Concat(word),
    });
    words.collect()
}

struct Writer<'a> {
    netlist: &'a Netlist,
    module: &'a Module,
    /// The name of each signal.
    names: Vec<String>,
    /// The connections of ports that have no signal of their own.
    pins: HashMap<SignalId, tree::Expr>,
    /// The processes that are connections.
    connected: HashSet<usize>,
    /// The number of times that each signal is read, or driven in a process.
    reads: Vec<u32>,
    drives: Vec<u32>,
}

impl<'a> Writer<'a> {
    fn new(netlist: &'a Netlist, module: &'a Module) -> Self {
        let mut taken = HashSet::new();
        let mut names = vec![String::new(); module.signals.len()];
        // The signals of the source keep their names.
        for is_made in [false, true] {
            for (signal, name) in module.signals.iter().zip(&mut names) {
                if matches!(signal.kind, Kind::Port(..) | Kind::Hidden) == is_made {
                    *name = plain(&signal.name);
                    while !taken.insert(name.clone()) {
                        name.push('_');
                    }
                }
            }
        }
        let mut writer = Self {
            netlist,
            module,
            names,
            pins: HashMap::new(),
            connected: HashSet::new(),
            reads: vec![0; module.signals.len()],
            drives: vec![0; module.signals.len()],
        };
        for process in &module.processes {
            let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
            let (mut read, mut driven) = (Vec::new(), Vec::new());
            ir::visit(statements, &mut read, &mut driven);
            read.into_iter().for_each(|id| writer.reads[id as usize] += 1);
            driven.sort_unstable();
            driven.dedup();
            driven.into_iter().for_each(|id| writer.drives[id as usize] += 1);
        }
        writer
    }

    /// Whether the signal is a port of an instance, and which kind of port.
    fn port(&self, signal: SignalId) -> Option<Kind> {
        let Kind::Port(instance, port) = self.module.signals[signal as usize].kind else {
            return None;
        };
        let below = self.module.instances[instance as usize].module;
        Some(self.netlist.modules[below as usize].signals[port as usize].kind)
    }

    /// Finds the processes that are connections of instances.
    fn connect(&mut self) {
        for (place, process) in self.module.processes.iter().enumerate() {
            let Process::Combinational(statements) = process else {
                continue;
            };
            let [Statement::Assign(left, right)] = &statements[..] else {
                continue;
            };
            let (pin, value) = match (left, right) {
                (Lvalue::Signal(pin), value)
                    if self.port(*pin).is_some()
                        && self.drives[*pin as usize] == 1
                        && self.reads[*pin as usize] == 0 =>
                {
                    let value = self.expr(value);
                    if print::expression(&value).len() > LONG {
                        continue;
                    }
                    (*pin, value)
                }
                (_, Expr::Signal(pin))
                    if self.port(*pin) == Some(Kind::Output) && self.reads[*pin as usize] == 1 =>
                {
                    (*pin, self.lvalue(left))
                }
                _ => continue,
            };
            self.pins.insert(pin, value);
            self.connected.insert(place);
        }
    }

    fn constants(&self) -> Vec<Item> {
        let mut constants = Vec::new();
        for (id, Signal { width, kind, .. }) in self.module.signals.iter().enumerate() {
            if let Kind::Constant(value) = *kind
                && self.reads[id] > 0
            {
                constants.push((*width, (self.names[id].clone(), literal(value, *width))));
            }
        }
        by_width(constants)
            .map(|(width, constants)| item(ItemKind::Localparam(range(width), constants)))
            .collect()
    }

    /// The types whose states the module uses.
    fn states(&self) -> Vec<Item> {
        let mut used = HashSet::new();
        for process in &self.module.processes {
            let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
            ir::visit_exprs(statements, &mut |expr| {
                if let Expr::State(name, ..) = expr {
                    used.insert(name.rsplit_once("::").map_or("", |(kind, _)| kind));
                }
            });
        }
        let mut found = Vec::new();
        for signal in &self.module.signals {
            let Some((kind, _)) = signal.states.first().and_then(|name| name.rsplit_once("::"))
            else {
                continue;
            };
            if used.remove(kind) {
                let states = signal.states.iter().zip(0..);
                let states =
                    states.map(|(name, value)| (plain(name), literal(value, signal.width)));
                found.push(item(ItemKind::Localparam(range(signal.width), states.collect())));
            }
        }
        found
    }

    /// Declarations of registers, of other signals, and of the signals between instances.
    fn declarations(&self) -> Vec<Item> {
        let mut items = Vec::new();
        let initial: HashMap<SignalId, u64> = self.module.initial.iter().copied().collect();
        let mut declare = |is_in: &dyn Fn(SignalId, &Signal) -> bool| {
            let signals = self.module.signals.iter().zip(0..);
            let declared = signals.filter(|&(signal, id)| is_in(id, signal)).map(|(signal, id)| {
                let name = self.names[id as usize].clone();
                (signal.width, Declared { name, words: None, value: None })
            });
            items.extend(
                by_width(declared)
                    .map(|(width, names)| item(ItemKind::Net(Net::Logic, range(width), names))),
            );
        };
        let is_local = |id: SignalId, signal: &Signal| {
            let is_used = self.reads[id as usize] > 0 || self.drives[id as usize] > 0;
            signal.kind == Kind::Local || signal.kind == Kind::Hidden && is_used
        };
        declare(&|id, signal| is_local(id, signal) && initial.contains_key(&id));
        declare(&|id, signal| is_local(id, signal) && !initial.contains_key(&id));
        declare(&|id, signal| matches!(signal.kind, Kind::Port(..)) && self.is_wired(id));
        items
    }

    /// Whether a port of an instance has a signal of its own.
    fn is_wired(&self, port: SignalId) -> bool {
        let is_used = self.reads[port as usize] > 0 || self.drives[port as usize] > 0;
        is_used && !self.pins.contains_key(&port)
    }

    fn memories(&self) -> Vec<Item> {
        let memories = self.module.memories.iter();
        memories
            .map(|memory| {
                let declared = Declared {
                    name: plain(&memory.name),
                    words: Some(words(memory.words)),
                    value: None,
                };
                let mut item = item(ItemKind::Net(Net::Logic, range(memory.width), vec![declared]));
                if memory.poisons {
                    item.attributes
                        .push(tree::Attribute { name: "no_rw_check".to_owned(), value: None });
                }
                item
            })
            .collect()
    }

    fn instances(&self, kind: &dyn Fn(u32) -> String) -> Vec<Item> {
        let connection =
            |name: &str, value| Connection { notes: Vec::new(), line: 0, name: plain(name), value };
        let instances = self.module.instances.iter().zip(0..);
        instances
            .map(|(instance, number)| {
                let below = &self.netlist.modules[instance.module as usize].signals;
                let parameters = instance.parameters.iter().map(|(parameter, value)| {
                    let name = &below[*parameter as usize].name;
                    connection(name, Some(self.expr(value)))
                });
                let mut ports = Vec::new();
                for (port, place) in below.iter().zip(0..).filter(|(port, _)| is_port(port)) {
                    let mut own = self.module.signals.iter();
                    let own = own.position(|own| own.kind == Kind::Port(number, place));
                    let value = own.and_then(|own| {
                        let wired = || tree::Expr::Name(self.names[own].clone());
                        let own = own as SignalId;
                        let pin = self.pins.get(&own).cloned();
                        pin.or_else(|| self.is_wired(own).then(wired))
                    });
                    ports.push(connection(&port.name, value));
                }
                item(ItemKind::Instance(Instance {
                    module: kind(instance.module),
                    name: plain(&instance.name),
                    parameters: parameters.collect(),
                    ports,
                }))
            })
            .collect()
    }

    fn processes(&self, items: &mut Vec<Item>) {
        let (mut assigns, mut blocks) = (Vec::new(), Vec::new());
        for (place, process) in self.module.processes.iter().enumerate() {
            match process {
                _ if self.connected.contains(&place) => {}
                Process::Combinational(statements) => match &statements[..] {
                    [Statement::Assign(left, right)] => {
                        let (left, right) = self.sides(left, right);
                        assigns.push(item(ItemKind::Assign(left, right)));
                    }
                    statements => {
                        let block = match statements {
                            [one] => self.statement(one, false),
                            statements => self.block(statements, false),
                        };
                        blocks.push(item(ItemKind::Always(Event::Any, block)));
                    }
                },
                Process::Clocked(statements) => {
                    let body = match &statements[..] {
                        [one] => self.statement(one, true),
                        statements => self.block(statements, true),
                    };
                    blocks.push(item(ItemKind::Always(Event::Posedge(self.clock()), body)));
                }
            }
        }
        separate(items, assigns);
        for block in blocks {
            separate(items, vec![block]);
        }
        items.extend(self.power_on());
        separate(items, self.assertions());
    }

    /// The assertions, which tools read if the macro [`CHECKS`] is defined.
    fn assertions(&self) -> Vec<Item> {
        let assertions = self.module.assertions.iter();
        let assertions =
            assertions.map(|condition| statement(StatementKind::Assert(self.expr(condition))));
        let Some(body) = together(assertions.collect()) else {
            return Vec::new();
        };
        let process = item(ItemKind::Always(Event::Posedge(self.clock()), body));
        vec![item(ItemKind::Ifdef(Ifdef {
            name: CHECKS.to_owned(),
            then: vec![process],
            otherwise: Vec::new(),
            end: Vec::new(),
        }))]
    }

    fn clock(&self) -> String {
        let mut clocks = self.module.signals.iter();
        let clock = clocks.find(|signal| signal.kind == Kind::Clock);
        clock.map_or_else(String::new, |clock| plain(&clock.name))
    }

    /// The values at power-on. They stand behind the processes: Icarus Verilog 11 evaluates a process only after a change.
    fn power_on(&self) -> Vec<Item> {
        let mut statements = Vec::new();
        let mut zeros: Vec<tree::Expr> = Vec::new();
        let assign = |left, value| statement(StatementKind::Blocking(left, value));
        for (signal, value) in &self.module.initial {
            let name = self.name(*signal);
            if *value != 0 {
                let width = self.module.signals[*signal as usize].width;
                statements.push(assign(name, literal(*value, width)));
                continue;
            }
            zeros.push(name);
        }
        statements.extend(joined(zeros).into_iter().map(|word| assign(word, number(0))));
        together(statements).map(|body| item(ItemKind::Initial(body))).into_iter().collect()
    }

    fn block(&self, statements: &[Statement], is_clocked: bool) -> tree::Statement {
        let statements = statements.iter().map(|each| self.statement(each, is_clocked));
        statement(StatementKind::Block(statements.collect(), Vec::new()))
    }

    /// The statements of a branch whose head has this length: a single short assignment has no block.
    fn branch(&self, head: usize, statements: &[Statement], is_clocked: bool) -> tree::Statement {
        if let [one @ Statement::Assign(left, right)] = statements {
            let (left, right) = self.sides(left, right);
            let length = print::expression(&left).len() + print::expression(&right).len();
            if head + length < LONG {
                return self.statement(one, is_clocked);
            }
        }
        self.block(statements, is_clocked)
    }

    fn statement(&self, one: &Statement, is_clocked: bool) -> tree::Statement {
        statement(match one {
            Statement::Assign(left, right) => {
                let (left, right) = self.sides(left, right);
                if is_clocked {
                    StatementKind::NonBlocking(left, right)
                } else {
                    StatementKind::Blocking(left, right)
                }
            }
            Statement::If(condition, then, otherwise) => {
                let condition = self.expr(condition);
                let head = print::expression(&condition).len();
                let then = self.branch(head, then, is_clocked);
                let otherwise = match &otherwise[..] {
                    [] => None,
                    [chained @ Statement::If(..)] => Some(self.statement(chained, is_clocked)),
                    otherwise => Some(self.branch(0, otherwise, is_clocked)),
                };
                StatementKind::If(condition, then.into(), otherwise.map(Box::new))
            }
            Statement::Case(selector, cases) => {
                let mut arms: Vec<Arm> = Vec::new();
                for (value, statements) in cases {
                    let values: Vec<tree::Expr> =
                        value.iter().map(|value| self.expr(value)).collect();
                    let head = values.iter().map(|value| print::expression(value).len()).sum();
                    let body = match &statements[..] {
                        [one @ Statement::If(..)] => self.statement(one, is_clocked),
                        statements => self.branch(head, statements, is_clocked),
                    };
                    match arms.last_mut() {
                        Some(last) if last.body == body && !value.is_none() => {
                            last.values.extend(values);
                        }
                        _ => arms.push(Arm { notes: Vec::new(), values, body }),
                    }
                }
                StatementKind::Case(self.expr(selector), arms, Vec::new())
            }
        })
    }
}
