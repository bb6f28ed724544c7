//! `.g`: the files of Mirek and Petr Olšák's solver, rectangular and in one colour.
//!
//! Remarks, a line that begins with `:`, a clue a line for the rows, another such line, the
//! columns, a last one. An empty line is a line without blocks. The format is described in its
//! sample puzzles.

use super::clues::{ClueLine, ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered};
use super::section::{Fault, in_file};
use super::{Description, only};
use crate::excerpt::Excerpt;
use crate::{Clue, MAX_SIDE, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "g",
    about: "Mirek and Petr Olšák's puzzle files, in one colour",
    extensions: &["g"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |puzzle, _| Ok(write(puzzle).into_bytes()),
    join: None,
};

/// Begins the lines between the parts of a file.
const BORDER: char = ':';

/// Begin a description of three-sided puzzles, which have no rows and columns.
const TRIANGULAR: [&str; 2] = ["#t", "#T"];

fn looks_like(text: &str) -> bool {
    text.lines().filter(|line| line.starts_with(BORDER)).count() >= 2
}

/// Reads the one puzzle of a file. `name` is the file's name for errors.
///
/// # Errors
/// [`ParseError`] names the line and what was expected there.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns) = sections(Lines::of(text)).map_err(in_file(name))?;
    assemble(name, rows, columns)
}

fn sections(lines: Lines) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
    if lines.is_blank() {
        return Err((1, ParseErrorKind::Empty));
    }
    let is_border = |line: &str| line.starts_with(BORDER);
    let mut rest = lines;
    let is_triangular = |line: &&str| TRIANGULAR.iter().any(|mark| line.starts_with(mark));
    let mut head = rest.take_until(is_border);
    if let Some((number, line)) = head.find(|(_, line)| is_triangular(line)) {
        let what = format!("{:?} begins a puzzle of triangles", Excerpt(line.trim()));
        return Err((
            number,
            syntax(what, "rows and columns", "choose a rectangular puzzle"),
        ));
    }
    let mut section = || Some((rest.next()?.0, rest.take_until(is_border)));
    let (Some(rows), Some(columns), true) = (section(), section(), rest.next().is_some()) else {
        let borders = lines.filter(|(_, line)| is_border(line)).count();
        let what = format!("{borders} lines that begin with {BORDER:?}");
        let expected = "three: before the rows, before the columns and at the end";
        let help = "add what is missing, or check that the file is whole";
        return Err((lines.count(), syntax(what, expected, help)));
    };
    let mut reader = ClueReader::default();
    Ok((
        clues(Side::Rows, rows, &mut reader)?,
        clues(Side::Columns, columns, &mut reader)?,
    ))
}

fn syntax(what: String, expected: &str, help: &str) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what,
        expected: expected.to_owned(),
        help: help.to_owned(),
    }
}

/// The border above a side and its clues, one a line; their number is the puzzle's size.
fn clues(
    side: Side,
    (border, lines): (usize, Lines),
    reader: &mut ClueReader,
) -> Result<Vec<ClueLine>, Fault> {
    let Some(_) = lines.clone().next() else {
        let what = format!("no clues below this {BORDER:?}");
        return Err((border, syntax(what, "one line a row or column", "add them")));
    };
    if let Some((number, _)) = lines.clone().nth(MAX_SIDE) {
        let expected = MAX_SIDE;
        return Err((number, ParseErrorKind::TooManyLines { side, expected }));
    }
    let clue = |(number, line): Numbered| match reader.read(line) {
        Ok(clue) => Ok(ClueLine { number, clue }),
        Err(kind) => Err((number, kind)),
    };
    lines.map(clue).collect()
}

/// The puzzle's clues as a `.g` file. [`parse`] reads the same clues back.
pub fn write(puzzle: &Puzzle) -> String {
    let lines = |clues: &[Clue]| -> String {
        let line = |clue: &Clue| match clue.is_empty() {
            true => "\n".to_owned(),
            false => clue.to_string().replace(',', " ") + "\n",
        };
        clues.iter().map(line).collect()
    };
    format!(
        "{BORDER} rows\n{}{BORDER} columns\n{}{BORDER}\n",
        lines(puzzle.rows()),
        lines(puzzle.columns())
    )
}
