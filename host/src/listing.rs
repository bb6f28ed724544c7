//! The solutions of one puzzle as they are found, if several were requested.
//!
//! The first solution waits until there is a second one or the search has ended, because only then is it known whether it is the only
//! one. The others are passed on at once, so that memory holds one solution.

use std::ops::ControlFlow;

use nonogram_kit::Answer;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{Report, SolveOptions};

/// Receives the answer for a solution, and its number from 1; `Break` ends the search.
pub type EachSolution<'a> = &'a mut dyn FnMut(usize, &Answer) -> ControlFlow<()>;

/// The solutions of one puzzle so far.
pub struct Listing {
    /// Whether more than one solution was requested.
    several: bool,
    /// The first solution; `None` once it has been passed on.
    first: Option<Grid>,
    count: usize,
}

impl Listing {
    /// No solution yet; `several` states whether more than one was requested.
    pub fn new(several: bool) -> Self {
        Self { several, first: None, count: 0 }
    }

    /// Adds the next solution. If several were requested, passes on those that are now known not to be the only one: none on the first
    /// call, two on the second, one on each later call.
    pub fn push(&mut self, solution: &Grid, each: EachSolution<'_>) -> ControlFlow<()> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(solution.clone());
            return ControlFlow::Continue(());
        }
        if !self.several {
            return ControlFlow::Continue(());
        }
        if let Some(first) = self.first.take() {
            each(1, &Answer::one_of_several(&first))?;
        }
        each(self.count, &Answer::one_of_several(solution))
    }

    /// The answer after the search, from its report. Its number is 1 if several solutions were requested and this is the only one; the
    /// answer is listed if the solutions were passed on before.
    pub fn finish(
        self,
        puzzle: &Puzzle,
        options: &SolveOptions,
        mut report: Report,
    ) -> (Option<usize>, Answer) {
        let number = (self.several && self.count == 1).then_some(1);
        let listed = if self.several && self.count > 1 { self.count } else { 0 };
        report.solutions.extend(self.first);
        (number, Answer::of_software(puzzle, options, report, listed))
    }
}
