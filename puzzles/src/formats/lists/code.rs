//! Clues as values of programming languages: a grammar of what may stand around brackets.
//!
//! A statement is a sequence of items; an item is a value, or a name with modifiers, a type and a value. A value is a number, a text or
//! brackets with items, after an optional constructor such as `new int[][]`, `vec!` or `listOf`. Every word must be in a table or a
//! name with a meaning, and sizes in types must match the value.

use std::borrow::Cow;

use super::part::{Form, is_singular};
use super::scan::{ASSIGNS, Atom, Kind};
use crate::excerpt::Excerpt;
use crate::formats::clues::is_number;
use crate::formats::error::{Fault, ParseErrorKind, Side, refuse, syntax};
use crate::formats::words::Word;

/// Words of modifiers, types and constructors, in lower case.
const TYPES: [&str; 3] = [
    "const let var val final static public private protected internal readonly export default mut pub my our local \
     auto constexpr inline lateinit new dim as self this return module exports type ref global typing immutable",
    "unsigned signed int integer long short byte uint number num str string any object u8 u16 u32 u64 usize i8 i16 \
     i32 i64 isize uint8 uint16 uint32 uint64 int8 int16 int32 int64 uint8_t uint16_t uint32_t int8_t int16_t \
     int32_t int64_t size_t ubyte ushort ulong",
    "list array vector vec std arraylist mutablelist intarray bytearray ireadonlylist ilist ienumerable icollection \
     sequence iterable tuple readonlyarray arrays collections java util of aslist listof arrayof intarrayof \
     bytearrayof mutablelistof arraylistof seq c np numpy span from freeze emptylist emptyarray empty nil slice \
     some box linkedlist immutablelist immutablearray create",
];

/// Constructors whose only argument is the list itself.
const WRAPPERS: &str = "np numpy tuple from freeze";

/// Words that may follow a value, after a dot or `as`.
const POSTFIXES: &str = "const freeze to_vec into tolist to_list toarray to_a copy frozen";

/// Signs of modifiers and types.
const TYPE_SIGNS: [&str; 12] = [".", "::", "&", "*", "!", "?", ":", "$", "@", "%", "->", "|"];

/// Words of Lisp before a name and its value.
const DEFINITIONS: &str = "def define defparameter defvar defconstant setq";

/// A value.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Number(usize, &'a str),
    Text(usize, &'a str),
    /// Numbers with separators, as in the file.
    Leaf(usize, &'a str),
    List(usize, Vec<Node<'a>>),
    /// Named values.
    Record(Vec<Item<'a>>),
}

/// A value or several, and their name if they have one.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
    /// Words of the name, with spaces between them.
    pub(super) name: Option<String>,
    /// Number of the line that the name ends with, as in `row 1`.
    pub(super) label: Option<&'a str>,
    /// Whether a sign such as `=` or `:` precedes the values.
    pub(super) is_assigned: bool,
    /// Whether commas separate the values.
    pub(super) is_list: bool,
    pub(super) values: Vec<Node<'a>>,
}

fn is_in(table: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    table.split(' ').any(|known| known == word)
}

fn is_type_word(word: &str) -> bool {
    TYPES.iter().any(|table| is_in(table, word))
}

/// Refuses an atom that is not part of the grammar.
fn not_a_value<T>(atom: &Atom) -> Result<T, Fault> {
    Err(Fault::at(atom.line, not_understood(atom.text)))
}

pub(super) fn not_understood(text: &str) -> ParseErrorKind {
    syntax(
        format!(
            "{:?} is not part of a list of clues, or source code that is not understood",
            Excerpt(text)
        ),
        "lists such as rows = [[1, 1], [3]] and columns = [[2], [1], [2]]",
        "remove what is not part of the lists",
    )
}

/// The items of a statement or between brackets; commas and semicolons separate them.
pub(super) fn items<'a>(atoms: &[Atom<'a>]) -> Result<Vec<Item<'a>>, Fault> {
    let mut items = Vec::new();
    // `{:rows [[1]] :columns [[1]]}` in Clojure.
    if atoms.first().is_some_and(|atom| atom.is(":"))
        && !atoms
            .iter()
            .any(|atom| is_assign(atom) || atom.is_separator())
    {
        for part in atoms.split(|atom| atom.is(":")).skip(1) {
            let Some((name, values)) = part.split_first() else {
                return not_a_value(&atoms[0]);
            };
            let Some(word) = name.word() else {
                return not_a_value(name);
            };
            let (line, text, name) = (name.line, name.text, Some(word.to_owned()));
            items.push(Item {
                line,
                text,
                name,
                label: None,
                is_assigned: true,
                is_list: false,
                values: values_of(values)?,
            });
        }
        return Ok(items);
    }
    let mut parts = atoms.split(Atom::is_separator).peekable();
    let mut at = 0;
    while let Some(part) = parts.next() {
        at += part.len() + 1;
        if !part.is_empty() {
            items.push(item(part)?);
        } else if parts.peek().is_some() {
            let separator = &atoms[at - 1];
            let what = format!("nothing before {:?}", separator.text);
            return refuse(
                separator.line,
                what,
                "a value",
                "write 0 for a blank line, or remove the separator",
            );
        }
    }
    Ok(items)
}

