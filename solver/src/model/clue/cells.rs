//! The cells of the board as lines read them, in two copies.
//! Interface: [`Cells::write`] writes what the visit of a line has found for the lines across, [`Cells::group`] is what a line reads.

use super::engine::WIDEST;
use std::array::from_fn;

/// A cell is known to be filled.
pub const FILLED: u8 = 1;
/// A cell is known to be blank.
pub const BLANK: u8 = 2;

/// Rows (0) or columns (1), and a line's number among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineId {
    /// It is a column.
    pub column: bool,
    /// Its number among its kind.
    pub position: usize,
}

/// Two copies of the cells: one read by rows and written by columns, the other read by columns and written by rows.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    copies: [[[u8; SIDE]; SIDE]; 2],
}

/// The largest side of a board.
pub const SIDE: usize = 32;

impl Cells {
    /// Writes the cells of a line that cross the lines of `mask`.
    pub fn write(&mut self, line: LineId, mask: u32, values: Values) {
        let across = &mut self.copies[usize::from(!line.column)];
        for (number, cells) in across.iter_mut().enumerate() {
            if mask >> number & 1 == 1 {
                cells[line.position] = match values {
                    Values::Unknown => 0,
                    Values::Known(filled) if filled >> number & 1 == 1 => FILLED,
                    Values::Known(_) => BLANK,
                };
            }
        }
    }

    /// A group of `width` cells as the line reads them.
    pub fn group(&self, line: LineId, group: usize, width: usize) -> [u8; WIDEST] {
        let cells = &self.copies[usize::from(line.column)][line.position];
        from_fn(|cell| match cell < width {
            true => cells[width * group + cell],
            false => 0,
        })
    }
}

/// What is written across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The cells become unknown.
    Unknown,
    /// The cells become known: filled where a bit is set, else blank.
    Known(u32),
}
