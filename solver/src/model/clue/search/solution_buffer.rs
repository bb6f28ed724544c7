//! The solution buffer: the picture for the reply.
//!
//! Interface: [`SolutionBuffer::keep`] is called first, then [`SolutionBuffer::save`] once per cycle until it returns true.

use crate::model::clue::cells::SIDE;
use crate::model::clue::line_logic::LineLogic;

/// Filled cells of all rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolutionBuffer {
    rows: [u32; SIDE],
    /// The next row to read.
    reads: usize,
}

impl SolutionBuffer {
    /// Prepares to store a picture from the next cycle on.
    pub fn keep(&mut self) {
        self.reads = 0;
    }

    /// Reads a row and stores the row read before. Returns true with the last row.
    pub fn save(&mut self, board: &LineLogic) -> bool {
        if let Some(row) = self.reads.checked_sub(1) {
            self.rows[row] = board.filled(row);
        }
        self.reads += 1;
        self.reads > board.padded()
    }

    /// Filled cells of a row.
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }
}
