//! Result of [`crate::solve`], and why it ended.

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_puzzles::Grid;
use web_time::Instant;

use crate::engine::search::{Counts, Sink};
use crate::verdict::{End, Verdict};

/// Result of [`crate::solve`].
#[derive(Debug, Clone)]
pub struct Report {
    /// Verdict on the number of solutions.
    pub verdict: Verdict,
    /// The solutions found, at most as many as were wanted; empty for [`crate::solve_each`], which passes them to its caller.
    /// Without a time limit every run finds the same ones.
    pub solutions: Vec<Grid>,
    /// Number of solutions found.
    pub count: usize,
    /// Cells decided by line logic alone; complete if the puzzle is line-solvable.
    pub lines: Grid,
    /// Why the run ended.
    pub end: End,
    /// Decisions, conflicts and visited lines of line logic and search together.
    pub counts: Counts,
    /// Elapsed time.
    pub elapsed: Duration,
}

impl Report {
    /// The report of a run that began at `start` and passed its solutions to `sink`.
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

    /// The report of a run that passes its solutions on, with these solutions collected in it.
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
