//! Clues as people copy them: one list for the rows and one for the columns, with or without headings, as lines or in brackets.
//!
//! Every character is a clue, a size, metadata, or syntax of the shape that was recognised; other text is an error. [`scan`] separates lines
//! from statements with brackets, [`lines`] reads the former and [`statement`] the latter, and [`split`] decides which clues are the rows.

mod lines;
mod scan;
mod split;
mod statement;

use super::clues::Lines;
use super::draft::{Draft, Goal, drawn};
use super::error::{Fault, OnLine, refuse};
use super::text::{Sizes, Symbols, drawing};
use super::{BARE, Description, Read, Sniff, Source};
use crate::{Excerpt, Palette, Puzzle};
use lines::Parts;

pub(super) const DESCRIPTION: Description = Description {
    name: "lists",
    about: "clues as copied: lists of rows and columns, with or without headings",
    extensions: &["clues"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(read),
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

fn read(text: &str, source: &Source) -> Result<Puzzle, Fault> {
    let mut parts = Parts::read(text)?;
    let metadata = std::mem::take(&mut parts.metadata);
    let sizes = Sizes { crossed: None, ..parts.sizes };
    let grid = match parts.picture.take() {
        Some((line, text)) => {
            let lines = Lines::of(&text);
            let grid = Symbols::of(lines, source.filled)
                .and_then(|symbols| drawing(lines, symbols, false))
                .map_err(|fault| Fault::at(line, fault.kind))?;
            Some((line, sizes.checked(grid).on(line)?))
        }
        None => None,
    };
    if parts.lists.is_empty()
        && let Some((_, grid)) = grid
    {
        return Ok(drawn(grid, Palette::default()).with_metadata(metadata));
    }
    let columns_first = parts.columns_first.filter(|_| !source.lists.columns_first);
    let sides = split::sides(parts, source.lists)?;
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
    let draft = Draft {
        sides: Some((sides.rows, sides.columns)),
        goal: grid.map(|(line, grid)| Ok((line, Goal::Grid(grid)))),
        metadata,
        ..Draft::default()
    };
    draft.finish()
}
