//! Pictures of a grid: plain text, drawings for a terminal, a ruled sheet, and books of sheets.
//!
//! Interface: [`text`] is for programs (`#` or letters, `-`, `?`); [`terminal`], [`png_sheet`] and the module `book` are for people.

#[cfg(feature = "books")]
pub mod book;
mod layout;
mod png_sheet;
mod svg;
mod terminal;

pub use png_sheet::png_sheet;
pub(crate) use svg::svg;
pub use terminal::{Colours, Form, Look, terminal};

use crate::{Grid, Palette};

/// Renders one line per row, each ended by a newline: `-` for a blank cell, `?` for an unknown cell and, for a filled cell, `#` if
/// the palette has one colour, otherwise the letter of the colour.
pub fn text(palette: &Palette, grid: &Grid) -> String {
    let lines = palette.to_lines(grid);
    lines.iter().map(|line| format!("{line}\n")).collect()
}