fn item<'a>(atoms: &[Atom<'a>]) -> Result<Item<'a>, Fault> {
    let first = &atoms[0];
    let named = |name, head: &[Atom<'a>], values: &[Atom<'a>], is_assigned| {
        let sizes = sizes(head)?;
        let values = values_of(values)?;
        for value in &values {
            check_sizes(value, &sizes)?;
        }
        Ok(Item {
            line: first.line,
            text: first.text,
            name,
            label: None,
            is_assigned,
            is_list: false,
            values,
        })
    };
    // `(define rows '((1)))` in Lisp.
    if let [sign, word, rest @ ..] = atoms
        && sign.word().is_some_and(|word| is_in(DEFINITIONS, word))
        && let Some(name) = word
            .word()
            .or_else(|| rest.first().and_then(Atom::word).filter(|_| word.is("*")))
        && !rest.iter().any(is_assign)
    {
        let rest = if word.is("*") {
            rest.get(2..).unwrap_or_default()
        } else {
            rest
        };
        return named(Some(name.to_owned()), &[], rest, true);
    }
    let assign = atoms
        .iter()
        .rposition(is_assign)
        .or_else(|| atoms.iter().position(|atom| atom.is(":")));
    let is_name = |atom: &Atom| match atom.kind {
        Kind::Word => !is_type_word(atom.text) || (atom.text == "c" && assign == Some(1)),
        Kind::Quoted(_) => assign.is_some(),
        _ => false,
    };
    let head = assign.map_or(atoms, |at| &atoms[..at]);
    let Some(begin) = head.iter().position(is_name) else {
        // Modifiers may precede a value without a name, as in `export default`.
        return match assign {
            Some(at)
                if head.iter().any(|atom| atom.word().is_some())
                    && !atoms[at].is(":")
                    && at + 1 < atoms.len() =>
            {
                named(None, head, &atoms[at + 1..], true)
            }
            Some(at) => not_a_value(&atoms[at]),
            None => named(None, &[], atoms, false),
        };
    };
    let end = begin
        + head[begin..]
            .iter()
            .take_while(|atom| is_name(atom))
            .count();
    let words = head[begin..end].iter().map(|atom| match atom.kind {
        Kind::Quoted(text) => text,
        _ => atom.text,
    });
    let name = words.collect::<Vec<_>>().join(" ");
    let (label, after) = match &head[end..] {
        [number, after @ ..] if matches!(number.kind, Kind::Number) => (Some(number.text), after),
        after => (None, after),
    };
    let mut item = match assign {
        Some(at) => {
            let (label, after) = match after {
                // An index, as in `rows[0] = [1, 1]`, is the number of a line; a size has a type before the name.
                [index]
                    if begin == 0
                        && matches!(index.kind, Kind::Leaf(text) if is_number(text))
                        && is_flat(&atoms[at + 1..]) =>
                {
                    (Some(&index.text[1..index.text.len() - 1]), &after[1..])
                }
                _ => (label, after),
            };
            let outside: Vec<&Atom> = head[..begin].iter().chain(after).collect();
            if let Some(other) = outside.iter().find(|atom| is_name(atom)) {
                return not_a_value(other);
            }
            let value = values_of(&atoms[at + 1..])?;
            if outside
                .iter()
                .any(|atom| atom.is_bracketed() || matches!(atom.kind, Kind::Generic))
            {
                value.iter().try_for_each(check_typed)?;
            }
            for sizes in [sizes(&head[..begin])?, sizes(after)?] {
                for value in &value {
                    check_sizes(value, &sizes)?;
                }
            }
            let values = value;
            Item {
                line: first.line,
                text: first.text,
                name: None,
                label,
                is_assigned: true,
                is_list: false,
                values,
            }
        }
        // The constructor of a record may have any name; without a record it must be a name with a meaning.
        None => {
            // A type without a value, as in `rows :: [[Int]]`.
            let is_signature =
                after.first().is_some_and(|atom| atom.is("::")) && sizes(after).is_ok();
            let mut item = named(
                None,
                &head[..begin],
                if is_signature { &[] } else { after },
                is_signature,
            )?;
            item.label = label;
            item
        }
    };
    if item.label.is_none()
        && let [only] = &head[begin..end]
        && let Some(word) = only.word()
    {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if is_singular(letters.trim_end_matches('_')) && letters.len() < word.len() {
            item.label = Some(&word[letters.len()..]);
        }
    }
    item.name = Some(name);
    Ok(item)
}

