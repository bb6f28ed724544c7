//! The software back end: complete line solving by nonogram-solver.

use nonogram_puzzles::Puzzle;
use nonogram_solver::{LineOutcome, propagate};

use super::{Answer, Backend, Observer, Verdict};
use crate::exit::Failure;

/// Solves in this process.
pub struct Software;

impl Backend for Software {
    fn solve(&mut self, puzzle: &Puzzle, _: &mut dyn Observer) -> Result<Answer, Failure> {
        let nothing = Answer::impossible(puzzle);
        Ok(match propagate(puzzle) {
            // What follows by line logic alone holds in every solution.
            LineOutcome::Solved(grid) => Answer {
                verdict: Verdict::Solved,
                grid,
                unique: Some(Some(true)),
                ..nothing
            },
            LineOutcome::Stalled(grid) => Answer {
                verdict: Verdict::Stalled,
                grid,
                unique: Some(None),
                ..nothing
            },
            LineOutcome::Contradiction { .. } => Answer {
                unique: Some(None),
                ..nothing
            },
        })
    }
}
