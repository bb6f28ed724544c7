//! Parts of messages: a number and its noun, text from a file, and a reader's notes about a file.
//!
//! [`Excerpt`] shows text on one line and cuts it if it is long; both `{}` and `{:?}` escape its control characters. [`Notes`] collects
//! up to 16 different notes while puzzles are read.

use std::fmt::{self, Display, Write};
use std::sync::{Mutex, PoisonError};

/// A number and a noun, which is in the plural unless the number is 1.
///
/// ```
/// use nonogram_puzzles::counted;
///
/// assert_eq!(counted(1_usize, "cell"), "1 cell");
/// assert_eq!(counted(0_u64, "cell"), "0 cells");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Maximum number of characters shown.
const SHOWN: usize = 80;

/// A text of which a message shows the first 80 characters, and `…` if there are more.
///
/// ```
/// use nonogram_puzzles::Excerpt;
///
/// assert_eq!(format!("{:?}", Excerpt("3,1")), "\"3,1\"");
/// assert!(Excerpt(&"1 ".repeat(100)).to_string().ends_with("1 1 1 …"));
/// ```
#[derive(Clone, Copy)]
pub struct Excerpt<'a>(pub &'a str);

impl<'a> Excerpt<'a> {
    /// The part of the text to show, and `…` if the text is longer, otherwise an empty string.
    fn parts(self) -> (&'a str, &'static str) {
        match self.0.char_indices().nth(SHOWN) {
            Some((end, _)) => (&self.0[..end], "…"),
            None => (self.0, ""),
        }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, rest) = self.parts();
        for character in text.chars() {
            if character.is_control() {
                write!(f, "{}", character.escape_debug())?;
            } else {
                f.write_char(character)?;
            }
        }
        f.write_str(rest)
    }
}

impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, rest) = self.parts();
        write!(f, "{:?}", format!("{text}{rest}"))
    }
}

/// Maximum number of notes per file.
const MOST: usize = 16;

/// A reader's note about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Text of the note, starting with the file and, if the note is about one line, the line number.
    pub text: String,
    /// Whether the puzzle depends on what the note reports. Other notes are details.
    pub matters: bool,
}

/// The notes about a file, in order of occurrence.
#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Vec<Note>>);

impl Notes {
    /// Adds a note unless it already exists or the maximum is reached.
    pub(crate) fn add(&self, matters: bool, text: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = Note { text, matters };
        if notes.len() < MOST && !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// All notes so far.
    pub(crate) fn all(&self) -> Vec<Note> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighty_characters_are_shown() {
        let text = "é".repeat(80);
        assert_eq!(Excerpt(&text).to_string(), text);
        let longer = text.clone() + "x";
        assert_eq!(Excerpt(&longer).to_string(), text.clone() + "…");
        assert_eq!(format!("{:?}", Excerpt(&longer)), format!("\"{text}…\""));
        assert_eq!(format!("{:?}", Excerpt("a\n")), "\"a\\n\"");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(Excerpt("a\nb\u{1b}[2J").to_string(), "a\\nb\\u{1b}[2J");
    }
}
