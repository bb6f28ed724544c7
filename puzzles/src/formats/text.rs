//! Drawings in plain text: a line a row, `#` filled, `-` blank; a solution may have `?` unknown.
//!
//! [`render::text`] writes it, [`parse`] makes a puzzle of a whole drawing.

use super::error::{ParseError, ParseErrorKind};
use super::lines::Lines;
use super::picture::shown;
use super::section::{Fault, in_file};
use super::{Description, at_least_one};
use crate::{Cell, Format, Grid, MAX_SIDE, Puzzle, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "text",
    about: "drawings in plain text: # filled, - blank",
    extensions: &["txt"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(Box::new(puzzles(source.text()?, source.name)))),
    write: |puzzle, picture| Ok(render::text(shown(Format::Text, puzzle, picture)?).into_bytes()),
    join: None,
};

fn looks_like(text: &str) -> bool {
    let is_row = |line: &str| {
        line.trim_end()
            .chars()
            .all(|c| matches!(c, '#' | '-' | '?'))
    };
    text.contains(['#', '-']) && text.lines().all(is_row)
}

/// Reads every drawing of a file; empty lines lie between two of them. `name` is the file's name
/// for errors.
///
/// # Errors
/// [`ParseError`] names the line and what was expected there.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name).collect()
}

/// Reads the drawings of a file one by one, at least one or an error.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Puzzle, ParseError>> + 'a {
    let drawings = Lines::of(text).split(|line| line.trim().is_empty());
    at_least_one(
        drawings.map(move |lines| puzzle(lines).map_err(in_file(name))),
        name,
    )
}

fn puzzle(lines: Lines) -> Result<Puzzle, Fault> {
    let fault = |number, what: String, expected: String| {
        let help = "correct it".to_owned();
        Err((
            number,
            ParseErrorKind::Syntax {
                what,
                expected,
                help,
            },
        ))
    };
    let rows = lines.map(|(number, line)| (number, line.trim_end()));
    let (first, line) = rows.clone().next().expect("a drawing has a line");
    let (height, width) = (rows.clone().count(), line.chars().count());
    if height.max(width) > MAX_SIDE {
        let what = format!("a drawing of {height} x {width} cells");
        return fault(first, what, format!("at most {MAX_SIDE} x {MAX_SIDE}"));
    }
    // The grid takes memory by its size, so that the size is checked first.
    let cells = rows
        .clone()
        .map(|(number, line)| (number, line.chars().count()));
    if let Some((number, cells)) = cells.clone().find(|&(_, cells)| cells != width) {
        let expected = format!("{width}, as in the line above");
        return fault(number, format!("{cells} cells"), expected);
    }
    let mut grid = Grid::new(height, width);
    for (row, (number, line)) in rows.enumerate() {
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
    Ok(Puzzle::from_grid(&grid)
        .with_goal(grid)
        .expect("a grid has its own clues"))
}
