//! Drawings in plain text: a line a row, `#` filled, `-` blank; a solution may have `?` unknown.
//!
//! [`render::text`] writes it, [`parse`] makes a puzzle of a whole drawing.

use super::Description;
use super::error::{ParseError, ParseErrorKind};
use super::picture::shown;
use super::section::{Fault, Numbered, in_file, is_empty, numbered};
use crate::{Cell, Format, Grid, MAX_SIDE, Puzzle, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "text",
    about: "drawings in plain text: # filled, - blank",
    extensions: &["txt"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(parse(source.text()?, source.name)?)),
    write: |puzzle, picture| {
        Ok(render::text(shown(Format::Text, puzzle, picture)?).into_bytes())
    },
    join: None,
};

fn looks_like(text: &str) -> bool {
    let is_row = |line: &str| line.trim_end().chars().all(|c| matches!(c, '#' | '-' | '?'));
    text.contains(['#', '-']) && text.lines().all(is_row)
}

/// Reads every drawing of a file; empty lines lie between two of them. `name` is the file's name
/// for errors.
///
/// # Errors
/// [`ParseError`] names the line and what was expected there.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    let puzzles = numbered(text)
        .split(is_empty)
        .filter(|lines| !lines.is_empty())
        .map(puzzle)
        .collect::<Result<Vec<_>, _>>()
        .map_err(in_file(name))?;
    if puzzles.is_empty() {
        return Err(ParseError::at(name, 1, ParseErrorKind::Empty));
    }
    Ok(puzzles)
}

fn puzzle(lines: &[Numbered]) -> Result<Puzzle, Fault> {
    let fault = |number, what: String, expected: String| {
        let help = "correct it".to_owned();
        Err((number, ParseErrorKind::Syntax { what, expected, help }))
    };
    let width = lines[0].1.trim_end().chars().count();
    if lines.len().max(width) > MAX_SIDE {
        let what = format!("a drawing of {} x {width} cells", lines.len());
        return fault(lines[0].0, what, format!("at most {MAX_SIDE} x {MAX_SIDE}"));
    }
    let mut grid = Grid::new(lines.len(), width);
    for (row, &(number, line)) in lines.iter().enumerate() {
        let line = line.trim_end();
        let cells = line.chars().count();
        if cells != width {
            let expected = format!("{width}, as in the line above");
            return fault(number, format!("{cells} cells"), expected);
        }
        for (column, character) in line.chars().enumerate() {
            match Cell::from_char(character) {
                Some(cell) if cell != Cell::Unknown => grid.set(row, column, cell),
                _ => {
                    let expected = "# for a filled and - for a blank cell".to_owned();
                    return fault(number, format!("{character:?} is no cell"), expected);
                }
            }
        }
    }
    Ok(Puzzle::from_grid(&grid).with_goal(grid).expect("a grid has its own clues"))
}
