//! Nonogram puzzles: clues, grids, the files they live in, and the pictures they make.
//!
//! [`Puzzle`] is what a solver gets, [`Grid`] is what it fills in, [`read_file`] is where puzzles
//! come from.

mod cell;
mod clue;
mod colour;
mod excerpt;
pub mod formats;
mod grid;
pub mod library;
pub mod link;
mod metadata;
mod notes;
mod puzzle;
mod puzzle_identity;
mod read;
pub mod render;

pub use cell::Cell;
pub use clue::{Block, Clue};
pub use colour::{Colour, Ink, MAX_COLOURS, NoColour, Palette, PaletteError, Rgb};
pub use excerpt::Excerpt;
pub use formats::{Format, ImageOptions, ParseError, WriteError};
pub use grid::{Grid, GridError};
pub use metadata::Metadata;
pub use notes::Note;
pub use puzzle::{Line, Puzzle, PuzzleError};
pub use puzzle_identity::PuzzleIdentity;
pub use read::{PuzzleFile, ReadError, ReadOptions, read_file, read_from};

/// The longest side of a puzzle, in cells: what the 12-bit index of a protocol message can name.
pub const MAX_SIDE: usize = 4095;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
