//! JSON and JSON Lines: objects with clues or a grid, alone, in lists or in other objects, or one after the other. Replies of the command `nonogram`
//! with a complete grid are also accepted.
//!
//! Keys have many accepted names ([`Word`](super::draft::Word)); an object with a grid and without clues is a drawing. A list of two lists
//! of clues is a puzzle, too. `parts` finds the parts of a puzzle in an object and reads its palette; `clues` and `picture` read the rest.
//!
//! A [`Node`] is a value with its line. It is read on demand: a list or an object is read member by member, and nothing but its text is
//! stored, which is valid JSON, because it was checked with the value around it.

mod clues;
mod parts;
mod picture;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::StreamDeserializer;
use serde_json::de::StrRead;
use serde_json::value::RawValue;

use super::draft::{Draft, Goal};
use super::error::{Fault, OnLine, Side, refuse};
use super::{BARE, Description, Puzzles, Read, Sniff, Source, Write};
use crate::{Clue, Excerpt, Grid, Ink, Puzzle, Rgb};
use clues::{Kind, kind};
use parts::{Parts, holds_objects, incomplete};

pub(super) const DESCRIPTION: Description = Description {
    name: "json",
    about: "objects with rows and columns of clues, or a grid",
    extensions: &["json"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(read),
    write: Write::Puzzle(write),
    join: Some(write_array),
    ..BARE
};

pub(super) const LINES: Description = Description {
    name: "jsonl",
    about: "the objects of json, one per line",
    extensions: &["jsonl", "ndjson"],
    join: Some(|puzzles| puzzles.iter().map(write).collect()),
    ..DESCRIPTION
};

/// Maximum depth of objects and lists above the clues of a puzzle.
const MAX_DEPTH: usize = 16;

fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let inner = text.strip_prefix('[').map_or(text, str::trim_start);
    inner.starts_with('{') || (inner.len() < text.len() && inner.starts_with('['))
}

fn read<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, Fault> {
    let reader = Reader { source: *source, is_alone: Nodes::of(text).nth(1).is_none() };
    let puzzles = Nodes::of(text).flat_map(move |node| match node {
        Ok(node) => reader.all(node, None, 0),
        Err(fault) => Box::new(std::iter::once(Err(fault))),
    });
    Ok(Box::new(puzzles))
}

/// Refuses a value that is not the `expected` one.
fn wrong<T>(line: usize, what: impl Into<String>, expected: impl Into<String>) -> Result<T, Fault> {
    refuse(line, what, expected, "correct it")
}

/// How the puzzles of a file are read.
#[derive(Clone, Copy)]
struct Reader<'a> {
    source: Source<'a>,
    /// Whether the text has only one value.
    is_alone: bool,
}

impl<'a> Reader<'a> {
    /// The puzzles of a value, or its error. `title` is the title of a puzzle that has none.
    fn all(self, node: Node<'a>, title: Option<&str>, depth: usize) -> Puzzles<'a> {
        let puzzles = self.of_value(node, title, depth);
        puzzles.unwrap_or_else(|fault| Box::new(std::iter::once(Err(fault))))
    }

    fn of_value(
        self,
        node: Node<'a>,
        title: Option<&str>,
        depth: usize,
    ) -> Result<Puzzles<'a>, Fault> {
        if depth > MAX_DEPTH {
            let what = format!("lists and objects nested more than {MAX_DEPTH} deep");
            return wrong(node.line, what, "a puzzle");
        }
        let mut parts = Parts::new(node.line);
        if node.is_list() {
            let kind = if holds_objects(node) { Kind::Several } else { kind(node)? };
            match kind {
                Kind::Pair(first, second) => self.add_pair(&mut parts, first, second),
                Kind::Drawing if self.is_alone || depth > 0 => parts.add_picture(node)?,
                Kind::Drawing => {
                    let expected = "one drawing, or objects with \"rows\" and \"columns\"";
                    return wrong(node.line, "several lists of numbers", expected);
                }
                Kind::Several => {
                    let items = node.items();
                    let puzzles = items.flat_map(move |item| self.all(item, None, depth + 1));
                    return Ok(Box::new(puzzles));
                }
            }
        } else {
            parts.add_all(node, 0)?;
            parts.metadata.title = parts.metadata.title.take().or(title.map(str::to_owned));
        }
        if parts.is_puzzle() {
            let puzzle = self.puzzle(parts)?;
            return Ok(Box::new(std::iter::once(Ok(puzzle))));
        }
        let within = parts.within()?.into_iter();
        self.note_ignored(&mut parts);
        let all = move |(key, node): (Option<String>, _)| self.all(node, key.as_deref(), depth + 1);
        Ok(Box::new(within.flat_map(all)))
    }

