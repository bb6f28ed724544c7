//! `.mk`: height and width in the first line, the row clues, a line `#`, the column clues.
//!
//! The format of Mirek and Petr Olšák's sample puzzles, as the pbnsolve documentation has it.

use super::clues::{ClueReader, assemble, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::section::{Fault, Numbered, Section, in_file, is_empty, numbered, settle};
use super::{Description, is_numbers};
use crate::Puzzle;

pub(super) const DESCRIPTION: Description = Description {
    name: "mk",
    about: "height and width, row clues, #, column clues",
    extensions: &["mk"],
    sniff: |source| source.text().is_ok_and(|text| is_numbers(text, &[BORDER])),
    read: Some(|source| Ok(vec![parse(source.text()?, source.name)?])),
    write: |puzzle, _| Ok(write(puzzle).into_bytes()),
    join: None,
};

/// Stands alone on the line between the rows and the columns.
const BORDER: char = '#';

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
    let ((height, width), first, rest) = size_line(lines, [Side::Rows, Side::Columns])?;
    let is_border = |line: &Numbered| line.1.trim().chars().eq([BORDER]);
    let border = rest.iter().position(is_border).ok_or_else(|| {
        let last = rest.iter().rfind(|line| !is_empty(line)).map_or(first, |line| line.0);
        let kind = ParseErrorKind::Syntax {
            what: format!("no line {BORDER}"),
            expected: format!("one between the {height} row clues and the {width} column clues"),
            help: "add it, or name another format with --format".to_owned(),
        };
        (last, kind)
    })?;
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, first, &rest[..border], &mut reader)?;
    let columns =
        Section::read(Side::Columns, width, rest[border].0, &rest[border + 1..], &mut reader)?;
    settle(&rows, &columns)?;
    Ok((rows, columns))
}

/// A puzzle's height and width, the line they stand on, and the lines below it.
pub(super) type Sized<'a, 'b> = ((usize, usize), usize, &'b [Numbered<'a>]);

/// Reads the first line that is not empty: two sizes, in the order of `sides`.
pub(super) fn size_line<'a, 'b>(
    lines: &'b [Numbered<'a>],
    sides: [Side; 2],
) -> Result<Sized<'a, 'b>, Fault> {
    let at = lines.iter().position(|line| !is_empty(line)).ok_or((1, ParseErrorKind::Empty))?;
    let (number, line) = lines[at];
    let words: Vec<&str> = line.split_whitespace().collect();
    let [first, second] = words[..] else {
        let order = match sides {
            [Side::Rows, _] => "height and width",
            [Side::Columns, _] => "width and height",
        };
        let kind = ParseErrorKind::Syntax {
            what: format!("{:?} is no size", line.trim()),
            expected: format!("two numbers, {order}"),
            help: "correct it, or name another format with --format".to_owned(),
        };
        return Err((number, kind));
    };
    let first = size(first, sides[0]).map_err(|kind| (number, kind))?;
    let second = size(second, sides[1]).map_err(|kind| (number, kind))?;
    let sizes = if sides[0] == Side::Rows { (first, second) } else { (second, first) };
    Ok((sizes, number, &lines[at + 1..]))
}

/// The clues of a puzzle as the simple formats have them.
pub(super) fn clue_lines(clues: &[crate::Clue]) -> String {
    clues.iter().map(|clue| clue.to_string().replace(',', " ") + "\n").collect()
}

/// The puzzle's clues as an `.mk` file. [`parse`] reads the same clues back.
pub fn write(puzzle: &Puzzle) -> String {
    format!(
        "{} {}\n{}{BORDER}\n{}",
        puzzle.row_count(),
        puzzle.column_count(),
        clue_lines(puzzle.rows()),
        clue_lines(puzzle.columns())
    )
}
