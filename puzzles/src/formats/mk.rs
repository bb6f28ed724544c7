//! `.mk`: height and width on the first line, the row clues, a line `#`, the column clues.
//!
//! Source: the format of Mirek and Petr Olšák's sample puzzles, as documented by pbnsolve.

use super::clues::{ClueReader, assemble, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered, is_empty};
use super::section::{Fault, Section, in_file, settle};
use super::{Description, Format, in_one_colour, is_numbers, only};
use crate::Puzzle;
use crate::excerpt::Excerpt;

pub(super) const DESCRIPTION: Description = Description {
    name: "mk",
    about: "height and width, row clues, #, column clues",
    extensions: &["mk"],
    sniff: |source| source.text().is_ok_and(|text| is_numbers(text, &[BORDER])),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |puzzle, _| Ok(write(in_one_colour(puzzle, Format::Mk)?).into_bytes()),
    join: None,
};

/// Text of the line between the rows and the columns.
const BORDER: char = '#';

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns) = sections(Lines::of(text)).map_err(in_file(name))?;
    assemble(name, rows.clues, columns.clues)
}

fn sections(lines: Lines) -> Result<(Section, Section), Fault> {
    let ((height, width), first, mut rest) = size_line(lines, [Side::Rows, Side::Columns])?;
    let rows = rest.take_until(|line| line.trim().chars().eq([BORDER]));
    let Some((border, _)) = rest.next() else {
        let kind = ParseErrorKind::Syntax {
            what: format!("no line {BORDER}"),
            expected: format!("one between the {height} row clues and the {width} column clues"),
            help: "add it, or name another format with --format".to_owned(),
        };
        return Err((rows.last_written().unwrap_or(first), kind));
    };
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, first, rows, &mut reader)?;
    let columns = Section::read(Side::Columns, width, border, rest, &mut reader)?;
    settle(&rows, &columns)?;
    Ok((rows, columns))
}

/// Height and width of a puzzle, the number of their line, and the lines after it.
pub(super) type Sized<'a> = ((usize, usize), usize, Lines<'a>);

/// Reads the first non-empty line: two sizes, in the order of `sides`.
pub(super) fn size_line(mut lines: Lines<'_>, sides: [Side; 2]) -> Result<Sized<'_>, Fault> {
    let (number, line) = first_written(&mut lines).ok_or((1, ParseErrorKind::Empty))?;
    let mut words = line.split_whitespace();
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else {
        let order = match sides {
            [Side::Rows, _] => "height and width",
            [Side::Columns, _] => "width and height",
        };
        let kind = ParseErrorKind::Syntax {
            what: format!("{:?} is not a size", Excerpt(line.trim())),
            expected: format!("two numbers, {order}"),
            help: "correct it, or name another format with --format".to_owned(),
        };
        return Err((number, kind));
    };
    let first = size(first, sides[0]).map_err(|kind| (number, kind))?;
    let second = size(second, sides[1]).map_err(|kind| (number, kind))?;
    let sizes = if sides[0] == Side::Rows {
        (first, second)
    } else {
        (second, first)
    };
    Ok((sizes, number, lines))
}

/// Consumes the lines up to the first one with text and returns that line; `None` if no line has text.
pub(super) fn first_written<'a>(lines: &mut Lines<'a>) -> Option<Numbered<'a>> {
    lines.find(|line| !is_empty(line))
}

/// Clues as text, one line per clue, with spaces between the lengths.
pub(super) fn clue_lines(clues: &[crate::Clue]) -> String {
    clues
        .iter()
        .map(|clue| clue.to_string().replace(',', " ") + "\n")
        .collect()
}

/// Writes the clues of a puzzle with one colour as an `.mk` file. [`parse`] restores the same clues.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{} {}\n{}{BORDER}\n{}",
        puzzle.row_count(),
        puzzle.column_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
