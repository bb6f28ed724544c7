//! Structure of a module: its instances, the signals passed directly between them, and its documentation.
//! Interface: [`signals`] and [`About::of`].

use std::collections::HashMap;

use crate::elaborate::Scope;
use crate::ir::{self, Kind};
use crate::tree::{
    Connection, Event, Expr, Instance, Item, ItemKind, Module, Number, Port, Radix, Source,
    Statement, StatementKind, comment,
};
use crate::{NetlistError, print};

impl Module {
    /// The instances in the module, in the order of its text; those in a loop have the name of the loop's block and their number.
    pub fn instances(&self) -> Vec<Instance> {
        let mut found = Vec::new();
        let mut scope = Scope::of(ir::Module::default(), Kind::Local);
        // A loop whose limits are not constant has no instances here.
        let _ = instances(&mut scope, &self.items, &mut found);
        found
    }

    /// Whether the module has a clocked process.
    pub fn is_clocked(&self) -> bool {
        let mut kinds = self.items.iter().map(|item| &item.kind);
        kinds.any(|kind| matches!(kind, ItemKind::Always(Event::Posedge(_), _)))
    }
}

/// Collects the instances among some items; in a loop, the block's name replaces that of the instance.
fn instances(
    scope: &mut Scope,
    items: &[Item],
    into: &mut Vec<Instance>,
) -> Result<(), NetlistError> {
    for item in items {
        match &item.kind {
            ItemKind::Instance(instance) => {
                let mut instance = instance.clone();
                if let Some(block) = scope.block() {
                    block.clone_into(&mut instance.name);
                }
                for value in instance.ports.iter_mut().filter_map(|port| port.value.as_mut()) {
                    evaluate(scope, value);
                }
                into.push(instance);
            }
            ItemKind::For(head, label, items) => {
                scope.each_block(head, label, |scope| instances(scope, items, into))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Replaces the variables of loops by their values, and evaluates what becomes constant.
fn evaluate(scope: &Scope, expr: &mut Expr) {
    if let Ok(value) = scope.constant(expr) {
        *expr = Expr::Number(Number { value, width: None, radix: Radix::Decimal });
        return;
    }
    expr.operands_mut().into_iter().for_each(|operand| evaluate(scope, operand));
}

/// The documentation of a module, from the comment before it: `NAME (SOURCE): TEXT` and `Interface: TEXT`, each wrapped to lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Name of the block that the module was emitted from.
    pub name: String,
    /// Description.
    pub about: String,
    /// Handshake and latency.
    pub interface: String,
    /// Source file.
    pub source: String,
}

impl About {
    /// The documentation of a module.
    pub fn of(module: &Module) -> Self {
        let mut found = Self::default();
        let Self { name: block, about, interface, source: file } = &mut found;
        let mut place = about;
        for line in module.comment().lines() {
            let (head, text) = line.split_once(": ").unwrap_or(("", line));
            let text = match head {
                "Interface" => {
                    place = &mut *interface;
                    text
                }
                head if place.is_empty() && block.is_empty() => {
                    let (name, source) = head.split_once(" (").unwrap_or((head, ""));
                    name.clone_into(block);
                    source.trim_end_matches(')').clone_into(file);
                    text
                }
                _ => line,
            };
            let space = if place.is_empty() { "" } else { " " };
            *place += space;
            *place += text;
        }
        found
    }
}

/// The meaning of a port of a module, on one line: from the comment directly before it or, if the comment of its interface ends with
/// `Signals as in OTHER of MODULE.`, from the comment on the port in that interface.
pub fn about_port(source: &Source, module: &Module, port: &Port) -> String {
    let place = module.ports.iter().position(|other| other.name == port.name);
    let before = &module.ports[..place.map_or(0, |place| place + 1)];
    let own = comment(&port.notes).replace('\n', " ");
    let referring = before.iter().rev().find_map(|other| {
        let text = comment(&other.notes).replace('\n', " ");
        if text.is_empty() {
            return None;
        }
        Some(referred(source, &text, &port.name))
    });
    referring.flatten().unwrap_or(own)
}

/// The comment on a port in the interface to which the comment of its own interface refers.
fn referred(source: &Source, text: &str, port: &str) -> Option<String> {
    let (group, _) = text.split_once(": ")?;
    let (_, place) = text.trim_end_matches('.').rsplit_once("Signals as in ")?;
    let (other, module) = place.split_once(" of ")?;
    let name = format!("{other}{}", port.strip_prefix(group)?);
    let ports = &source.module(module)?.ports;
    let found = ports.iter().find(|port| port.name == name)?;
    Some(comment(&found.notes).replace('\n', " "))
}

/// Names of the signals that pass directly from one place to another: `signals[from][to]`. Place 0 is the module's own ports, place n is
/// the nth of its instances. Clock and reset are omitted.
pub fn signals(source: &Source, module: &Module) -> Vec<Vec<Vec<String>>> {
    let instances = module.instances();
    let places = instances.len() + 1;
    let mut finder = Finder {
        sources: HashMap::new(),
        targets: HashMap::new(),
        signals: vec![vec![Vec::new(); places]; places],
    };
    for port in &module.ports {
        if port.is_output {
            finder.targets.insert(port.name.clone(), 0);
        }
        finder.sources.insert(port.name.clone(), (0, port.name.clone()));
    }
    let mut inputs = Vec::new();
    for (instance, place) in instances.iter().zip(1..) {
        let below = source.module(&instance.module);
        for Connection { name, value, .. } in &instance.ports {
            let Some(value) = value else { continue };
            let mut ports = below.iter().flat_map(|below| &below.ports);
            let is_output = ports.any(|port| port.name == *name && port.is_output);
            let text = print::expression(value);
            if !is_output {
                // A signal for this connection alone passes on what is assigned to it.
                if is_own(&text, &instance.name, name) {
                    finder.targets.insert(text, place);
                } else {
                    inputs.push((place, value));
                }
            } else {
                if let Some(&to) = finder.targets.get(&text) {
                    finder.note(place, to, name.clone());
                }
                finder.sources.insert(text, (place, name.clone()));
            }
        }
    }
    for (place, value) in inputs {
        finder.passed(value, place);
    }
    for item in &module.items {
        match &item.kind {
            ItemKind::Assign(left, right) => finder.assigned(left, right),
            ItemKind::Always(Event::Any, statement) => finder.statement(statement),
            _ => {}
        }
    }
    finder.signals
}

/// Whether a signal is named after an instance and its port: `one_a`, or `ones_a[2]` for the instance `ones_2`.
fn is_own(signal: &str, instance: &str, port: &str) -> bool {
    let element = instance.rsplit_once('_');
    signal == format!("{instance}_{port}")
        || element.is_some_and(|(array, index)| signal == format!("{array}_{port}[{index}]"))
}

struct Finder {
    /// The place that drives each signal, and the name of the signal there.
    sources: HashMap<String, (usize, String)>,
    /// The place to which each signal passes.
    targets: HashMap<String, usize>,
    signals: Vec<Vec<Vec<String>>>,
}

impl Finder {
    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Blocking(left, right) = &statement.kind {
            self.assigned(left, right);
        }
        statement.children().into_iter().for_each(|inner| self.statement(inner));
    }

    /// Notes the signals of an assignment.
    fn assigned(&mut self, left: &Expr, right: &Expr) {
        if let Some(&to) = self.targets.get(&print::expression(left)) {
            self.passed(right, to);
        }
    }

    /// Notes the signals in an expression that pass to a place.
    fn passed(&mut self, expr: &Expr, to: usize) {
        let text = match expr {
            Expr::Name(_) | Expr::Select(..) => print::expression(expr),
            _ => String::new(),
        };
        if let Some((from, signal)) = self.sources.get(&text) {
            self.note(*from, to, signal.clone());
            return;
        }
        for operand in expr.operands() {
            self.passed(operand, to);
        }
    }

    fn note(&mut self, from: usize, to: usize, signal: String) {
        let names = &mut self.signals[from][to];
        let is_everywhere = matches!(signal.as_str(), "clock" | "reset" | "aclk" | "aresetn");
        if from != to && !is_everywhere && !names.contains(&signal) {
            names.push(signal);
        }
    }
}
