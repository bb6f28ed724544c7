//! Names and documents the modules of a design, and merges modules that differ only in name.
//! Interface: [`print`].
//!
//! A module has the name of its block's type. If modules of a design differ though their blocks have the same type, for instance memories
//! of different sizes, the names of the instances are appended.

use std::collections::HashMap;

use nonogram_netlist::ir::{Kind, Netlist};
use nonogram_netlist::tree::{self, Item, ItemKind, Note, Source};
use nonogram_netlist::{print, verilog};

use super::docs::{Block, add_assertions, unnumbered};
use super::loops;

/// Maximum length of a comment line, in bytes.
const COMMENT_WIDTH: usize = 120;

/// Modules of the netlist that are equal but for their names.
struct Shared {
    tree: tree::Module,
    block: Option<&'static Block>,
    /// The names of the first instance and of those around it, the innermost first, without the numbers of array elements.
    path: Vec<String>,
    /// The first of the modules in the netlist.
    first: u32,
}

/// Prints the modules of a netlist. The root has this name, which the other names begin with.
pub(super) fn print(netlist: &mut Netlist, root: &str) -> String {
    let places = Places::of(netlist);
    for (&number, place) in &places.0 {
        if let Some(block) = place.block {
            add_assertions(&mut netlist.modules[number as usize], block);
        }
    }
    let mut shared: Vec<Shared> = Vec::new();
    // For each module of the netlist, its place in `shared`. The modules below a module have greater numbers.
    let mut kinds = HashMap::new();
    for number in (0..netlist.modules.len() as u32).rev() {
        let Some(place) = places.0.get(&number) else {
            continue;
        };
        let name = |module: u32| kinds.get(&module).map(usize::to_string).unwrap_or_default();
        let mut tree = verilog::module(netlist, number, &name);
        loops::roll(&mut tree);
        let same = |other: &Shared| other.tree == tree && other.block == place.block;
        let kind = shared.iter().position(same).unwrap_or_else(|| {
            shared.push(Shared {
                tree,
                block: place.block,
                path: place.path.clone(),
                first: number,
            });
            shared.len() - 1
        });
        shared[kind].first = number;
        shared[kind].path.clone_from(&place.path);
        kinds.insert(number, kind);
    }
    let names = names(&shared, root);
    let mut order: Vec<usize> = (0..shared.len()).collect();
    order.sort_by_key(|&kind| shared[kind].first);
    let mut interfaces = Interfaces::default();
    let modules = order.into_iter().map(|kind| {
        let Shared { mut tree, block, first, .. } =
            std::mem::replace(&mut shared[kind], Shared::nothing());
        tree.name.clone_from(&names[kind]);
        rename(&mut tree.items, &names, root);
        document(netlist, first, &mut tree, block, &mut interfaces);
        if first > 0 {
            tree.notes.insert(0, Note::Blank);
        }
        tree
    });
    print::source(&Source { modules: modules.collect(), end: Vec::new() })
}

/// Replaces the numbers of modules by their names. The instance of a loop is named after its module.
fn rename(items: &mut [Item], names: &[String], root: &str) {
    for item in items {
        match &mut item.kind {
            ItemKind::Instance(instance) => {
                let kind: usize = instance.module.parse().unwrap_or_default();
                instance.module.clone_from(&names[kind]);
                if instance.name.is_empty() {
                    let name = names[kind].strip_prefix(root).unwrap_or(&names[kind]);
                    name.trim_start_matches('_').clone_into(&mut instance.name);
                }
            }
            ItemKind::For(_, _, items) => rename(items, names, root),
            _ => {}
        }
    }
}

impl Shared {
    fn nothing() -> Self {
        Self { tree: tree::Module::default(), block: None, path: Vec::new(), first: 0 }
    }
}

/// The block and the path of a module.
struct Place {
    block: Option<&'static Block>,
    path: Vec<String>,
}

/// The places of the modules that the root contains.
struct Places(HashMap<u32, Place>);

impl Places {
    fn of(netlist: &Netlist) -> Self {
        let mut places = Self(HashMap::new());
        places.add(netlist, 0, described(netlist, 0), Vec::new());
        places
    }

    fn add(
        &mut self,
        netlist: &Netlist,
        number: u32,
        block: Option<&'static Block>,
        path: Vec<String>,
    ) {
        for instance in &netlist.modules[number as usize].instances {
            let below = block
                .and_then(|block| block.part(&instance.name, &ports(netlist, instance.module)));
            let below = below.or_else(|| described(netlist, instance.module));
            let mut inner = path.clone();
            inner.insert(0, unnumbered(&instance.name));
            self.add(netlist, instance.module, below, inner);
        }
        self.0.insert(number, Place { block, path });
    }
}

/// The block of a module whose type is not known.
fn described(netlist: &Netlist, number: u32) -> Option<&'static Block> {
    let instances = netlist.modules[number as usize].instances.iter();
    let instances: Vec<&str> = instances.map(|instance| instance.name.as_str()).collect();
    Block::of(&ports(netlist, number), &instances)
}

/// The names of a module's ports in rust-hdl.
fn ports(netlist: &Netlist, number: u32) -> Vec<&str> {
    let signals = netlist.modules[number as usize].signals.iter();
    signals
        .filter(|signal| matches!(signal.kind, Kind::Input | Kind::Output | Kind::Clock))
        .map(|signal| signal.name.as_str())
        .collect()
}

