//! Engines for puzzles with several colours: `lines`, `probing`, `sat`, and the `portfolio` of `probing` and `sat`.
//!
//! [`crate::solve_each`] calls [`solve`] if the palette has several colours. `line` solves a line with one bit set per value,
//! [`board::Sweeper`] solves lines up to their fixpoint, [`probing::Prober`] probes cells and backtracks, and `sat` encodes
//! the puzzle for a SAT solver. The filled cells of a solution determine its colours, because the filled cells of a row
//! have the colours of its clue in order; solutions are therefore excluded by their filled cells alone.

pub(crate) mod board;
pub(crate) mod line;
pub(crate) mod probing;
mod sat;

use std::ops::ControlFlow;

use crate::Instant;
use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::engine::Engine;
use crate::engine::search::{Counts, End, Limits, Search, Sink, collect};
use crate::line::Contradiction;
use crate::options::SolveOptions;
use crate::report::{LineOutcome, Propagation, Report};
use crate::word::with_words;
use board::{Board, Shape, Sweeper, places};
use probing::Prober;

/// Number of decisions of the prober before SAT takes over.
const SHARE: u64 = 8;

/// Number of solutions above which SAT is not used: the prober lists them faster.
const MANY: usize = Sink::KEPT;

/// Solves a puzzle with several colours that the engine supports. Without `may_search`, only line logic runs.
pub(crate) fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    may_search: bool,
    sink: &mut Sink<'_>,
) -> Report {
    with_words!(places(puzzle), N => run::<N>(puzzle, options, may_search, sink))
}

fn run<const N: usize>(
    puzzle: &Puzzle,
    options: &SolveOptions,
    may_search: bool,
    sink: &mut Sink<'_>,
) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let unknown = || Grid::new(puzzle.row_count(), puzzle.column_count());
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    let given = options.fixed.as_ref();
    let settled = puzzle.sums_agree()
        && given.is_none_or(|grid| board.give(&shape, grid))
        && sweeper.settle_all(&mut board, &limits).is_ok();
    let mut counts = Counts {
        visits: sweeper.visits(),
        ..Counts::default()
    };
    let (end, lines) = if !settled {
        (End::Complete, unknown())
    } else if !sweeper.is_settled() {
        (End::TimeLimit, board.to_grid(&shape))
    } else if board.is_complete(&shape) {
        let grid = board.to_grid(&shape);
        sink.push(&grid);
        (End::Complete, grid)
    } else if !may_search {
        (End::Unfit, board.to_grid(&shape))
    } else {
        let lines = board.to_grid(&shape);
        let (end, searched) = search(&shape, board, options, &limits, sink);
        counts = counts.and(searched);
        (end, lines)
    };
    Report::of(sink, end, lines, counts, start)
}

/// [`crate::propagate_with`] for a puzzle with several colours. Returns [`LineOutcome::Stalled`] when a limit is reached.
pub(crate) fn propagate(puzzle: &Puzzle, fixed: Option<&Grid>, limits: &Limits) -> Propagation {
    with_words!(places(puzzle), N => propagate_packed::<N>(puzzle, fixed, limits))
}

fn propagate_packed<const N: usize>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    if let Some(grid) = fixed {
        board.give(&shape, grid);
    }
    let outcome = match sweeper.settle_all(&mut board, limits) {
        Err(Contradiction) => LineOutcome::Contradiction {
            line: shape.name(sweeper.broken()),
        },
        Ok(()) if sweeper.is_settled() && board.is_complete(&shape) => {
            LineOutcome::Solved(board.to_grid(&shape))
        }
        Ok(()) => LineOutcome::Stalled(board.to_grid(&shape)),
    };
    Propagation {
        outcome,
        visits: sweeper.visits(),
    }
}

/// Lines whose clue has no placement that agrees with the known cells of `grid`.
pub(crate) fn broken_lines(puzzle: &Puzzle, grid: &Grid) -> Vec<Line> {
    with_words!(places(puzzle), N => {
        let shape = Shape::new(puzzle);
        let mut board = Board::<N>::new(&shape);
        board.give(&shape, grid);
        let mut sweeper = Sweeper::new(&shape);
        let is_broken = |line: &usize| sweeper.starts(&board, *line).is_err();
        let broken = (0..shape.lines.len()).filter(is_broken);
        broken.map(|line| shape.name(line)).collect()
    })
}

/// Runs the search of the engine from a board at the fixpoint of line logic.
fn search<const N: usize>(
    shape: &Shape,
    board: Board<N>,
    options: &SolveOptions,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    match options.engine {
        Engine::Lines => (End::Stalled, Counts::default()),
        Engine::Sat => {
            let mut sat = sat::Sat::new(shape, &board, limits);
            let end = collect(&mut sat, limits, sink);
            (end, sat.counts())
        }
        Engine::Probing => {
            let mut prober = Prober::new(shape, board);
            let end = collect(&mut prober, limits, sink);
            (end, prober.counts())
        }
        _ => portfolio(shape, board, options, limits, sink),
    }
}

/// Runs probing with few decisions, then SAT while there are few solutions, then probing to the end. With a limit on decisions, or if
/// [`sat::fits`] is false, it runs probing alone.
fn portfolio<const N: usize>(
    shape: &Shape,
    board: Board<N>,
    options: &SolveOptions,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    let with_sat = options.node_limit.is_none() && sat::fits(shape);
    let mut prober = Prober::new(shape, board);
    let alone = Limits {
        decisions: if with_sat { SHARE } else { limits.decisions },
        ..limits.clone()
    };
    let mut end = collect(&mut prober, &alone, sink);
    if end == End::NodeLimit && with_sat {
        if sink.count() <= MANY {
            let mut sat = sat::Sat::new(shape, prober.root(), limits);
            for solution in sink.first() {
                sat.exclude(solution);
            }
            end = by_sat(&mut sat, &mut prober, limits, sink);
        }
        if end == End::NodeLimit {
            end = collect(&mut prober, limits, sink);
        }
    }
    (end, prober.counts())
}

/// Runs SAT until the puzzle is settled, enough solutions are found, or a limit is reached. Returns [`End::NodeLimit`] also when
/// more than [`MANY`] solutions are found. The prober excludes the solutions that SAT finds.
fn by_sat<const N: usize>(
    sat: &mut sat::Sat,
    prober: &mut Prober<'_, N>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> End {
    while sink.count() <= MANY {
        let mut found = None;
        let mut each = |solution: &Grid| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let end = collect(sat, limits, &mut Sink::new(1, &mut each));
        let Some(solution) = found else {
            return end;
        };
        prober.exclude(&solution);
        if sink.push(&solution) {
            return End::Enough;
        }
    }
    End::NodeLimit
}
