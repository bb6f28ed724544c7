//! The pass that probes the values of unknown cells at level 0, and facts from other probers.
//! Interface: [`Search::scan`] searches for the next cell, [`Search::harvest`] stores the values that a consistent probe has set, and
//! `check_fact` compares a fact with the board.

use nonogram_solver::model::clue::LineLogic;

use super::{Cell, Search, State, row_id, unknown};

impl Search {
    /// Starts to write a fact of another prober unless its cell is already known. If the cell has the other value, the search is
    /// exhausted.
    pub(super) fn check_fact(&mut self, board: &LineLogic) {
        let Cell {
            row,
            column,
            filled,
        } = self.cell;
        if board.known(row_id(row)) >> column & 1 == 0 {
            self.state = State::Fetch;
        } else if (board.filled(row) >> column & 1 == 1) != filled {
            self.exhausted();
        } else {
            self.state = State::Propagate;
        }
    }

    /// Stores the values that a consistent probe has set, one row per cycle, if the variant skips such values; then undoes the probe.
    pub(super) fn harvest(&mut self, board: &LineLogic) {
        if self.touched == 0 || !self.way.skips_consistent {
            self.undo_all();
            return;
        }
        let row = self.touched.trailing_zeros() as usize;
        self.touched &= self.touched - 1;
        let (known, filled) = (board.known(row_id(row)), board.filled(row));
        self.consistent[1][row] |= known & filled;
        self.consistent[0][row] |= known & !filled;
    }

    /// Searches a row for the next cell to probe. A row takes two cycles, one of them in `ScanFetch`.
    pub(super) fn scan(&mut self, board: &LineLogic) {
        let row = self.scan_row;
        let settled = match self.way.skips_consistent {
            true => self.consistent[0][row] & self.consistent[1][row],
            false => 0,
        };
        let after = u32::MAX.checked_shl(self.scan_column as u32).unwrap_or(0);
        let left = unknown(board, row) & !settled & after;
        if left == 0 && row + 1 == board.rows() {
            self.passing = false;
            self.state = State::Propagate;
        } else if left == 0 {
            (self.scan_row, self.scan_column, self.scan_second) = (row + 1, 0, false);
            self.state = State::ScanFetch;
        } else {
            let column = left.trailing_zeros() as usize;
            let second = self.scan_second && column == self.scan_column;
            let mut filled = (self.saved[row] >> column & 1 == 0) ^ second;
            if self.way.skips_consistent {
                filled ^= self.consistent[usize::from(filled)][row] >> column & 1 == 1;
                self.scan_column = column;
            } else {
                self.scan_column = column + usize::from(second);
                self.scan_second = !second;
            }
            self.cell = Cell {
                row,
                column,
                filled,
            };
            self.probing = true;
            self.touched = 0;
            self.state = State::Decide;
        }
    }
}
