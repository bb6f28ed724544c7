//! Entry point: solves a puzzle and decides how many solutions it has.
//!
//! [`solve`] runs the [`Engine`]. [`SolveOptions`] has engine, number of solutions, limits and given cells; a [`Report`] has the outcome of line logic,
//! the verdict, and the solutions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use nonogram_protocol::Status;
use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::Engine;
use crate::engine::search::{Counts, End, Limits, Sink};
use crate::{Instant, fit};

/// Solves a puzzle.
///
/// ```
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::{SolveOptions, Verdict, solve};
///
/// let picture = Grid::from_lines(&["-#-", "###", "-#-"])?;
/// let report = solve(&Puzzle::from_grid(&picture), &SolveOptions::default());
/// assert_eq!(report.verdict, Verdict::Unique);
/// assert_eq!(report.solutions, [picture]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the size of `options.fixed` differs from that of the puzzle.
pub fn solve(puzzle: &Puzzle, options: &SolveOptions) -> Report {
    let mut solutions = Vec::new();
    let report = solve_each(puzzle, options, &mut |solution| {
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    });
    Report { solutions, ..report }
}

/// Like [`solve`], but passes each solution to `each` as it is found, until `each` breaks. The report contains no solutions.
/// Engines other than [`Engine::Sat`] need an amount of memory that does not depend on the number of solutions.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use nonogram_puzzles::{Clue, Puzzle};
/// use nonogram_solver::{SolveOptions, solve_each};
///
/// // One filled cell in each line: 6! pictures.
/// let puzzle = Puzzle::new(vec![Clue::from([1]); 6], vec![Clue::from([1]); 6])?;
/// let options = SolveOptions {
///     max_solutions: usize::MAX,
///     ..SolveOptions::default()
/// };
/// let report = solve_each(&puzzle, &options, &mut |solution| {
///     assert!(puzzle.is_solved_by(solution));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(report.count, 720);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the size of `options.fixed` differs from that of the puzzle.
pub fn solve_each(
    puzzle: &Puzzle,
    options: &SolveOptions,
    each: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    let mut sink = Sink::new(options.max_solutions.max(1), each);
    if fit::check_colours(puzzle, options.engine).is_err() {
        let unknown = Grid::new(puzzle.row_count(), puzzle.column_count());
        return Report::of(&sink, End::Unfit, unknown, Counts::default(), Instant::now());
    }
    (options.engine.facts().run)(puzzle, options, &mut sink)
}

/// The only solution that has the cells of `known`, if they are given.
///
/// # Errors
/// No solution or several have them, the puzzle is too large to search, or `limit` is reached first: the verdict, and why the search ended.
///
/// # Panics
/// Panics if the size of `known` differs from that of the puzzle.
pub fn only_solution(
    puzzle: &Puzzle,
    known: Option<&Grid>,
    limit: Duration,
) -> Result<Grid, (Verdict, End)> {
    let options =
        SolveOptions { time_limit: Some(limit), fixed: known.cloned(), ..SolveOptions::default() };
    let mut report = solve(puzzle, &options);
    match report.verdict {
        Verdict::Unique => Ok(report.solutions.remove(0)),
        verdict => Err((verdict, report.end)),
    }
}

/// Options of [`crate::solve`].
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// Engine that solves the puzzle.
    pub engine: Engine,
    /// Number of solutions wanted. 1 (or 0) ends the run at the first solution; the verdict is then unsettled, unless line logic or
    /// the portfolio's failed-literal probing alone found that solution. 2 (the default) is enough for a verdict; `usize::MAX` means all.
    pub max_solutions: usize,
    /// Time limit; `None` for no limit.
    pub time_limit: Option<Duration>,
    /// Flag that ends the run as if the time limit were reached. It is checked as often as the clock, and any thread may set it. `None` for
    /// a run that cannot be cancelled.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Limit on decisions; `None` for no limit. With a limit, the portfolio for several colours does not use SAT, whose decisions it cannot count. For
    /// [`Engine::Sat`] the limit applies to each solution anew.
    pub node_limit: Option<u64>,
    /// Known cells to start from, in a grid of the puzzle's size; `None` for no known cells.
    pub fixed: Option<Grid>,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            max_solutions: 2,
            time_limit: None,
            cancel: None,
            node_limit: None,
            fixed: None,
        }
    }
}

impl SolveOptions {
    /// Limits of a search that began at `start`.
    pub(crate) fn limits(&self, start: Instant) -> Limits {
        let limits = Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            decisions: self.node_limit.unwrap_or(u64::MAX),
            ..Limits::NONE
        };
        limits.with_cancel(self.cancel.clone())
    }
}

/// The outcome of solving a puzzle, by a software engine or a device. Only solutions that agree with the given cells count. An [`End`]
/// states why the run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The puzzle has exactly one solution.
    Unique,
    /// A solution is known. Whether there is another one is not settled: the run ended first, for example at a limit, or nothing
    /// searched for another one.
    Solved,
    /// The puzzle has more than one solution.
    Multiple,
    /// The puzzle has no solution: the clues contradict each other or the given cells.
    Unsolvable,
    /// No solution is known, and the run ended before it was settled whether there is one.
    Stalled,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 5] =
        [Self::Unique, Self::Solved, Self::Multiple, Self::Unsolvable, Self::Stalled];

    /// The verdict for this number of solutions and this end of the search.
    fn of(solutions: usize, end: End) -> Self {
        match (solutions, end) {
            (0, End::Complete) => Self::Unsolvable,
            (0, _) => Self::Stalled,
            (1, End::Complete) => Self::Unique,
            (1, _) => Self::Solved,
            _ => Self::Multiple,
        }
    }

    /// Whether the solution is the only one; `None` if that is not settled, or there is no solution.
    pub fn unique(self) -> Option<bool> {
        match self {
            Self::Unique => Some(true),
            Self::Multiple => Some(false),
            Self::Solved | Self::Unsolvable | Self::Stalled => None,
        }
    }

    /// The status with which a device reports this verdict. Its name is that of the verdict where a solution was requested.
    pub fn status(self) -> Status {
        match self {
            Self::Unique | Self::Solved => Status::Solved,
            Self::Multiple => Status::Multiple,
            Self::Unsolvable => Status::Unsolvable,
            Self::Stalled => Status::Stalled,
        }
    }

    /// Name of the verdict where the number of solutions was requested: "unique", "multiple", "none" or "unsettled".
    pub fn uniqueness(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Unsolvable => "none",
            Self::Solved | Self::Stalled => "unsettled",
        }
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
    /// accept the colours.
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

    /// Whether the verdict is unique and line logic alone solves the puzzle from the given cells.
    pub fn is_line_solvable(&self) -> bool {
        self.lines.is_complete() && self.verdict == Verdict::Unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{drawing, permutations};

    /// Line logic that was cut short may not have decided everything it can, and has not checked every line.
    #[test]
    fn line_logic_cut_short_ends_with_the_time_limit() {
        let options = SolveOptions {
            engine: Engine::Lines,
            time_limit: Some(Duration::ZERO),
            ..SolveOptions::default()
        };
        let puzzle = drawing("64-search/no-two-alike.non");
        let report = solve(&puzzle, &options);
        assert_eq!((report.end, report.counts.visits), (End::TimeLimit, 64));
        let full = Grid::from_fn(40, 40, |_, _| true);
        let report = solve(&permutations(40), &SolveOptions { fixed: Some(full), ..options });
        assert_eq!(report.count, 0);
    }
}
