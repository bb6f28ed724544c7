//! What [`crate::solve`] found, and why it ended.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::Grid;
use web_time::Instant;

use crate::engine::search::{Counts, Sink};
use crate::verdict::{End, Verdict};

/// What [`crate::solve`] found.
#[derive(Debug, Clone)]
pub struct Report {
    /// How many solutions there are.
    pub verdict: Verdict,
    /// The solutions found, at most as many as were wanted; none from [`crate::solve_each`], which has handed them
    /// out. The same for every run without a time limit.
    pub solutions: Vec<Grid>,
    /// How many solutions were found.
    pub count: usize,
    /// What line logic alone knows; complete when the puzzle is line-solvable.
    pub lines: Grid,
    /// Why the search ended.
    pub end: End,
    /// Decisions, conflicts and visited lines, of line logic and search together.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
}

impl Report {
    /// The report of a run that began at `start` and handed its solutions to `sink`.
    pub(crate) fn of(
        sink: &Sink<'_>,
        end: End,
        lines: Grid,
        counts: Counts,
        start: Instant,
    ) -> Self {
        Self {
            verdict: Verdict::of(sink.count(), end),
            solutions: Vec::new(),
            count: sink.count(),
            lines,
            end,
            counts,
            elapsed: start.elapsed(),
        }
    }

    /// The report of a run that hands out its solutions, with these in it.
    pub(crate) fn gather(
        run: impl FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Self,
    ) -> Self {
        let mut solutions = Vec::new();
        let report = run(&mut |solution| {
            solutions.push(solution.clone());
            ControlFlow::Continue(())
        });
        Self {
            solutions,
            ..report
        }
    }

    /// Whether line logic alone solves the puzzle.
    pub fn is_line_solvable(&self) -> bool {
        self.lines.is_complete() && self.verdict == Verdict::Unique
    }
}
