//! Between the protocol's types and the puzzles': what a decoded stream means.
//!
//! [`puzzle_of`] reads a board's options back into clues, [`grid_of`] a reply's cells into a grid.

use nonogram_protocol::{BoardMessage, Reply};
use nonogram_puzzles::{Cell, Grid, Puzzle};

/// The puzzle behind a board, when its options are exactly those of clues.
pub fn puzzle_of(board: &BoardMessage) -> Option<Puzzle> {
    let mut rows = board.clues()?;
    let columns = rows.split_off(board.rows);
    let clues = |lines: Vec<Vec<usize>>| lines.into_iter().map(Into::into).collect();
    Puzzle::new(clues(rows), clues(columns)).ok()
}

/// A reply's picture; unknown cells where it has none.
pub fn grid_of(reply: &Reply) -> Grid {
    let mut grid = Grid::new(reply.rows, reply.columns);
    for (place, cell) in reply.cells.iter().enumerate() {
        let cell = cell.map_or(Cell::Unknown, Cell::from);
        grid.set(place / reply.columns, place % reply.columns, cell);
    }
    grid
}
