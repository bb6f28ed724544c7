//! webpbn.com's export for Andrew Makhorin's solver pbnsol: the row clues, a line `&`, the column clues; lines with `*` are comments.
//!
//! A line without blocks is `0`. An empty line is one, too, if without it a clue would not fit; otherwise it may also be mere spacing, and
//! is refused.

use super::clues::{ClueLine, ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered, is_empty};
use super::section::{Fault, in_file};
use super::{Description, Format, WriteError, only};
use crate::{MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "pbnsol",
    about: "row clues, &, column clues; comments begin with *",
    extensions: &["pbnsol"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Pbnsol,
        })
    },
    join: None,
};

/// Text of the line between the rows and the columns, which may also follow the columns.
const BORDER: &str = "&";

/// First character of a comment.
const REMARK: char = '*';

fn is_border(line: &str) -> bool {
    line.trim() == BORDER
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(REMARK)
}

/// Whether a text has a border, and otherwise only comments and lines that begin with a number.
fn looks_like(text: &str) -> bool {
    let lines = || {
        text.lines()
            .filter(|line| !is_remark(line) && !line.trim().is_empty())
    };
    let is_clue = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    lines().any(is_border) && lines().all(|line| is_border(line) || is_clue(line))
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let mut lines = Lines::of(text);
    let rows = lines.take_until(is_border);
    let border = lines.next();
    let columns = lines.take_until(is_border);
    let fault = |number, what: &str, expected: &str, help: &str| {
        let (what, expected, help) = (what.to_owned(), expected.to_owned(), help.to_owned());
        ParseError::at(
            name,
            number,
            ParseErrorKind::Syntax {
                what,
                expected,
                help,
            },
        )
    };
    if border.is_none() {
        let last = rows.last_written().unwrap_or(1);
        let help = "add it, or name another format with --format";
        return Err(fault(
            last,
            "no line &",
            "one between the rows and the columns",
            help,
        ));
    }
    if let Some((number, _)) = lines
        .skip(1)
        .find(|line| !is_empty(line) && !is_remark(line.1))
    {
        return Err(fault(
            number,
            "a line after the columns",
            "the end of the file",
            "remove it, or put each puzzle in its own file",
        ));
    }
    let read = |with_empty: bool| {
        let rows = clues(Side::Rows, rows, with_empty).map_err(in_file(name))?;
        let columns = clues(Side::Columns, columns, with_empty).map_err(in_file(name))?;
        assemble(name, rows, columns)
    };
    let empty = [rows, columns].into_iter().flatten().find(is_empty);
    match (empty, read(false), read(true)) {
        (None, puzzle, _) => puzzle,
        (_, Err(_), puzzle) | (_, puzzle, Err(_)) => puzzle,
        (Some((number, _)), Ok(_), Ok(_)) => {
            let help = "write 0 for it, or remove it";
            Err(fault(
                number,
                "an empty line",
                "0 for a row or column without blocks",
                help,
            ))
        }
    }
}

/// The clues of a side. `with_empty` is true if an empty line is a clue without blocks.
fn clues(side: Side, lines: Lines, with_empty: bool) -> Result<Vec<ClueLine>, Fault> {
    let is_clue = |line: &Numbered| !is_remark(line.1) && (with_empty || !is_empty(line));
    let lines = lines.filter(is_clue);
    if let Some((number, _)) = lines.clone().nth(MAX_SIDE) {
        let expected = MAX_SIDE;
        return Err((number, ParseErrorKind::TooManyLines { side, expected }));
    }
    let mut reader = ClueReader::default();
    let clue = |(number, line)| match reader.read(line) {
        Ok(clue) => Ok(ClueLine { number, clue }),
        Err(kind) => Err((number, kind)),
    };
    let clues: Vec<ClueLine> = lines.map(clue).collect::<Result<_, _>>()?;
    match clues.is_empty() {
        true => Err((1, ParseErrorKind::NoClues { side })),
        false => Ok(clues),
    }
}
