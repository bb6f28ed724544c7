//! Clues as people copy them: one list for the rows and one for the columns, with or without headings, as lines or as source code.
//!
//! Every character is a clue, a size, metadata, or syntax of the shape that was recognised; other text is an error. [`lines`] reads lines,
//! [`notation`](super::notation) reads source code, and [`split`] decides which clues are the rows if no name does.

mod lines;
pub(super) mod split;

use super::clues::OTHER_ENDS;
use super::error::{Fault, refuse};
use super::members::{Others, Parts};
use super::notation::Scanner;
use super::{BARE, Description, Read, Sniff, Source};
use crate::Puzzle;

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
    // They may hide that a title or a comment has several lines.
    let is_end = |text: &str| text.starts_with(OTHER_ENDS) && !text.starts_with("\r\n");
    if let Some((at, _)) = text.char_indices().find(|(at, _)| is_end(&text[*at..])) {
        let line = 1 + text[..at].matches('\n').count();
        let help = "save the text with such line ends";
        return refuse(line, "a line that ends otherwise", "line ends of Unix or Windows", help);
    }
    if lines::are_code(text) {
        return code(text, Others::Refused)?.puzzle(source);
    }
    lines::read(text)?.puzzle(source)
}

/// The parts of a puzzle in source code.
pub(super) fn code(text: &str, others: Others) -> Result<Parts<'_>, Fault> {
    let mut scanner = Scanner::new(text, true);
    let mut parts = Parts::new(1, others);
    while let Some((name, node)) = scanner.item()? {
        parts.add(name.as_deref(), node)?;
    }
    for (line, remark) in scanner.remarks {
        parts.note(line, remark)?;
    }
    Ok(parts)
}
