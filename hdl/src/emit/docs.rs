//! Types of the blocks of a design, and the documentation of the blocks and of their ports.
//! Interface: [`Block::of`] finds the block of a design's root, [`Block::part`] that of an instance.
//! Source: the declarations and comments in the sources, which the build script collects. A contract is a sentence such as ``only while
//! `ready` ``.

/// A block of the design, as its source file documents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Name of the Rust type; for types that a macro declares, the name of the macro, capitalised.
    pub name: &'static str,
    /// Source file, relative to the crate's folder.
    pub source: &'static str,
    /// Description, from the file header.
    pub about: &'static str,
    /// Handshake and latency, from the file header.
    pub interface: &'static str,
    /// Ports of the block.
    pub ports: &'static [Port],
    /// Other fields of the block, with the names of their types: parts, registers, constants and local signals.
    pub parts: &'static [(&'static str, &'static str)],
    /// Contracts in the documentation of the ports.
    pub contracts: &'static [Contract],
}

/// A signal that is high only while another one is high or, if `high` is false, low. A word is high if it is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The interface to whose ports the names may refer; empty for a port of its own.
    pub group: &'static str,
    /// The signal.
    pub signal: &'static str,
    /// The signal that it needs.
    pub needs: &'static str,
    /// Whether the other signal must be high.
    pub high: bool,
}

/// A port of a block; the elements of an array share one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name of the field, with that of its interface: `clue$valid`.
    pub name: &'static str,
    /// Meaning of the port.
    pub about: &'static str,
    /// Description of the interface that the port belongs to; empty for a single signal.
    pub group: &'static str,
    /// The port is an array, which is empty in some designs.
    pub is_array: bool,
}

const BLOCKS: &[Block] = include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

/// A name without the numbers of array elements: `clues$valid` for `clues$1$valid`.
pub(super) fn unnumbered(name: &str) -> String {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = name.split('$').filter(|word| !is_number(word)).collect();
    words.join("$")
}

impl Block {
    /// The block with exactly these ports and at least these instances; `None` if no block or more than one has them. The type of a root is
    /// not known where a macro declares it, nor is that of a field whose type is a parameter of a macro.
    pub(super) fn of(ports: &[&str], instances: &[&str]) -> Option<&'static Self> {
        let ports: Vec<String> = ports.iter().map(|name| unnumbered(name)).collect();
        let instances: Vec<String> = instances.iter().map(|name| unnumbered(name)).collect();
        let mut fitting = BLOCKS.iter().filter(|block| {
            ports.iter().all(|name| block.port(name).is_some())
                && (block.ports.iter())
                    .all(|port| port.is_array || ports.iter().any(|name| name == port.name))
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
    pub(super) fn port(&self, name: &str) -> Option<&'static Port> {
        let name = unnumbered(name);
        self.ports.iter().find(|port| port.name == name)
    }
}
