//! `.nin`: width and height on the first line, the row clues, the column clues.
//!
//! Source: the format of Jakub Wilk's nonogram solver.

use super::clues::{ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, is_empty};
use super::mk::{clue_lines, size_line};
use super::section::{Fault, Section, in_file, settle};
use super::{Description, Format, in_one_colour, is_numbers, only};
use crate::{Puzzle, counted};

pub(super) const DESCRIPTION: Description = Description {
    name: "nin",
    about: "width and height, row clues, column clues",
    extensions: &["nin"],
    sniff: |source| source.text().is_ok_and(|text| is_numbers(text, &[])),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |puzzle, _| Ok(write(in_one_colour(puzzle, Format::Nin)?).into_bytes()),
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

fn sections(lines: Lines) -> Result<(Section, Section), Fault> {
    let ((height, width), first, rest) = size_line(lines, [Side::Columns, Side::Rows])?;
    split_by_count(height, width, first, rest, 0)
}

/// Reads `height` row clues followed by `width` column clues, with at most `gap` empty lines between them. If the number of
/// non-empty lines equals the number of clues, empty lines are ignored everywhere.
pub(super) fn split_by_count(
    height: usize,
    width: usize,
    above: usize,
    lines: Lines,
    gap: usize,
) -> Result<(Section, Section), Fault> {
    let is_counted = lines.written().take(height + width + 1).count() == height + width;
    if is_counted
        && let Some((number, found)) = only_gap(lines)
        && found != height
    {
        let kind = ParseErrorKind::Syntax {
            what: format!(
                "an empty line after {} of {height} row clues",
                counted(found, "clue")
            ),
            expected: "an empty line between rows and columns, or between all clues".to_owned(),
            help: "correct the sizes, or remove the line".to_owned(),
        };
        return Err((number, kind));
    }
    let lines = lines.filter(move |line| !(is_counted && is_empty(line)));
    let (rows, columns) = (lines.clone().take(height), lines.skip(height));
    let found = columns.clone().take(gap).take_while(is_empty).count();
    let below = rows.clone().filter(|line| !is_empty(line)).last();
    let below = below.map_or(above, |(number, _)| number);
    let next = columns.clone().next();
    let columns = columns.skip(found);
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, above, rows, &mut reader)?;
    let columns = Section::read(Side::Columns, width, below, columns, &mut reader)?;
    settle(&rows, &columns)?;
    if !is_counted
        && found < gap
        && let Some((number, _)) = next
    {
        let kind = ParseErrorKind::Syntax {
            what: format!("no empty line after {height} lines of row clues, some of them empty"),
            expected: "an empty line between rows and columns".to_owned(),
            help: "add it, correct the sizes, or write 0 for a line without blocks".to_owned(),
        };
        return Err((number, kind));
    }
    Ok((rows, columns))
}

/// Line number of the first empty line between lines with text, and the number of these above it; `None` if there are several places
/// of empty lines, or none.
fn only_gap(lines: Lines) -> Option<(usize, usize)> {
    let (mut above, mut gap, mut found) = (0, None, None);
    for line in lines {
        if is_empty(&line) {
            gap = gap.or((above > 0).then_some((line.0, above)));
            continue;
        }
        above += 1;
        if let Some(gap) = gap.take()
            && found.replace(gap).is_some()
        {
            return None;
        }
    }
    found
}

/// Writes the clues of a puzzle with one colour as a `.nin` file. [`parse`] restores the same clues.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{} {}\n{}{}",
        puzzle.column_count(),
        puzzle.row_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