fn is_assign(atom: &Atom) -> bool {
    ASSIGNS.iter().any(|sign| atom.is(sign))
}

/// Whether atoms are one list of numbers.
fn is_flat(atoms: &[Atom]) -> bool {
    matches!(atoms, [only] if matches!(only.kind, Kind::Leaf(_)))
}

/// The sizes in modifiers and types, outermost first, `None` where none is stated; an error if the atoms have another meaning.
fn sizes(atoms: &[Atom]) -> Result<Vec<Option<usize>>, Fault> {
    let mut sizes = Vec::new();
    for atom in atoms {
        match &atom.kind {
            Kind::Word if is_type_word(atom.text) => {}
            Kind::Sign if TYPE_SIGNS.contains(&atom.text) => {}
            Kind::Leaf(inner) if inner.trim().is_empty() && atom.text.starts_with('[') => {
                sizes.push(None)
            }
            Kind::Leaf(inner) if inner.chars().all(|c| c == ',') => {}
            Kind::Leaf(inner) if is_number(inner.trim()) && atom.text.starts_with('[') => {
                sizes.push(inner.trim().parse().ok())
            }
            Kind::Generic | Kind::Group(_) if is_type(atom.text) => {
                sizes_of_type(atom.text, &mut sizes)
            }
            _ => return not_a_value(atom),
        }
    }
    Ok(sizes)
}

/// Adds the sizes in a type such as `<std::array<int, 2>, 3>` or `[[u8; 2]; 3]`: the number of brackets around a size is its level.
fn sizes_of_type(text: &str, sizes: &mut Vec<Option<usize>>) {
    let (base, mut depth) = (sizes.len(), 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '<' | '(' => depth += 1,
            ']' | '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_start =
            c.is_ascii_digit() && !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_start && depth > 0 {
            let rest = &text[at..];
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            sizes.resize(sizes.len().max(base + depth), None);
            sizes[base + depth - 1] = rest[..end].parse().ok();
        }
    }
}

