//! The front door: solve a puzzle, and say how many solutions it has.
//!
//! [`solve`] runs line logic first; what is left goes to the [`Engine`]'s search. Published engines start
//! from the clues instead.

use std::time::Instant;

use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::Engine;
use crate::engine::learning::Learner;
use crate::engine::portfolio::{self, Team};
use crate::engine::probing::{Probe, Prober};
use crate::engine::sat::Sat;
use crate::engine::search::{Counts, Limits, Search, Step, collect};
use crate::options::SolveOptions;
use crate::partial_grid::{PartialGrid, with_word};
use crate::propagate::{LineOutcome, Methods, propagate_within};
use crate::published;
use crate::report::Report;
use crate::verdict::{End, Verdict};
use crate::word::Word;

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
    let mut board = PartialGrid::<W>::new(puzzle);
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
    fn search<W: Word>(&self, board: PartialGrid<'_, W>, found: &mut Vec<Grid>) -> (Step, Counts) {
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
