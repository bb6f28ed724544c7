//! Types, modifiers and constructors of programming languages around the lists, and the sizes that types state.
//!
//! Every word must be in a table; sizes must match the value.

use super::code::{Node, not_a_value, numbers};
use super::scan::{Atom, Kind};
use crate::formats::clues::is_number;
use crate::formats::error::{Fault, refuse};

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

pub(super) fn is_type_word(word: &str) -> bool {
    WORDS.iter().any(|table| is_in(table, word))
}

/// The sizes in modifiers and types, outermost first, `None` where none is stated; an error if the atoms have another meaning.
pub(super) fn sizes(atoms: &[Atom]) -> Result<Vec<Option<usize>>, Fault> {
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
pub(super) fn check_sizes(node: &Node, sizes: &[Option<usize>]) -> Result<(), Fault> {
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
pub(super) fn check_typed(node: &Node) -> Result<(), Fault> {
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
