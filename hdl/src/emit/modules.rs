//! Verilog modules as lines of text; modules that differ only in name are merged.
//! Interface: [`of`] lists the modules of a netlist, [`share`] merges equal ones, [`print`] joins their text. [`rename`] replaces
//! identifiers.
//! Source: own; [`nonogram_netlist::verilog`] prints the ports and lines of each module.

use std::collections::BTreeMap;

use nonogram_netlist::ir::Netlist;
use nonogram_netlist::verilog::{self, Parameter, Port, Text};

use super::docs::{Block, block_of};

/// A Verilog module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// Name: `top`, or the path of an instance, such as `top$solver$parser`.
    pub(super) name: String,
    /// Parameters of the module.
    pub(super) parameters: Vec<Parameter>,
    /// Ports of the module.
    pub(super) ports: Vec<Port>,
    /// The lines between the header and `endmodule`.
    pub(super) body: Vec<String>,
}

/// Fields whose module gets another name, the one that the docs use: field, module.
const NAMES: [(&str, &str); 7] = [
    ("columns", "side"),
    ("deal_columns_filled", "deal_columns"),
    ("deal_mark_rows", "deal_rows"),
    ("reset_sync", "synchronizer"),
    ("rows", "side"),
    ("rx_sync", "synchronizer"),
    ("sum", "crc13"),
];

/// The modules of a netlist, sorted by name.
pub(super) fn of(netlist: &Netlist) -> Vec<Module> {
    let numbers = 0..netlist.modules.len() as u32;
    let name = |module| {
        let path = netlist.path(module).replace('.', "$");
        format!("top${path}").trim_end_matches('$').to_owned()
    };
    let mut modules: Vec<Module> = numbers
        .map(|number| {
            let Text {
                parameters,
                ports,
                body,
            } = verilog::module(netlist, number, &name);
            Module {
                name: name(number),
                parameters,
                ports,
                body,
            }
        })
        .collect();
    modules.sort_by(|one, other| one.name.cmp(&other.name));
    modules
}

/// Maximum length of a comment line, in bytes.
const COMMENT_WIDTH: usize = 110;

/// Appends a comment, wrapped to lines of [`COMMENT_WIDTH`].
fn comment(text: &mut String, indent: &str, words: &str) {
    let mut line = format!("{indent}//");
    for word in words.split_whitespace() {
        if line.len() + 1 + word.len() > COMMENT_WIDTH {
            *text += &line;
            text.push('\n');
            line = format!("{indent}//");
        }
        line.push(' ');
        line += word;
    }
    *text += &line;
    text.push('\n');
}

/// Appends the header of a module: the documentation of its block, its parameters and its ports.
fn header(text: &mut String, module: &Module, block: Option<&Block>) {
    let Module {
        name,
        parameters,
        ports,
        ..
    } = module;
    if let Some(block) = block {
        comment(text, "", &format!("{}: {}", block.name, block.about));
        comment(text, "", &format!("Interface: {}", block.interface));
        comment(text, "", &format!("Source: {}", block.source));
    }
    *text += &format!("module {name}");
    if !parameters.is_empty() {
        *text += " #(\n";
        for (place, parameter) in parameters.iter().enumerate() {
            if let Some(about) = super::parameters::about(&parameter.name) {
                comment(text, "    ", about);
            }
            let comma = if place + 1 < parameters.len() {
                ","
            } else {
                ""
            };
            *text += &format!("    {}{comma}\n", parameter.declaration());
        }
        *text += ") ";
    }
    *text += "(\n";
    let mut last_group = "";
    for (place, port) in ports.iter().enumerate() {
        if let Some(known) = block.and_then(|block| block.port(&port.name)) {
            let group = port.name.rsplit_once('$').map_or("", |(group, _)| group);
            if group != last_group && !known.group.is_empty() {
                comment(text, "    ", &format!("{group}: {}", known.group));
            }
            last_group = group;
            comment(text, "    ", known.about);
        }
        let comma = if place + 1 < ports.len() { "," } else { "" };
        *text += &format!("    {}{comma}\n", port.declaration());
    }
    *text += ");\n";
}

