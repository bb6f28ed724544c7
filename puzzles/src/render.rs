//! Pictures of a grid for people: plain text, blocks with clues for a terminal, and a ruled sheet.
//!
//! [`text`] is what programs read back (`#`, `-`, `?`); [`terminal`] and [`png_sheet`] are what people look at.

mod png_sheet;
mod terminal;

pub use png_sheet::png_sheet;
pub use terminal::{Look, terminal};

use crate::Grid;

/// One line a row, each ended by a newline: `#` filled, `-` blank, `?` unknown.
pub fn text(grid: &Grid) -> String {
    grid.to_lines()
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
