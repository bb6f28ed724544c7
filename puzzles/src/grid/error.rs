//! [`GridError`]: why a text is not a grid.

use thiserror::Error;

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// There are no rows, or the first row has no cells.
    #[error("the grid is empty; expected one line per row, of at least one cell")]
    Empty,
    /// A row differs in length from the first one.
    #[error("row {row} has length {found}; expected {expected} as in row 1")]
    Ragged {
        /// Number of the row, from 1.
        row: usize,
        /// Number of cells in the row.
        found: usize,
        /// Number of cells in the first row.
        expected: usize,
    },
    /// A character is not a cell.
    #[error("row {row}, cell {column} is {found:?}; expected '#', '-' or '?'")]
    Character {
        /// Number of the row, from 1.
        row: usize,
        /// Position in the row, from 1.
        column: usize,
        /// Character that is not a cell.
        found: char,
    },
    /// A character is not a cell of a coloured grid.
    #[error(
        "row {row}, cell {column} is {found:?}; expected '-', '?' or the letter of a colour, one of {letters}"
    )]
    Letter {
        /// Number of the row, from 1.
        row: usize,
        /// Position in the row, from 1.
        column: usize,
        /// Character that is not a cell.
        found: char,
        /// Letters of the colours.
        letters: String,
    },
}

impl GridError {
    /// Number of the invalid row, from 1, if there is one.
    pub fn row(&self) -> Option<usize> {
        match *self {
            Self::Empty => None,
            Self::Ragged { row, .. } | Self::Character { row, .. } | Self::Letter { row, .. } => {
                Some(row)
            }
        }
    }
}
