//! Drawings in plain text: one line per row, with `#` for filled and `-` for blank cells; a partial solution has `?` for
//! unknown cells. Drawings in several colours are written only, with the letters of the palette.
//!
//! Interface: [`render::text`] writes a drawing; [`parse`] reads complete drawings as puzzles and also accepts other symbols.

use super::error::{ParseError, ParseErrorKind};
use super::lines::Lines;
use super::picture::shown;
use super::section::in_file;
use super::symbols::{Symbols, drawing, is_symbol};
use super::{Description, ReadError, at_least_one};
use crate::{Format, Grid, Puzzle, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "text",
    about: "drawings in plain text: # filled, - blank, or other symbols",
    extensions: &["txt"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(Box::new(puzzles(source.text()?, source.name, source.filled)?))),
    write: |puzzle, picture| {
        let grid = shown(Format::Text, puzzle, picture)?;
        Ok(render::text(puzzle.palette(), grid).into_bytes())
    },
    join: None,
};

fn looks_like(text: &str) -> bool {
    let is_cell = |c: char| is_symbol(c) && !c.is_whitespace();
    text.contains(is_cell) && text.chars().all(|c| is_symbol(c) || c.is_whitespace())
}

/// Reads every drawing of a file; lines without cells separate drawings. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name, None)?.collect()
}

/// Reads the drawings of a file on demand. A file without drawings yields one error.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
    filled: Option<char>,
) -> Result<impl Iterator<Item = Result<Puzzle, ParseError>> + 'a, ParseError> {
    let lines = Lines::of(text);
    let symbols = Symbols::of(lines, filled).map_err(in_file(name))?;
    let drawings = lines.split(move |line| symbols.is_border(line));
    let puzzle = move |lines| {
        let grid = drawing(lines, symbols, false).map_err(in_file(name))?;
        let puzzle = Puzzle::from_grid(&grid).with_goal(grid);
        Ok(puzzle.expect("a grid has its own clues"))
    };
    Ok(at_least_one(drawings.map(puzzle), name))
}

/// Reads one drawing, which may have unknown cells. `filled` is the symbol of filled cells; `None` detects it.
///
/// # Errors
/// Returns a [`ReadError`], with the line and what was expected there, if the text is invalid.
pub fn parse_grid(text: &str, name: &str, filled: Option<char>) -> Result<Grid, ReadError> {
    let lines = Lines::of(text);
    let symbols = Symbols::of(lines, filled).map_err(in_file(name))?;
    let mut drawings = lines.split(move |line| symbols.is_border(line));
    let none = || {
        let kind = ParseErrorKind::Syntax {
            what: "no cells".to_owned(),
            expected: "a grid, one line per row".to_owned(),
            help: "check that this is the right file".to_owned(),
        };
        (1, kind)
    };
    let first = drawings.next().ok_or_else(none).map_err(in_file(name))?;
    if let Some((number, _)) = drawings.next().and_then(|mut second| second.next()) {
        let kind = ParseErrorKind::Syntax {
            what: "a second drawing".to_owned(),
            expected: "one grid without an empty line in it".to_owned(),
            help: "remove it, or the empty line".to_owned(),
        };
        return Err(ParseError::at(name, number, kind).into());
    }
    Ok(drawing(first, symbols, true).map_err(in_file(name))?)
}
