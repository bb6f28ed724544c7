//! A puzzle with the name of the file that it comes from.

use std::path::Path;

use nonogram_puzzles::Puzzle;

use crate::exit::harmless_name;

/// A puzzle, and the file that it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file as named on the command line; for a puzzle without a file, a name for messages.
    pub file: String,
    /// The puzzle's position, from 1, in a file of several puzzles; `None` for the only puzzle of a file.
    pub number: Option<usize>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Source {
    /// The name of the puzzle for people: its file, without control characters, and its position in a file of several puzzles.
    pub fn name(&self) -> String {
        harmless_name(&self.given_name())
    }

    /// The name of the puzzle for programs: its file as it was named, and its position in a file of several puzzles.
    pub fn given_name(&self) -> String {
        match self.number {
            Some(number) => format!("{}, puzzle {number}", self.file),
            None => self.file.clone(),
        }
    }

    /// The name of the puzzle without the folders of its file.
    pub fn short_name(&self) -> String {
        let name = self.name();
        let short = Path::new(&name).file_name();
        short.map_or(name.clone(), |short| short.to_string_lossy().into_owned())
    }
}
