//! Clues as people copy them: one list for the rows and one for the columns, with or without headings, as lines or as code.
//!
//! Every character is a clue, a size, metadata, or syntax of the shape that was recognised; other text is an error. [`scan`] separates lines
//! from statements with brackets, [`part`] reads the lines, [`code`] and [`statement`] the statements, and [`split`] decides which clues
//! are the rows.

mod cases;
mod code;
mod finish;
mod part;
mod scan;
mod split;
mod statement;
mod types;

use super::clues::ClueReader;
use super::draft::{Draft, Goal, drawn};
use super::error::{Fault, OnLine, ParseErrorKind, refuse};
use super::lines::Lines;
use super::symbols::{Sizes, Symbols, drawing};
use super::{BARE, Description, Puzzles, Read, Sniff, Source};
use crate::{Excerpt, Grid, Palette, Puzzle};
use part::Parts;

pub(super) const DESCRIPTION: Description = Description {
    name: "lists",
    about: "clues as copied: lists of rows and columns, with or without headings",
    extensions: &["clues"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(read),
    ..BARE
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

fn read<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, Fault> {
    let mut parts = Parts::read(text)?;
    let metadata = std::mem::take(&mut parts.metadata);
    let sizes = Sizes {
        crossed: None,
        ..parts.sizes
    };
    let mut picture = parts.picture.take();
    let matrix = parts.matrix.take();
    let columns_first = parts.columns_first.filter(|_| !source.lists.columns_first);
    let sides = if parts.lists.is_empty() {
        None
    } else {
        let mut reader = ClueReader::default();
        Some(split::sides(
            parts,
            source.lists,
            matrix.is_some(),
            &mut reader,
        ))
    };
    let goal = picture.take().map(|picture| grid(picture, sizes, source));
    let mut goal = goal.transpose()?;
    let sides = match (sides, matrix) {
        (Some(Ok(_)), Some((line, _))) => {
            let what = "a list that may be a drawing or clues";
            let expected = "a name such as grid, or rows and columns";
            return refuse(line, what, expected, "put a name before the list");
        }
        (Some(Err(_)), Some(matrix)) => {
            goal = Some(grid(matrix, sizes, source)?);
            None
        }
        (sides, _) => sides.transpose()?,
    };
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let Some(sides) = sides else {
        let (_, grid) = goal.ok_or(Fault::at(1, ParseErrorKind::Empty))?;
        let puzzle = drawn(grid, Palette::default()).with_metadata(metadata);
        return Ok(Box::new(std::iter::once(Ok(puzzle))));
    };
    if let (Some((line, _)), [_, _, ..]) = (&goal, &sides[..]) {
        return Err(Fault::at(*line, ParseErrorKind::Empty));
    }
    for sides in sides {
        if let (Some((line, text)), Some(_)) = (columns_first, sides.assumed) {
            let text = Excerpt(text);
            let what =
                format!("{text:?} above lists without headings, of which the first are the rows");
            let help = "put headings above the lists, or choose --columns-first";
            return refuse(line, what, "headings such as Rows and Columns", help);
        }
        if let Some(rows) = sides.assumed.filter(|_| !source.lists.columns_first) {
            source.note_assumed_rows(rows);
        }
        let goal = goal.take().map(|(line, grid)| Ok((line, Goal::Grid(grid))));
        let draft = Draft {
            sides: Some((sides.rows, sides.columns)),
            goal,
            metadata: metadata.clone(),
            ..Draft::default()
        };
        puzzles.push(draft.finish()?);
    }
    Ok(Box::new(puzzles.into_iter().map(Ok)))
}

/// The cells of a drawing, which must have the declared height and width. A single row may hold all cells of a drawing with both.
fn grid(
    (line, rows): (usize, Vec<String>),
    sizes: Sizes,
    source: &Source,
) -> Result<(usize, Grid), Fault> {
    let text = rows.join("\n");
    let lines = Lines::of(&text);
    let grid = Symbols::of(lines, source.filled)
        .and_then(|symbols| drawing(lines, symbols, false))
        .map_err(|fault| Fault::at(line, fault.kind))?;
    Ok((line, sizes.checked(grid).on(line)?))
}
