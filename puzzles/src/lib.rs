//! Nonogram puzzles: clues, grids, file formats, rendering, links that contain a puzzle, and the library of drawings.
//!
//! [`Puzzle`] is the input of a solver and [`Grid`] is its result; [`read_file`] reads puzzles from a file.

mod clue;
mod colour;
pub mod formats;
mod grid;
pub mod library;
pub mod link;
mod message;
mod puzzle;
mod read;
pub mod render;

pub use clue::{Block, Cell, Clue};
pub use colour::{Colour, Ink, MAX_COLOURS, NoColour, Palette, PaletteError, Rgb};
pub use formats::{Format, ImageOptions, ParseError, WriteError};
pub use grid::{Grid, GridError};
pub use message::{Excerpt, Note, counted};
pub use puzzle::{Line, Metadata, Puzzle, PuzzleError, PuzzleIdentity};
pub use read::{PuzzleFile, ReadError, ReadOptions, read_file, read_from};

/// Maximum side of a puzzle in cells: the maximum of a 12-bit field of a protocol message.
pub const MAX_SIDE: usize = 4095;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
