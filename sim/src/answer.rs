//! The picture of a core's reply.

use nonogram_protocol::Reply;
use nonogram_puzzles::{Cell, Colour, Grid};

/// The picture of a reply; a cell that is unknown in the reply, or missing from it, is unknown.
pub fn grid_of(reply: &Reply) -> Grid {
    let mut grid = Grid::new(reply.rows, reply.columns);
    for (place, cell) in reply.cells.iter().enumerate() {
        let cell = match cell.map(usize::from) {
            None => Cell::Unknown,
            Some(0) => Cell::Blank,
            Some(colour) => Colour::new(colour - 1).map_or(Cell::Unknown, Cell::Colour),
        };
        grid.set(place / reply.columns, place % reply.columns, cell);
    }
    grid
}
