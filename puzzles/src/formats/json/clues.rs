//! The clues of a JSON puzzle: numbers, texts such as `"3 1"` and `"3a"`, and blocks with a colour such as `["red", 3]` or
//! `{"color": "red", "count": 3}`.
//!
//! [`Parts::clues`] reads one side; [`kind`] tells two lists of clues from a drawing.

use std::borrow::Cow;

use super::parts::{Parts, is_blank};
use super::{Node, Value, wrong};
use crate::formats::clues::{ClueLine, not_a_number};
use crate::formats::draft::Word;
use crate::formats::error::{Fault, OnLine, ParseErrorKind};
use crate::{Clue, MAX_SIDE};

/// Separators between the clues in a text.
const SEPARATORS: [char; 4] = [';', '\n', '/', '|'];

/// Keys of the length of a block, and of its colour.
const LENGTHS: &str = "count length len size number num n run amount quantity cells blocks";
const COLOURS: &str = "color colour c ink char symbol colorid colorindex colorname colouridx";

/// Keys of the length of a block or, beside a length, of its colour.
const VALUES: &str = "value val";

/// The blocks of a clue so far: lengths and names of colours.
type Blocks = Vec<(usize, Option<String>)>;

/// What a list of lists is.
pub(super) enum Kind<'a> {
    /// Two lists of clues.
    Pair(Node<'a>, Node<'a>),
    /// Rows of cells.
    Drawing,
    /// Puzzles.
    Several,
}

