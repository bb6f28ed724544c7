//! Documentation of the blocks of a design and of their ports.
//! Interface: [`block_of`] identifies, from the ports and instances of a module, the block that the module was emitted from.
//! Source: the comments in the sources, which the build script collects.

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
    /// Other fields of the block: parts, registers, constants and local signals.
    pub parts: &'static [&'static str],
}

/// A port of a block; the elements of an array share one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name in the Verilog, without the number of an array element.
    pub name: &'static str,
    /// Meaning of the port.
    pub about: &'static str,
    /// Description of the interface that the port belongs to; empty for a single signal.
    pub group: &'static str,
}

const BLOCKS: &[Block] = include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

/// A name in the Verilog without the numbers of array elements: `clues$valid` for `clues$1$valid`.
fn plain(name: &str) -> String {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = name.split('$').filter(|word| !is_number(word)).collect();
    words.join("$")
}

/// The block with exactly these ports whose parts include these instances; `None` if no block or more than one matches.
pub fn block_of<'a>(
    ports: impl IntoIterator<Item = &'a str>,
    instances: impl IntoIterator<Item = &'a str>,
) -> Option<&'static Block> {
    let ports: Vec<String> = ports.into_iter().map(plain).collect();
    let instances: Vec<&str> = (instances.into_iter())
        .map(|name| name.split('$').next().unwrap_or_default())
        .collect();
    let mut fitting = BLOCKS.iter().filter(|block| {
        ports.iter().all(|name| block.port(name).is_some())
            && (block.ports.iter()).all(|port| ports.iter().any(|name| name == port.name))
            && instances.iter().all(|name| block.parts.contains(name))
    });
    fitting.next().filter(|_| fitting.next().is_none())
}

impl Block {
    /// The port with this name in the Verilog, where the numbers of array elements are ignored; `None` if the block has no such port.
    pub fn port(&self, name: &str) -> Option<&'static Port> {
        let name = plain(name);
        self.ports.iter().find(|port| port.name == name)
    }
}
