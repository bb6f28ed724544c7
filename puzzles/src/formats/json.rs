//! JSON and JSON Lines: objects with clues or a grid, alone, in lists or in other objects, or one after the other. Replies of the command
//! `nonogram` with a complete grid are also accepted.
//!
//! [`notation`](super::notation) reads the values, and [`members`](super::members) the parts of a puzzle in an object. An object with a
//! grid and without clues is a drawing. A list of two lists of clues is a puzzle, too.

use super::error::{Fault, refuse};
use super::members::{Others, Parts, holds_puzzle};
use super::notation::{Node, Scanner, Value};
use super::words::Word;
use super::{BARE, Description, Puzzles, Read, Sniff, Source, Write};
use crate::{Clue, Excerpt, Ink, Puzzle, Rgb};

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

fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let inner = text.strip_prefix('[').map_or(text, str::trim_start);
    inner.starts_with('{') || (inner.len() < text.len() && inner.starts_with('['))
}

/// Reads the puzzles of a file on demand: value by value, and a list of objects item by item.
fn read<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, Fault> {
    let (mut scanner, source) = (Scanner::new(text, false), *source);
    scanner.skip(true)?;
    let mut is_within = scanner.enter();
    let values = std::iter::from_fn(move || {
        let value = if is_within {
            scanner.element().map(|(item, is_last)| {
                is_within = !is_last;
                Some(item)
            })
        } else {
            scanner.item().and_then(|item| match item {
                Some((_, node)) if node.is_list() && !scanner.rest().trim().is_empty() => {
                    node.refuse("one list of puzzles, or objects with \"rows\" and \"columns\"")
                }
                item => Ok(item),
            })
        };
        value.transpose()
    });
    let puzzles = values.flat_map(move |value| {
        let mut found = Vec::new();
        let result = value.and_then(|(name, node)| match name {
            Some(name) => {
                refuse(node.line, format!("the name {name:?} of a value"), "JSON", "correct it")
            }
            None => collect(node, None, &mut found),
        });
        let puzzles = found.into_iter().map(move |parts: Parts| parts.puzzle(&source));
        puzzles.chain(result.err().map(Err))
    });
    Ok(Box::new(puzzles))
}

/// Adds the parts of the puzzles of a value. `title` is the title of a puzzle that has none.
fn collect<'a>(
    node: Node<'a>,
    title: Option<&str>,
    found: &mut Vec<Parts<'a>>,
) -> Result<(), Fault> {
    let line = node.line;
    let mut parts = Parts::new(line, Others::Ignored);
    match node.value {
        Value::Bare(_) | Value::Text(_) => {
            return node.refuse("an object such as {\"rows\": [[1]], \"columns\": [[1]]}");
        }
        Value::List(items) if items.is_empty() => return Ok(()),
        Value::List(items) if items.iter().any(holds_puzzle) => {
            return items.into_iter().try_for_each(|item| collect(item, None, found));
        }
        value => parts.add(None, Node { line, value })?,
    }
    parts.metadata.title = parts.metadata.title.take().or(title.map(str::to_owned));
    let beside = parts.rest.iter().find(|(_, node)| holds_puzzle(node));
    if !parts.is_puzzle() && beside.is_some() {
        let rest = std::mem::take(&mut parts.rest).into_iter();
        return rest.filter(|(_, node)| holds_puzzle(node)).try_for_each(|(name, node)| {
            let title = Some(&*name).filter(|name| Word::of(name) != Some(Word::Puzzle));
            collect(node, title, found)
        });
    }
    if let Some((name, node)) = beside {
        let what = format!("a puzzle under {:?} beside another one", Excerpt(name));
        let help = "put the puzzles into a list";
        return refuse(node.line, what, "one puzzle in an object", help);
    }
    found.push(parts);
    Ok(())
}

/// Writes the puzzle as one line of JSON. If the clues use every colour, the reader restores the same puzzle, except that it gives the
/// letter `a` to the colour of a puzzle of one colour.
fn write(puzzle: &Puzzle) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let palette = puzzle.palette();
    let mut members: Vec<(&str, String)> = Vec::new();
    for (key, value) in puzzle.metadata().fields() {
        members.extend(value.map(|value| (key, text(value))));
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
