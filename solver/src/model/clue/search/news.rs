//! News: the rows and columns that have learned something since their cells were probed.
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

    /// Records that a line learned something.
    pub fn record(&mut self, note: Note) {
        let LineId { column, position } = note.entry.line;
        self.next[usize::from(column)] |= 1 << position;
        self.next[usize::from(!column)] |= note.learned;
    }

    /// Whether a line has news for the next pass.
    pub fn any(&self) -> bool {
        self.next != [0; 2]
    }

    /// Cells of a row that this pass probes, one bit per cell.
    pub fn of_row(&self, row: usize) -> u32 {
        if self.pass[0] >> row & 1 == 1 {
            u32::MAX
        } else {
            self.pass[1]
        }
    }
}
