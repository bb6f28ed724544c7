//! webpbn.com's export for Andrew Makhorin's solver pbnsol: the row clues, a line `&`, the column clues; lines with `*` are comments.
//!
//! A line without blocks is `0`. An empty line is one, too, if without it a clue would not fit; otherwise it may also be mere spacing, and
//! is refused.

use super::clues::{ClueLine, ClueReader};
use super::draft::assemble;
use super::error::{Fault, ParseErrorKind, Side, refuse};
use super::lines::{Lines, Numbered, is_empty};
use super::{BARE, Description, Read, Sniff};
use crate::{MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "pbnsol",
    about: "row clues, &, column clues; comments begin with *",
    extensions: &["pbnsol"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(|text, _| read(text)),
    ..BARE
};

/// Whether a line is between the rows and the columns; such a line may also follow the columns.
fn is_border(line: &str) -> bool {
    line.trim() == "&"
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with('*')
}

/// Whether a text has a border, and otherwise only comments and lines that begin with a number.
fn looks_like(text: &str) -> bool {
    let is_written = |line: &&str| !is_remark(line) && !line.trim().is_empty();
    let lines = || text.lines().filter(is_written);
    let is_clue = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    lines().any(is_border) && lines().all(|line| is_border(line) || is_clue(line))
}

fn read(text: &str) -> Result<Puzzle, Fault> {
    let mut lines = Lines::of(text);
    let rows = lines.take_until(is_border);
    let border = lines.next();
    let columns = lines.take_until(is_border);
    if border.is_none() {
        let (last, help) = (
            rows.last_written(),
            "add it, or name another format with --format",
        );
        let expected = "one between the rows and the columns";
        return refuse(last.unwrap_or(1), "no line &", expected, help);
    }
    let is_rest = |line: &Numbered| !is_empty(line) && !is_remark(line.1);
    if let Some((number, _)) = lines.skip(1).find(is_rest) {
        let help = "remove it, or put each puzzle in its own file";
        let what = "a line after the columns";
        return refuse(number, what, "the end of the file", help);
    }
    let read = |with_empty: bool| {
        let rows = clues(Side::Rows, rows, with_empty)?;
        assemble((rows, clues(Side::Columns, columns, with_empty)?))
    };
    let empty = [rows, columns].into_iter().flatten().find(is_empty);
    match (empty, read(false), read(true)) {
        (None, puzzle, _) => puzzle,
        (_, Err(_), puzzle) | (_, puzzle, Err(_)) => puzzle,
        (Some((number, _)), Ok(_), Ok(_)) => {
            let expected = "0 for a row or column without blocks";
            let help = "write 0 for it, or remove it";
            refuse(number, "an empty line", expected, help)
        }
    }
}

/// The clues of a side. `with_empty` is true if an empty line is a clue without blocks.
fn clues(side: Side, lines: Lines, with_empty: bool) -> Result<Vec<ClueLine>, Fault> {
    let is_clue = |line: &Numbered| !is_remark(line.1) && (with_empty || !is_empty(line));
    let lines = lines.filter(is_clue);
    if let Some((number, _)) = lines.clone().nth(MAX_SIDE) {
        let expected = MAX_SIDE;
        return Err(Fault::at(
            number,
            ParseErrorKind::too_many_lines(side, expected),
        ));
    }
    let clues = ClueReader::default().lines(lines)?;
    if clues.is_empty() {
        return Err(Fault::at(1, ParseErrorKind::no_clues(side)));
    }
    Ok(clues)
}
