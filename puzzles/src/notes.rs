//! A reader's notes about a file: what it assumed, changed or ignored.
//!
//! [`Notes`] collects up to 16 different notes while puzzles are read.

use std::sync::{Mutex, PoisonError};

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
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
