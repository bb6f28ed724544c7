//! News: the rows and columns in which cells became known since the last pass began or, if later, since the last decision was made or
//! inverted.
//!
//! Interface: [`News::record`] takes findings outside probes; [`News::pass`] moves the recorded news to the pass that begins.

use super::trail_writer::Note;
use crate::model::clue::cells::LineId;

/// Rows and columns with news, one bit per line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// Lines with news for the current pass.
    pass: [u32; 2],
    /// Lines with news for the next pass.
    next: [u32; 2],
}

impl News {
    /// Starts a search: every line has news.
    pub fn start(&mut self) {
        self.next = [u32::MAX; 2];
    }

    /// Begins a pass that probes the lines with news.
    pub fn pass(&mut self) {
        self.pass = std::mem::take(&mut self.next);
    }

    /// Clears the news for the next pass.
    pub fn forget(&mut self) {
        self.next = [0; 2];
    }

    /// Records that a line learned cells: it has news, and so have the crossing lines of these cells.
    pub fn record(&mut self, note: Note) {
        let LineId { column, position } = note.entry.line;
        self.next[usize::from(column)] |= 1 << position;
        self.next[usize::from(!column)] |= note.learned;
    }

    /// Whether any line has news for the next pass.
    pub fn any(&self) -> bool {
        self.next != [0; 2]
    }

    /// Cells of a row whose row or column has news for this pass, one bit per cell.
    pub fn of_row(&self, row: usize) -> u32 {
        if self.pass[0] >> row & 1 == 1 {
            u32::MAX
        } else {
            self.pass[1]
        }
    }
}
