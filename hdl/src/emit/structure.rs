//! Structure of emitted Verilog: the ports and instances of each module, and the signals passed directly between them.
//! Interface: [`modules`] parses a text emitted by [`verilog`](crate::verilog).
//! Source: own; parses the port declarations, instances and assignments of the text.

pub use super::docs::{Block, block_of};

/// A module of emitted Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module<'a> {
    /// Name of the module, such as `top$parser`.
    pub name: &'a str,
    /// Text of the module, from `module` to `endmodule`.
    pub text: &'a str,
    /// Block that the module was emitted from; `None` if no block or more than one has its ports and instances.
    pub block: Option<&'static Block>,
    /// Ports of the module, in the order of its header.
    pub ports: Vec<Port<'a>>,
    /// Instances in the module, in the order of its text.
    pub blocks: Vec<Instance<'a>>,
    /// Names of the signals that assignments pass directly from one place to another: `signals[from][to]`. Place 0 is the module's own
    /// ports, place n is `blocks[n - 1]`. Clock and reset are omitted.
    pub signals: Vec<Vec<Vec<String>>>,
}

/// A port of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port<'a> {
    /// Name of the port; the ports of an interface share a prefix that ends with `$`.
    pub name: &'a str,
    /// Whether the module drives the port.
    pub is_output: bool,
    /// Width in bits.
    pub width: u32,
}

/// An instance of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// Name of the instance.
    pub name: &'a str,
    /// Name of the instance's module.
    pub module: &'a str,
}

/// The modules of a Verilog text, in the order of the text.
pub fn modules(verilog: &str) -> Vec<Module<'_>> {
    let mut found = Vec::new();
    let mut begin = 0;
    for line in verilog.split_inclusive('\n') {
        let place = line.as_ptr() as usize - verilog.as_ptr() as usize;
        if line.starts_with("module ") {
            begin = place;
        } else if line.starts_with("endmodule") {
            found.extend(read(&verilog[begin..place + line.len()]));
        }
    }
    found
}

/// Identifiers of an expression.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))
        .filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
}

/// Parses the text of one module; `None` if it has no name or no port list.
fn read(text: &str) -> Option<Module<'_>> {
    let (head, body) = text.strip_prefix("module ")?.split_once('(')?;
    let name = head.trim_end_matches(" #");
    let ports: Vec<Port> = body.lines().filter_map(port).collect();
    let blocks: Vec<Instance> = body.lines().filter_map(instance).collect();
    let block = block_of(
        ports.iter().map(|port| port.name),
        blocks.iter().map(|block| block.name),
    );
    // The place of an identifier, and the name of the signal there; `None` for a local signal.
    let owner = |word: &str| {
        if ports.iter().any(|port| port.name == word) {
            return Some((0, word.replace('$', ".")));
        }
        blocks.iter().zip(1..).find_map(|(block, place)| {
            let signal = word.strip_prefix(block.name)?.strip_prefix('$')?;
            Some((place, signal.replace('$', ".")))
        })
    };
    let places = blocks.len() + 1;
    let mut signals = vec![vec![Vec::new(); places]; places];
    for line in body.lines() {
        let Some((left, right)) = line.trim().trim_end_matches(';').split_once(" = ") else {
            continue;
        };
        let Some((to, _)) = owner(left) else { continue };
        for (from, signal) in identifiers(right).filter_map(&owner) {
            let names: &mut Vec<String> = &mut signals[from][to];
            let is_everywhere = matches!(signal.as_str(), "clock" | "reset");
            if from != to && !is_everywhere && !names.contains(&signal) {
                names.push(signal);
            }
        }
    }
    Some(Module {
        name,
        text,
        block,
        ports,
        blocks,
        signals,
    })
}

/// The port that a line of a header declares: `    input wire [7:0] data,`. `None` for other lines.
fn port(line: &str) -> Option<Port<'_>> {
    let line = line.strip_prefix("    ")?.trim_end_matches(',');
    let input = line.strip_prefix("input wire ");
    let rest = input.or_else(|| line.strip_prefix("output reg "))?;
    let (width, name) = match rest.strip_prefix('[') {
        Some(range) => {
            let (high, name) = range.split_once(":0] ")?;
            (high.parse::<u32>().ok()? + 1, name)
        }
        None => (1, rest),
    };
    Some(Port {
        name,
        is_output: input.is_none(),
        width,
    })
}

/// The instance that a line begins: `    top$parser parser(` or `    top$framer #(.PAUSE_CLOCKS(PAUSE_CLOCKS)) framer(`. `None` for other
/// lines.
pub(super) fn instance(line: &str) -> Option<Instance<'_>> {
    let (module, name) = line.strip_prefix("    ")?.split_once(' ')?;
    let name = name.strip_suffix('(')?;
    let name = match name.strip_prefix("#(") {
        Some(overridden) => overridden.rsplit_once(' ')?.1,
        None => name,
    };
    let is_module = module.starts_with("top$") && identifiers(module).eq([module]);
    is_module.then_some(Instance { name, module })
}
