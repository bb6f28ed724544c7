//! Compares a core's verdict with that of a software engine, which shares only the puzzle with the core.

use nonogram_protocol::Status;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{SolveOptions, Verdict, solve};

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
