//! Collects the documentation of the blocks from the sources of this crate, for the emitted Verilog and the web page.
//! Interface: [`blocks`]. A block declared in a macro is read from the macro's text.
//! Reads file headers, and the comments on fields and on the ports of `ports!`, line by line.

use std::collections::BTreeMap;

use include_dir::{Dir, File, include_dir};

use super::docs::{Block, Contract, Port};

/// Ports of interfaces, by type name.
type Interfaces = BTreeMap<String, Vec<Field>>;

/// A field of a block or an interface: name, documentation, the contracts in it, and type.
#[derive(Clone)]
struct Field {
    name: String,
    about: String,
    contracts: Vec<Contract>,
    of: String,
}

impl Field {
    fn is_array(&self) -> bool {
        self.of.starts_with('[')
    }
}

/// The sources of the crate, which the program contains.
static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

/// All blocks of the crate, in the order of their files.
pub(super) fn blocks() -> Vec<Block> {
    let mut files = Vec::new();
    collect(&SOURCES, &mut files);
    files.sort_by_key(|file| file.path());
    let (mut interfaces, mut blocks) = (BTreeMap::new(), Vec::new());
    for file in files {
        let source = format!("src/{}", file.path().display()).replace('\\', "/");
        let text = file.contents_utf8().expect("sources are UTF-8");
        read(text, &source, &mut interfaces, &mut blocks);
    }
    let with_fields = |(mut block, fields): (Block, Vec<Field>)| {
        fields.into_iter().for_each(|field| add(&mut block, field, &interfaces));
        block
    };
    blocks.into_iter().map(with_fields).collect()
}

/// Adds a field to its block: a port, the ports of an interface, or a part.
fn add(block: &mut Block, field: Field, interfaces: &Interfaces) {
    let is_optional = field.is_array();
    let Field { name, about, contracts, of } = field;
    let of = of.trim_start_matches('[');
    let kind = of.split(['<', ',', ';']).next().unwrap_or_default();
    if let Some(ports) = interfaces.get(kind) {
        for port in ports {
            block.ports.push(Port {
                name: format!("{name}${}", port.name),
                about: port.about.clone(),
                group: about.clone(),
                is_optional: port.is_array(),
            });
            let contracts = port.contracts.iter().cloned();
            let in_group = |contract| Contract { group: name.clone(), ..contract };
            block.contracts.extend(contracts.map(in_group));
        }
        block.contracts.extend(contracts);
    } else if ["Signal<In", "Signal<Out"].iter().any(|port| of.starts_with(port))
        || of.contains(", Out>")
    {
        block.ports.push(Port { name, about, group: String::new(), is_optional });
        block.contracts.extend(contracts);
    } else {
        let inner = of.trim_start_matches("Boxed<").split(['<', ',', '>', ';']).next();
        block.parts.push((name, inner.unwrap_or_default().to_owned()));
    }
}

/// Collects the Rust files of a folder and of its subfolders.
fn collect<'a>(folder: &'a Dir<'_>, files: &mut Vec<&'a File<'a>>) {
    let is_rust = |file: &&File<'_>| file.path().extension().is_some_and(|kind| kind == "rs");
    files.extend(folder.files().filter(is_rust));
    folder.dirs().for_each(|inner| collect(inner, files));
}

/// Reads the interfaces and blocks of a file.
fn read(
    text: &str,
    source: &str,
    interfaces: &mut Interfaces,
    blocks: &mut Vec<(Block, Vec<Field>)>,
) {
    let header_lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let (about, interface) = header(header_lines);
    let has_several = text.matches("derive(LogicBlock").count() > 1;
    let mut comment = Vec::new();
    let mut add = |name: &str, ports: Vec<Field>| {
        let before = interfaces.insert(name.to_owned(), ports);
        assert!(before.is_none(), "two interfaces are named {name}");
    };
    let macro_name = text.lines().find_map(|line| line.strip_prefix("macro_rules! "));
    let mut lines = text.lines();
    let (mut is_block, mut is_interface) = (false, false);
    while let Some(line) = lines.next() {
        let line_start = line.trim_start();
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text);
        }
        if line_start.starts_with("#[") {
            is_block |= line_start.contains("LogicBlock");
            is_interface |= line_start.contains("LogicInterface");
            continue;
        }
        if line_start == "ports! {" {
            // The line that ends with a brace names both types, such as `CellOut<SIDE> "CellOut", CellIn<SIDE> "CellIn", {`.
            let head = lines.by_ref().find(|line| line.ends_with('{'));
            let ports = fields(&mut lines);
            for name in head.unwrap_or_default().split('"').skip(1).step_by(2) {
                add(name, ports.clone());
            }
        } else if let Some(rest) = line_start.strip_prefix("pub struct ")
            && (is_block || is_interface)
        {
            let is_end = |letter: char| !letter.is_alphanumeric() && letter != '$';
            let name = match rest.split(is_end).next() {
                // A block declared in a macro has the macro's name.
                Some("$name") => macro_name.unwrap_or_default().trim_end_matches(" {"),
                name => name.unwrap_or_default(),
            };
            if !line.ends_with('{') {
                lines.by_ref().find(|line| line.ends_with('{'));
            }
            let fields = fields(&mut lines);
            if is_interface {
                add(name, fields);
            } else {
                let (first, rest) = name.split_at(name.len().min(1));
                // In a file of several blocks, each is described by its own documentation instead of the file's header.
                let (about, interface) = if has_several {
                    header(comment.drain(..))
                } else {
                    (about.clone(), interface.clone())
                };
                let name = first.to_uppercase() + rest;
                blocks.push((Block::new(name, source.to_owned(), about, interface), fields));
            }
        }
        if !line.starts_with("///") {
            comment.clear();
        }
        let goes_on = line_start.starts_with("///") || line_start.starts_with("$(#[");
        is_block &= goes_on;
        is_interface &= goes_on;
    }
}

