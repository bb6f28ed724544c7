//! The row scanner: selects the next cell to probe or decide, and thereby determines the probing order.
//!
//! Interface: [`RowScanner::hit`] selects at most one cell per cycle; [`Order`] has the hardware's order and others for comparison.

use super::harvest::Harvest;
use super::news::News;
use crate::model::clue::cells::{LineId, SIDE};
use crate::model::clue::line_logic::LineLogic;

/// Order in which cells are probed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The hardware's order: row by row, from left to right; first the cells between two known cells of their row, then the cells beside
    /// one, then all. After a refuted probe the scan restarts from its beginning. Cells beyond the board's edge count as known.
    #[default]
    Beside,
    /// Row by row, from left to right.
    Board,
    /// The cell with the most known neighbours first. Cells beyond the board's edge count as known.
    Neighbours,
    /// The cell with the most known cells in its row and its column together first.
    Lines,
    /// The row with the fewest unknown cells first.
    Rows,
}

impl Order {
    /// Number of known neighbours in its row that a candidate needs when a pass begins.
    fn beside(self) -> u32 {
        if self == Self::Beside { 2 } else { 0 }
    }

    /// Whether the order examines one row per cycle.
    fn is_by_row(self) -> bool {
        matches!(self, Self::Beside | Self::Board)
    }
}

/// The board and the registers that determine which cells can be selected.
pub(super) struct Candidates<'a> {
    pub board: &'a LineLogic,
    pub news: &'a News,
    pub harvest: &'a Harvest,
    /// Whether every unknown cell is a candidate.
    pub any: bool,
}

impl Candidates<'_> {
    fn known(&self, column: bool, position: usize) -> u32 {
        self.board.known(LineId { column, position })
    }

    /// Candidates of a row regardless of their neighbours, one bit per cell.
    fn of_row(&self, row: usize) -> u32 {
        let unknown = u32::MAX >> (SIDE - self.board.columns()) & !self.known(false, row);
        if self.any {
            return unknown;
        }
        let [filled, blank] = self.harvest.consistent(row);
        unknown & self.news.of_row(row) & !(filled & blank)
    }
}

/// Registers of the scanner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowScanner {
    pub order: Order,
    row: usize,
    /// Number of known neighbours in its row that a candidate needs.
    beside: u32,
}

impl RowScanner {
    /// Creates a scanner that selects cells in this order.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            ..Self::default()
        }
    }

    /// Begins a pass.
    pub fn pass(&mut self) {
        self.row = 0;
        self.beside = self.order.beside();
    }

    /// Returns to the first row.
    pub fn rewind(&mut self) {
        self.row = 0;
    }

    /// After a refuted probe made a cell known, restarts the scan of the pass, if the order is the hardware's.
    pub fn rewind_after_refutation(&mut self) {
        if self.order == Order::Beside {
            self.pass();
        }
    }

    /// Advances to the next row.
    pub fn next_row(&mut self) {
        self.row += 1;
    }

    /// Whether the scan examines one row per cycle; otherwise it examines the whole board in one cycle.
    fn is_by_row(&self, any: bool) -> bool {
        any || self.order.is_by_row()
    }

    /// Whether no row is left after the current one; always true if the scan examines the whole board in one cycle.
    pub fn is_last(&self, board: &LineLogic, any: bool) -> bool {
        !self.is_by_row(any) || self.row + 1 >= board.rows()
    }

    /// Restarts the scan for cells with fewer known neighbours if the last row has been examined and the scan still requires known
    /// neighbours. Returns whether the scan restarts.
    pub fn widens(&mut self, board: &LineLogic, any: bool) -> bool {
        let widens = self.is_last(board, any) && self.beside > 0 && !any;
        if widens {
            self.beside -= 1;
            self.row = 0;
        }
        widens
    }

    /// Row and column of the first candidate of the current row or, if the scan examines the whole board in one cycle, of the best
    /// candidate of the board. `None` if there is no candidate.
    pub fn hit(&mut self, candidates: &Candidates) -> Option<(usize, usize)> {
        if !self.is_by_row(candidates.any) {
            let hit = self.best_of_board(candidates);
            self.row = hit.map_or(self.row, |(row, _)| row);
            return hit;
        }
        let mut cells = candidates.of_row(self.row);
        if !candidates.any {
            cells &= self.near_known(candidates);
        }
        (cells != 0).then(|| (self.row, cells.trailing_zeros() as usize))
    }

    /// Cells of the row with at least the number of known neighbours in the row that the scan requires.
    fn near_known(&self, candidates: &Candidates) -> u32 {
        let beyond = !(u32::MAX >> (SIDE - candidates.board.columns()));
        let known = candidates.known(false, self.row) | beyond;
        let (left, right) = (known << 1 | 1, known >> 1 | 1 << (SIDE - 1));
        match self.beside {
            0 => u32::MAX,
            1 => left | right,
            _ => left & right,
        }
    }

    /// The best candidate of the board, for the orders that examine the whole board in one cycle. The hardware implements none of them.
    fn best_of_board(&self, candidates: &Candidates) -> Option<(usize, usize)> {
        let (rows, columns) = (candidates.board.rows(), candidates.board.columns());
        let known = |column, position| candidates.known(column, position);
        let score = |row: usize, column: usize| match self.order {
            Order::Beside | Order::Board => 0,
            Order::Neighbours => [
                (known(false, row), column, columns),
                (known(true, column), row, rows),
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
        for row in 0..rows {
            let cells = candidates.of_row(row);
            for column in (0..columns).filter(|column| cells >> column & 1 == 1) {
                let score = score(row, column);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, (row, column)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}
