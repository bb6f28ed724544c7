//! The choice of the cell to branch on.
//! Interface: [`Search::choose`] sets the cell and the value to try first.

use nonogram_solver::model::clue::LineLogic;

use super::{Cell, Rule, Search, column_id, row_id, unknown};

impl Search {
    /// Sets `cell` to the cell that the rule selects, with its last value.
    pub(super) fn choose(&mut self, board: &LineLogic) {
        let open = (0..board.rows())
            .filter(|&row| unknown(board, row) != 0)
            .fold(0, |rows, row| rows | 1 << row);
        let row = self.weights.heaviest(false, open, self.last[0]);
        let columns = (0..board.rows()).fold(0, |all, row| all | unknown(board, row));
        let column = self.weights.heaviest(true, columns, self.last[1]);
        let by_row = self.weights.of(row) >= self.weights.of(column);
        let (row, column) = match self.way.rule {
            Rule::Sum => self.greatest_sum(board),
            Rule::LineThenAcross if !by_row => {
                let rows = (0..board.rows())
                    .filter(|&row| unknown(board, row) >> column.position & 1 == 1)
                    .fold(0, |rows, row| rows | 1 << row);
                let row = self.weights.heaviest(false, rows, self.last[0]);
                (row.position, column.position)
            }
            Rule::RowThenColumn | Rule::LineThenAcross => {
                let columns = unknown(board, row.position);
                let column = self.weights.heaviest(true, columns, self.last[1]);
                (row.position, column.position)
            }
        };
        let filled = self.saved[row] >> column & 1 == 1;
        self.cell = Cell {
            row,
            column,
            filled,
        };
    }

    /// The choice by [`Rule::Sum`], for which hardware would have to compare all cells.
    fn greatest_sum(&self, board: &LineLogic) -> (usize, usize) {
        let (rows, columns) = (board.rows(), board.columns());
        let known = |row: usize, column: usize| unknown(board, row) >> column & 1 == 0;
        let mut best = (-1.0, (0, 0));
        for row in 0..rows {
            for column in (0..columns).filter(|&column| !known(row, column)) {
                let neighbours = [
                    column == 0 || known(row, column - 1),
                    column + 1 == columns || known(row, column + 1),
                    row == 0 || known(row - 1, column),
                    row + 1 == rows || known(row + 1, column),
                ];
                let beside = neighbours.into_iter().filter(|&known| known).count() as f64;
                let in_row = columns as u32 - unknown(board, row).count_ones();
                let in_column = (0..rows).filter(|&row| known(row, column)).count() as f64;
                let weights = 1 + self.weights.of(row_id(row)) + self.weights.of(column_id(column));
                let score = f64::from(weights)
                    * (1.0 + 0.3 * beside)
                    * (1.0 + (f64::from(in_row) + in_column) / rows as f64);
                if score > best.0 {
                    best = (score, (row, column));
                }
            }
        }
        best.1
    }
}