/// Decides what a list without objects is; an error if it may be both clues and cells.
pub(super) fn kind(node: Node<'_>) -> Result<Kind<'_>, Fault> {
    match (depth(node, 4)?, node.pair()) {
        (4.., _) => {
            check_puzzles(node)?;
            Ok(Kind::Several)
        }
        (3, Some((first, second))) if !are_drawings(node)? => Ok(Kind::Pair(first, second)),
        (3, Some((first, second))) if sum(first)? == sum(second)? => {
            let expected = "objects with \"rows\" and \"columns\", or with a \"grid\"";
            let what = "two lists that may be clues or drawings";
            wrong(node.line, what, expected)
        }
        (3, _) if are_drawings(node)? => Ok(Kind::Several),
        (3, _) => {
            let what = "a list that is neither two lists of clues nor a drawing";
            let expected = "the clues of the rows and those of the columns";
            wrong(node.line, what, expected)
        }
        (2, Some((first, second))) if first.is_list() && second.is_list() => {
            match (is_pair(first, second)?, is_drawing(node)?) {
                (true, true) => {
                    let expected = "clues such as [[[1], [2]], [[2], [1]]], or an object with \"rows\" and \"columns\"";
                    wrong(node.line, "a list that may be a drawing or clues", expected)
                }
                (true, false) => Ok(Kind::Pair(first, second)),
                (false, _) => Ok(Kind::Drawing),
            }
        }
        (1 | 2, _) if is_drawing(node)? => Ok(Kind::Drawing),
        _ => node.refuse("an object, or two lists of clues"),
    }
}

/// An error if the puzzles in a list differ in their depth, or hold lengths beside lists of lengths: brackets may be lost.
fn check_puzzles(node: Node) -> Result<(), Fault> {
    let has_lists_only = |node: Node| node.is_list() && node.items().all(Node::is_list);
    let mut known = None;
    for item in node.items() {
        let found = depth(item, 4)?;
        let is_even = *known.get_or_insert(found) == found;
        if !is_even || (found <= 3 && !item.items().all(has_lists_only)) {
            let what = "a puzzle in a list of puzzles, with brackets that differ";
            let expected = "the same brackets in all puzzles: a list of two lists of clues, each clue in brackets";
            return wrong(item.line, what, expected);
        }
    }
    Ok(())
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

/// Whether a list is a block with a colour, such as `["red", 3]` or `[3, "red"]`.
fn is_block(node: Node) -> Result<bool, Fault> {
    let Some((first, second)) = node.pair() else {
        return Ok(false);
    };
    Ok(match (first.value()?, second.value()?) {
        (Value::Number(_), Value::Text(text)) | (Value::Text(text), Value::Number(_)) => {
            text.parse::<usize>().is_err()
        }
        _ => false,
    })
}

/// Whether two lists of numbers are the clues of rows and columns, one block per line: sums agree, and every block fits.
fn is_pair(first: Node, second: Node) -> Result<bool, Fault> {
    let lengths = |node: Node| -> Result<Option<Vec<usize>>, Fault> {
        let length = |item: Node| match item.value()? {
            Value::Number(digits) => Ok(digits.parse().ok().filter(|length| *length <= MAX_SIDE)),
            _ => Ok(None),
        };
        node.items().map(length).collect()
    };
    let (Some(first), Some(second)) = (lengths(first)?, lengths(second)?) else {
        return Ok(false);
    };
    let fit = |one: &[usize], other: &[usize]| {
        !one.is_empty() && one.iter().all(|&length| length <= other.len())
    };
    let sums = first.iter().sum::<usize>() == second.iter().sum::<usize>();
    Ok(sums && fit(&first, &second) && fit(&second, &first))
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

/// Whether every item of a list is a drawing with a blank cell and more than one column.
fn are_drawings(node: Node) -> Result<bool, Fault> {
    for item in node.items() {
        let is_wide = item.items().next().is_some_and(|row| row.items().nth(1).is_some());
        if !(is_wide && is_drawing(item)? && has_blank(item)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a list of lists has a 0 or another blank cell.
fn has_blank(node: Node) -> Result<bool, Fault> {
    for cell in node.items().flat_map(Node::items) {
        match cell.value()? {
            Value::Number("0") | Value::Bool(false) | Value::Null => return Ok(true),
            Value::Text(text) if is_blank(&text) => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}

/// The sum of the numbers in a list of lists.
fn sum(node: Node) -> Result<usize, Fault> {
    let mut sum = 0_usize;
    for item in node.items().flat_map(Node::items) {
        if let Value::Number(digits) = item.value()? {
            sum = sum.saturating_add(digits.parse().unwrap_or_default());
        }
    }
    Ok(sum)
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
            Value::Object => {
                let members = node.members()?;
                let is_inner = |(key, value): &&(Cow<str>, Node)| {
                    Word::of(key) == Some(Word::Whole) && (value.is_list() || value.is_text())
                };
                if let Some((_, inner)) = members.iter().find(is_inner) {
                    return self.clues(*inner);
                }
                // The keys may be the numbers of the lines.
                let first = members.first().and_then(|(key, _)| key.parse().ok());
                let Some(first @ (0_usize | 1)) = first else {
                    return node.refuse("a list of clues");
                };
                for ((key, value), number) in members.iter().zip(first..).take(MAX_SIDE + 1) {
                    if key.parse() != Ok(number) {
                        return node.refuse("a list of clues");
                    }
                    lines.push(self.line(*value)?);
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
            Value::Object => {
                let is_clue = |key: &str| {
                    let key = key.trim_end_matches('s');
                    let names = [LENGTHS, VALUES].into_iter().flat_map(|names| names.split(' '));
                    let mut names = names.map(|name| name.trim_end_matches('s'));
                    names.any(|name| key.eq_ignore_ascii_case(name))
                };
                for (key, value) in node.members()? {
                    let is_clue = Word::of(&key) == Some(Word::Whole) || is_clue(&key);
                    if is_clue && value.is_list() {
                        return self.line(value);
                    }
                }
                self.add_block(node, &mut blocks)?;
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

/// A block in an object: its length and its colour.
fn block(node: Node) -> Result<(usize, Option<String>), Fault> {
    let mut members = node.members()?;
    members.truncate(32);
    let find = |names: &str| {
        let mut found = members.iter().filter(|(key, _)| {
            let letters = key.chars().filter(|c| c.is_alphabetic());
            let plain: String = letters.flat_map(char::to_lowercase).collect();
            names.split(' ').any(|name| name == plain)
        });
        match (found.next(), found.next()) {
            (Some(_), Some((_, second))) => second.refuse("one length and one colour of a block"),
            (first, _) => Ok(first.map(|(_, value)| *value)),
        }
    };
    // Some programs mark blocks of which the length is a minimum.
    if let Some(open) = find("multi")?
        && !matches!(open.value()?, Value::Bool(false) | Value::Null)
    {
        return open.refuse("blocks of a fixed length");
    }
    let (count, colour) = match (find(LENGTHS)?, find(VALUES)?, find(COLOURS)?) {
        (None, count, colour) | (count, None, colour) => (count, colour),
        (count, colour, None) => (count, colour),
        (_, Some(value), Some(_)) => {
            return value.refuse("one length and one colour of a block");
        }
    };
    match (count, colour, &members[..]) {
        (Some(count), Some(colour), _) => Ok((length(count)?, colour_name(colour)?)),
        (Some(count), None, _) => Ok((length(count)?, None)),
        // The only key may be the colour.
        (None, None, [(key, count)]) => Ok((length(*count)?, Some(key.to_string()))),
        _ => node.refuse("a block such as {\"color\": \"red\", \"count\": 3}"),
    }
}

/// The name of the colour of a block; `None` if it is null.
fn colour_name(node: Node) -> Result<Option<String>, Fault> {
    let name = match node.value()? {
        Value::Null => return Ok(None),
        Value::Text(text) => text.trim().to_owned(),
        Value::Number(digits) if digits.parse::<u32>().is_ok() => digits.to_owned(),
        Value::List | Value::Object => match super::parts::rgb(node)? {
            Some(rgb) => rgb.to_string(),
            None => return Ok(None),
        },
        _ => return node.refuse("a colour such as \"red\""),
    };
    if is_blank(&name) && name != "0" {
        return node.refuse("the colour of a block, not that of blank cells");
    }
    Ok(Some(name))
}