/// Whether text in brackets is a type: words of types, sizes and signs.
fn is_type(text: &str) -> bool {
    let mut words = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty());
    let has_word = text.contains(|c: char| c.is_alphabetic() || c == '_')
        || text.contains("...")
        || text == "<>";
    has_word
        && words.all(|word| is_type_word(word) || is_number(word) || word == "_")
        && !text.contains(['{', '"'])
}

/// An error if a list has more or fewer elements than its type declares, or its elements have more.
fn check_sizes(node: &Node, sizes: &[Option<usize>]) -> Result<(), Fault> {
    let length = |node: &Node| match node {
        Node::Leaf(line, text) => Some((*line, numbers(text).count())),
        Node::List(line, nodes) => Some((*line, nodes.len())),
        _ => None,
    };
    let wrong = |line, found, size: usize, expected: String| {
        let what = format!("a list of {found} in a type of size {size}");
        refuse(
            line,
            what,
            &expected,
            "correct the size, or add what is missing",
        )
    };
    let level = |level: usize| sizes.get(level).copied().flatten();
    if let (Some(size), Some((line, found))) = (level(0), length(node))
        && found != size
    {
        return wrong(line, found, size, format!("{size} elements"));
    }
    let (Some(size), Node::List(_, nodes)) = (level(1), node) else {
        return Ok(());
    };
    match nodes
        .iter()
        .filter_map(length)
        .find(|&(_, found)| found > size)
    {
        Some((line, found)) => wrong(line, found, size, format!("at most {size} elements")),
        None => Ok(()),
    }
}

/// An error if a list with a type has numbers beside lists.
fn check_typed(node: &Node) -> Result<(), Fault> {
    let Node::List(_, nodes) = node else {
        return Ok(());
    };
    let number = nodes.iter().find_map(|node| match node {
        Node::Number(line, text) => Some((line, text)),
        _ => None,
    });
    let (Some((line, text)), true) = (number, nodes.iter().any(|node| node.depth() > 0)) else {
        return Ok(());
    };
    let what = format!("the number {text} beside lists in a list with a type");
    refuse(
        *line,
        what,
        "brackets around each clue",
        "correct the brackets",
    )
}

/// Numbers between separators.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c))
        .filter(|word| !word.is_empty())
}

/// Adjacent values, or one value with its constructor.
fn values_of<'a>(atoms: &[Atom<'a>]) -> Result<Vec<Node<'a>>, Fault> {
    let atoms = without_postfix(atoms);
    if atoms
        .iter()
        .any(|atom| matches!(atom.kind, Kind::Word | Kind::Generic))
    {
        return Ok(vec![constructed(atoms)?]);
    }
    let mut values = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        let is_ornament = ["&", "'", "@", "#", "$", "%"]
            .iter()
            .any(|sign| atom.is(sign));
        if is_ornament
            && atoms
                .get(at + 1)
                .is_some_and(|next| next.is_bracketed() || next.is("&"))
        {
            continue;
        }
        values.push(node(atom)?);
    }
    Ok(values)
}

/// Removes words such as `as const` and `.freeze` at the end.
fn without_postfix<'x, 'a>(mut atoms: &'x [Atom<'a>]) -> &'x [Atom<'a>] {
    let is_postfix = |atom: &Atom| atom.word().is_some_and(|word| is_in(POSTFIXES, word));
    let is_link = |atom: &Atom| atom.is(".") || atom.text == "as";
    loop {
        atoms = match atoms {
            [rest @ .., link, word] if is_link(link) && is_postfix(word) => rest,
            [rest @ .., link, word, call]
                if link.is(".") && is_postfix(word) && call.is_empty() =>
            {
                rest
            }
            [rest @ .., dot] if dot.is(".") && rest.last().is_some_and(Atom::is_bracketed) => rest,
            _ => return atoms,
        };
    }
}

