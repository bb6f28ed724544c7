//! `.nin`: width and height in the first line, the row clues, the column clues.
//!
//! The format of Jakub Wilk's nonogram solver.

use super::clues::{ClueReader, assemble};
use super::error::{ParseError, Side};
use super::mk::{clue_lines, size_line};
use super::section::{Fault, Numbered, Section, in_file, is_empty, numbered, settle};
use super::{Description, is_numbers};
use crate::Puzzle;

pub(super) const DESCRIPTION: Description = Description {
    name: "nin",
    about: "width and height, row clues, column clues",
    extensions: &["nin"],
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
    let ((height, width), first, rest) = size_line(lines, [Side::Columns, Side::Rows])?;
    split_by_count(height, width, first, rest, 0)
}

/// Reads `height` row clues and `width` column clues that follow each other, `gap` empty lines
/// between them. Where every line of the puzzle has a number, empty lines are ignored anywhere.
pub(super) fn split_by_count(
    height: usize,
    width: usize,
    above: usize,
    lines: &[Numbered],
    gap: usize,
) -> Result<(Section, Section), Fault> {
    let written: Vec<Numbered> = lines.iter().filter(|line| !is_empty(line)).copied().collect();
    let (lines, gap) =
        if written.len() == height + width { (&written[..], 0) } else { (lines, gap) };
    let (rows, columns) = lines.split_at(height.min(lines.len()));
    let gap = columns.iter().take(gap).take_while(|line| is_empty(line)).count();
    let columns = &columns[gap..];
    let below = rows.iter().rfind(|line| !is_empty(line)).map_or(above, |line| line.0);
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, above, rows, &mut reader)?;
    let columns = Section::read(Side::Columns, width, below, columns, &mut reader)?;
    settle(&rows, &columns)?;
    Ok((rows, columns))
}

/// The puzzle's clues as a `.nin` file. [`parse`] reads the same clues back.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{} {}\n{}{}",
        puzzle.column_count(),
        puzzle.row_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
