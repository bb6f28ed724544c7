//! Why text is no grid: [`GridError`].

use thiserror::Error;

/// Why text is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// There is no row, or the rows have no cell.
    #[error("the grid is empty; expected one line per row, of '#', '-' and '?'")]
    Empty,
    /// A row has another length than the first.
    #[error("row {row} has {found} cells; expected {expected} as in row 1")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// A character stands for no cell.
    #[error("row {row}, cell {column} is {found:?}; expected '#', '-' or '?'")]
    Character {
        /// The row, from 1.
        row: usize,
        /// The place in the row, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A character stands for no cell of a coloured grid.
    #[error(
        "row {row}, cell {column} is {found:?}; expected '-', '?' or a colour, one of {letters}"
    )]
    Letter {
        /// The row, from 1.
        row: usize,
        /// The place in the row, from 1.
        column: usize,
        /// The character.
        found: char,
        /// The letters of the colours.
        letters: String,
    },
}

impl GridError {
    /// The row at fault, from 1, where there is one.
    pub fn row(&self) -> Option<usize> {
        match *self {
            Self::Empty => None,
            Self::Ragged { row, .. } | Self::Character { row, .. } | Self::Letter { row, .. } => {
                Some(row)
            }
        }
    }
}