    /// Adds two lists of clues without names. The rows come first, unless the caller chose otherwise.
    fn add_pair(self, parts: &mut Parts<'a>, first: Node<'a>, second: Node<'a>) {
        let lists = self.source.lists;
        parts.sizes.height = lists.rows;
        if lists.columns_first {
            (parts.rows, parts.columns) = (Some(second), Some(first));
            return;
        }
        (parts.rows, parts.columns) = (Some(first), Some(second));
        self.source.note_assumed_rows(first.items().count());
    }

    fn note_ignored(self, parts: &mut Parts) {
        let line = Some(parts.line);
        for key in parts.ignored() {
            let shown = Excerpt(key);
            let text = format!("the key {shown:?} has no meaning here and is ignored");
            self.source.note(false, line, &text);
        }
    }

    /// The puzzle of these parts.
    fn puzzle(self, mut parts: Parts<'a>) -> Result<Puzzle, Fault> {
        let line = parts.line;
        if parts.has_puzzles() {
            let what = "clues or a picture beside a list of puzzles";
            return wrong(line, what, "one of them");
        }
        if let Some((first, second)) = parts.pair.take() {
            if let Some(side) = parts.rows.or(parts.columns) {
                let expected = "\"rows\" and \"columns\", or two lists";
                return wrong(side.line, "a side beside two lists of clues", expected);
            }
            self.add_pair(&mut parts, first, second);
        }
        let sides = match (parts.rows, parts.columns) {
            (Some(rows), Some(columns)) => Some((parts.clues(rows)?, parts.clues(columns)?)),
            (None, None) => None,
            (None, Some(_)) => return incomplete(line, "row clues"),
            (Some(_), None) => return incomplete(line, "column clues"),
        };
        let size = sides.as_ref().map(|(rows, columns)| (rows.len(), columns.len()));
        if let Some((height, width)) = size {
            parts.check_count(Side::Rows, height).on(line)?;
            parts.check_count(Side::Columns, width).on(line)?;
        }
        if parts.colours.is_used("") && parts.colours.names().len() > 1 {
            let expected = "a colour for each block, or for none";
            return wrong(line, "blocks with and without a colour", expected);
        }
        let pictures = parts.pictures(size, self.source.filled)?;
        parts.bind_numbers().on(line)?;
        let inks = parts.colours.inks();
        let mut grids: Vec<Grid> = pictures.iter().map(|picture| picture.grid(&inks)).collect();
        if sides.is_some() || grids.len() > 1 {
            let is_blank = sides
                .as_ref()
                .is_some_and(|(rows, _)| rows.iter().all(|line| line.clue.is_empty()));
            // Others are boards to fill in.
            grids.retain(|grid| grid.is_complete() && (grid.filled_cells() > 0 || is_blank));
        }
        if grids.iter().any(|grid| *grid != grids[0]) {
            return wrong(line, "two pictures that differ", "one picture");
        }
        let grid = grids.into_iter().next();
        let Some(size) = size.or(grid.as_ref().map(|grid| (grid.rows(), grid.columns()))) else {
            return incomplete(line, "clues and without a grid");
        };
        parts.check_size(size).on(line)?;
        if sides.is_none() && grid.as_ref().is_some_and(|grid| !grid.is_complete()) {
            let expected = "cells that are filled or blank, or clues beside the grid";
            let help = "use the grid of a solved puzzle";
            return refuse(line, "a grid with unknown cells", expected, help);
        }
        let draft = Draft {
            sides,
            inks: Some(inks),
            goal: grid.map(|grid| Ok((line, Goal::Grid(grid)))),
            metadata: std::mem::take(&mut parts.metadata),
        };
        let puzzle = draft.finish()?;
        self.note_ignored(&mut parts);
        Ok(puzzle)
    }
}

