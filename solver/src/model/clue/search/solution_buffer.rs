//! The solution buffer: the picture that the reply sends.
//! Interface: [`SolutionBuffer::keep`], then [`SolutionBuffer::save`] once per cycle until it gives true.

use crate::model::clue::cells::SIDE;
use crate::model::clue::line_logic::LineLogic;

/// The filled cells of all rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolutionBuffer {
    rows: [u32; SIDE],
    /// The row that is read next.
    reads: usize,
}

impl SolutionBuffer {
    /// A picture is stored from the next cycle on.
    pub fn keep(&mut self) {
        self.reads = 0;
    }

    /// Reads a row, and stores the one read before; true with the last one.
    pub fn save(&mut self, board: &LineLogic) -> bool {
        if let Some(row) = self.reads.checked_sub(1) {
            self.rows[row] = board.filled(row);
        }
        self.reads += 1;
        self.reads > board.padded()
    }

    /// The filled cells of a row.
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }
}
