//! The only solution of a puzzle, and the number of its solutions.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, SolveOptions, Verdict, solve, solve_each};
use serde::Serialize;

use crate::exit::Exit;

/// The only solution that has the cells of `known`, if they are given; `None` if none or several have them, the puzzle is too large to
/// search, or `limit` is reached first.
pub fn only_solution(puzzle: &Puzzle, known: Option<&Grid>, limit: Duration) -> Option<Grid> {
    let options = SolveOptions {
        time_limit: Some(limit),
        fixed: known.cloned(),
        ..SolveOptions::default()
    };
    let mut report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| report.solutions.remove(0))
}

/// The number of solutions that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: usize,
    /// Whether all solutions were counted.
    pub complete: bool,
    /// How the search ended.
    #[serde(skip)]
    pub end: End,
}

/// Counts the solutions of a puzzle within the limits of `options`.
pub fn count(puzzle: &Puzzle, options: &SolveOptions) -> Counted {
    let report = solve_each(puzzle, options, &mut |_| ControlFlow::Continue(()));
    Counted {
        solutions: report.count,
        complete: report.end == End::Complete,
        end: report.end,
    }
}

impl From<Counted> for Exit {
    fn from(counted: Counted) -> Self {
        match (counted.solutions, counted.complete) {
            (0, true) => Self::Unsolvable,
            (1, true) => Self::Solved,
            _ => Self::Stalled,
        }
    }
}

/// The message for a search that found `count` solutions before it was stopped.
pub fn may_be_more(count: usize) -> String {
    let solutions = if count == 1 { "solution" } else { "solutions" };
    format!(
        "the search stopped at {count} {solutions}: there may be more; raise its limits, or select another engine"
    )
}
