//! What a reader has to say besides the puzzles: what it took for granted, what it ignored.
//!
//! [`Notes`] collects them while puzzles are read; each is said once.

use std::sync::{Mutex, PoisonError};

/// How many notes are kept of a file.
const MOST: usize = 16;

/// One remark about a file that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The remark, led by the file and the line.
    pub text: String,
    /// Whether the puzzle depends on it; if not, it is for those who ask for details.
    pub matters: bool,
}

/// The remarks about a file, in the order in which they arose.
#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Vec<Note>>);

impl Notes {
    /// Adds a note, unless it is there or there are many.
    pub(crate) fn add(&self, matters: bool, text: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = Note { text, matters };
        if notes.len() < MOST && !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// The notes so far.
    pub(crate) fn all(&self) -> Vec<Note> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
