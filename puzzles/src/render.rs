//! Pictures of a board for people: plain text, and blocks with clues for a terminal.
//!
//! [`text`] is what programs read back (`#`, `-`, `?`); [`terminal`] is what people look at.

mod terminal;

pub use terminal::{Look, terminal};

use crate::Grid;

/// One line a row, each ended by a newline: `#` filled, `-` blank, `?` unknown.
pub fn text(grid: &Grid) -> String {
    grid.to_lines()
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
