//! The picture of a core's reply.
//! Interface: [`grid_of`] returns the picture of a reply; [`compare`] compares a status with that of a software engine, and checks the
//! picture.
//! [`compare`] uses the engine `portfolio`, which shares only the puzzle with the core.

use nonogram_protocol::{Reply, Status};
use nonogram_puzzles::{Cell, Colour, Grid, Puzzle};
use nonogram_solver::{SolveOptions, Verdict, solve};

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

/// Compares a status with that of the engine `portfolio`, and checks the picture unless the puzzle is unsolvable; returns the status on
/// which core and engine agree. The core must have searched for a full proof, without a limit.
///
/// # Errors
/// The statuses differ, the picture is not a solution, or the engine has no verdict.
pub fn compare(puzzle: &Puzzle, status: Status, picture: &Grid) -> Result<Status, String> {
    let software = solve(puzzle, &SolveOptions::default());
    let expected = match software.verdict {
        Verdict::Solved | Verdict::Stalled => return Err("software has no verdict".into()),
        verdict => verdict.status(),
    };
    if status != expected {
        return Err(format!("the answer is {status}, expected {expected}"));
    }
    if expected != Status::Unsolvable && !(picture.is_complete() && puzzle.is_solved_by(picture)) {
        return Err(format!("the picture is not a solution:\n{picture}"));
    }
    Ok(expected)
}
