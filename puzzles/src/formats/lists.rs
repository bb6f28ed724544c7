//! Clues as people copy them: one list for the rows and one for the columns, with or without headings, as lines or as code.
//!
//! Interface: [`parse`]. Every character is a clue, a size, metadata, or syntax of the shape that was recognised; other text is an error.
//! [`scan`] separates lines from statements with brackets, [`part`] reads the lines, [`code`] and [`statement`] the statements, and
//! [`split`] decides which clues are the rows.

mod cases;
mod code;
mod finish;
mod part;
mod scan;
mod split;
mod statement;

use super::clues::{ClueReader, assemble, with_goal};
use super::error::{ParseError, ParseErrorKind};
use super::lines::Lines;
use super::section::{Fault, in_file};
use super::symbols::{Symbols, drawing};
use super::{Description, Puzzles, ReadError, Source, WriteError};
use crate::excerpt::Excerpt;
use crate::{Format, Grid, Puzzle, counted};
use part::{Draft, refused};

pub(super) const DESCRIPTION: Description = Description {
    name: "lists",
    about: "clues as copied: lists of rows and columns, with or without headings",
    extensions: &["clues"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(read(source.text()?, source)?)),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Lists,
        })
    },
    join: None,
};

/// How lists of clues are divided into rows and columns if headings do not divide them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// Whether the columns come first in lists without headings. By default the rows come first.
    pub columns_first: bool,
    /// Number of row clues, if headings do not separate rows from columns; `None` derives it from the sizes, the clues and the border
    /// between two lists.
    pub rows: Option<usize>,
}

/// Whether a text has a number, in any script, or a bracket. Whether it is a list of clues shows only when it is read.
fn looks_like(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric() || ['[', '{', '('].contains(&c)) && !text.contains('\0')
}

/// Reads the first puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ReadError`] if the text is invalid or larger than 64 MiB.
pub fn parse(text: &str, name: &str, options: ListOptions) -> Result<Puzzle, ReadError> {
    let options = crate::ReadOptions {
        format: Some(Format::Lists),
        lists: options,
        ..crate::ReadOptions::default()
    };
    Ok(crate::read_from(text.as_bytes(), name, options)?.remove(0))
}

fn read<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, ParseError> {
    let name = source.name;
    let mut draft = Draft::read(text).map_err(in_file(name))?;
    let metadata = draft.metadata.clone();
    let sizes = [draft.height, draft.width];
    let grid = draft
        .picture
        .take()
        .map(|picture| grid(picture, sizes, source));
    let grid = grid.transpose().map_err(in_file(name))?;
    let matrix = draft.matrix.take();
    let columns_first = draft.columns_first.filter(|_| !source.lists.columns_first);
    let mut reader = ClueReader::default();
    let puzzles = match (draft.lists.is_empty(), grid) {
        (true, None) => return Err(ParseError::at(name, 1, ParseErrorKind::Empty)),
        (true, Some((_, grid))) => vec![of_drawing(grid)],
        (false, grid) => match (
            split::sides(draft, source.lists, matrix.is_some(), &mut reader),
            matrix,
        ) {
            (Ok(_), Some((line, _))) => {
                let kind = refused(
                    "a list that may be a drawing or clues".to_owned(),
                    "a name such as grid, or rows and columns",
                    "put a name before the list",
                );
                return Err(ParseError::at(name, line, kind));
            }
            (Err(_), Some(matrix)) => {
                let (_, grid) = self::grid(matrix, sizes, source).map_err(in_file(name))?;
                vec![of_drawing(grid)]
            }
            (sides, None) => {
                let mut puzzles = Vec::new();
                for sides in sides.map_err(in_file(name))? {
                    if let (Some((line, text)), Some(_)) = (columns_first, sides.assumed) {
                        let what = format!(
                            "{:?} above lists without headings, of which the first are the rows",
                            Excerpt(text)
                        );
                        let help = "put headings above the lists, or choose --columns-first";
                        return Err(ParseError::at(
                            name,
                            line,
                            refused(what, "headings such as Rows and Columns", help),
                        ));
                    }
                    note(source, sides.assumed);
                    puzzles.push(assemble(name, sides.rows, sides.columns)?);
                }
                if let Some((line, grid)) = grid {
                    let [_] = puzzles[..] else {
                        return Err(ParseError::at(name, line, ParseErrorKind::Empty));
                    };
                    let goal = with_goal(puzzles.remove(0), grid)
                        .map_err(|kind| ParseError::at(name, line, kind))?;
                    puzzles.push(goal);
                }
                puzzles
            }
        },
    };
    Ok(Box::new(puzzles.into_iter().map(move |puzzle| {
        Ok(puzzle.with_metadata(metadata.clone()))
    })))
}

fn of_drawing(grid: Grid) -> Puzzle {
    Puzzle::from_grid(&grid)
        .with_goal(grid)
        .expect("a grid has its own clues")
}

/// Notes that no heading decides which clues are the rows.
fn note(source: &Source, assumed: Option<usize>) {
    if let Some(rows) = assumed.filter(|_| !source.lists.columns_first) {
        source.notes.add(
            true,
            format!(
                "{}: no headings: the rows are read first ({}); --columns-first reads the columns first",
                source.name,
                counted(rows, "clue")
            ),
        );
    }
}

/// The cells of a drawing, which must have the declared height and width. A single row may hold all cells of a drawing with both.
fn grid(
    (line, rows): (usize, Vec<String>),
    [height, width]: [Option<usize>; 2],
    source: &Source,
) -> Result<(usize, Grid), Fault> {
    let text = rows.join("\n");
    let lines = Lines::of(&text);
    let at_line = |(_, kind): Fault| (line, kind);
    let symbols = Symbols::of(lines, source.filled).map_err(at_line)?;
    let mut grid = drawing(lines, symbols, false).map_err(at_line)?;
    if let (Some(height), Some(width)) = (height, width)
        && grid.rows() == 1
        && height > 1
        && grid.columns() == height * width
    {
        let flat = grid;
        grid = Grid::from_cells(height, width, |row, column| {
            flat.get(0, row * width + column)
        });
    }
    let is_declared = height.is_none_or(|height| height == grid.rows())
        && width.is_none_or(|width| width == grid.columns());
    if !is_declared {
        let size = |size: Option<usize>| size.map_or("any".to_owned(), |size| size.to_string());
        let what = format!("a drawing of {} x {} cells", grid.rows(), grid.columns());
        let expected = format!(
            "the declared height {} and width {}",
            size(height),
            size(width)
        );
        return Err((
            line,
            refused(what, &expected, "correct the sizes or the drawing"),
        ));
    }
    Ok((line, grid))
}
