//! The last resort: a cell that only a search decides, taken from the solution.

use nonogram_puzzles::{Cell, Grid};

use super::{Change, Reason, Step};

/// A step that sets one unknown cell of `grid` to its value in `solution`, which must be the only solution that agrees with the grid. The
/// cell is the first of those whose row and column together have the fewest unknown cells. `None` if every cell is known.
///
/// # Panics
/// Panics if the sizes of `grid` and `solution` differ.
pub fn reveal(grid: &Grid, solution: &Grid) -> Option<Step> {
    let count =
        |cells: &mut dyn Iterator<Item = Cell>| cells.filter(|&cell| cell == Cell::Unknown).count();
    let rows: Vec<usize> = (0..grid.rows())
        .map(|row| count(&mut grid.row(row)))
        .collect();
    let columns: Vec<usize> = (0..grid.columns())
        .map(|column| count(&mut grid.column(column)))
        .collect();
    let places = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let unknown = places.filter(|&(row, column)| grid.get(row, column) == Cell::Unknown);
    let (row, column) = unknown.min_by_key(|&(row, column)| rows[row] + columns[column])?;
    let change = Change {
        row,
        column,
        cell: solution.get(row, column),
    };
    Some(Step {
        reason: Reason::Search,
        changes: vec![change],
    })
}
