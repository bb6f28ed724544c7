//! Clues as values of programming languages: a grammar of what may stand around brackets.
//!
//! A statement is a sequence of items; an item is a value, or a name with modifiers, a type and a value. A value is a number, a text or
//! brackets with items, after an optional constructor such as `new int[][]`, `vec!` or `listOf`. Every word must be in a table of
//! [`super::types`] or a name with a meaning.

use std::borrow::Cow;

use super::part::{Form, is_singular};
use super::scan::{Atom, Kind};
use crate::Excerpt;
use crate::formats::clues::is_number;
use crate::formats::draft::Word;
use crate::formats::error::{Fault, ParseErrorKind, Side, refuse, syntax};

/// Constructors whose only argument is the list itself.
const WRAPPERS: &str = "np numpy tuple from freeze";

/// Words that may follow a value, after a dot or `as`.
const POSTFIXES: &str = "const freeze to_vec into tolist to_list toarray to_a copy frozen";

/// Words of Lisp before a name and its value.
const DEFINITIONS: &str = "def define defparameter defvar defconstant setq";

/// Separators between the clues of a side in one text.
const MARKS: [char; 3] = [';', '/', '|'];

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

/// Refuses an atom that is not part of the grammar.
pub(super) fn not_a_value<T>(atom: &Atom) -> Result<T, Fault> {
    Err(Fault::at(atom.line, not_understood(atom.text)))
}

pub(super) fn not_understood(text: &str) -> ParseErrorKind {
    let text = Excerpt(text);
    let what =
        format!("{text:?} is not part of a list of clues, or source code that is not understood");
    let expected = "lists such as rows = [[1, 1], [3]] and columns = [[2], [1], [2]]";
    syntax(what, expected, "remove what is not part of the lists")
}

/// The items of a statement or between brackets; commas and semicolons separate them.
pub(super) fn items<'a>(atoms: &[Atom<'a>]) -> Result<Vec<Item<'a>>, Fault> {
    let mut items = Vec::new();
    let has_marks = || atoms.iter().any(|atom| atom.is_assign() || atom.is_separator());
    // `{:rows [[1]] :columns [[1]]}` in Clojure.
    if atoms.first().is_some_and(|atom| atom.is(":")) && !has_marks() {
        for part in atoms.split(|atom| atom.is(":")).skip(1) {
            let (name, values) = part.split_first().unwrap_or((&atoms[0], &[]));
            let Some(word) = name.word() else {
                return not_a_value(name);
            };
            let item = Item::new(name, true, values_of(values)?);
            let name = Some(word.to_owned());
            items.push(Item { name, ..item });
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
            let help = "write 0 for a blank line, or remove the separator";
            return refuse(separator.line, what, "a value", help);
        }
    }
    Ok(items)
}

impl<'a> Item<'a> {
    /// An item without a name that begins with an atom.
    fn new(first: &Atom<'a>, is_assigned: bool, values: Vec<Node<'a>>) -> Self {
        Self {
            line: first.line,
            text: first.text,
            name: None,
            label: None,
            is_assigned,
            is_list: false,
            values,
        }
    }

    /// The name, or nothing.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }
}

