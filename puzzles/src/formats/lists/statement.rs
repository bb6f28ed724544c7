//! Statements with brackets: clues of a side, sizes, metadata, a drawing, or a record of these.
//!
//! One rule for all programming languages: an item is a value, or a name, a sign such as `=` and a value. A value is a number, a text in
//! quotes, or brackets with items. Words, signs and empty or sized square brackets before a name, or between it and the sign, are its
//! type, where no value could be meant; a type may also stand before braces, as in `[][]int{{3, 1}, {5}}`. Everything else is refused.

use std::borrow::Cow;

use super::lines::{Entry, Form, Parts};
use super::scan::{Atom, Kind, not_understood};
use crate::Excerpt;
use crate::formats::clues::{is_number, not_a_number};
use crate::formats::draft::Word;
use crate::formats::error::{Fault, Side, refuse};

/// Signs in types and before names.
const SIGNS: [&str; 11] = [".", ":", "::", "*", "&", "$", "@", "?", "!", "<", ">"];

#[derive(Debug)]
enum Node<'a> {
    Number(usize, &'a str),
    /// Text in quotes.
    Text(usize, &'a str),
    /// Numbers in brackets, as in the file.
    Leaf(usize, &'a str),
    List(usize, Vec<Node<'a>>),
    /// Named values in brackets.
    Record(usize, Vec<Item<'a>>),
}

/// A value, and its name if it has one.
#[derive(Debug)]
struct Item<'a> {
    line: usize,
    text: &'a str,
    name: Option<&'a str>,
    /// Whether a type stands beside the name or before the value.
    is_typed: bool,
    value: Node<'a>,
}

/// A type beside a name or before a value.
#[derive(Default)]
struct Type {
    is_stated: bool,
    /// The number of elements of a list, from the first pair of brackets.
    size: Option<usize>,
}

fn not_a_value<T>(atom: &Atom) -> Result<T, Fault> {
    Err(Fault::at(atom.line, not_understood(atom.text)))
}

/// The items of a statement or between brackets; commas and semicolons separate them.
fn items<'a>(atoms: &[Atom<'a>]) -> Result<Vec<Item<'a>>, Fault> {
    let mut items = Vec::new();
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
    if let Some(item) = items.iter().find(|item| item.name.is_none())
        && items.iter().any(|item| item.name.is_some())
    {
        let what = format!("{:?} without a name beside values with names", Excerpt(item.text));
        return refuse(item.line, what, "names for all values", "correct it");
    }
    Ok(items)
}

fn item<'a>(atoms: &[Atom<'a>]) -> Result<Item<'a>, Fault> {
    let assign = atoms.iter().position(Atom::is_assign);
    let assign = assign.or_else(|| atoms.iter().position(|atom| atom.is(":")));
    let (head, value) = match assign {
        Some(at) => (&atoms[..at], &atoms[at + 1..]),
        None => (&[][..], atoms),
    };
    let (name, before) =
        if assign.is_some() { named(head, &atoms[0])? } else { Default::default() };
    let Some((last, prefix)) = value.split_last() else {
        return not_a_value(&atoms[atoms.len() - 1]);
    };
    // Only braces and records have a type before them, and only a word shows that empty brackets are a type.
    let is_assign = |atom: &Atom| atom.is_assign() || atom.is(":");
    let is_record = matches!(&last.kind, Kind::Group(atoms) if atoms.iter().any(is_assign));
    let has_word = prefix.iter().any(|atom| atom.kind == Kind::Word);
    if !prefix.is_empty() && !((is_record || last.text.starts_with('{')) && has_word) {
        return not_a_value(if last.is_bracketed() { &prefix[0] } else { last });
    }
    let (of_value, node) = (type_of(prefix)?, node(last)?);
    check_size(&node, before.size)?;
    check_size(&node, of_value.size)?;
    Ok(Item {
        line: atoms[0].line,
        text: atoms[0].text,
        name,
        is_typed: before.is_stated || of_value.is_stated,
        value: node,
    })
}

