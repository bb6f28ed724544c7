//! Clues as people copy them: one list for the rows and one for the columns, with or without headings.
//!
//! Interface: [`parse`]. [`part`] splits lines into parts; [`split`] decides which clues are the rows. Clue numbers, sizes, brackets
//! and metadata are accepted.

mod part;
mod split;

use super::clues::{ClueReader, assemble};
use super::error::{ParseError, ParseErrorKind};
use super::lines::Lines;
use super::section::in_file;
use super::{Description, ReadError, Source, WriteError, only};
use crate::{Format, Puzzle, counted};
use part::Draft;

pub(super) const DESCRIPTION: Description = Description {
    name: "lists",
    about: "clues as copied: lists of rows and columns, with or without headings",
    extensions: &["clues"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(only(puzzle(source.text()?, source)))),
    write: |_, _| Err(WriteError::ReadOnly { format: Format::Lists }),
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

fn looks_like(text: &str) -> bool {
    let draft = Draft::read(Lines::of(text));
    draft.is_ok_and(|draft| draft.count() >= 2)
}

/// Reads the puzzle of a file. `name` is the file's name in errors.
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

fn puzzle(text: &str, source: &Source) -> Result<Puzzle, ParseError> {
    let name = source.name;
    let draft = Draft::read(Lines::of(text)).map_err(in_file(name))?;
    if draft.count() == 0 {
        return Err(ParseError::at(name, 1, ParseErrorKind::Empty));
    }
    let metadata = draft.metadata.clone();
    let mut reader = ClueReader::default();
    let sides = split::sides(draft, source.lists, &mut reader).map_err(in_file(name))?;
    if let Some(rows) = sides.assumed.filter(|_| !source.lists.columns_first) {
        source.notes.add(
            true,
            format!(
                "{name}: no headings: the rows are read first ({}); --columns-first reads the columns first",
                counted(rows, "clue")
            ),
        );
    }
    Ok(assemble(name, sides.rows, sides.columns)?.with_metadata(metadata))
}