fn item<'a>(atoms: &[Atom<'a>]) -> Result<Item<'a>, Fault> {
    let first = &atoms[0];
    if let Some((name, values)) = definition(atoms) {
        let item = Item::new(first, true, values_of(values)?);
        let name = Some(name.to_owned());
        return Ok(Item { name, ..item });
    }
    let assign = atoms.iter().rposition(Atom::is_assign);
    let assign = assign.or_else(|| atoms.iter().position(|atom| atom.is(":")));
    let is_name = |atom: &Atom| match atom.kind {
        Kind::Word => !is_type_word(atom.text) || (atom.text == "c" && assign == Some(1)),
        Kind::Quoted(_) => assign.is_some(),
        _ => false,
    };
    let head = assign.map_or(atoms, |at| &atoms[..at]);
    let Some(begin) = head.iter().position(is_name) else {
        // Modifiers may precede a value without a name, as in `export default`.
        let Some(at) = assign else {
            return Ok(Item::new(first, false, values_of(atoms)?));
        };
        let has_word = head.iter().any(|atom| atom.word().is_some());
        if !has_word || atoms[at].is(":") || at + 1 == atoms.len() {
            return not_a_value(&atoms[at]);
        }
        let (sizes, values) = (sizes(head)?, values_of(&atoms[at + 1..])?);
        values.iter().try_for_each(|value| check_sizes(value, &sizes))?;
        return Ok(Item::new(first, true, values));
    };
    let count = head[begin..].iter().take_while(|atom| is_name(atom)).count();
    let (names, after) = head[begin..].split_at(count);
    let (label, after) = match after {
        [number, after @ ..] if matches!(number.kind, Kind::Number) => (Some(number.text), after),
        after => (None, after),
    };
    let mut item = match assign {
        Some(at) => {
            let value = &atoms[at + 1..];
            let (label, after) = match after {
                // An index, as in `rows[0] = [1, 1]`, is the number of a line; a size has a type before the name.
                [index] if begin == 0 && index.is_index() && is_flat(value) => {
                    (Some(&index.text[1..index.text.len() - 1]), &after[1..])
                }
                _ => (label, after),
            };
            let values = assigned(&head[..begin], after, value, is_name)?;
            Item { label, ..Item::new(first, true, values) }
        }
        // The constructor of a record may have any name; without a record it must be a name with a meaning.
        None => {
            // A type without a value, as in `rows :: [[Int]]`.
            let is_type = after.first().is_some_and(|atom| atom.is("::")) && sizes(after).is_ok();
            let sizes = sizes(&head[..begin])?;
            let values = values_of(if is_type { &[] } else { after })?;
            values.iter().try_for_each(|value| check_sizes(value, &sizes))?;
            Item { label, ..Item::new(first, is_type, values) }
        }
    };
    if let (None, [only]) = (item.label, names)
        && let Some(word) = only.word()
    {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if is_singular(letters.trim_end_matches('_')) && letters.len() < word.len() {
            item.label = Some(&word[letters.len()..]);
        }
    }
    let words = names.iter().map(|atom| match atom.kind {
        Kind::Quoted(text) => text,
        _ => atom.text,
    });
    item.name = Some(words.collect::<Vec<_>>().join(" "));
    Ok(item)
}

/// The name and the value in a definition of Lisp, such as `define rows '((1))`.
fn definition<'x, 'a>(atoms: &'x [Atom<'a>]) -> Option<(&'a str, &'x [Atom<'a>])> {
    let [sign, name, rest @ ..] = atoms else {
        return None;
    };
    if !sign.is_word_of(DEFINITIONS) || rest.iter().any(Atom::is_assign) {
        return None;
    }
    if name.is("*") {
        return Some((rest.first()?.word()?, rest.get(2..).unwrap_or_default()));
    }
    Some((name.word()?, rest))
}

/// The values after a sign such as `=`, which must have the sizes in the type before or after the name.
fn assigned<'a>(
    before: &[Atom<'a>],
    after: &[Atom<'a>],
    value: &[Atom<'a>],
    is_name: impl Fn(&Atom) -> bool,
) -> Result<Vec<Node<'a>>, Fault> {
    let outside = || before.iter().chain(after);
    if let Some(other) = outside().find(|atom| is_name(atom)) {
        return not_a_value(other);
    }
    let values = values_of(value)?;
    if outside().any(|atom| atom.is_bracketed() || matches!(atom.kind, Kind::Generic)) {
        values.iter().try_for_each(check_typed)?;
    }
    for sizes in [sizes(before)?, sizes(after)?] {
        values.iter().try_for_each(|value| check_sizes(value, &sizes))?;
    }
    Ok(values)
}

/// Whether atoms are one list of numbers.
fn is_flat(atoms: &[Atom]) -> bool {
    matches!(atoms, [only] if matches!(only.kind, Kind::Leaf(_)))
}

/// Numbers between separators.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c));
    words.filter(|word| !word.is_empty())
}

/// Adjacent values, or one value with its constructor.
fn values_of<'a>(atoms: &[Atom<'a>]) -> Result<Vec<Node<'a>>, Fault> {
    let atoms = without_postfix(atoms);
    let is_constructor = |atom: &Atom| matches!(atom.kind, Kind::Word | Kind::Generic);
    if atoms.iter().any(is_constructor) {
        return Ok(vec![constructed(atoms)?]);
    }
    let mut values = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        let next = atoms.get(at + 1);
        let is_before_value = next.is_some_and(|next| next.is_bracketed() || next.is("&"));
        if !(is_before_value && atom.is_any("& ' @ # $ %")) {
            values.push(node(atom)?);
        }
    }
    Ok(values)
}

