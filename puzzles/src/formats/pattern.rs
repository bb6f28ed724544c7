//! Game ids of Pattern in Simon Tatham's puzzle collection, such as `2x2:1/1/1/1`, one per line.
//!
//! A game id consists of width x height, a colon, and the clues of the columns and rows, separated by `/`, with `.` between the blocks of
//! a line. The clue of a line without blocks is empty. A single number before the colon is the width and the height.

use super::clues::{ClueLine, ClueReader, assemble, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::Lines;
use super::section::{Fault, in_file};
use super::{Description, Format, at_least_one, in_one_colour};
use crate::Puzzle;
use crate::excerpt::Excerpt;

pub(super) const DESCRIPTION: Description = Description {
    name: "pattern",
    about: "game ids of Pattern in Simon Tatham's collection, one per line",
    extensions: &["pattern"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(Box::new(puzzles(source.text()?, source.name)))),
    write: |puzzle, _| Ok((write(in_one_colour(puzzle, Format::Pattern)?) + "\n").into_bytes()),
    join: Some(|puzzles| {
        puzzles
            .iter()
            .map(|puzzle| write(puzzle) + "\n")
            .collect::<String>()
            .into_bytes()
    }),
};

fn looks_like(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let Some((size, clues)) = first.split_once([':', '#']) else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match size.split_once('x') {
        Some((width, height)) => is_number(width) && is_number(height),
        // A single number before a colon may be a line number; the clues of a game id contain `/`.
        None => is_number(size) && clues.contains('/'),
    }
}

/// Reads one game id per line. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name).collect()
}

/// Reads the game ids of a file on demand. A file without game ids yields one error.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Puzzle, ParseError>> + 'a {
    let puzzle = move |(number, line): (usize, &str)| puzzle(number, line.trim(), name);
    at_least_one(Lines::of(text).written().map(puzzle), name)
}

/// The puzzle of the game id on line `number`.
pub(super) fn puzzle(number: usize, id: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns) = clues(number, id).map_err(in_file(name))?;
    assemble(name, rows, columns)
}

fn clues(number: usize, id: &str) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
    let at = |kind| (number, kind);
    let syntax = |what: String, expected: &str, help: &str| {
        at(ParseErrorKind::Syntax {
            what,
            expected: expected.to_owned(),
            help: help.to_owned(),
        })
    };
    let (sizes, clues) = id.split_once(':').ok_or_else(|| {
        let help = "take the id from \"Specific\" in the game's menu";
        syntax(
            "no colon".to_owned(),
            "a game id such as 5x5:1/2/3.1/...",
            help,
        )
    })?;
    // A single number is both the width and the height.
    let (width, height) = sizes.split_once('x').unwrap_or((sizes, sizes));
    let width = size(width, Side::Columns).map_err(at)?;
    let height = size(height, Side::Rows).map_err(at)?;
    if let Some((_, cells)) = clues.split_once(',') {
        let what = format!("known cells after the clues: {:?}", Excerpt(cells));
        return Err(syntax(
            what,
            "clues only",
            "leave out the comma and what follows it",
        ));
    }
    let mut reader = ClueReader::default();
    let clues = clues
        .split('/')
        .take(width + height + 1)
        .map(|clue| {
            Ok(ClueLine {
                number,
                clue: reader.read(&clue.replace('.', ","))?,
            })
        })
        .collect::<Result<Vec<ClueLine>, _>>()
        .map_err(at)?;
    if clues.len() < width + height {
        let (side, found, expected) = match clues.len().checked_sub(width) {
            None => (Side::Columns, clues.len(), width),
            Some(found) => (Side::Rows, found, height),
        };
        return Err(at(ParseErrorKind::TooFewLines {
            side,
            found,
            expected,
        }));
    }
    if clues.len() > width + height {
        return Err(at(ParseErrorKind::TooManyLines {
            side: Side::Rows,
            expected: height,
        }));
    }
    let mut columns = clues;
    let rows = columns.split_off(width);
    Ok((rows, columns))
}

/// Writes the clues of a puzzle with one colour as a game id. [`parse`] restores the same clues.
pub fn write(puzzle: &Puzzle) -> String {
    let clues: Vec<String> = (puzzle.columns().iter().chain(puzzle.rows()))
        .map(|clue| {
            clue.iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(".")
        })
        .collect();
    format!(
        "{}x{}:{}",
        puzzle.column_count(),
        puzzle.row_count(),
        clues.join("/")
    )
}