/// The value of a constructor and its arguments.
fn constructed<'a>(atoms: &[Atom<'a>]) -> Result<Node<'a>, Fault> {
    let (last, prefix) = atoms.split_last().expect("it has a word");
    if !last.is_bracketed() {
        return not_a_value(last);
    }
    let value = match &last.kind {
        // Round brackets after a constructor are not additional ones.
        Kind::Group(atoms) if last.text.starts_with('(') => group(last.line, atoms)?,
        _ => node(last)?,
    };
    if let Node::Record(_) = value {
        let is_path = |atom: &Atom| {
            atom.word().is_some() || ["&", ".", "::", "%"].iter().any(|sign| atom.is(sign))
        };
        return match prefix
            .iter()
            .find(|atom| !is_path(atom) && !atom.is_empty())
        {
            Some(other) => not_a_value(other),
            None => Ok(value),
        };
    }
    let sizes = sizes(prefix)?;
    check_sizes(&value, &sizes)?;
    // Only in R is a number a list of numbers.
    if !matches!(prefix, [only] if only.text == "list") {
        check_typed(&value)?;
    }
    let has = |words: &str| {
        prefix
            .iter()
            .any(|atom| atom.word().is_some_and(|word| is_in(words, word)))
    };
    let is_length = has("new") && last.text.starts_with('[') && last.text != "[0]";
    let is_repeated =
        (has("vec") || prefix.iter().any(|atom| atom.is("&"))) && last.text.contains(';');
    // In Go, braces follow a type that begins with brackets.
    let is_go = prefix[0].is_empty() && last.text.starts_with('[');
    // A call without arguments stands only before braces, as in `new List<int>() { 1 }`.
    let (calls, is_braced) = (
        prefix
            .iter()
            .filter(|atom| atom.is_empty() && atom.text.starts_with('(')),
        last.text.starts_with('{'),
    );
    let is_juxtaposed = calls.count() > usize::from(is_braced);
    if is_length || is_repeated || is_go || is_juxtaposed {
        return not_a_value(last);
    }
    let is_call = last.text.starts_with('(');
    let is_wrapper = has(WRAPPERS) || has("new") || (has("list") && starts_with_bracket(last));
    if let Node::List(_, nodes) = &value
        && is_call
        && has(WRAPPERS)
        && nodes.len() > 1
    {
        return not_a_value(last);
    }
    match value {
        Node::List(_, mut nodes) if is_call && is_wrapper && nodes.len() == 1 => {
            Ok(nodes.remove(0))
        }
        value => Ok(value),
    }
}

/// Whether the content of brackets starts with brackets.
fn starts_with_bracket(atom: &Atom) -> bool {
    matches!(&atom.kind, Kind::Group(atoms) if atoms.first().is_some_and(Atom::is_bracketed))
}

fn node<'a>(atom: &Atom<'a>) -> Result<Node<'a>, Fault> {
    let line = atom.line;
    match &atom.kind {
        Kind::Number => Ok(Node::Number(line, atom.text)),
        Kind::Quoted(text) => Ok(Node::Text(line, text)),
        Kind::Leaf(text) => {
            let text = text.trim();
            let inner = text
                .strip_prefix('|')
                .and_then(|text| text.strip_suffix('|'))
                .unwrap_or(text);
            if inner.contains('|') {
                return not_a_value(atom);
            }
            Ok(Node::Leaf(line, inner))
        }
        Kind::Group(atoms) => {
            let is_round = atom.text.starts_with('(');
            // Additional brackets around a list: round ones anywhere, braces around a C++ array.
            let is_outer = is_round || atom.text.starts_with('{');
            // In Perl a list of one clue, in Python the clues themselves.
            if let [only] = &atoms[..]
                && matches!(only.kind, Kind::Leaf(text) if numbers(text).nth(1).is_some())
                && is_round
            {
                return not_a_value(atom);
            }
            match group(line, atoms)? {
                Node::List(_, mut nodes)
                    if is_outer
                        && nodes.len() == 1
                        && (is_round || nodes[0].has_lists_only())
                        && nodes[0].depth() > 1 =>
                {
                    Ok(nodes.remove(0))
                }
                node => Ok(node),
            }
        }
        Kind::Word | Kind::Sign | Kind::Generic => not_a_value(atom),
    }
}