/// The name of the instance that a line begins: `    top$parser parser(` or `    top$framer #(.PAUSE_CLOCKS(PAUSE_CLOCKS)) framer(`. `None`
/// for other lines.
fn instance(line: &str) -> Option<&str> {
    let (module, name) = line.strip_prefix("    ")?.split_once(' ')?;
    let name = name.strip_suffix('(')?;
    let name = match name.strip_prefix("#(") {
        Some(overridden) => overridden.rsplit_once(' ')?.1,
        None => name,
    };
    let is_name = |word: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        word.bytes().all(is_part)
    };
    (module.starts_with("top$") && is_name(module)).then_some(name)
}

/// Prints modules as Verilog.
pub(super) fn print(modules: &[Module]) -> String {
    let mut text = String::new();
    for module in modules {
        let Module {
            name, ports, body, ..
        } = module;
        if !text.is_empty() {
            text.push('\n');
        }
        let names = ports.iter().map(|port| port.name.as_str());
        let instances = body.iter().filter_map(|line| instance(line));
        let block = block_of(names, instances);
        header(&mut text, module, block);
        let mut was_blank = true;
        for (place, line) in body.iter().enumerate() {
            // Skip a section heading with no lines below it, and all but one of consecutive blank lines.
            let is_over = body.get(place + 1).is_none_or(String::is_empty);
            let is_idle_head = is_over && line.trim_start().starts_with("// ");
            if is_idle_head || line.is_empty() && was_blank {
                continue;
            }
            was_blank = line.is_empty();
            text += line;
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text += &format!("\nendmodule // {name}\n");
    }
    text
}

/// Merges modules that differ only in name, and gives each except the top a short name.
pub(super) fn share(mut modules: Vec<Module>) -> Vec<Module> {
    // Merging modules can make the modules that instantiate them equal: repeat until nothing changes.
    loop {
        let mut kept: Vec<Module> = Vec::new();
        let mut renamed = BTreeMap::new();
        for module in modules {
            let same = |other: &&Module| {
                (&other.parameters, &other.ports, &other.body)
                    == (&module.parameters, &module.ports, &module.body)
            };
            match kept.iter().find(same) {
                Some(other) => {
                    renamed.insert(module.name, other.name.clone());
                }
                None => kept.push(module),
            }
        }
        for module in &mut kept {
            rename_all(module, &renamed);
        }
        modules = kept;
        if renamed.is_empty() {
            break;
        }
    }
    let names = names(&modules);
    for module in &mut modules {
        module.name = rename(&module.name, &names);
        rename_all(module, &names);
    }
    modules
}

/// A short name for each module except the top: `root$own` or, while that is taken, with the name of one more enclosing instance in front:
/// `root$above_own`. A name that is still taken with all enclosing instances gets underscores at its end.
fn names(modules: &[Module]) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for module in modules {
        let mut path = module.name.split('$');
        let root = path.next().unwrap_or_default();
        let mut own = String::new();
        let is_taken = |own: &str, names: &BTreeMap<String, String>| {
            let name = format!("{root}${own}");
            own.is_empty() || names.values().any(|taken| *taken == name)
        };
        let mut place = String::new();
        for word in path.rev() {
            // The number of an array element follows the name of the array, whose final `s` is removed.
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                place = word.to_owned();
                continue;
            }
            let singular = word.strip_suffix('s').unwrap_or(word);
            let word = if place.is_empty() { word } else { singular };
            place.clear();
            let known = NAMES.iter().find(|(name, _)| *name == word);
            let word = known.map_or(word, |(_, name)| name);
            let joined = if own.is_empty() { "" } else { "_" };
            own = format!("{word}{joined}{own}");
            if !is_taken(&own, &names) {
                break;
            }
        }
        if own.is_empty() {
            continue;
        }
        while is_taken(&own, &names) {
            own.push('_');
        }
        names.insert(module.name.clone(), format!("{root}${own}"));
    }
    names
}

fn rename_all(module: &mut Module, names: &BTreeMap<String, String>) {
    for line in &mut module.body {
        *line = rename(line, names);
    }
}

/// Replaces each identifier of a line that is a key of `names` by its value.
pub(super) fn rename(line: &str, names: &BTreeMap<String, String>) -> String {
    let is_part = |byte: char| byte.is_ascii_alphanumeric() || byte == '_' || byte == '$';
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(begin) = rest.find(is_part) {
        let (before, from) = rest.split_at(begin);
        let end = from.find(|letter| !is_part(letter)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        text += before;
        text += names.get(word).map_or(word, String::as_str);
        rest = after;
    }
    text + rest
}