/// Removes words such as `as const` and `.freeze` at the end.
fn without_postfix<'x, 'a>(mut atoms: &'x [Atom<'a>]) -> &'x [Atom<'a>] {
    let is_postfix = |atom: &Atom| atom.is_word_of(POSTFIXES);
    let is_link = |atom: &Atom| atom.is(".") || atom.text == "as";
    loop {
        atoms = match atoms {
            [rest @ .., link, word] if is_link(link) && is_postfix(word) => rest,
            [rest @ .., dot, word, call] if dot.is(".") && is_postfix(word) && call.is_empty() => {
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
    let is_call = last.text.starts_with('(');
    let value = match &last.kind {
        // Round brackets after a constructor are not additional ones.
        Kind::Group(atoms) if is_call => group(last.line, atoms)?,
        _ => node(last)?,
    };
    if let Node::Record(_) = value {
        let is_path = |atom: &Atom| atom.word().is_some() || atom.is_any("& . :: %");
        let other = prefix.iter().find(|atom| !is_path(atom) && !atom.is_empty());
        return other.map_or(Ok(value), not_a_value);
    }
    check_sizes(&value, &sizes(prefix)?)?;
    // Only in R is a number a list of numbers.
    if !matches!(prefix, [only] if only.text == "list") {
        check_typed(&value)?;
    }
    let has = |words: &str| prefix.iter().any(|atom| atom.is_word_of(words));
    let is_square = last.text.starts_with('[');
    let is_length = has("new") && is_square && last.text != "[0]";
    let is_array = has("vec") || prefix.iter().any(|atom| atom.is("&"));
    let is_repeated = is_array && last.text.contains(';');
    // In Go, braces follow a type that begins with brackets.
    let is_go = prefix[0].is_empty() && is_square;
    // A call without arguments stands only before braces, as in `new List<int>() { 1 }`.
    let calls = prefix.iter().filter(|atom| atom.is_empty() && atom.text.starts_with('('));
    let is_juxtaposed = calls.count() > usize::from(last.text.starts_with('{'));
    if is_length || is_repeated || is_go || is_juxtaposed {
        return not_a_value(last);
    }
    let starts_with_bracket =
        matches!(&last.kind, Kind::Group(atoms) if atoms.first().is_some_and(Atom::is_bracketed));
    let is_wrapper = has(WRAPPERS) || has("new") || (has("list") && starts_with_bracket);
    match value {
        Node::List(_, nodes) if is_call && has(WRAPPERS) && nodes.len() > 1 => not_a_value(last),
        Node::List(_, mut nodes) if is_call && is_wrapper && nodes.len() == 1 => {
            Ok(nodes.remove(0))
        }
        value => Ok(value),
    }
}

fn node<'a>(atom: &Atom<'a>) -> Result<Node<'a>, Fault> {
    let line = atom.line;
    match &atom.kind {
        Kind::Number => Ok(Node::Number(line, atom.text)),
        Kind::Quoted(text) => Ok(Node::Text(line, text)),
        Kind::Leaf(text) => {
            let text = text.trim();
            let inner = text.strip_prefix('|').and_then(|text| text.strip_suffix('|'));
            let inner = inner.unwrap_or(text);
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
            let is_list = |node: &Node| node.depth() > 1 && (is_round || node.has_lists_only());
            match group(line, atoms)? {
                Node::List(_, mut nodes) if is_outer && nodes.len() == 1 && is_list(&nodes[0]) => {
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
    let is_empty = |item: &&Item| item.name.is_some() && item.values.is_empty();
    if let Some(item) = items.iter().find(is_empty) {
        return Err(Fault::at(item.line, not_understood(item.name())));
    }
    if items.iter().any(|item| item.name.is_some()) {
        if let Some(item) = items.iter().find(|item| item.name.is_none()) {
            let text = Excerpt(item.text);
            let what = format!("{text:?} without a name beside values with names");
            return refuse(item.line, what, "names for all values", "correct it");
        }
        if !atoms[0].is_word_of(DEFINITIONS) {
            check_record(&items)?;
        }
        return Ok(Node::Record(items));
    }
    let has_separators = items.len() > 1;
    let mut nodes = Vec::new();
    for item in items {
        let are_numbers = item.values.iter().all(|node| matches!(node, Node::Number(..)));
        let count = item.values.iter().filter(|node| node.depth() > 0).count();
        let are_alike = count == 0 || count == item.values.len();
        if item.values.len() < 2 || (are_alike && !has_separators) {
            nodes.extend(item.values);
        } else if are_numbers {
            nodes.push(Node::List(item.line, item.values));
        } else {
            let shown = Excerpt(item.text);
            let what = format!("two values without a separator after {shown:?}");
            return refuse(item.line, what, "commas between values", "add them");
        }
    }
    Ok(Node::List(line, nodes))
}

/// An error if brackets hold the clues of one side only: they are not the brackets of a puzzle.
fn check_record(items: &[Item]) -> Result<(), Fault> {
    let of = |side| {
        items.iter().find(|item| {
            let is_side = Word::of(item.name()) == Some(Word::Lines(side));
            is_side && item.label.is_none() && !is_singular(item.name())
        })
    };
    let ((Some(item), None) | (None, Some(item))) = (of(Side::Rows), of(Side::Columns)) else {
        return Ok(());
    };
    let what = format!("{:?} alone in brackets", Excerpt(item.name()));
    let expected = "the rows and the columns in the same brackets";
    let help = "remove the brackets, or correct them";
    refuse(item.line, what, expected, help)
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
        let is_flat = match self {
            Self::Leaf(_, text) => split_leaf(text).iter().all(|clue| is_number(clue)),
            Self::List(_, nodes) => nodes.iter().all(|node| matches!(node, Self::Number(..))),
            _ => false,
        };
        if is_flat { Form::Flat } else { Form::Whole }
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

    pub(super) fn clue(&self) -> Result<Cow<'a, str>, Fault> {
        let wrong = |node: &Self, what: &str| {
            let expected = "a clue such as [3, 1], 3 or \"3 1\"";
            let what = format!("{what} in place of a clue");
            refuse(node.line(), what, expected, "correct the brackets")
        };
        match self {
            Self::Number(_, text) | Self::Text(_, text) => Ok(Cow::Borrowed(text)),
            Self::Leaf(_, text) if text.contains(';') => Ok(Cow::Owned(text.replace(';', " "))),
            Self::Leaf(_, text) => Ok(Cow::Borrowed(text)),
            Self::List(_, nodes) => {
                let number = |node: &Self| match node {
                    Self::Number(_, text) => Ok(*text),
                    other if other.depth() > 0 => wrong(other, "a list"),
                    other => wrong(other, "a text or a named value"),
                };
                let numbers: Result<Vec<&str>, Fault> = nodes.iter().map(number).collect();
                Ok(Cow::Owned(numbers?.join(",")))
            }
            Self::Record(_) => wrong(self, "a named value").map(Cow::Borrowed),
        }
    }

    /// The clues of a list, with their lines.
    pub(super) fn clues(&self) -> Result<Vec<(usize, Cow<'a, str>)>, Fault> {
        let (line, clues) = match self {
            Self::List(_, nodes) => {
                let clues = nodes.iter().map(|node| Ok((node.line(), node.clue()?)));
                return clues.collect();
            }
            Self::Leaf(line, text) => (*line, split_leaf(text)),
            Self::Text(line, text) if text.contains(MARKS) => {
                let parts = text.trim().trim_end_matches(MARKS).split(MARKS);
                (*line, parts.map(str::trim).collect())
            }
            _ => {
                let expected = "the clues of a side, such as [[1, 1], [3]]";
                let what = "a single value in place of a list";
                return refuse(self.line(), what, expected, "put the clues in brackets");
            }
        };
        Ok(clues.into_iter().map(|clue| (line, Cow::Borrowed(clue))).collect())
    }
}

/// The clues of a list without inner brackets: lines, parts between semicolons or commas that have spaces, or else single lengths.
fn split_leaf(text: &str) -> Vec<&str> {
    let is_several = |part: &str| numbers(part).nth(1).is_some();
    for separator in [';', '\n', ','] {
        let is_plain = separator == '\n' && text.contains(',');
        if !is_plain && text.contains(separator) && text.split(separator).any(is_several) {
            let parts = text.trim().trim_end_matches(separator).split(separator);
            return parts.map(str::trim).collect();
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
    let name = Excerpt(name);
    let what = format!("{name:?} is neither the rows nor the columns nor another part of a puzzle");
    let help = "rename it, or remove what is not part of the puzzle";
    syntax(what, "names such as rows and columns", help)
}

/// Words of modifiers, types and constructors, in lower case.
const WORDS: [&str; 3] = [
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

/// Signs of modifiers and types.
const SIGNS: &str = ". :: & * ! ? : $ @ % -> |";

/// Whether a table contains a word, regardless of case.
pub(super) fn is_in(table: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    table.split(' ').any(|known| known == word)
}

fn is_type_word(word: &str) -> bool {
    WORDS.iter().any(|table| is_in(table, word))
}

/// The sizes in modifiers and types, outermost first, `None` where none is stated; an error if the atoms have another meaning.
fn sizes(atoms: &[Atom]) -> Result<Vec<Option<usize>>, Fault> {
    let mut sizes = Vec::new();
    for atom in atoms {
        let is_square = atom.text.starts_with('[');
        match &atom.kind {
            Kind::Word if is_type_word(atom.text) => {}
            Kind::Sign if is_in(SIGNS, atom.text) => {}
            Kind::Leaf(inner) if inner.trim().is_empty() && is_square => sizes.push(None),
            Kind::Leaf(inner) if inner.chars().all(|c| c == ',') => {}
            Kind::Leaf(inner) if is_number(inner.trim()) && is_square => {
                sizes.push(inner.trim().parse().ok());
            }
            Kind::Generic | Kind::Group(_) if is_type(atom.text) => {
                sizes_of_type(atom.text, &mut sizes);
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
        let is_inner = text[..at].ends_with(is_part_of_word);
        if c.is_ascii_digit() && !is_inner && depth > 0 {
            let digits = text[at..].split(|c: char| !c.is_ascii_digit()).next();
            sizes.resize(sizes.len().max(base + depth), None);
            sizes[base + depth - 1] = digits.and_then(|digits| digits.parse().ok());
        }
    }
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether text in brackets is a type: words of types, sizes and signs.
fn is_type(text: &str) -> bool {
    let words = text.split(|c| !is_part_of_word(c));
    let mut words = words.filter(|word| !word.is_empty());
    let has_word = text.contains(|c: char| c.is_alphabetic() || c == '_');
    (has_word || text.contains("...") || text == "<>")
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
        let help = "correct the size, or add what is missing";
        refuse(line, what, expected, help)
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
    let mut lengths = nodes.iter().filter_map(length);
    match lengths.find(|&(_, found)| found > size) {
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
        Node::Number(line, text) => Some((*line, text)),
        _ => None,
    });
    match number {
        Some((line, text)) if nodes.iter().any(|node| node.depth() > 0) => {
            let what = format!("the number {text} beside lists in a list with a type");
            let expected = "brackets around each clue";
            refuse(line, what, expected, "correct the brackets")
        }
        _ => Ok(()),
    }
}
