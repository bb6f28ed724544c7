//! `.cwd`: height, width, each on its line, the row clues, an empty line, the column clues.
//!
//! The format of QNonograms and of Vladimir Sukhoy's solver, as the pbnsolve documentation has it.

use super::clues::{assemble, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::mk::clue_lines;
use super::nin::split_by_count;
use super::section::{Fault, Numbered, Section, in_file, is_empty, numbered};
use super::{Description, is_numbers};
use crate::Puzzle;

pub(super) const DESCRIPTION: Description = Description {
    name: "cwd",
    about: "height, width, row clues, an empty line, column clues",
    extensions: &["cwd"],
    sniff: |source| source.text().is_ok_and(|text| is_numbers(text, &[])),
    read: Some(|source| Ok(vec![parse(source.text()?, source.name)?])),
    write: |puzzle, _| Ok(write(puzzle).into_bytes()),
    join: None,
};

/// Reads the one puzzle of a file. `name` is the file's name for errors.
///
/// # Errors
/// [`ParseError`] names the line and what was expected there.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let lines = numbered(text);
    let (rows, columns) = sections(&lines).map_err(in_file(name))?;
    assemble(name, rows.clues, columns.clues)
}

fn sections(lines: &[Numbered]) -> Result<(Section, Section), Fault> {
    let (above, height, rest) = size_alone(lines, Side::Rows, 1)?;
    let (above, width, rest) = size_alone(rest, Side::Columns, above)?;
    split_by_count(height, width, above, rest, 1)
}

/// The first line that is not empty, its size, and the lines below it; `above` is the line
/// before them.
fn size_alone<'a, 'b>(
    lines: &'b [Numbered<'a>],
    side: Side,
    above: usize,
) -> Result<(usize, usize, &'b [Numbered<'a>]), Fault> {
    let at = lines.iter().position(|line| !is_empty(line)).ok_or_else(|| {
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
    let (number, line) = lines[at];
    let size = size(line.trim(), side).map_err(|kind| (number, kind))?;
    Ok((number, size, &lines[at + 1..]))
}

/// The puzzle's clues as a `.cwd` file. [`parse`] reads the same clues back.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{}\n{}\n{}\n{}",
        puzzle.row_count(),
        puzzle.column_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
