//! What the source says about the blocks of a design and their ports.
//! Interface: [`block_of`] finds the block that a module was emitted from, by its ports and instances.
//! Source: the comments in the source, which the build script collects.

/// A block of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its type's name.
    pub name: &'static str,
    /// Its file, below the crate's folder.
    pub source: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its handshake and latency.
    pub interface: &'static str,
    /// Its ports.
    pub ports: &'static [Port],
    /// Its other fields: parts, registers, constants and local signals.
    pub parts: &'static [&'static str],
}

/// A port of a block; those of an array are one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in the Verilog, without the number of an array's element.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What the ports mean that travel together with it; empty if there are none.
    pub group: &'static str,
}

const BLOCKS: &[Block] = include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

/// A name in the Verilog without numbers of elements: `clues$1$valid` as `clues$valid`.
fn plain(name: &str) -> String {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = name.split('$').filter(|word| !is_number(word)).collect();
    words.join("$")
}

/// The block that has these ports and, among its parts, these instances; none unless it is the only one.
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
    /// A port by its name in the Verilog.
    pub fn port(&self, name: &str) -> Option<&'static Port> {
        let name = plain(name);
        self.ports.iter().find(|port| port.name == name)
    }
}