/// Number of brackets that a part of a type leaves open.
fn depth(text: &str) -> i32 {
    text.bytes()
        .map(|byte| match byte {
            b'<' | b'[' | b'(' => 1,
            b'>' | b']' | b')' => -1,
            _ => 0,
        })
        .sum()
}

/// Reads fields up to the closing brace.
fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Vec<Field> {
    let mut found = Vec::new();
    let mut comment = Vec::new();
    let mut lines = lines.map(str::trim).take_while(|line| *line != "}");
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text);
            continue;
        }
        // A long type is on the next line.
        let line = &match line.strip_suffix(':') {
            Some(name) => format!("{name}: {}", lines.next().unwrap_or_default()),
            None => line.to_owned(),
        };
        let is_name =
            |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let field = line.split_once(": ").filter(|_| !line.starts_with("//"));
        if let Some((name, of)) = field {
            let name = name.strip_prefix("pub ").unwrap_or(name);
            let mut of = of.to_owned();
            // A long type goes on over several lines.
            while depth(&of) > 0
                && let Some(more) = lines.next()
            {
                of += more;
            }
            if let Some(element) = of.strip_prefix("Array<") {
                of = format!("[{element}");
            }
            // `learned[PLANES]` is a port of several signals.
            let name = match name.split_once('[') {
                Some((name, _)) => {
                    of.insert(0, '[');
                    name
                }
                None => name,
            };
            if let Some(name) = Some(name).filter(is_name) {
                found.push(Field {
                    name: name.to_owned(),
                    about: prose(&comment),
                    contracts: contracts(name, &comment.join(" ")),
                    of,
                });
            }
        }
        if !line.starts_with("#[") {
            comment.clear();
        }
    }
    found
}

/// Description and interface, from the header of a file or the documentation of a block: the text before `Interface:`, and the text between
/// `Interface:` and `Source:` or an empty line.
fn header<'a>(lines: impl Iterator<Item = &'a str>) -> (String, String) {
    let (mut about, mut interface) = (Vec::new(), Vec::new());
    let mut is_interface = false;
    for line in lines.map(str::trim) {
        is_interface |= line.starts_with("Interface: ");
        if is_interface && (line.starts_with("Source:") || line.is_empty()) {
            break;
        }
        if is_interface {
            interface.push(line.trim_start_matches("Interface: "));
        } else {
            about.push(line);
        }
    }
    (prose(&about), prose(&interface))
}

/// The contracts in the documentation of a field: ``only while `a` ``, ``only while not `a` ``, ``only while `a` is low`` and ``never with
/// `a` ``. They hold for the field, or for the signal named directly before them.
fn contracts(field: &str, text: &str) -> Vec<Contract> {
    let quoted = |text: &str| -> Option<String> {
        let (name, _) = text.strip_prefix('`')?.split_once('`')?;
        Some(name.to_owned())
    };
    let mut found = Vec::new();
    for (words, high) in [("only while ", true), ("only while not ", false), ("never with ", false)]
    {
        for (place, _) in text.match_indices(words) {
            let Some(needs) = quoted(&text[place + words.len()..]) else {
                continue;
            };
            let is_low = text[place + words.len() + needs.len() + 2..].starts_with(" is low");
            let before = text[..place].trim_end().strip_suffix('`');
            let subject = before.and_then(|before| before.rsplit_once('`'));
            found.push(Contract {
                group: String::new(),
                signal: subject.map_or(field, |(_, name)| name).replace('.', "$"),
                needs: needs.replace('.', "$"),
                high: high && !is_low,
            });
        }
    }
    found
}

/// Joins lines of documentation into plain text; removes backticks and the markup of links.
fn prose(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let text = lines.join(" ");
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('[') {
        plain += before;
        let (inner, behind) = after.split_once(']').unwrap_or((after, ""));
        let link = behind.strip_prefix('(').and_then(|link| link.split_once(')'));
        match link {
            Some((_, behind)) => {
                plain += inner;
                rest = behind;
            }
            None if inner.starts_with('`') => {
                plain += inner;
                rest = behind;
            }
            None => {
                plain.push('[');
                rest = after;
            }
        }
    }
    (plain + rest).replace('`', "")
}