/// Writes the puzzle as one line of JSON. If the clues use every colour, the reader restores the same puzzle, except that it gives the
/// letter `a` to the colour of a puzzle of one colour.
fn write(puzzle: &Puzzle) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let (words, palette) = (puzzle.metadata(), puzzle.palette());
    let mut members: Vec<(&str, String)> = Vec::new();
    for (key, word) in [
        ("catalogue", &words.catalogue),
        ("title", &words.title),
        ("by", &words.by),
        ("copyright", &words.copyright),
        ("license", &words.license),
    ] {
        members.extend(word.as_ref().map(|word| (key, text(word))));
    }
    if !palette.is_black_and_white() {
        let ink = |ink: &Ink| format!("\"{}\":\"{}\"", ink.letter, ink.rgb);
        let inks: Vec<String> = palette.inks().iter().map(ink).collect();
        members.push(("palette", format!("{{{}}}", inks.join(","))));
    }
    if palette.background() != Rgb::WHITE {
        members.push(("background", format!("\"{}\"", palette.background())));
    }
    // Lengths, or strings such as `3a` if there are several colours.
    let block = |block: String| if palette.is_coloured() { text(&block) } else { block };
    let clue = |clue: &Clue| list(palette.blocks(clue).into_iter().map(block).collect());
    members.push(("rows", list(puzzle.rows().iter().map(clue).collect())));
    members.push(("columns", list(puzzle.columns().iter().map(clue).collect())));
    if let Some(goal) = puzzle.goal() {
        let lines = palette.to_lines(goal);
        members.push(("grid", list(lines.iter().map(|line| text(line)).collect())));
    }
    let members = members.into_iter().map(|(key, value)| format!("\"{key}\":{value}"));
    format!("{{{}}}\n", members.collect::<Vec<_>>().join(","))
}

/// Writes several puzzles as one array, one puzzle per line.
fn write_array(puzzles: &[Puzzle]) -> String {
    let line = |puzzle| write(puzzle).trim_end().to_owned();
    let lines: Vec<String> = puzzles.iter().map(line).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// A value in a text.
#[derive(Clone, Copy)]
struct Node<'a> {
    /// The value as it is written, without the space around it.
    text: &'a str,
    /// Line of the file on which it begins.
    line: usize,
}

/// The content of a value.
enum Value<'a> {
    Null,
    Bool(bool),
    /// The digits of a number as they are written.
    Number(&'a str),
    Text(Cow<'a, str>),
    List,
    Object,
}

/// The key and the value of each member of an object.
type Members<'a> = Vec<(Cow<'a, str>, Node<'a>)>;

impl<'a> Node<'a> {
    fn value(self) -> Result<Value<'a>, Fault> {
        Ok(match self.text.as_bytes()[0] {
            b'{' => Value::Object,
            b'[' => Value::List,
            b'"' if self.text.contains('\\') => match serde_json::from_str(self.text) {
                Ok(text) => Value::Text(Cow::Owned(text)),
                Err(error) => return broken(self.line, &error),
            },
            b'"' => Value::Text(Cow::Borrowed(self.inside())),
            b'n' => Value::Null,
            b't' => Value::Bool(true),
            b'f' => Value::Bool(false),
            _ => Value::Number(self.text),
        })
    }

    /// The text between brackets or quotes.
    fn inside(self) -> &'a str {
        &self.text[1..self.text.len() - 1]
    }

    fn is_list(self) -> bool {
        self.text.starts_with('[')
    }

    fn is_object(self) -> bool {
        self.text.starts_with('{')
    }

    fn is_text(self) -> bool {
        self.text.starts_with('"')
    }

    /// The values in a list; none in other values.
    fn items(self) -> impl Iterator<Item = Node<'a>> + Clone {
        let rest = if self.is_list() { self.inside() } else { "" };
        let line = self.line;
        let marks = ",";
        Nodes { rest, line, marks }.map_while(Result::ok)
    }

    /// The two values in a list; `None` if there are not two.
    fn pair(self) -> Option<(Node<'a>, Node<'a>)> {
        let mut items = self.items();
        match (items.next(), items.next(), items.next()) {
            (Some(first), Some(second), None) => Some((first, second)),
            _ => None,
        }
    }

    /// The members of an object; none in other values. A key that appears twice is an error.
    fn members(self) -> Result<Members<'a>, Fault> {
        let rest = if self.is_object() { self.inside() } else { "" };
        let line = self.line;
        let marks = ",:";
        let mut nodes = Nodes { rest, line, marks }.map_while(Result::ok);
        let mut seen: BTreeSet<Cow<str>> = BTreeSet::new();
        let mut members = Vec::new();
        while let Some((key, value)) = nodes.next().zip(nodes.next()) {
            let Value::Text(name) = key.value()? else {
                return key.refuse("the name of a member");
            };
            if !seen.insert(name.clone()) {
                return twice(key.line, &name);
            }
            members.push((name, value));
        }
        Ok(members)
    }

    /// Refuses this value in place of what was `expected`.
    fn refuse<T>(self, expected: &str) -> Result<T, Fault> {
        let what = match self.text.as_bytes()[0] {
            b'{' => "an object".to_owned(),
            b'[' => "a list".to_owned(),
            b'"' => format!("the string {}", Excerpt(self.text)),
            b'n' | b't' | b'f' => self.text.to_owned(),
            _ => format!("the number {}", Excerpt(self.text)),
        };
        wrong(self.line, what, expected)
    }
}

