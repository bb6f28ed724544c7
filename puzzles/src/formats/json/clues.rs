//! The clues of a JSON puzzle: numbers, texts such as `"3 1"` and `"3a"`, and blocks with a colour such as `["red", 3]` or
//! `{"color": "red", "count": 3}`.
//!
//! [`Parts::clues`] reads one side; [`kind`] tells two lists of clues from a drawing.

use super::parts::{Parts, is_blank};
use super::{Node, Value, wrong};
use crate::formats::clues::{ClueLine, not_a_number};
use crate::formats::error::{Fault, OnLine, ParseErrorKind};
use crate::{Clue, MAX_SIDE};

/// Separators between the clues in a text.
const SEPARATORS: [char; 4] = [';', '\n', '/', '|'];

/// Keys of the length of a block, and of its colour.
const LENGTHS: &str = "count length len size number num n run amount value";
const COLOURS: &str = "color colour c ink char symbol val colorid colorindex colorname";

/// The blocks of a clue so far: lengths and names of colours.
type Blocks = Vec<(usize, Option<String>)>;

/// What a list without objects is.
pub(super) enum Kind<'a> {
    /// Two lists of clues.
    Pair(Node<'a>, Node<'a>),
    /// Rows of cells.
    Drawing,
    /// Puzzles, each two lists of clues.
    Several,
}

