//! What software says of a clue board's answer: the verdict, and the picture.
//! Interface: [`compare`] takes a puzzle with the status and the picture that hardware, or its model, has given;
//! [`grid_of`] is a reply's picture.
//! Source: the engine `portfolio`, which shares nothing with the core but the puzzle.

use nonogram_protocol::{Reply, Status};
use nonogram_puzzles::{Cell, Grid, Puzzle};
use nonogram_solver::{SolveOptions, Verdict, solve};

/// A reply's picture; unknown cells where it has none.
pub fn grid_of(reply: &Reply) -> Grid {
    let mut grid = Grid::new(reply.rows, reply.columns);
    for (place, cell) in reply.cells.iter().enumerate() {
        let cell = cell.map_or(Cell::Unknown, Cell::from);
        grid.set(place / reply.columns, place % reply.columns, cell);
    }
    grid
}

/// Compares an answer to a board whose search had no limit with that of software; the status that both give.
///
/// # Errors
/// What is wrong with the answer.
pub fn compare(puzzle: &Puzzle, status: Status, picture: &Grid) -> Result<Status, String> {
    let software = solve(puzzle, &SolveOptions::default());
    let expected = match software.verdict {
        Verdict::Unique => Status::Solved,
        Verdict::Multiple => Status::Multiple,
        Verdict::None => Status::Unsolvable,
        Verdict::Unsettled => return Err("software has no verdict".into()),
    };
    if status != expected {
        return Err(format!("the answer is {status}, expected {expected}"));
    }
    if expected != Status::Unsolvable && !(picture.is_complete() && puzzle.is_solved_by(picture)) {
        return Err(format!("the picture is not a solution:\n{picture}"));
    }
    Ok(expected)
}
