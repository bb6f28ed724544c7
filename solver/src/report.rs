//! Results: the outcome of line logic, the verdict on a puzzle, and the report of a run.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::Instant;
use nonogram_puzzles::{Grid, Line};

use crate::engine::search::{Counts, End, Sink};

/// Result of line solving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineOutcome {
    /// Every cell is known. This is the only solution that agrees with the given cells.
    Solved(Grid),
    /// Cells are left unknown, or a limit was reached. The grid contains the given cells and those that the line solver decided.
    Stalled(Grid),
    /// No placement of this line's blocks agrees with the known cells, so no solution does.
    Contradiction {
        /// The line without a placement.
        line: Line,
    },
}

/// Result of [`propagate_with`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Propagation {
    /// The outcome.
    pub outcome: LineOutcome,
    /// Number of times a line was solved.
    pub visits: u64,
}

/// Verdict on the number of solutions of a puzzle. Only solutions that agree with the given cells count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has more than one solution.
    Multiple,
    /// The puzzle has no solution: the clues contradict each other or the given cells.
    None,
    /// The number is not settled: the run ended first, for example at a limit or after the only solution that was wanted.
    Unsettled,
}

impl Verdict {
    /// The verdict for this number of solutions and this end of the search.
    fn of(solutions: usize, end: End) -> Self {
        match (solutions, end) {
            (0, End::Complete) => Self::None,
            (1, End::Complete) => Self::Unique,
            (0 | 1, _) => Self::Unsettled,
            _ => Self::Multiple,
        }
    }

    /// Name of the verdict: "unique", "multiple", "none" or "unsettled".
    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Unsettled => "unsettled",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_print_their_names() {
        let verdicts = [
            Verdict::Unique,
            Verdict::Multiple,
            Verdict::None,
            Verdict::Unsettled,
        ];
        let words = verdicts.map(|verdict| verdict.to_string());
        assert_eq!(words, ["unique", "multiple", "none", "unsettled"]);
        assert_eq!(words, verdicts.map(Verdict::name));
    }
}
