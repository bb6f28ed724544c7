//! The front door: solve a puzzle, and say how many solutions it has.
//!
//! [`solve`] runs line logic first; what is left goes to the [`Engine`]'s search. Published engines start
//! from the clues instead.

use std::time::{Duration, Instant};

use nonogram_puzzles::{Grid, Puzzle};

use crate::board::{Board, with_word};
use crate::engine::Engine;
use crate::learn::Learner;
use crate::portfolio::{self, Team};
use crate::probing::{Probe, Prober};
use crate::propagate::{LineOutcome, Methods, propagate_within};
use crate::published;
use crate::sat::Sat;
use crate::search::{Counts, Limits, Search, Step, collect};
use crate::word::Word;

/// What [`solve`] is to find and how.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// The engine.
    pub engine: Engine,
    /// How many solutions are wanted: 1 (or 0) ends at the first without a verdict on others, 2 (the
    /// default) is enough for a verdict, `usize::MAX` means all.
    pub max_solutions: usize,
    /// How long it may take.
    pub time_limit: Option<Duration>,
    /// How many guesses it may make. The portfolio then goes without SAT, whose guesses it cannot
    /// count.
    pub node_limit: Option<u64>,
    /// How many threads it may use; 0 for one a core. The result does not depend on it.
    pub threads: usize,
    /// Cells that are given, in a grid of the puzzle's size.
    pub fixed: Option<Grid>,
    /// How [`Engine::Lines`] solves a line, and which one it takes next.
    pub methods: Methods,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            max_solutions: 2,
            time_limit: None,
            node_limit: None,
            threads: 1,
            fixed: None,
            methods: Methods::default(),
        }
    }
}

impl SolveOptions {
    /// The limits of a search that began at `start`.
    pub(crate) fn limits(&self, start: Instant) -> Limits {
        Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            decisions: self.node_limit.unwrap_or(u64::MAX),
            ..Limits::NONE
        }
    }
}

/// How many solutions a puzzle has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Exactly one.
    Unique,
    /// More than one.
    Multiple,
    /// None: the clues contradict each other.
    None,
    /// Not settled: a limit was reached first, or no more was asked.
    Unsettled,
}

impl Verdict {
    /// What so many solutions mean when the search ended like this.
    pub(crate) fn of(solutions: usize, end: End) -> Self {
        match (solutions, end) {
            (0, End::Complete) => Self::None,
            (1, End::Complete) => Self::Unique,
            (0 | 1, _) => Self::Unsettled,
            _ => Self::Multiple,
        }
    }

    /// The word for it: "unique", "multiple", "none" or "unsettled".
    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Unsettled => "unsettled",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Every solution was found.
    Complete,
    /// As many solutions were found as were wanted.
    Enough,
    /// Line logic stalled and the engine knows nothing else.
    Stalled,
    /// The time limit passed.
    TimeLimit,
    /// The node limit was reached, or the engine gave up.
    NodeLimit,
    /// The puzzle is beyond the engine; [`crate::published::check`] says why.
    Unfit,
}

/// What [`solve`] found.
#[derive(Debug, Clone)]
pub struct Report {
    /// How many solutions there are.
    pub verdict: Verdict,
    /// The solutions found, at most as many as were wanted. The same for every run without a time limit.
    pub solutions: Vec<Grid>,
    /// What line logic alone knows; complete when the puzzle is line-solvable.
    pub lines: Grid,
    /// Why the search ended.
    pub end: End,
    /// Guesses, dead ends and visited lines, of line logic and search together.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
}

impl Report {
    /// Whether line logic alone solves the puzzle.
    pub fn is_line_solvable(&self) -> bool {
        self.lines.is_complete() && self.verdict == Verdict::Unique
    }
}

/// Solves a puzzle.
///
/// # Panics
/// When `options.fixed` has not the size of the puzzle.
pub fn solve(puzzle: &Puzzle, options: &SolveOptions) -> Report {
    if options.engine.is_published() {
        let settings = published::Settings::default();
        return published::solve(puzzle, options, &settings, &mut |_| {});
    }
    if options.engine == Engine::Lines && options.methods != Methods::default() {
        return run_lines(puzzle, options);
    }
    match options.threads {
        0 | 1 => run(puzzle, options),
        threads => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| run(puzzle, options)),
            // The threads there are give the same result.
            Err(_) => run(puzzle, options),
        },
    }
}