/// The name in the atoms before a sign such as `=`, and its type. The name is the only word with a meaning, or else the last word.
fn named<'a>(head: &[Atom<'a>], first: &Atom) -> Result<(Option<&'a str>, Type), Fault> {
    if let [only] = head
        && let Kind::Quoted(text) = only.kind
    {
        return Ok((Some(text), Type::default()));
    }
    let stated = type_of(head)?;
    let words = || head.iter().filter(|atom| atom.kind == Kind::Word);
    let is_part = |atom: &&Atom| !matches!(meaning(atom.text), None | Some(Word::Whole));
    let mut parts = words().filter(is_part);
    let name = match (parts.next(), parts.next()) {
        (_, Some(second)) => return not_a_value(second),
        (name, None) => name.or_else(|| words().next_back()),
    };
    let Some(name) = name else {
        return not_a_value(first);
    };
    // `rows[0]`, `rows[]` and `rows.first` are elements, unless a word is the type of an array.
    let mut behind = head.iter().skip_while(|atom| !std::ptr::eq(*atom, name)).skip(1);
    if let Some(sign) = behind.next()
        && (sign.is(".") || sign.text.starts_with('[') && words().count() == 1)
    {
        return not_a_value(sign);
    }
    Ok((Some(name.text), stated))
}

/// The part of a puzzle that a name denotes; a name with digits, such as `row1`, denotes none.
fn meaning(name: &str) -> Option<Word> {
    Word::of(name).filter(|_| !name.contains(|c: char| c.is_ascii_digit()))
}

/// Words before a name or a value that say that its lists are in another order.
const CHANGES: [&str; 8] =
    ["transposed", "transpose", "reversed", "reverse", "rotated", "flipped", "mirrored", "sorted"];

/// The type in some atoms: words, signs, and square brackets around nothing, a size or a type of elements.
fn type_of(atoms: &[Atom]) -> Result<Type, Fault> {
    let mut brackets = Vec::new();
    let mut is_stated = false;
    for atom in atoms {
        let is_square = atom.text.starts_with('[');
        match &atom.kind {
            Kind::Word if CHANGES.contains(&&*atom.text.to_lowercase()) => {
                return not_a_value(atom);
            }
            Kind::Word => continue,
            Kind::Sign if atom.is("<") => {}
            Kind::Sign if SIGNS.contains(&atom.text) => continue,
            Kind::Leaf(inner) if is_square && inner.trim().is_empty() => brackets.push(None),
            Kind::Leaf(inner) if is_square && is_number(inner.trim()) => {
                brackets.push(Some(inner.trim().parse().unwrap_or(usize::MAX)));
            }
            Kind::Group(inner) if is_square && is_element_type(inner) => brackets.push(None),
            _ => return not_a_value(atom),
        }
        is_stated = true;
    }
    Ok(Type { is_stated, size: brackets.first().copied().flatten() })
}

/// Whether the content of square brackets is a type, as in `[[Int]]`.
fn is_element_type(atoms: &[Atom]) -> bool {
    let is_part = |atom: &Atom| match &atom.kind {
        Kind::Word => true,
        Kind::Group(inner) => atom.text.starts_with('[') && is_element_type(inner),
        _ => false,
    };
    atoms.iter().all(is_part)
}

fn node<'a>(atom: &Atom<'a>) -> Result<Node<'a>, Fault> {
    let line = atom.line;
    match &atom.kind {
        Kind::Number => Ok(Node::Number(line, atom.text)),
        Kind::Quoted(text) => Ok(Node::Text(line, text)),
        Kind::Leaf(text) => {
            let has_several = |part: &str| part.split_whitespace().nth(1).is_some();
            if text.contains(',') && text.split(',').any(has_several) {
                let what = format!("two numbers without a comma in {:?}", Excerpt(atom.text));
                return refuse(line, what, "commas between all numbers", "add them");
            }
            Ok(Node::Leaf(line, text))
        }
        Kind::Group(atoms) => match &atoms[..] {
            // In Perl a list of one element, in Python the element itself.
            [only] if only.is_bracketed() && atom.text.starts_with('(') => not_a_value(atom),
            // Lists beside each other, as NumPy prints them.
            [_, _, ..] if atoms.iter().all(Atom::is_bracketed) => {
                let nodes = atoms.iter().map(node);
                Ok(Node::List(line, nodes.collect::<Result<_, _>>()?))
            }
            _ => group(line, items(atoms)?),
        },
        Kind::Word | Kind::Sign => not_a_value(atom),
    }
}

