//! Types of the blocks of a design, and the documentation of the blocks and of their ports.
//! Interface: [`Block::of`] finds the block of a design's root, [`Block::part`] that of an instance; [`add_assertions`] adds the contracts of a
//! block to its module.
//! A contract is a sentence such as ``only while `ready` ``.

use std::sync::LazyLock;

use nonogram_netlist::ir::{Binary, Expr, Kind, Module, SignalId, Unary};

use super::sources::blocks;

/// A block of the design, as its source file documents it.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// Name of the Rust type; for types that a macro declares, the name of the macro, capitalised.
    pub name: String,
    /// Source file, relative to the crate's folder.
    pub source: String,
    /// Description, from the file header.
    pub about: String,
    /// Handshake and latency, from the file header.
    pub interface: String,
    /// Ports of the block, and its clock.
    pub ports: Vec<Port>,
    /// Other fields of the block, with the names of their types: parts, registers, constants and local signals.
    pub parts: Vec<(String, String)>,
    /// Contracts in the documentation of the ports.
    pub contracts: Vec<Contract>,
}

/// A signal that is high only while another one is high or, if `high` is false, low. A word is high if it is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The interface to whose ports the names may refer; empty for a port of its own.
    pub group: String,
    /// The signal.
    pub signal: String,
    /// The signal that it needs.
    pub needs: String,
    /// Whether the other signal must be high.
    pub high: bool,
}

/// A port of a block; the elements of an array share one port.
#[derive(Debug, PartialEq, Eq)]
pub struct Port {
    /// Name of the field, with that of its interface: `clue$valid`.
    pub name: String,
    /// Meaning of the port.
    pub about: String,
    /// Description of the interface that the port belongs to; empty for a single signal.
    pub group: String,
    /// Some modules of the block lack the port: it is an array, which can be empty, or the clock.
    pub is_optional: bool,
}

static BLOCKS: LazyLock<Vec<Block>> = LazyLock::new(blocks);

/// A name without the numbers of array elements: `clues$valid` for `clues$1$valid`.
pub(super) fn unnumbered(name: &str) -> String {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = name.split('$').filter(|word| !is_number(word)).collect();
    words.join("$")
}

impl Block {
    /// A block without ports but its clock, which a port names.
    pub(super) fn new(name: String, source: String, about: String, interface: String) -> Self {
        let clock = |name: &str| Port {
            name: name.to_owned(),
            about: "Clock.".to_owned(),
            group: String::new(),
            is_optional: true,
        };
        let ports = vec![clock("clock"), clock("aclk")];
        Self { name, source, about, interface, ports, parts: Vec::new(), contracts: Vec::new() }
    }

    /// The block with exactly these ports and at least these instances; `None` if no block or more than one has them. The type of a root is
    /// not known where a macro declares it, nor is that of a field whose type is a parameter of a macro.
    pub(super) fn of(ports: &[&str], instances: &[&str]) -> Option<&'static Self> {
        let ports: Vec<String> = ports.iter().map(|name| unnumbered(name)).collect();
        let instances: Vec<String> = instances.iter().map(|name| unnumbered(name)).collect();
        let mut fitting = BLOCKS.iter().filter(|block| {
            ports.iter().all(|name| block.port(name).is_some())
                && (block.ports.iter()).all(|port| port.is_optional || ports.contains(&port.name))
                && instances.iter().all(|name| block.parts.iter().any(|(part, _)| part == name))
        });
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The block of an instance in this block with these ports; `None` if its type has no documentation, or is a parameter of a macro.
    pub(super) fn part(&self, instance: &str, ports: &[&str]) -> Option<&'static Self> {
        let field = unnumbered(instance);
        let (_, name) = self.parts.iter().find(|(part, _)| *part == field)?;
        // Of types with the same name, the one that is declared nearest.
        let common = |block: &&Self| {
            let pairs = block.source.bytes().zip(self.source.bytes());
            pairs.take_while(|(one, other)| one == other).count()
        };
        let has_ports = |block: &&Self| ports.iter().all(|port| block.port(port).is_some());
        let named = BLOCKS.iter().filter(|block| block.name == *name);
        named.filter(has_ports).max_by_key(common)
    }

    /// The port with this name, where the numbers of array elements are ignored; `None` if the block has no such port.
    pub(super) fn port(&self, name: &str) -> Option<&Port> {
        let name = unnumbered(name);
        self.ports.iter().find(|port| port.name == name)
    }
}

/// Adds an assertion for each contract in the documentation of a block; elements of arrays of interfaces have one each. A block without a
/// clock has none: that at the other end of the interface has them.
///
/// # Panics
/// Panics if a contract names a signal that is not a port of the block, or if the block is hand-written Verilog, which contains its own
/// assertions.
pub(super) fn add_assertions(module: &mut Module, block: &Block) {
    let is_clocked = module.signals.iter().any(|signal| signal.kind == Kind::Clock);
    for contract in block.contracts.iter().filter(|_| is_clocked) {
        let Contract { group, signal, needs, high } = contract;
        assert!(
            module.items.is_empty(),
            "{}: the contract of {signal} is not in the Verilog",
            block.name
        );
        let mut groups: Vec<String> = ports(module)
            .filter(|(_, name)| unnumbered(name) == joined(group, signal))
            .map(|(_, name)| name.rsplit_once('$').map_or("", |(group, _)| group).to_owned())
            .collect();
        if !signal.contains('$') && group.is_empty() {
            groups = vec![String::new()];
        }
        let found: Vec<_> = (groups.iter())
            .filter_map(|group| Some((find(module, group, signal)?, find(module, group, needs)?)))
            .collect();
        assert!(!found.is_empty(), "{}: {signal} and {needs} are not ports", block.name);
        for (signal, needs) in found {
            let absent = level(module, signal, false);
            let needed = level(module, needs, *high);
            let either = Expr::Binary(Binary::LogicalOr, absent.into(), needed.into());
            module.assertions.push(either);
        }
    }
}

fn ports(module: &Module) -> impl Iterator<Item = (SignalId, &str)> {
    let signals = (0..).zip(&module.signals);
    signals
        .filter(|(_, signal)| matches!(signal.kind, Kind::Input | Kind::Output))
        .map(|(id, signal)| (id, signal.name.as_str()))
}

fn joined(group: &str, name: &str) -> String {
    if group.is_empty() { name.to_owned() } else { format!("{group}${name}") }
}

/// The port of a group with this name, or else the port of the block.
fn find(module: &Module, group: &str, name: &str) -> Option<SignalId> {
    let port = |name: &str| ports(module).find_map(|(id, port)| (port == name).then_some(id));
    port(&joined(group, name)).or_else(|| port(name))
}

/// Whether a signal is high, or low; a word is high if it is not 0.
fn level(module: &Module, signal: SignalId, high: bool) -> Expr {
    let word = Expr::Signal(signal);
    match (module.signals[signal as usize].width, high) {
        (1, true) => word,
        (1, false) => Expr::Unary(Unary::Not, word.into()),
        (_, true) => Expr::Unary(Unary::Any, word.into()),
        (_, false) => Expr::Unary(Unary::Nor, word.into()),
    }
}