/// Decides what a list without objects is; an error if it may be both clues and cells.
pub(super) fn kind(node: Node<'_>) -> Result<Kind<'_>, Fault> {
    let name_it = "objects with \"rows\" and \"columns\", or with a \"grid\"";
    match (depth(node, 5)?, node.pair()) {
        (4, _) => {
            // A length beside lists of lengths shows that brackets may be lost.
            let has_lists_only = |side: Node| side.items().all(Node::is_list);
            for item in node.items() {
                if !matches!(kind(item)?, Kind::Pair(..)) || !item.items().all(has_lists_only) {
                    let what = "a puzzle in a list of puzzles, with brackets that differ";
                    return wrong(item.line, what, "two lists of clues, each clue in brackets");
                }
            }
            Ok(Kind::Several)
        }
        (3, Some((first, second))) => {
            let is_wide = |list: Node| list.items().any(|row| row.items().nth(1).is_some());
            let are_drawings = is_drawing(first)? && is_drawing(second)? && has_blank(node)?;
            if are_drawings && is_wide(first) && is_wide(second) {
                return wrong(node.line, "two lists that may be clues or drawings", name_it);
            }
            Ok(Kind::Pair(first, second))
        }
        (2, Some(_)) => wrong(node.line, "two lists that may be clues or a drawing", name_it),
        (1 | 2, _) if is_drawing(node)? => Ok(Kind::Drawing),
        _ => node.refuse("an object, or two lists of clues, each clue in brackets"),
    }
}

/// Depth of a list, at most `limit`: 1 for a list of numbers, and for an empty list. A block with a colour counts as a number.
fn depth(node: Node, limit: usize) -> Result<usize, Fault> {
    let mut most = 0;
    for item in node.items() {
        if most + 1 < limit && item.is_list() && !is_block(item)? {
            most = most.max(depth(item, limit - 1)?);
        }
    }
    Ok(1 + most)
}

/// Whether a list is a block with a colour, such as `["red", 3]` or `[3, "red"]`. A text that begins with a digit is a length.
fn is_block(node: Node) -> Result<bool, Fault> {
    let Some((first, second)) = node.pair() else {
        return Ok(false);
    };
    Ok(match (first.value()?, second.value()?) {
        (Value::Number(_), Value::Text(text)) | (Value::Text(text), Value::Number(_)) => {
            !text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        }
        _ => false,
    })
}

/// Whether a list consists of rows of cells of equal length: lists of 0, 1, true, false, null or characters, or texts without spaces.
fn is_drawing(node: Node) -> Result<bool, Fault> {
    let mut width = None;
    for row in node.items() {
        let found = match row.value()? {
            Value::Text(text) if !text.contains(char::is_whitespace) => text.chars().count(),
            Value::List => {
                let mut count = 0;
                for item in row.items() {
                    let is_cell = match item.value()? {
                        Value::Number(digits) => ["0", "1", "-1"].contains(&digits),
                        Value::Text(text) => text.chars().count() == 1,
                        Value::Bool(_) | Value::Null => true,
                        Value::List | Value::Object => false,
                    };
                    if !is_cell {
                        return Ok(false);
                    }
                    count += 1;
                }
                count
            }
            _ => return Ok(false),
        };
        if found == 0 || *width.get_or_insert(found) != found {
            return Ok(false);
        }
    }
    Ok(width.is_some())
}

/// Whether a list of lists of lists has a blank cell.
fn has_blank(node: Node) -> Result<bool, Fault> {
    for cell in node.items().flat_map(Node::items).flat_map(Node::items) {
        match cell.value()? {
            Value::Number("0") | Value::Bool(false) | Value::Null => return Ok(true),
            Value::Text(text) if is_blank(&text) => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}

impl Parts<'_> {
    pub(super) fn clues(&mut self, node: Node) -> Result<Vec<ClueLine>, Fault> {
        let mut lines = Vec::new();
        match node.value()? {
            Value::Text(text) => {
                let parts = text.trim_end_matches(SEPARATORS).split(SEPARATORS);
                for part in parts.take(MAX_SIDE + 1) {
                    let mut blocks = Blocks::new();
                    self.add_text(part, &mut blocks).on(node.line)?;
                    lines.push(self.clue(&blocks, node.line)?);
                }
            }
            Value::List => {
                for item in node.items().take(MAX_SIDE + 1) {
                    lines.push(self.line(item)?);
                }
            }
            _ => return node.refuse("a list of clues"),
        }
        if lines.len() > MAX_SIDE {
            let what = format!("more than {MAX_SIDE} lines on a side");
            return wrong(node.line, what, format!("at most {MAX_SIDE}"));
        }
        Ok(lines)
    }

    fn line(&mut self, node: Node) -> Result<ClueLine, Fault> {
        let mut blocks = Blocks::new();
        match node.value()? {
            Value::Null => {}
            Value::List if !is_block(node)? => {
                for item in node.items().take(MAX_SIDE + 1) {
                    self.add_block(item, &mut blocks)?;
                }
            }
            _ => self.add_block(node, &mut blocks)?,
        }
        self.clue(&blocks, node.line)
    }

    /// Adds the block or blocks of a value in a clue.
    fn add_block(&mut self, node: Node, blocks: &mut Blocks) -> Result<(), Fault> {
        match node.value()? {
            Value::Null => blocks.push((0, None)),
            Value::Text(text) => self.add_text(&text, blocks).on(node.line)?,
            Value::Number(_) => blocks.push((length(node)?, None)),
            Value::Bool(_) => return node.refuse("a clue: a list of lengths"),
            Value::List => match node.items().take(3).collect::<Vec<Node>>()[..] {
                [only] => blocks.push((length(only)?, None)),
                // In a clue, `["1", 2]` is no list of lengths.
                [first, second] if first.is_text() != second.is_text() => {
                    let is_first = first.is_text();
                    let (colour, count) = if is_first { (first, second) } else { (second, first) };
                    blocks.push((length(count)?, colour_name(colour)?));
                }
                _ => return node.refuse("a block such as 3 or [\"red\", 3]"),
            },
            Value::Object => blocks.push(block(node)?),
        }
        Ok(())
    }

    /// Adds the blocks of a text such as `3 1`, `3,1` or `3a 1b`.
    fn add_text(&self, text: &str, blocks: &mut Blocks) -> Result<(), ParseErrorKind> {
        let text = text.trim();
        let list = text.strip_suffix(',').filter(|rest| !rest.is_empty());
        for part in list.unwrap_or(text).split(',') {
            if part.trim().is_empty() && !text.is_empty() {
                return Err(not_a_number(text));
            }
            for word in part.split_whitespace() {
                let digits = word.bytes().take_while(u8::is_ascii_digit).count();
                let (digits, name) = word.split_at(digits);
                let is_letter = name.chars().all(char::is_alphabetic) && name.chars().count() == 1;
                let is_known = || {
                    let colours = &self.colours;
                    colours.named(name).is_some() || colours.rgb(name).is_some()
                };
                let is_valid = name.is_empty() || is_letter || is_known();
                let length = digits.parse().ok().filter(|_| is_valid);
                let name = Some(name.to_owned()).filter(|name| !name.is_empty());
                blocks.push((length.ok_or_else(|| not_a_number(word))?, name));
            }
        }
        Ok(())
    }

    /// The clue of these blocks. Blocks of length 0 pad a clue at its ends.
    fn clue(&mut self, blocks: &Blocks, number: usize) -> Result<ClueLine, Fault> {
        if blocks.len() > MAX_SIDE {
            let what = format!("more than {MAX_SIDE} values on a line");
            return wrong(number, what, format!("at most {MAX_SIDE}"));
        }
        let is_block = |block: &(usize, Option<String>)| block.0 > 0;
        let start = blocks.iter().position(is_block).unwrap_or(blocks.len());
        let end = blocks.iter().rposition(is_block).map_or(start, |last| last + 1);
        if start > 0 && start < end && end < blocks.len() {
            let expected = "0 only where it pads a clue at one end";
            return wrong(number, "a 0 at both ends of a clue, which may be cells", expected);
        }
        let (mut lengths, mut colours) = (Vec::new(), Vec::new());
        for (length, name) in &blocks[start..end] {
            if *length == 0 {
                let expected = "0 only where it pads a clue at an end";
                return wrong(number, "a block of length 0 between others", expected);
            }
            if name.as_deref().is_some_and(|name| self.is_background(name)) {
                let expected = "blocks in other colours, because blank cells are not blocks";
                return wrong(number, "a block in the colour of the background", expected);
            }
            lengths.push(*length);
            colours.push(self.colours.used(name.as_deref()).on(number)?);
        }
        let clue = Clue::of_parts(lengths, colours);
        Ok(ClueLine { number, clue })
    }
}

fn length(node: Node) -> Result<usize, Fault> {
    let length = match node.value()? {
        Value::Number(digits) => digits.parse().ok(),
        Value::Text(text) => text.trim().parse().ok(),
        _ => None,
    };
    length.map_or_else(|| node.refuse("a clue: a list of lengths"), Ok)
}

/// A block in an object: its length and its colour. Other members must be null or false, because some programs mark blocks of which the
/// length is a minimum.
fn block(node: Node) -> Result<(usize, Option<String>), Fault> {
    let (mut count, mut colour) = (None, None);
    let members = node.members()?;
    let is_one_of = |names: &str, key: &str| names.split(' ').any(|name| name == key);
    // The only key may be the colour.
    if let [(key, only)] = &members[..]
        && !is_one_of(LENGTHS, key)
        && !is_one_of(COLOURS, key)
    {
        return Ok((length(*only)?, Some(key.to_string())));
    }
    for (key, value) in members {
        let key = key.to_lowercase();
        let place = if is_one_of(LENGTHS, &key) {
            &mut count
        } else if is_one_of(COLOURS, &key) {
            &mut colour
        } else if matches!(value.value()?, Value::Bool(false) | Value::Null) {
            continue;
        } else {
            return value.refuse("one length and one colour of a block");
        };
        if place.replace(value).is_some() {
            return value.refuse("one length and one colour of a block");
        }
    }
    let Some(count) = count else {
        return node.refuse("a block such as {\"color\": \"red\", \"count\": 3}");
    };
    Ok((length(count)?, colour.map_or(Ok(None), colour_name)?))
}

/// Whether a text is not the name of a colour, but lengths such as `1 1` or `2a`. A number is also a name.
fn is_length(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<usize>().is_err()
}

/// The name of the colour of a block; `None` if it is null.
fn colour_name(node: Node) -> Result<Option<String>, Fault> {
    let name = match node.value()? {
        Value::Null => return Ok(None),
        Value::Text(text) if !is_length(text.trim()) => text.trim().to_owned(),
        Value::Number(digits) if digits.parse::<u32>().is_ok() => digits.to_owned(),
        _ => return node.refuse("a colour such as \"red\""),
    };
    if is_blank(&name) && name != "0" {
        return node.refuse("the colour of a block, not that of blank cells");
    }
    Ok(Some(name))
}
