//! Nonogram puzzles: clues, grids, the files they live in, and the pictures they make.
//!
//! [`Puzzle`] is what a solver gets, [`Grid`] is what it fills in.

mod clue;
mod grid;
mod metadata;
mod puzzle;

pub use clue::Clue;
pub use grid::{Cell, Grid, GridError};
pub use metadata::Metadata;
pub use puzzle::{Line, Puzzle, PuzzleError};

/// The longest side of a puzzle, in cells: what the 12-bit index of a protocol message can name.
pub const MAX_SIDE: usize = 4095;
