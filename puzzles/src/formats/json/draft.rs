//! The parts of a puzzle in an object, and the members of an object that may hold puzzles.
//!
//! [`Draft::add_all`] identifies keys by their meaning. The values of the parts are read later, when all colours are known.

use super::node::{Node, Value, twice};
use super::{Fault, Side, syntax};
use crate::excerpt::Excerpt;
use crate::formats::colours::Colours;
use crate::formats::error::ParseErrorKind;
use crate::formats::words::Word;
use crate::{MAX_SIDE, Metadata, Rgb};

/// Maximum depth of objects that are parts of one puzzle.
const MAX_PARTS: usize = 8;

/// Maximum number of ignored keys that are listed.
const IGNORED: usize = 8;

/// Maximum number of pictures of one puzzle, such as a solution and a board to fill in.
const PICTURES: usize = 4;

/// Keys of the size, besides those of [`Word::Size`].
const SIZES: [&str; 3] = ["size", "dimensions", "shape"];

/// Words for clues, without their side, in keys of colours.
const CLUE_COLOURS: [&str; 5] = ["clue", "clues", "hint", "hints", "block"];

/// The parts of a puzzle found in an object.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub(super) line: usize,
    pub(super) rows: Option<Node<'a>>,
    pub(super) columns: Option<Node<'a>>,
    /// Two lists of clues under one key.
    pub(super) pair: Option<(Node<'a>, Node<'a>)>,
    pub(super) height: Option<usize>,
    pub(super) width: Option<usize>,
    /// Declared sizes whose meaning depends on the clues: one number, or two in unknown order.
    pub(super) sizes: Vec<Vec<usize>>,
    pub(super) pictures: Vec<Node<'a>>,
    pub(super) colours: Colours,
    /// Character and RGB value of the colours that were declared in a list, in order.
    pub(super) listed: Vec<(Option<char>, Option<Rgb>)>,
    pub(super) metadata: Metadata,
    /// Members with other keys that are objects or lists.
    others: Vec<(String, Node<'a>)>,
    /// Lists and objects that hold puzzles.
    puzzles: Vec<(Option<String>, Node<'a>)>,
    ignored: Vec<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(line: usize) -> Self {
        Self {
            line,
            colours: Colours::with_default(""),
            ..Self::default()
        }
    }

    /// Adds the members of an object.
    pub(super) fn add_all(&mut self, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        if depth > MAX_PARTS {
            let what = format!("objects nested more than {MAX_PARTS} deep");
            return Err((node.line, syntax(what, "the parts of a puzzle")));
        }
        let Value::Object(members) = node.value()? else {
            return Err(node.refuse("an object"));
        };
        for member in members {
            let (key, value) = member?;
            self.add(&key, value, depth)?;
        }
        Ok(())
    }

    fn add(&mut self, key: &str, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        match Word::of(key) {
            Some(Word::Lines(side)) => self.add_side(side, key, node),
            Some(Word::Size(side)) => match number(node)? {
                Some(size) => self.declare(side, size, node.line),
                None => Ok(()),
            },
            Some(Word::Picture) => match node.value()? {
                Value::Object(_) => self.add_all(node, depth + 1),
                Value::List(_) => self.add_picture(node),
                Value::Text(text) if !is_file(&text) => self.add_picture(node),
                Value::Null => Ok(()),
                _ => self.ignore(key),
            },
            Some(Word::Palette) => match node.value()? {
                Value::List(_) | Value::Object(_) => self.add_palette(node),
                Value::Null => Ok(()),
                _ => self.ignore(key),
            },
            Some(Word::Background) => {
                self.colours.background = super::palette::rgb(node)?.or(self.colours.background);
                Ok(())
            }
            Some(Word::Whole) => self.add_whole(key, node, depth),
            Some(Word::Title) => text(node, &mut self.metadata.title),
            Some(Word::Author) => text(node, &mut self.metadata.by),
            Some(Word::Catalogue) => text(node, &mut self.metadata.catalogue),
            Some(Word::Copyright) => text(node, &mut self.metadata.copyright),
            Some(Word::License) => text(node, &mut self.metadata.license),
            None if SIZES.iter().any(|size| key.eq_ignore_ascii_case(size)) => {
                self.add_sizes(node, depth)
            }
            None if node.is_list() && node.items().next().is_some() && is_colour_of_clues(key) => {
                let what = format!("{:?}, colours apart from the lengths", Excerpt(key));
                Err((
                    node.line,
                    syntax(what, "the colour of each block in its clue, such as \"3a\""),
                ))
            }
            None if node.is_object() || node.is_list() => {
                self.others.push((key.to_owned(), node));
                Ok(())
            }
            None => self.ignore(key),
        }
    }

    fn ignore(&mut self, key: &str) -> Result<(), Fault> {
        if self.ignored.len() < IGNORED {
            self.ignored.push(key.to_owned());
        }
        Ok(())
    }

    /// Adds the value of a key such as `rows`: clues or their number.
    fn add_side(&mut self, side: Side, key: &str, node: Node<'a>) -> Result<(), Fault> {
        let place = match side {
            Side::Rows => &mut self.rows,
            Side::Columns => &mut self.columns,
        };
        match node.value()? {
            Value::Null => Ok(()),
            Value::Number(_) => match number(node)? {
                Some(size) => self.declare(side, size, node.line),
                None => Ok(()),
            },
            Value::Bool(_) => Err(node.refuse("a list of clues")),
            _ if place.is_some() => Err((node.line, twice(key))),
            _ => {
                *place = Some(node);
                Ok(())
            }
        }
    }

    /// Adds the value of a key such as `clues` or `puzzles`: an object with parts of this puzzle, two lists of clues, or puzzles.
    fn add_whole(&mut self, key: &str, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        if node.is_object() {
            return self.add_all(node, depth + 1);
        }
        if !node.is_list() {
            return self.ignore(key);
        }
        if holds_objects(node) {
            if !holds_puzzle(node, 0)? {
                return self.ignore(key);
            }
            self.puzzles.push((None, node));
            return Ok(());
        }
        match super::clues::kind(node) {
            Ok(super::clues::Kind::Pair(..)) if self.pair.is_some() => {
                return Err((node.line, twice(key)));
            }
            Ok(super::clues::Kind::Pair(first, second)) => self.pair = Some((first, second)),
            Ok(super::clues::Kind::Drawing) => return self.add_picture(node),
            Ok(super::clues::Kind::Several) => self.puzzles.push((None, node)),
            Err(fault) if node.items().any(|item| item.is_ok_and(Node::is_list)) => {
                return Err(fault);
            }
            Err(_) => return self.ignore(key),
        }
        Ok(())
    }

    pub(super) fn add_picture(&mut self, node: Node<'a>) -> Result<(), Fault> {
        self.pictures.push(node);
        match self.pictures.len() > PICTURES {
            true => Err((
                node.line,
                syntax("many pictures of one puzzle", "its solution"),
            )),
            false => Ok(()),
        }
    }

    /// Records a declared size of a side; an error if another one was declared.
    fn declare(&mut self, side: Side, size: usize, line: usize) -> Result<(), Fault> {
        let place = match side {
            Side::Rows => &mut self.height,
            Side::Columns => &mut self.width,
        };
        match place.replace(size) {
            Some(other) if other != size => {
                let what = format!("the sizes {other} and {size} for one side");
                Err((line, syntax(what, "one size")))
            }
            _ => Ok(()),
        }
    }

    /// Adds the value of a key such as `size`: an object with a height and a width, one or two numbers, or text such as `5x8`.
    fn add_sizes(&mut self, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        let sizes = match node.value()? {
            Value::Object(_) => return self.add_all(node, depth + 1),
            Value::Number(_) => number(node)?.into_iter().collect(),
            Value::Text(text) => {
                let parts = text.split(['x', 'X', '×', '*', ',']);
                parts.map_while(|part| part.trim().parse().ok()).collect()
            }
            Value::List(items) => {
                let sizes = items.take(3).map(|item| number(item?));
                sizes
                    .collect::<Result<Option<Vec<usize>>, Fault>>()?
                    .unwrap_or_default()
            }
            Value::Null | Value::Bool(_) => Vec::new(),
        };
        match sizes.len() {
            1 | 2 => self.sizes.push(sizes),
            _ => {
                self.ignore("size")?;
            }
        }
        Ok(())
    }

    /// Whether the object has clues or a picture of its own.
    pub(super) fn is_puzzle(&self) -> bool {
        let has_clues = self.rows.is_some() || self.columns.is_some() || self.pair.is_some();
        has_clues || !self.pictures.is_empty()
    }

    /// An error if the object has parts of its own beside puzzles.
    pub(super) fn check_alone(&self) -> Result<(), ParseErrorKind> {
        match self.puzzles.is_empty() {
            true => Ok(()),
            false => Err(syntax(
                "clues or a picture beside a list of puzzles",
                "one of them",
            )),
        }
    }

    /// The values that hold the puzzles of an object without parts of its own, with their keys as titles; an error if there are none.
    pub(super) fn within(&mut self) -> Result<Vec<(Option<String>, Node<'a>)>, Fault> {
        let mut found = std::mem::take(&mut self.puzzles);
        if found.is_empty() {
            for (key, node) in std::mem::take(&mut self.others) {
                match holds_puzzle(node, 0)? {
                    true => found.push((Some(key), node)),
                    false => self.ignore(&key)?,
                }
            }
        }
        if found.is_empty() {
            let kind = ParseErrorKind::Syntax {
                what: "an object without clues and without a grid".to_owned(),
                expected: "the keys \"rows\" and \"columns\", or a \"grid\"".to_owned(),
                help: "add what is missing".to_owned(),
            };
            return Err((self.line, kind));
        }
        Ok(found)
    }

    /// The keys without a meaning.
    pub(super) fn ignored(&mut self) -> &[String] {
        for (key, _) in std::mem::take(&mut self.others) {
            // Keys are never a fault.
            let _ = self.ignore(&key);
        }
        &self.ignored
    }

    /// Checks that the number of clues equals the declared size, or is not 0 if no size is declared.
    pub(super) fn check_count(&self, side: Side, found: usize) -> Result<(), ParseErrorKind> {
        let size = match side {
            Side::Rows => self.height,
            Side::Columns => self.width,
        };
        match size {
            None if found == 0 => Err(ParseErrorKind::NoClues { side }),
            Some(expected) if found < expected => Err(ParseErrorKind::TooFewLines {
                side,
                found,
                expected,
            }),
            Some(expected) if found > expected => {
                Err(ParseErrorKind::TooManyLines { side, expected })
            }
            _ => Ok(()),
        }
    }

    /// Checks that the puzzle has the declared sizes.
    pub(super) fn check_size(&self, (rows, columns): (usize, usize)) -> Result<(), ParseErrorKind> {
        let fits = |sizes: &Vec<usize>| match sizes[..] {
            [size] => [rows, columns].contains(&size) || size == rows * columns,
            [first, second] => {
                (first, second) == (rows, columns) || (second, first) == (rows, columns)
            }
            _ => true,
        };
        let sides = (self.height.unwrap_or(rows), self.width.unwrap_or(columns));
        let declared = match self.sizes.iter().find(|sizes| !fits(sizes)) {
            Some(sizes) => sizes
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(" x "),
            None if sides != (rows, columns) => format!("{} x {}", sides.0, sides.1),
            None => return Ok(()),
        };
        let what = format!("a puzzle of {rows} x {columns} cells");
        Err(syntax(what, &format!("the declared size {declared}")))
    }
}

/// The natural number that is a size; `None` if the value is null.
fn number(node: Node) -> Result<Option<usize>, Fault> {
    let size = match node.value()? {
        Value::Null => return Ok(None),
        Value::Number(digits) => digits.parse().ok(),
        Value::Text(digits) => digits.trim().parse().ok(),
        _ => None,
    };
    match size {
        Some(size) if size <= MAX_SIDE => Ok(Some(size)),
        Some(size) => {
            let what = format!("the size {size}");
            Err((node.line, syntax(what, &format!("at most {MAX_SIDE}"))))
        }
        None => Err(node.refuse("a whole number such as 10")),
    }
}

/// Stores a text or a number as text, unless the place has one.
fn text(node: Node, place: &mut Option<String>) -> Result<(), Fault> {
    let text = match node.value()? {
        Value::Text(text) => Some(text.into_owned()),
        Value::Number(digits) => Some(digits.to_owned()),
        _ => None,
    };
    *place = place.take().or(text);
    Ok(())
}

/// Whether a key such as `rowColors` names the colours of clues.
fn is_colour_of_clues(key: &str) -> bool {
    let letters: String = key
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    let rest = letters
        .replace("colours", "")
        .replace("colors", "")
        .replace("colour", "")
        .replace("color", "");
    rest.len() < letters.len()
        && (matches!(Word::of(&rest), Some(Word::Lines(_)))
            || CLUE_COLOURS.contains(&rest.as_str()))
}

/// Whether a text names a picture file instead of being a picture.
fn is_file(text: &str) -> bool {
    let (before, end) = text.rsplit_once('.').unwrap_or((text, ""));
    let is_extension = (2..=4).contains(&end.len()) && end.chars().all(char::is_alphanumeric);
    let is_name = before.chars().any(char::is_alphabetic) && end.chars().any(char::is_alphabetic);
    text.contains("://") || text.starts_with("data:") || (is_extension && is_name)
}

/// Whether the first value of a list is an object.
pub(super) fn holds_objects(node: Node) -> bool {
    node.items()
        .next()
        .is_none_or(|item| item.is_ok_and(Node::is_object))
}

/// Whether a value is or contains an object with clues or a picture; of a list, only the first value is examined.
fn holds_puzzle(node: Node, depth: usize) -> Result<bool, Fault> {
    if depth > super::MAX_DEPTH {
        return Ok(false);
    }
    match node.value()? {
        Value::List(mut items) => match items.next().transpose()? {
            Some(item) if item.is_object() => holds_puzzle(item, depth + 1),
            _ => Ok(false),
        },
        Value::Object(members) => {
            for member in members {
                let (key, value) = member?;
                let is_part = match Word::of(&key) {
                    Some(Word::Lines(_)) => value.is_list() || value.is_object() || value.is_text(),
                    Some(Word::Picture) => value.is_list() || value.is_text(),
                    _ => false,
                };
                let nested = value.is_list() || value.is_object();
                if is_part || (nested && holds_puzzle(value, depth + 1)?) {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        _ => Ok(false),
    }
}