/// The value of brackets with content other than numbers.
fn group<'a>(line: usize, atoms: &[Atom<'a>]) -> Result<Node<'a>, Fault> {
    let inner = match atoms {
        [first, inner @ .., last] if first.is("|") && last.is("|") => inner,
        _ => atoms,
    };
    let items = items(inner)?;
    if let Some(item) = items
        .iter()
        .find(|item| item.name.is_some() && item.values.is_empty())
    {
        return Err(Fault::at(
            item.line,
            not_understood(item.name.as_deref().unwrap_or_default()),
        ));
    }
    if items.iter().any(|item| item.name.is_some()) {
        return match items.iter().find(|item| item.name.is_none()) {
            None => {
                if !atoms[0].word().is_some_and(|word| is_in(DEFINITIONS, word)) {
                    check_record(&items)?;
                }
                Ok(Node::Record(items))
            }
            Some(item) => {
                let what = format!(
                    "{:?} without a name beside values with names",
                    Excerpt(item.text)
                );
                refuse(item.line, what, "names for all values", "correct it")
            }
        };
    }
    let has_separators = items.len() > 1;
    let mut nodes = Vec::new();
    for item in items {
        let are_numbers = item
            .values
            .iter()
            .all(|node| matches!(node, Node::Number(..)));
        match item.values.len() {
            0 | 1 => nodes.extend(item.values),
            _ if !has_separators
                && item
                    .values
                    .iter()
                    .all(|node| (node.depth() > 0) == (item.values[0].depth() > 0)) =>
            {
                nodes.extend(item.values);
            }
            _ if are_numbers => nodes.push(Node::List(item.line, item.values)),
            _ => {
                let what = format!(
                    "two values without a separator after {:?}",
                    Excerpt(item.text)
                );
                return refuse(item.line, what, "commas between values", "add them");
            }
        }
    }
    Ok(Node::List(line, nodes))
}

/// An error if brackets hold the clues of one side only: they are not the brackets of a puzzle.
fn check_record(items: &[Item]) -> Result<(), Fault> {
    let of = |side| {
        let is_side = move |item: &&Item| {
            let name = item.name.as_deref().unwrap_or_default();
            Word::of(name) == Some(Word::Lines(side)) && item.label.is_none() && !is_singular(name)
        };
        items.iter().find(is_side)
    };
    let ((Some(item), None) | (None, Some(item))) = (of(Side::Rows), of(Side::Columns)) else {
        return Ok(());
    };
    let what = format!(
        "{:?} alone in brackets",
        Excerpt(item.name.as_deref().unwrap_or_default())
    );
    refuse(
        item.line,
        what,
        "the rows and the columns in the same brackets",
        "remove the brackets, or correct them",
    )
}

impl<'a> Node<'a> {
    pub(super) fn line(&self) -> usize {
        match self {
            Self::Number(line, _)
            | Self::Text(line, _)
            | Self::Leaf(line, _)
            | Self::List(line, _) => *line,
            Self::Record(items) => items.first().map_or(1, |item| item.line),
        }
    }

    /// How its clues are written.
    pub(super) fn form(&self) -> Form {
        match self {
            Self::Leaf(_, text) if split_leaf(text).iter().all(|clue| is_number(clue)) => {
                Form::Flat
            }
            Self::List(_, nodes) if nodes.iter().all(|node| matches!(node, Self::Number(..))) => {
                Form::Flat
            }
            _ => Form::Whole,
        }
    }

    /// Whether it is a list of lists, without bare lengths.
    fn has_lists_only(&self) -> bool {
        matches!(self, Self::List(_, nodes) if nodes.iter().all(|node| node.depth() > 0))
    }

