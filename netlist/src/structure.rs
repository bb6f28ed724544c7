//! Structure of a module: its instances, the signals passed directly between them, and its documentation.
//! Interface: [`signals`] and [`About::of`].

use crate::tree::{
    Connection, Event, Expr, Instance, ItemKind, Module, Select, Source, Statement, StatementKind,
    comment,
};

impl Module {
    /// The instances in the module, in the order of its text.
    pub fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Instance(instance) => Some(instance),
            _ => None,
        })
    }

    /// Whether the module has a clocked process.
    pub fn is_clocked(&self) -> bool {
        let mut kinds = self.items.iter().map(|item| &item.kind);
        kinds.any(|kind| matches!(kind, ItemKind::Always(Event::Posedge(_), _)))
    }
}

/// The documentation of a module, from the comment before it: `NAME: TEXT`, `Interface: TEXT`, and `Source: TEXT`, each wrapped to lines.
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
        let mut place = &mut found.about;
        for line in module.comment().lines() {
            let (head, text) = line.split_once(": ").unwrap_or(("", line));
            let text = match head {
                "Interface" => {
                    place = &mut found.interface;
                    text
                }
                "Source" => {
                    place = &mut found.source;
                    text
                }
                head if place.is_empty() && found.name.is_empty() => {
                    head.clone_into(&mut found.name);
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

/// The meaning of a port, from the comment directly before it, on one line.
pub fn about_port(port: &crate::tree::Port) -> String {
    comment(&port.notes).replace('\n', " ")
}

/// Names of the signals that pass directly from one place to another: `signals[from][to]`. Place 0 is the module's own ports, place n is
/// the nth of its instances. Clock and reset are omitted.
pub fn signals(source: &Source, module: &Module) -> Vec<Vec<Vec<String>>> {
    let instances: Vec<&Instance> = module.instances().collect();
    let places = instances.len() + 1;
    let mut finder = Finder {
        module,
        instances,
        signals: vec![vec![Vec::new(); places]; places],
    };
    for item in &module.items {
        match &item.kind {
            ItemKind::Assign(left, right) => finder.assigned(left, right),
            ItemKind::Always(Event::Any, statement) => finder.statement(statement),
            _ => {}
        }
    }
    for (place, instance) in (1..).zip(finder.instances.clone()) {
        let below = source.module(&instance.module);
        for connection in &instance.ports {
            let mut ports = below.iter().flat_map(|below| &below.ports);
            let port = ports.find(|port| port.name == connection.name);
            finder.connected(place, connection, port.is_some_and(|port| port.is_output));
        }
    }
    finder.signals
}

struct Finder<'a> {
    module: &'a Module,
    instances: Vec<&'a Instance>,
    signals: Vec<Vec<Vec<String>>>,
}

impl Finder<'_> {
    /// The place of a name, and the name of the signal there; `None` for a local signal.
    fn owner(&self, word: &str) -> Option<(usize, String)> {
        if self.module.ports.iter().any(|port| port.name == word) {
            return Some((0, word.replace('$', ".")));
        }
        self.instances
            .iter()
            .zip(1..)
            .find_map(|(instance, place)| {
                let signal = word.strip_prefix(&*instance.name)?.strip_prefix('$')?;
                Some((place, signal.replace('$', ".")))
            })
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Block(statements, _) => {
                for statement in statements {
                    self.statement(statement);
                }
            }
            StatementKind::Blocking(left, right) => self.assigned(left, right),
            StatementKind::NonBlocking(..) => {}
            StatementKind::If(_, then, otherwise) => {
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::Case(_, arms, _) => {
                for arm in arms {
                    self.statement(&arm.body);
                }
            }
        }
    }

    /// Notes the signals of an assignment.
    fn assigned(&mut self, left: &Expr, right: &Expr) {
        let Expr::Name(left) = left else { return };
        if let Some((to, _)) = self.owner(left) {
            self.passed(right, to);
        }
    }

    /// Notes the signals of a connection of the instance at a place.
    fn connected(&mut self, place: usize, connection: &Connection, is_output: bool) {
        match &connection.value {
            Some(Expr::Name(name)) if is_output => {
                if let Some((to, _)) = self.owner(name) {
                    self.note(place, to, connection.name.replace('$', "."));
                }
            }
            Some(value) if !is_output => self.passed(value, place),
            _ => {}
        }
    }

    /// Notes the signals in an expression that pass to a place.
    fn passed(&mut self, expr: &Expr, to: usize) {
        let mut names = Vec::new();
        names_in(expr, &mut names);
        for name in names {
            if let Some((from, signal)) = self.owner(name) {
                self.note(from, to, signal);
            }
        }
    }

    fn note(&mut self, from: usize, to: usize, signal: String) {
        let names = &mut self.signals[from][to];
        let is_everywhere = matches!(signal.as_str(), "clock" | "reset");
        if from != to && !is_everywhere && !names.contains(&signal) {
            names.push(signal);
        }
    }
}

/// Collects the names in an expression, in the order of its text.
fn names_in<'a>(expr: &'a Expr, into: &mut Vec<&'a str>) {
    match expr {
        Expr::Number(_) | Expr::Text(_) => {}
        Expr::Name(name) => into.push(name),
        Expr::Paren(inner) | Expr::Unary(_, inner) => names_in(inner, into),
        Expr::Binary(_, left, right) => {
            names_in(left, into);
            names_in(right, into);
        }
        Expr::If(condition, then, otherwise) => {
            for expr in [condition, then, otherwise] {
                names_in(expr, into);
            }
        }
        Expr::Concat(parts) => parts.iter().for_each(|part| names_in(part, into)),
        Expr::Repeat(count, parts) => {
            names_in(count, into);
            parts.iter().for_each(|part| names_in(part, into));
        }
        Expr::Select(word, select) => {
            names_in(word, into);
            match &**select {
                Select::Index(index) => names_in(index, into),
                Select::Range(one, other) | Select::Up(one, other) => {
                    names_in(one, into);
                    names_in(other, into);
                }
            }
        }
    }
}