fn run(puzzle: &Puzzle, options: &SolveOptions) -> Report {
    with_word!(puzzle, W => run_packed::<W>(puzzle, options))
}

/// Line logic by the methods asked for, instead of those that every engine begins with.
fn run_lines(puzzle: &Puzzle, options: &SolveOptions) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let run = propagate_within(puzzle, options.fixed.as_ref(), options.methods, &limits);
    let nothing = || Grid::new(puzzle.row_count(), puzzle.column_count());
    let (end, solution, lines) = match run.outcome {
        LineOutcome::Solved(grid) => (End::Complete, Some(grid.clone()), grid),
        LineOutcome::Stalled(grid) if limits.is_late() => (End::TimeLimit, None, grid),
        LineOutcome::Stalled(grid) if puzzle.sums_agree() => (End::Stalled, None, grid),
        LineOutcome::Stalled(_) | LineOutcome::Contradiction { .. } => {
            (End::Complete, None, nothing())
        }
    };
    let solutions = Vec::from_iter(solution);
    Report {
        verdict: Verdict::of(solutions.len(), end),
        solutions,
        lines,
        end,
        counts: Counts {
            visits: run.visits,
            ..Counts::default()
        },
        elapsed: start.elapsed(),
    }
}

fn run_packed<W: Word>(puzzle: &Puzzle, options: &SolveOptions) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let mut board = Board::<W>::new(puzzle);
    if let Some(grid) = &options.fixed {
        board.set_grid(grid);
    }
    let known = board.trail().len();
    let mut logic = Probe::new(board);
    let settled = logic.board.sums_agree() && logic.settle(known).is_ok();
    let mut counts = Counts {
        visits: logic.visits,
        ..Counts::default()
    };
    let mut solutions = Vec::new();
    let (end, lines) = if !settled {
        let unknown = Grid::new(puzzle.row_count(), puzzle.column_count());
        (Step::Exhausted, unknown)
    } else if logic.board.unknown() == 0 {
        let grid = logic.board.to_grid();
        solutions.push(grid.clone());
        (Step::Exhausted, grid)
    } else {
        let grid = logic.board.to_grid();
        let task = Task {
            puzzle,
            lines: &grid,
            options,
            limits,
        };
        let (end, searched) = task.search(logic.board, &mut solutions);
        counts = counts.and(searched);
        (end, grid)
    };
    let end = match end {
        Step::Exhausted => End::Complete,
        Step::Solution(_) => End::Enough,
        Step::OutOfTime => End::TimeLimit,
        Step::OutOfNodes if options.engine == Engine::Lines => End::Stalled,
        Step::OutOfNodes => End::NodeLimit,
    };
    Report {
        verdict: Verdict::of(solutions.len(), end),
        solutions,
        lines,
        end,
        counts,
        elapsed: start.elapsed(),
    }
}

/// What is left for a search.
struct Task<'a> {
    puzzle: &'a Puzzle,
    /// What line logic knows.
    lines: &'a Grid,
    options: &'a SolveOptions,
    limits: Limits,
}

impl Task<'_> {
    /// Goes on from `board`, which has what `lines` has.
    fn search<W: Word>(&self, board: Board<'_, W>, found: &mut Vec<Grid>) -> (Step, Counts) {
        let (wanted, limits) = (self.options.max_solutions.max(1), &self.limits);
        let parallel = self.options.threads != 1;
        let mut engine: Box<dyn Search + '_> = match self.options.engine {
            Engine::Lines => return (Step::OutOfNodes, Counts::default()),
            Engine::Portfolio => {
                let team = Team::new(self.options.node_limit.is_none(), parallel);
                return portfolio::run(self.puzzle, board, wanted, team, limits, found);
            }
            Engine::Learning => Box::new(Learner::new(board)),
            Engine::Probing => Box::new(Prober::new(board, parallel)),
            Engine::Sat => Box::new(Sat::new(self.puzzle, self.lines, limits)),
            Engine::Dnf | Engine::Placements | Engine::Permutations | Engine::Genetic => {
                unreachable!("published engines start from the clues")
            }
        };
        let end = collect(&mut *engine, wanted, limits, found);
        (end, engine.counts())
    }
}