/// The value of brackets around items. Brackets with the clues of only one side are refused: they are not those of a puzzle.
fn group(line: usize, items: Vec<Item>) -> Result<Node, Fault> {
    if items.iter().all(|item| item.name.is_none()) {
        return Ok(Node::List(line, items.into_iter().map(|item| item.value).collect()));
    }
    let of = |side| {
        let is_side = |item: &&Item| item.name.and_then(meaning) == Some(Word::Lines(side));
        items.iter().find(is_side)
    };
    if let (Some(item), None) | (None, Some(item)) = (of(Side::Rows), of(Side::Columns)) {
        let what = format!("{:?} alone in brackets", Excerpt(item.name.unwrap_or_default()));
        let expected = "the rows and the columns in the same brackets";
        return refuse(item.line, what, expected, "remove the brackets, or correct them");
    }
    Ok(Node::Record(line, items))
}

/// An error if a list has more or fewer elements than its type declares.
fn check_size(node: &Node, size: Option<usize>) -> Result<(), Fault> {
    let found = match node {
        Node::Leaf(_, text) => numbers(text).count(),
        Node::List(_, nodes) => nodes.len(),
        _ => return Ok(()),
    };
    match size {
        Some(size) if size != found => {
            let what = format!("a list of {found} in a type of size {size}");
            let help = "correct the size, or add what is missing";
            refuse(node.line(), what, format!("{size} elements"), help)
        }
        _ => Ok(()),
    }
}

/// Numbers between separators.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

impl<'a> Node<'a> {
    fn line(&self) -> usize {
        match self {
            Self::Number(line, _)
            | Self::Text(line, _)
            | Self::Leaf(line, _)
            | Self::List(line, _)
            | Self::Record(line, _) => *line,
        }
    }

    /// The clues of a list, and how they are written.
    fn clues(&self, is_typed: bool) -> Result<(Form, Vec<Entry<'a>>), Fault> {
        let nodes = match self {
            Self::Leaf(line, text) => {
                let mut parts = text.trim().strip_suffix(',').unwrap_or(text).split(',');
                if !text.trim().is_empty() && parts.any(|part| part.trim().is_empty()) {
                    return Err(Fault::at(*line, not_a_number(text)));
                }
                let clues = numbers(text).map(|text| Entry::new(*line, text));
                return Ok((Form::Numbers, clues.collect()));
            }
            Self::List(_, nodes) => nodes,
            other => {
                let expected = "the clues of a side, such as [[1, 1], [3]]";
                let what = "a single value in place of a list";
                return refuse(other.line(), what, expected, "put the clues in brackets");
            }
        };
        let is_number = |node: &&Self| matches!(node, Self::Number(..));
        let are_numbers = nodes.iter().all(|node| is_number(&node));
        if let Some(number) = nodes.iter().find(is_number)
            && is_typed
            && !are_numbers
        {
            let what = "a number beside lists in a list with a type";
            return refuse(
                number.line(),
                what,
                "brackets around each clue",
                "correct the brackets",
            );
        }
        let clues = nodes.iter().map(Self::clue).collect::<Result<_, _>>()?;
        Ok((if are_numbers { Form::Numbers } else { Form::Brackets }, clues))
    }

