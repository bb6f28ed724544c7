//! The software engines, with the same answers as devices.

use nonogram_puzzles::Puzzle;
use nonogram_solver::{Engine, SolveOptions, Unfit, fit};

use crate::answer::Answer;

/// The largest number of threads: more than the cores of usual machines, and few enough for their stacks to fit in memory.
pub const MAX_THREADS: usize = 1024;

/// Solves a puzzle in this process, as `solve --on software` does.
///
/// # Errors
/// The engine does not accept the puzzle.
pub fn solve_in_software(puzzle: &Puzzle, options: &SolveOptions) -> Result<Answer, Unfit> {
    check_engine(puzzle, options)?;
    let report = nonogram_solver::solve(puzzle, options);
    Ok(Answer::of_software(puzzle, options, report, 0))
}

/// Checks that the engine can solve a puzzle.
///
/// # Errors
/// The puzzle does not meet a requirement of the engine; the error states the requirement.
pub fn check_engine(puzzle: &Puzzle, options: &SolveOptions) -> Result<(), Unfit> {
    fit::check(puzzle, options.engine)?;
    match options.engine {
        Engine::Lines => fit::check_methods(puzzle, options.methods),
        _ => Ok(()),
    }
}
