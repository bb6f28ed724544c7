//! Probing: which cells a pass over the board tries, what a probe has shown, and the cell to branch on.
//! Interface: [`Search::pass`] begins a pass, [`Search::scan`] looks for its next cell, [`Search::probed`] ends a probe.

use super::trail::Undoing;
use super::{Cell, Search, State, Status};
use crate::model::clue::cells::{LineId, SIDE};
use crate::model::clue::propagator::Propagator;

/// In which order cells are probed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Row by row, from left to right, cells between two known ones first, then those beside one, then all; from the first
    /// row again when a probe was refuted. The hardware's. Beyond the board's edge all is known.
    #[default]
    Beside,
    /// Row by row, from left to right.
    Board,
    /// Most known neighbours first.
    Neighbours,
    /// Most known cells in row and column together first.
    Lines,
    /// The row with the fewest unknown cells first.
    Rows,
}

/// Bits of a probe's gain that are compared.
const MOST_GAIN: usize = 255;

impl Order {
    /// Known cells left and right that a cell has to have when a scan begins.
    fn beside(self) -> u32 {
        if self == Self::Beside { 2 } else { 0 }
    }

    /// Looks at one row in a clock.
    fn is_by_row(self) -> bool {
        matches!(self, Self::Beside | Self::Board)
    }
}

impl Search {
    /// A pass over the board begins.
    pub(super) fn pass(&mut self) {
        self.old_news = self.news;
        self.news = [0; 2];
        self.noted = 0;
        self.row = 0;
        self.beside = self.order.beside();
        self.any = false;
        self.best = None;
        self.resume = true;
    }

    /// A probe has come to its end without conflict.
    pub(super) fn consistent(&mut self) {
        let gain = (self.trail.len() - self.mark).min(MOST_GAIN);
        self.gains = [gain, self.gains[0]];
        self.state = State::Harvest;
    }

    /// What a consistent probe has set is consistent too.
    pub(super) fn harvest(&mut self, board: &Propagator) {
        if self.touched == 0 {
            self.undo_for(Undoing::Probe);
            return;
        }
        let row = self.touched.trailing_zeros() as usize;
        self.touched &= self.touched - 1;
        let fresh = self.noted >> row & 1 == 0;
        let known = board.known(LineId {
            column: false,
            position: row,
        });
        let filled = board.filled(row);
        let before = |word: u32| if fresh { 0 } else { word };
        self.consistent_filled[row] = before(self.consistent_filled[row]) | known & filled;
        self.consistent_blank[row] = before(self.consistent_blank[row]) | known & !filled;
        self.noted |= 1 << row;
    }

    /// The probe is consistent, and the trail is as it was before it.
    pub(super) fn probed(&mut self) {
        if self.second {
            self.second = false;
            self.cell.filled = !self.cell.filled;
            self.statistics.probes += 1;
            self.state = State::Fetch;
            return;
        }
        self.probing = false;
        let [last, before] = self.gains;
        let score = [last.min(before), last.max(before)];
        if self.best.is_none_or(|(best, _)| score > best) {
            // The value that teaches more comes first.
            let filled = self.cell.filled ^ (before > last);
            self.best = Some((
                score,
                Cell {
                    filled,
                    ..self.cell
                },
            ));
        }
        self.state = State::ScanFetch;
    }

    /// A probe is refuted, the search's own or the one that it was told of, and the trail is as it was before the probes.
    pub(super) fn refuted(&mut self) {
        let cell = self.heard.fact.unwrap_or(self.cell);
        self.cell = Cell {
            filled: !cell.filled,
            ..cell
        };
        self.taken = true;
        self.exhausted = false;
        self.state = State::Fetch;
        if self.order == Order::Beside {
            self.beside = self.order.beside();
            self.row = 0;
        }
    }

    pub(super) fn scan_fetch(&mut self, stop: bool) {
        if stop && self.level > 0 {
            self.undo_for(Undoing::All);
        } else if stop {
            self.save_for(Status::Undecided);
        } else {
            self.state = State::ScanRead;
        }
    }

