//! XML as webpbn.com exports it: one or more rectangular puzzles in one colour.
//!
//! [`parse`] and [`write()`]. The format: <https://webpbn.com/pbn_fmt.html>, version 0.3.

mod puzzle;
mod write;

use roxmltree::{Document, ParsingOptions};

use super::Description;
use super::error::{ParseError, ParseErrorKind};
use crate::Puzzle;
use puzzle::Reader;

pub use write::{write, write_all};

pub(super) const DESCRIPTION: Description = Description {
    name: "xml",
    about: "webpbn.com's XML, black and white",
    extensions: &["xml"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(parse(source.text()?, source.name)?)),
    write: |puzzle, picture| Ok(write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_all(puzzles).into_bytes()),
};

/// More elements and texts than this are no puzzles, and would take too much memory.
const MAX_NODES: u32 = 1 << 22;

/// The background's name where a puzzle does not say.
const WHITE: &str = "white";

/// The blocks' colour where neither puzzle nor block says.
const BLACK: &str = "black";

/// Begins the note that a licence is kept in: the format has no element for it.
const LICENSE: &str = "License: ";

fn looks_like(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// Reads every puzzle of a file. `name` is the file's name for errors.
///
/// # Errors
/// [`ParseError`] names the line and what was expected there.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..Default::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let what = format!("no XML: {error}");
        let kind = syntax(what, "XML as webpbn.com exports it", "correct it");
        ParseError::at(name, error.pos().row as usize, kind)
    })?;
    let reader = Reader::new(text, name);
    let puzzles = (document.descendants())
        .filter(|node| node.has_tag_name("puzzle"))
        .map(|node| reader.puzzle(node))
        .collect::<Result<Vec<_>, _>>()?;
    if puzzles.is_empty() {
        return Err(ParseError::at(name, 1, ParseErrorKind::Empty));
    }
    Ok(puzzles)
}

fn syntax(what: String, expected: &str, help: &str) -> ParseErrorKind {
    ParseErrorKind::Syntax { what, expected: expected.to_owned(), help: help.to_owned() }
}