    fn clue(&self) -> Result<Entry<'a>, Fault> {
        match self {
            Self::Number(line, text) | Self::Text(line, text) | Self::Leaf(line, text) => {
                Ok(Entry::new(*line, *text))
            }
            Self::List(line, _) | Self::Record(line, _) => {
                let what = "a list or a record in place of a clue";
                let expected = "a clue such as [3, 1], 3 or \"3 1\"";
                refuse(*line, what, expected, "correct the brackets")
            }
        }
    }

    /// The two lists of a puzzle, each with its clues in brackets.
    fn pair(&self) -> Option<[&Self; 2]> {
        let is_list = |node: &Self| matches!(node, Self::List(..));
        match self {
            Self::List(_, nodes) => match &nodes[..] {
                [first, second] if is_list(first) && is_list(second) => Some([first, second]),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'a> Parts<'a> {
    pub(super) fn statement(&mut self, atoms: &[Atom<'a>]) -> Result<(), Fault> {
        let (is_item, clue) = match atoms {
            [sign, rest @ ..] if sign.is("-") || sign.is("*") => (true, rest),
            _ => (false, atoms),
        };
        let clue = match clue {
            [clue, end] if end.is_separator() => Some(clue),
            [clue] => Some(clue),
            _ => None,
        };
        // Brackets or quotes alone on a line are a clue.
        if let Some(clue) = clue
            && clue.text.starts_with(['[', '"', '\''])
            && !clue.text.contains('\n')
            && let Kind::Leaf(text) | Kind::Quoted(text) = clue.kind
        {
            return self.clue(clue.line, text, if is_item { Form::Item } else { Form::Line });
        }
        items(atoms)?.into_iter().try_for_each(|item| self.item(item))
    }

    fn item(&mut self, item: Item<'a>) -> Result<(), Fault> {
        let line = item.line;
        let Some(name) = item.name else {
            return self.unnamed(item);
        };
        match (meaning(name), &item.value) {
            (Some(Word::Whole), _) | (None, Node::Record(..)) => self.unnamed(item),
            (Some(Word::Lines(side) | Word::Size(side)), Node::Number(_, text)) => {
                self.size(side, text, line)
            }
            (Some(Word::Lines(side)), value) => {
                self.begin(line, side, name)?;
                self.whole(value, item.is_typed)
            }
            (Some(Word::Picture), value) => self.drawing(value),
            (_, Node::Text(_, text)) if self.describe(name, text) => Ok(()),
            _ => {
                let name = Excerpt(name);
                let what = format!(
                    "{name:?} is neither the rows nor the columns nor another part of a puzzle"
                );
                let help = "rename it, or remove what is not part of the puzzle";
                refuse(line, what, "names such as rows and columns", help)
            }
        }
    }

    /// Handles a value without a name of its own.
    fn unnamed(&mut self, item: Item<'a>) -> Result<(), Fault> {
        if let Some(lists) = item.value.pair() {
            return lists.into_iter().try_for_each(|list| {
                self.is_apart = true;
                self.whole(list, item.is_typed)
            });
        }
        match item.value {
            Node::Record(_, items) => items.into_iter().try_for_each(|item| self.item(item)),
            Node::List(..) => self.whole(&item.value, item.is_typed),
            _ => Err(Fault::at(item.line, not_understood(item.text))),
        }
    }

    /// Adds a list that is complete. A heading above it, if it has no clues yet, names its side.
    fn whole(&mut self, list: &Node<'a>, is_typed: bool) -> Result<(), Fault> {
        let (form, clues) = list.clues(is_typed)?;
        if self.lists.last().is_some_and(|list| !list.clues.is_empty()) {
            self.is_apart = true;
            self.is_ended = true;
        }
        self.gap = None;
        clues.into_iter().try_for_each(|clue| self.add(clue, form))?;
        (self.is_apart, self.is_ended) = (true, true);
        Ok(())
    }

    /// Handles a drawing: rows as texts or lists of cells, or a list of all cells.
    fn drawing(&mut self, value: &Node<'a>) -> Result<(), Fault> {
        let line = value.line();
        if self.picture.is_some() {
            let help = "put each puzzle into its own file";
            return refuse(line, "a second drawing", "one", help);
        }
        let row = |node: &Node<'a>| match node {
            Node::Text(_, text) => Ok(Cow::Borrowed(*text)),
            Node::Leaf(_, text) if numbers(text).all(|cell| cell == "0" || cell == "1") => {
                Ok(Cow::Owned(numbers(text).collect::<Vec<_>>().join(",")))
            }
            other => {
                let expected = "its rows, such as [[1, 0], [0, 1]] or [\"#-\", \"-#\"]";
                refuse(other.line(), "other values in a drawing", expected, "correct it")
            }
        };
        let rows: Result<Vec<Cow<str>>, Fault> = match value {
            Node::List(_, nodes) => nodes.iter().map(row).collect(),
            other => row(other).map(|row| vec![row]),
        };
        self.picture = Some((line, rows?.join("\n")));
        Ok(())
    }
}
