//! XML as webpbn.com exports it: one or more rectangular puzzles.
//!
//! Interface: [`parse`] and [`write()`]. Source: <https://webpbn.com/pbn_fmt.html>, version 0.3.

mod colours;
mod draft;
mod events;
mod read;
mod write;

use super::error::{ParseError, ParseErrorKind};
use super::{Description, at_least_one};
use crate::Puzzle;

pub use write::{write, write_all};

pub(super) const DESCRIPTION: Description = Description {
    name: "xml",
    about: "webpbn.com's XML",
    extensions: &["xml"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(Box::new(puzzles(source.text()?, source.name)))),
    write: |puzzle, picture| Ok(write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_all(puzzles).into_bytes()),
};

/// Default name of the background.
const WHITE: &str = "white";

/// Name of the colour of blocks if neither the puzzle nor the block names one.
const BLACK: &str = "black";

/// Prefix of the note with the licence, for which the format has no element.
const LICENSE: &str = "License: ";

fn looks_like(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// Reads every puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name).collect()
}

/// Reads the puzzles of a file on demand. A file without puzzles yields one error.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Puzzle, ParseError>> + 'a {
    at_least_one(read::Reader::new(text, name), name)
}

fn syntax(what: String, expected: &str, help: &str) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what,
        expected: expected.to_owned(),
        help: help.to_owned(),
    }
}
