//! The row scanner: selects the next cell to probe or decide, and thereby determines the probing order: row by row, from left to right;
//! first the cells between two known cells of their row, then the cells beside one, then all. After a refuted probe the scan restarts from
//! its beginning. Cells beyond the board's edge count as known.
//!
//! Interface: [`RowScanner::hit`] selects at most one cell per cycle.

use super::harvest::Harvest;
use super::news::News;
use crate::model::clue::cells::{LineId, SIDE};
use crate::model::clue::line_logic::LineLogic;

/// The board and the registers that determine which cells can be selected.
pub(super) struct Candidates<'a> {
    pub board: &'a LineLogic,
    pub news: &'a News,
    pub harvest: &'a Harvest,
    /// Whether every unknown cell is a candidate.
    pub any: bool,
}

impl Candidates<'_> {
    fn known(&self, row: usize) -> u32 {
        self.board.known(LineId {
            column: false,
            position: row,
        })
    }

    /// Candidates of a row regardless of their neighbours, one bit per cell.
    fn of_row(&self, row: usize) -> u32 {
        let unknown = u32::MAX >> (SIDE - self.board.columns()) & !self.known(row);
        if self.any {
            return unknown;
        }
        let [filled, blank] = self.harvest.consistent(row);
        unknown & self.news.of_row(row) & !(filled & blank)
    }
}

/// Number of known neighbours in its row that a candidate needs when a pass begins.
const NEIGHBOURS: u32 = 2;

/// Registers of the scanner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowScanner {
    row: usize,
    /// Number of known neighbours in its row that a candidate needs.
    beside: u32,
}

impl RowScanner {
    /// Begins a pass, or restarts its scan after a refuted probe made a cell known.
    pub fn pass(&mut self) {
        self.row = 0;
        self.beside = NEIGHBOURS;
    }

    /// Returns to the first row.
    pub fn rewind(&mut self) {
        self.row = 0;
    }

    /// Advances to the next row.
    pub fn next_row(&mut self) {
        self.row += 1;
    }

    /// Whether no row is left after the current one.
    pub fn is_last(&self, board: &LineLogic) -> bool {
        self.row + 1 >= board.rows()
    }

    /// Restarts the scan for cells with fewer known neighbours if the last row has been examined and the scan still requires known
    /// neighbours. Returns whether the scan restarts.
    pub fn widens(&mut self, board: &LineLogic, any: bool) -> bool {
        let widens = self.is_last(board) && self.beside > 0 && !any;
        if widens {
            self.beside -= 1;
            self.row = 0;
        }
        widens
    }

    /// Row and column of the first candidate of the current row. `None` if there is no candidate.
    pub fn hit(&self, candidates: &Candidates) -> Option<(usize, usize)> {
        let mut cells = candidates.of_row(self.row);
        if !candidates.any {
            cells &= self.near_known(candidates);
        }
        (cells != 0).then(|| (self.row, cells.trailing_zeros() as usize))
    }

    /// Cells of the row with at least the number of known neighbours in the row that the scan requires.
    fn near_known(&self, candidates: &Candidates) -> u32 {
        let beyond = !(u32::MAX >> (SIDE - candidates.board.columns()));
        let known = candidates.known(self.row) | beyond;
        let (left, right) = (known << 1 | 1, known >> 1 | 1 << (SIDE - 1));
        match self.beside {
            0 => u32::MAX,
            1 => left | right,
            _ => left & right,
        }
    }
}
