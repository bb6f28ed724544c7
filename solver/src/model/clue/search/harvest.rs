//! Values set by consistent probes of this pass: they are consistent, too, and need not be probed.
//!
//! Interface: [`Harvest::record`] takes the findings of probes; [`Harvest::take`] stores one recorded row per cycle.

use super::trail_writer::Note;
use crate::model::clue::cells::{LineId, SIDE};
use crate::model::clue::line_logic::LineLogic;

/// Registers, and the stored rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Harvest {
    /// Rows that probes changed and that are not yet stored, one bit per row.
    rows: u32,
    /// Rows stored in this pass, one bit per row.
    stored: u32,
    /// Cells of each stored row that were filled after a consistent probe.
    filled: [u32; SIDE],
    /// Cells of each stored row that were blank after a consistent probe.
    blank: [u32; SIDE],
}

impl Harvest {
    /// Begins a pass with no rows stored.
    pub fn pass(&mut self) {
        self.stored = 0;
    }

    /// Records a finding of a probe, if its line is a row.
    pub fn record(&mut self, note: Note) {
        let LineId { column, position } = note.entry.line;
        self.rows |= u32::from(!column) << position;
    }

    /// Stores the next recorded row and removes its record. Returns false if there is none.
    pub fn take(&mut self, board: &LineLogic) -> bool {
        if self.rows == 0 {
            return false;
        }
        let row = self.rows.trailing_zeros() as usize;
        self.rows &= self.rows - 1;
        let known = board.known(LineId {
            column: false,
            position: row,
        });
        let seen = board.filled(row);
        let [filled, blank] = self.consistent(row);
        self.filled[row] = filled | known & seen;
        self.blank[row] = blank | known & !seen;
        self.stored |= 1 << row;
        true
    }

    /// Cells of a row for which filled is consistent, and cells for which blank is consistent.
    pub fn consistent(&self, row: usize) -> [u32; 2] {
        if self.stored >> row & 1 == 1 {
            [self.filled[row], self.blank[row]]
        } else {
            [0; 2]
        }
    }
}