    /// Looks at a row.
    pub(super) fn scan(&mut self, board: &Propagator) {
        let by_row = self.any || self.order.is_by_row();
        let hit = if by_row {
            self.first_of_row(board)
        } else {
            self.best_of_board(board)
        };
        if let Some((row, column)) = hit {
            self.row = row;
            let bit = 1 << column;
            let (filled, blank) = (
                self.filled_noted(row) & bit != 0,
                self.blank_noted(row) & bit != 0,
            );
            self.cell = Cell {
                row,
                column,
                filled: blank || self.any,
            };
            if self.any {
                self.state = State::Decide;
                return;
            }
            self.second = !filled && !blank;
            self.gains = [0; 2];
            self.mark = self.trail.len();
            self.probing = true;
            self.statistics.probes += 1;
            self.state = State::Fetch;
        } else if by_row && self.row + 1 < board.rows() {
            self.row += 1;
        } else if self.beside > 0 && !self.any {
            self.beside -= 1;
            self.row = 0;
            self.state = State::ScanFetch;
        } else if !self.heard.exhausted {
            self.exhausted = true;
        } else if self.news != [0; 2] {
            self.pass();
            self.state = State::ScanFetch;
        } else if let Some((_, cell)) = self.heard.best.or(self.best) {
            self.cell = cell;
            self.state = State::Decide;
        } else {
            self.any = true;
            self.row = 0;
            self.state = State::ScanFetch;
        }
        self.exhausted &= self.state == State::Scan;
    }

    fn first_of_row(&self, board: &Propagator) -> Option<(usize, usize)> {
        let mut eligible = self.eligible(board, self.row);
        if !self.any {
            eligible &= self.near_known(board, self.row);
        }
        (eligible != 0).then(|| (self.row, eligible.trailing_zeros() as usize))
    }

    /// The cells of a row that have as many known ones beside them as the scan asks for.
    fn near_known(&self, board: &Propagator, row: usize) -> u32 {
        let beyond = !(u32::MAX >> (SIDE - board.columns()));
        let line = LineId {
            column: false,
            position: row,
        };
        let known = board.known(line) | beyond;
        let (left, right) = (known << 1 | 1, known >> 1 | 1 << (SIDE - 1));
        match self.beside {
            0 => u32::MAX,
            1 => left | right,
            _ => left & right,
        }
    }

    /// For the orders that the hardware does not have: a look at the whole board, in one clock.
    fn best_of_board(&self, board: &Propagator) -> Option<(usize, usize)> {
        let known = |column, position| board.known(LineId { column, position });
        let score = |row: usize, column: usize| match self.order {
            Order::Beside | Order::Board => 0,
            // A cell beyond the board's edge counts as known.
            Order::Neighbours => [
                (known(false, row), column, board.columns()),
                (known(true, column), row, board.rows()),
            ]
            .into_iter()
            .map(|(line, at, length)| {
                let before = at == 0 || line >> (at - 1) & 1 == 1;
                let after = at + 1 == length || line >> (at + 1) & 1 == 1;
                u32::from(before) + u32::from(after)
            })
            .sum(),
            Order::Lines => known(false, row).count_ones() + known(true, column).count_ones(),
            Order::Rows => known(false, row).count_ones(),
        };
        let mut best = None;
        for row in 0..board.rows() {
            let eligible = self.eligible(board, row);
            for column in (0..board.columns()).filter(|column| eligible >> column & 1 == 1) {
                let score = score(row, column);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, (row, column)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The cells of a row that this pass is to probe.
    fn eligible(&self, board: &Propagator, row: usize) -> u32 {
        let columns = u32::MAX >> (SIDE - board.columns());
        let unknown = columns
            & !board.known(LineId {
                column: false,
                position: row,
            });
        if self.any {
            return unknown;
        }
        let news = if self.old_news[0] >> row & 1 == 1 {
            u32::MAX
        } else {
            self.old_news[1]
        };
        unknown & news & self.share.of_row(row) & !(self.filled_noted(row) & self.blank_noted(row))
    }

    fn filled_noted(&self, row: usize) -> u32 {
        if self.noted >> row & 1 == 1 {
            self.consistent_filled[row]
        } else {
            0
        }
    }

    fn blank_noted(&self, row: usize) -> u32 {
        if self.noted >> row & 1 == 1 {
            self.consistent_blank[row]
        } else {
            0
        }
    }
}
