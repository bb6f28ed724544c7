//! The cell that the search writes next, and its value.
//!
//! Interface: [`Cell`] is the register; [`Cell::line`] returns the line for which it is written.

use crate::model::clue::cells::LineId;

/// A cell and a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Row of the cell.
    pub row: usize,
    /// Column of the cell.
    pub column: usize,
    /// Whether the value is filled.
    pub filled: bool,
}

impl Cell {
    /// The same cell with the other value.
    pub fn opposite(self) -> Self {
        Self {
            filled: !self.filled,
            ..self
        }
    }

    /// The cell's column if `column`, else its row; and the position of the cell in that line.
    pub fn line(self, column: bool) -> (LineId, usize) {
        let (position, across) = if column {
            (self.column, self.row)
        } else {
            (self.row, self.column)
        };
        (LineId { column, position }, across)
    }
}