    /// Number of levels of brackets.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Number(..) | Self::Text(..) | Self::Record(_) => 0,
            Self::Leaf(..) => 1,
            Self::List(_, nodes) => 1 + nodes.iter().map(Self::depth).max().unwrap_or(0),
        }
    }

    fn too_deep<T>(&self, what: &str) -> Result<T, Fault> {
        let expected = "a clue such as [3, 1], 3 or \"3 1\"";
        refuse(
            self.line(),
            format!("{what} in place of a clue"),
            expected,
            "correct the brackets",
        )
    }

    /// The text of a clue.
    pub(super) fn clue(&self) -> Result<Cow<'a, str>, Fault> {
        match self {
            Self::Number(_, text) | Self::Text(_, text) => Ok(Cow::Borrowed(text)),
            Self::Leaf(_, text) if text.contains(';') => Ok(Cow::Owned(text.replace(';', " "))),
            Self::Leaf(_, text) => Ok(Cow::Borrowed(text)),
            Self::List(_, nodes) => {
                let number = |node: &Self| match node {
                    Self::Number(_, text) => Ok(*text),
                    other if other.depth() > 0 => other.too_deep("a list"),
                    other => other.too_deep("a text or a named value"),
                };
                Ok(Cow::Owned(
                    nodes
                        .iter()
                        .map(number)
                        .collect::<Result<Vec<_>, _>>()?
                        .join(","),
                ))
            }
            Self::Record(_) => self.too_deep("a named value"),
        }
    }

    /// The clues of a list, with their lines.
    pub(super) fn clues(&self) -> Result<Vec<(usize, Cow<'a, str>)>, Fault> {
        match self {
            Self::List(_, nodes) => nodes
                .iter()
                .map(|node| Ok((node.line(), node.clue()?)))
                .collect(),
            Self::Leaf(line, text) => Ok(split_leaf(text)
                .into_iter()
                .map(|clue| (*line, Cow::Borrowed(clue)))
                .collect()),
            Self::Text(line, text) if text.contains([';', '/', '|']) => {
                let parts = text
                    .trim()
                    .trim_end_matches([';', '/', '|'])
                    .split([';', '/', '|']);
                Ok(parts
                    .map(|clue| (*line, Cow::Borrowed(clue.trim())))
                    .collect())
            }
            _ => refuse(
                self.line(),
                "a single value in place of a list",
                "the clues of a side, such as [[1, 1], [3]]",
                "put the clues in brackets",
            ),
        }
    }
}

/// The clues of a list without inner brackets: lines, parts between semicolons or commas that have spaces, or else single lengths.
fn split_leaf(text: &str) -> Vec<&str> {
    let is_several = |part: &str| numbers(part).nth(1).is_some();
    for separator in [';', '\n', ','] {
        let is_plain = separator == '\n' && text.contains(',');
        if !is_plain && text.contains(separator) && text.split(separator).any(is_several) {
            let parts = text.trim().trim_end_matches(separator).split(separator);
            return parts.map(|part| part.trim()).collect();
        }
    }
    numbers(text).collect()
}

/// The error for a name without a meaning.
pub(super) fn unknown_name(item: &Item) -> ParseErrorKind {
    let name = item.name.as_deref().unwrap_or(item.text);
    if !item.is_assigned {
        return not_understood(name);
    }
    syntax(
        format!(
            "{:?} is neither the rows nor the columns nor another part of a puzzle",
            Excerpt(name)
        ),
        "names such as rows and columns",
        "rename it, or remove what is not part of the puzzle",
    )
}

pub(super) fn of_side(side: Side, item: &Item) -> ParseErrorKind {
    syntax(
        format!(
            "{:?} without a list of clues",
            Excerpt(item.name.as_deref().unwrap_or(item.text))
        ),
        &format!("the clues of the {}, such as [[1, 1], [3]]", side.lines()),
        "correct it",
    )
}
