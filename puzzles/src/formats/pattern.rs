//! Pattern in Simon Tatham's puzzle collection: game ids such as `2x2:1/1/1/1`, one per line, and saved games (`.sgt`).
//!
//! A game id consists of width x height, a colon, and the clues of the columns and rows, separated by `/`, with `.` between the blocks of
//! a line. The clue of a line without blocks is empty. A single number before the colon is the width and the height. A saved game consists
//! of lines of `KEY:LENGTH:VALUE`; the puzzle is read from its game id, and the moves are ignored.

use super::clues::{ClueReader, Lines, is_number, size};
use super::draft::assemble;
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{Excerpt, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "pattern",
    about: "game ids of Pattern in Simon Tatham's collection, one per line",
    extensions: &["pattern"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(|text, _| {
        let lines = Lines::of(text).written();
        Ok(Box::new(lines.map(|(number, line)| puzzle(number, line.trim()))))
    }),
    write: Write::Puzzle(write),
    join: Some(|puzzles| puzzles.iter().map(write).collect()),
    in_one_colour: true,
    ..BARE
};

pub(super) const SAVED: Description = Description {
    name: "sgt",
    about: "saved games of Pattern in Simon Tatham's collection",
    extensions: &["sgt", "sav"],
    sniff: Sniff::Text(|text| text.starts_with("SAVEFILE:")),
    read: Read::Puzzle(|text, _| saved(text)),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let Some((size, clues)) = first.split_once([':', '#']) else {
        return false;
    };
    match size.split_once('x') {
        Some((width, height)) => is_number(width) && is_number(height),
        // A single number before a colon may be a line number; the clues of a game id contain `/`.
        None => is_number(size) && clues.contains('/'),
    }
}

/// The puzzle of the game id on line `number`.
fn puzzle(number: usize, id: &str) -> Result<Puzzle, Fault> {
    let Some((sizes, clues)) = id.split_once(':') else {
        let expected = "a game id such as 5x5:1/2/3.1/...";
        let help = "take the id from \"Specific\" in the game's menu";
        return refuse(number, "no colon", expected, help);
    };
    let (width, height) = sizes.split_once('x').unwrap_or((sizes, sizes));
    let width = size(width, Side::Columns).on(number)?;
    let height = size(height, Side::Rows).on(number)?;
    if let Some((_, cells)) = clues.split_once(',') {
        let what = format!("known cells after the clues: {:?}", Excerpt(cells));
        let help = "leave out the comma and what follows it";
        return refuse(number, what, "clues only", help);
    }
    let mut reader = ClueReader::default();
    let clues = clues.split('/').take(width + height + 1);
    let clues = clues.map(|clue| reader.line(number, &clue.replace('.', ",")));
    let mut columns = clues.collect::<Result<Vec<_>, _>>()?;
    if columns.len() < width + height {
        let (side, found, expected) = match columns.len().checked_sub(width) {
            None => (Side::Columns, columns.len(), width),
            Some(found) => (Side::Rows, found, height),
        };
        let kind = ParseErrorKind::too_few_lines(side, found, expected);
        return Err(Fault::at(number, kind));
    }
    if columns.len() > width + height {
        let (side, expected) = (Side::Rows, height);
        return Err(Fault::at(number, ParseErrorKind::too_many_lines(side, expected)));
    }
    let rows = columns.split_off(width);
    assemble((rows, columns))
}

/// Writes the clues of a puzzle with one colour as a line with a game id.
fn write(puzzle: &Puzzle) -> String {
    let clues = puzzle.columns().iter().chain(puzzle.rows());
    let clues = clues.map(|clue| {
        let lengths: Vec<String> = clue.iter().map(usize::to_string).collect();
        lengths.join(".")
    });
    let clues = clues.collect::<Vec<_>>().join("/");
    format!("{}x{}:{clues}\n", puzzle.column_count(), puzzle.row_count())
}

/// The puzzle of a saved game.
fn saved(text: &str) -> Result<Puzzle, Fault> {
    let (mut params, mut desc) = (None, None);
    let mut rest = text;
    let mut line = 1;
    let fault = |line, what: String| {
        let expected = "a saved game of Pattern, with lines such as DESC:9:1/1/1/1/1";
        let help = "choose a saved game of Pattern, or save the game again";
        refuse(line, what, expected, help)
    };
    while !rest.trim().is_empty() {
        let Some((key, value, behind)) = entry(rest) else {
            let shown = Excerpt(rest.lines().next().unwrap_or_default());
            return fault(line, format!("{shown:?} is not part of a saved game"));
        };
        match key {
            "GAME" if value != "Pattern" => {
                return fault(line, format!("a game of {:?}", Excerpt(value)));
            }
            "PARAMS" => params = Some(value),
            "DESC" => desc = Some((line, value)),
            _ => {}
        }
        let read = rest.len() - behind.len();
        line += rest[..read].matches('\n').count();
        rest = behind;
    }
    let (Some(params), Some((number, desc))) = (params, desc) else {
        return fault(line, "no PARAMS or no DESC".to_owned());
    };
    puzzle(number, &format!("{params}:{desc}"))
}

/// The first entry of the text: its key, its value, and the text after it; `None` if the text does not start with an entry.
fn entry(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.split_once(':')?;
    let (length, rest) = rest.split_once(':')?;
    let length: usize = length.parse().ok()?;
    let (value, rest) = (rest.get(..length)?, rest.get(length..)?);
    let behind = rest.strip_prefix('\r').unwrap_or(rest);
    let behind = behind.strip_prefix('\n').or(behind.is_empty().then_some(behind))?;
    Some((key.trim(), value, behind))
}
