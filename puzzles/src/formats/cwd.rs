//! `.cwd`: height and width on one line each, the row clues, an empty line, the column clues.
//!
//! Source: the format of QNonograms and of Vladimir Sukhoy's solver, as documented by pbnsolve.

use super::clues::{assemble, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::Lines;
use super::mk::{clue_lines, first_written};
use super::nin::split_by_count;
use super::section::{Fault, Section, in_file};
use super::{Description, Format, in_one_colour, is_numbers, only};
use crate::Puzzle;

pub(super) const DESCRIPTION: Description = Description {
    name: "cwd",
    about: "height, width, row clues, an empty line, column clues",
    extensions: &["cwd"],
    sniff: |source| source.text().is_ok_and(|text| is_numbers(text, &[])),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |puzzle, _| Ok(write(in_one_colour(puzzle, Format::Cwd)?).into_bytes()),
    join: None,
};

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns) = sections(Lines::of(text)).map_err(in_file(name))?;
    assemble(name, rows.clues, columns.clues)
}

fn sections(mut lines: Lines) -> Result<(Section, Section), Fault> {
    let (above, height) = size_alone(&mut lines, Side::Rows, 1)?;
    let (above, width) = size_alone(&mut lines, Side::Columns, above)?;
    split_by_count(height, width, above, lines, 1)
}

/// Consumes the lines up to the first non-empty one; returns the number of that line and the size on it. `above` is the number of
/// the line before them.
pub(super) fn size_alone(
    lines: &mut Lines,
    side: Side,
    above: usize,
) -> Result<(usize, usize), Fault> {
    let (number, line) = first_written(lines).ok_or_else(|| {
        let kind = ParseErrorKind::Syntax {
            what: "no width".to_owned(),
            expected: "height and width, each alone on a line".to_owned(),
            help: "add it, or name another format with --format".to_owned(),
        };
        match side {
            Side::Rows => (1, ParseErrorKind::Empty),
            Side::Columns => (above, kind),
        }
    })?;
    let size = size(line.trim(), side).map_err(|kind| (number, kind))?;
    Ok((number, size))
}

/// Writes the clues of a puzzle with one colour as a `.cwd` file. [`parse`] restores the same clues.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{}\n{}\n{}\n{}",
        puzzle.row_count(),
        puzzle.column_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