/// The name of each module: the root's, the name of the type and, where several modules have it, names of instances.
fn names(shared: &[Shared], root: &str) -> Vec<String> {
    let own = |shared: &Shared| match (shared.block, shared.path.first()) {
        (_, None) => String::new(),
        (Some(block), _) => snake(&block.name),
        (None, Some(name)) => name.clone(),
    };
    let with = |shared: &Shared, count: usize| {
        let path = shared.path.iter().take(count);
        // The name of the type is not repeated.
        let mut kind = own(shared);
        if path.clone().next().is_some_and(|name| name.starts_with(&kind)) {
            kind.clear();
        }
        let words = [root.to_owned(), kind].into_iter().chain(path.cloned());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
    };
    let mut names: Vec<String> = shared.iter().map(|shared| with(shared, 0)).collect();
    let most = shared.iter().map(|shared| shared.path.len()).max().unwrap_or_default();
    for count in 1..=most {
        let before = names.clone();
        for (place, name) in names.iter_mut().enumerate() {
            if before.iter().filter(|other| *other == name).count() > 1 {
                *name = with(&shared[place], count);
            }
        }
    }
    // Instances at the same place of different elements of an array.
    for place in 0..names.len() {
        let equal = |other: &&String| **other == names[place];
        let count = names[..place].iter().filter(equal).count();
        if count > 0 {
            names[place] += &format!("_{}", count + 1);
        }
    }
    names
}

/// `byte_fifo` for `ByteFifo`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// Adds the documentation of its block to a module: its description, its parameters and its ports.
fn document(
    netlist: &Netlist,
    number: u32,
    module: &mut tree::Module,
    block: Option<&'static Block>,
    interfaces: &mut Interfaces,
) {
    for parameter in &mut module.parameters {
        if let Some(about) = super::parameters::about(&parameter.name) {
            comment(&mut parameter.notes, "    ", about);
        }
    }
    let Some(block) = block else { return };
    let names = ports(netlist, number);
    comment(&mut module.notes, "", &format!("{} ({}): {}", block.name, block.source, block.about));
    comment(&mut module.notes, "", &format!("Interface: {}", block.interface));
    let mut place = 0;
    while place < module.ports.len() {
        let group = group_of(names[place]);
        let is_own = |name: &&&str| group_of(name) == group && block.port(name).is_some();
        let count = names[place..].iter().take_while(is_own).count().max(1);
        let documented = &names[place..place + count];
        let ports = &mut module.ports[place..place + count];
        let heading = block.port(names[place]).map_or("", |port| &port.group);
        match interfaces.seen(block, documented) {
            Some(seen) if count >= FEWEST && !heading.is_empty() => {
                let group = verilog::plain(group);
                refer(ports, &format!("{group}: {heading} Signals as in {seen}."));
            }
            _ => describe(block, ports, documented),
        }
        if !heading.is_empty() {
            interfaces.add(block, documented, &module.name);
        }
        place += count;
    }
}

/// The fewest ports of an interface that are documented by a reference to another module.
const FEWEST: usize = 3;

/// The interface of a port; interfaces in an interface are parts of it. Empty for a port of its own.
fn group_of(name: &str) -> &str {
    name.split_once('$').map_or("", |(group, _)| group)
}

/// The signals of interfaces that modules document: for the name of each in its interface and its documentation, the interface and the
/// module.
#[derive(Default)]
struct Interfaces(HashMap<(String, &'static str), String>);

impl Interfaces {
    fn key(block: &'static Block, name: &str) -> Option<(String, &'static str)> {
        let (_, own) = name.split_once('$')?;
        Some((own.to_owned(), &block.port(name)?.about))
    }

    fn add(&mut self, block: &'static Block, names: &[&str], module: &str) {
        for name in names {
            if let Some(key) = Self::key(block, name) {
                let place = || format!("{} of {module}", verilog::plain(group_of(name)));
                self.0.entry(key).or_insert_with(place);
            }
        }
    }

    /// The interface that documents all of these ports; `None` if there is none.
    fn seen(&self, block: &'static Block, names: &[&str]) -> Option<String> {
        let mut found = names.iter().map(|name| self.0.get(&Self::key(block, name)?));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then(|| first.clone())
    }
}

/// Documents the ports of an interface by a comment before the first one.
fn refer(ports: &mut [tree::Port], about: &str) {
    let mut notes = Vec::new();
    comment(&mut notes, "    ", about);
    let kind = |port: &tree::Port| (port.is_output, port.range.clone());
    let first = kind(&ports[0]);
    for port in ports.iter_mut().take_while(|port| kind(port) == first) {
        port.notes.clone_from(&notes);
    }
}

/// Documents each of these ports, which are in the same interface.
fn describe(block: &Block, ports: &mut [tree::Port], names: &[&str]) {
    // The documentation and the type of the port before.
    let mut last = None;
    for place in 0..ports.len() {
        let Some(known) = block.port(names[place]) else {
            last = None;
            continue;
        };
        let kind = (known, ports[place].is_output, ports[place].range.clone());
        if last.as_ref() == Some(&kind) {
            ports[place].notes = ports[place - 1].notes.clone();
            continue;
        }
        if place == 0 && !known.group.is_empty() {
            let group = verilog::plain(group_of(names[place]));
            comment(&mut ports[place].notes, "    ", &format!("{group}: {}", known.group));
        }
        comment(&mut ports[place].notes, "    ", &known.about);
        last = Some(kind);
    }
}

/// Appends a comment, wrapped to lines of [`COMMENT_WIDTH`] with this indentation.
fn comment(notes: &mut Vec<Note>, indent: &str, words: &str) {
    let mut line = String::new();
    for word in words.split_whitespace() {
        if indent.len() + 2 + line.len() + 1 + word.len() > COMMENT_WIDTH {
            notes.push(Note::Comment(std::mem::take(&mut line)));
        }
        line.push(' ');
        line += word;
    }
    notes.push(Note::Comment(line));
}
