//! The cells of the board in two copies, one read by rows and one read by columns.
//!
//! Interface: [`Cells::write`] writes cells of a line into the crossing lines; [`Cells::group`] reads a group of cells of a line.

use super::engine::WIDEST;
use std::array::from_fn;

/// Value of a cell that is known to be filled.
pub const FILLED: u8 = 1;
/// Value of a cell that is known to be blank.
pub const BLANK: u8 = 2;

/// A line: its kind (row or column) and its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineId {
    /// Whether the line is a column.
    pub column: bool,
    /// Position among the lines of the same kind, from 0.
    pub position: usize,
}

/// Two copies of the cells: one read by rows and written by columns, the other read by columns and written by rows.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    copies: [[[u8; SIDE]; SIDE]; 2],
}

/// Maximum number of cells per side of a board.
pub const SIDE: usize = 32;

impl Cells {
    /// Writes those cells of a line whose crossing lines are set in `mask` to the copy that the crossing lines read.
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

    /// Reads group number `group` of `width` cells of a line. Entries beyond the group are 0.
    pub fn group(&self, line: LineId, group: usize, width: usize) -> [u8; WIDEST] {
        let cells = &self.copies[usize::from(line.column)][line.position];
        from_fn(|cell| {
            if cell < width {
                cells[width * group + cell]
            } else {
                0
            }
        })
    }
}

/// Values to write into the crossing lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The cells become unknown.
    Unknown,
    /// The cells become known: filled where a bit is set, else blank.
    Known(u32),
}