/// The values of a text one after the other. An error is the last item.
#[derive(Clone)]
struct Nodes<'a> {
    rest: &'a str,
    line: usize,
    /// The marks between two values, besides white space.
    marks: &'static str,
}

impl<'a> Nodes<'a> {
    /// The values of a file.
    fn of(text: &'a str) -> Self {
        Self { rest: text, line: 1, marks: "" }
    }

    /// Advances by `bytes` bytes.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Result<Node<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_space = |c| " \t\r\n".contains(c) || self.marks.contains(c);
        let space = self.rest.len() - self.rest.trim_start_matches(is_space).len();
        self.pass(space);
        let line = self.line;
        let json = serde_json::Deserializer::from_str(self.rest);
        let mut values: StreamDeserializer<StrRead<'a>, &RawValue> = json.into_iter();
        match values.next()? {
            Ok(raw) => {
                self.pass(values.byte_offset());
                let text = raw.get();
                Some(Ok(Node { text, line }))
            }
            Err(error) => {
                self.rest = "";
                Some(broken(line, &error))
            }
        }
    }
}

/// Refuses a key that was given before.
fn twice<T>(line: usize, key: &str) -> Result<T, Fault> {
    let key = Excerpt(key);
    let what = format!("{key:?} appears twice, perhaps under another name");
    wrong(line, what, "it once")
}

/// Refuses a text that begins on `line` of the file and is not JSON.
fn broken<T>(line: usize, error: &serde_json::Error) -> Result<T, Fault> {
    let found = JsonFault::from(error).found;
    let expected = "an object such as {\"rows\": [[1]], \"columns\": [[1]]}";
    wrong(line + error.line().saturating_sub(1), found, expected)
}

/// Why a text is not the JSON that was expected, in JSON's terms; the JSON library uses Rust's, such as "sequence" and "usize".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// What was found, or what is wrong.
    pub found: String,
}

impl From<&serde_json::Error> for JsonFault {
    fn from(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(&*text, |(text, _)| text);
        let value = ["invalid type: ", "invalid value: "];
        let value = value.into_iter().find_map(|kind| text.strip_prefix(kind));
        // Callers state what they expect.
        let found = match value.and_then(|text| text.rsplit_once(", expected ")) {
            Some((found, _)) => Excerpt(&in_words(found)).to_string(),
            None => match text.strip_prefix("expected ") {
                Some(mark) if mark.starts_with('`') => format!("no {mark}"),
                Some(_) => "not a JSON value".to_owned(),
                None => text.to_owned(),
            },
        };
        Self { found }
    }
}

/// Translates the library's description of a value into JSON's terms.
fn in_words(value: &str) -> String {
    let quoted = |kind| value.strip_prefix(kind).map(|text| text.trim_matches('`'));
    let number = quoted("integer ").or_else(|| quoted("floating point "));
    match (value, number, quoted("boolean ")) {
        ("map", ..) => "an object".to_owned(),
        ("sequence", ..) => "a list".to_owned(),
        ("unit value", ..) => "null".to_owned(),
        (_, Some(number), _) => format!("the number {number}"),
        (_, _, Some(boolean)) => boolean.to_owned(),
        _ if value.starts_with("string ") => format!("the {value}"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_rust_are_not_named_and_long_strings_are_cut() {
        let fault = |text: &str| {
            let read: Result<Vec<usize>, _> = serde_json::from_str(text);
            JsonFault::from(&read.unwrap_err()).found
        };
        for (text, found) in [
            ("{}", "an object"),
            ("null", "null"),
            ("[[]]", "a list"),
            ("[-1]", "the number -1"),
            ("[1.5]", "the number 1.5"),
            ("true", "true"),
            (r#"[", expected "]"#, r#"the string ", expected ""#),
            ("[1", "EOF while parsing a list"),
            ("[x]", "not a JSON value"),
            ("[1 2]", "no `,` or `]`"),
        ] {
            assert_eq!(fault(text), found, "{text}");
        }
        let found = fault(&format!("\"{}\"", "x".repeat(400)));
        assert!(found.chars().count() == 81 && found.ends_with('…'), "{found}");
    }
}
