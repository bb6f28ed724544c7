//! Result of [`crate::solve`]: the verdict, the solutions, the counts and the reason why the run ended.

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
    /// The solutions found, up to the number wanted; empty for [`crate::solve_each`], which passes them to its caller.
    /// Unless the time limit is reached or the run is cancelled, every run with the same options finds the same solutions.
    pub solutions: Vec<Grid>,
    /// Number of solutions found, including those passed to the caller of [`crate::solve_each`].
    pub count: usize,
    /// The given cells and those that line logic alone decides within the time limit: all cells if it solves the puzzle, none if it
    /// finds a contradiction. Also none if the sums of the clues differ (except with published engines), or if the engine does not
    /// accept a coloured puzzle.
    pub lines: Grid,
    /// Why the run ended.
    pub end: End,
    /// Decisions, conflicts and visited lines of line logic and search together, without those of SAT; for published engines, of the
    /// search alone.
    pub counts: Counts,
    /// Elapsed time of the run; for published engines, of the search alone.
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

    /// Calls `run` with a function that collects solutions, and adds these to the report of the run.
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

    /// Whether the verdict is unique and line logic alone solves the puzzle from the given cells.
    pub fn is_line_solvable(&self) -> bool {
        self.lines.is_complete() && self.verdict == Verdict::Unique
    }
}
