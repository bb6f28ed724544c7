//! Engines for puzzles with several colours: `lines`, `probing`, `sat`, and the `portfolio` of `probing` and `sat`.
//!
//! [`crate::solve_each`] calls [`solve_each`] if the palette has several colours. `line` solves a line with one bit set per value,
//! [`board::Sweeper`] solves lines up to their fixpoint, [`search::Prober`] probes cells and backtracks, and `sat` encodes
//! the puzzle for a SAT solver. The filled cells of a solution determine its colours, because the filled cells of a row
//! have the colours of its clue in order; solutions are therefore excluded by their filled cells alone.

pub(crate) mod board;
pub(crate) mod line;
pub(crate) mod probe;
mod sat;
pub(crate) mod search;

use std::ops::ControlFlow;

use nonogram_puzzles::{Grid, Line, Puzzle};
use web_time::Instant;

use crate::engine::Engine;
use crate::engine::search::{Counts, Limits, Pause, Search, Sink, collect};
use crate::fit;
use crate::line::Contradiction;
use crate::options::SolveOptions;
use crate::propagate::{LineOutcome, Propagation};
use crate::report::Report;
use crate::verdict::End;
use crate::word::Word;
use board::{Board, Shape, Sweeper};
use search::Prober;

/// Number of decisions of the prober before SAT takes over.
const SHARE: u64 = 8;

/// Number of solutions above which SAT is not used: the prober lists them faster.
const MANY: usize = Sink::KEPT;

/// Runs `$body` with the word type `$W` that has one bit per position between the cells of a line of `$puzzle`,
/// both ends included.
macro_rules! with_places {
    ($puzzle:expr, $W:ident => $body:expr) => {
        match $puzzle.row_count().max($puzzle.column_count()) {
            0..=63 => {
                type $W = u64;
                $body
            }
            64..=127 => {
                type $W = u128;
                $body
            }
            128..=255 => {
                type $W = $crate::word::Wide<4>;
                $body
            }
            _ => {
                type $W = $crate::word::Long;
                $body
            }
        }
    };
}
pub(crate) use with_places;

/// [`crate::solve_each`] for a puzzle with several colours.
pub(crate) fn solve_each(
    puzzle: &Puzzle,
    options: &SolveOptions,
    each: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    let mut sink = Sink::new(options.max_solutions.max(1), each);
    with_places!(puzzle, W => run::<W>(puzzle, options, &mut sink))
}

fn run<W: Word>(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let unknown = || Grid::new(puzzle.row_count(), puzzle.column_count());
    if fit::check(puzzle, options.engine).is_err() {
        return Report::of(sink, End::Unfit, unknown(), Counts::default(), start);
    }
    let shape = Shape::new(puzzle);
    let mut board = Board::<W>::new(&shape);
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
    } else if fit::check_search(puzzle, options.engine).is_err() {
        (End::Unfit, board.to_grid(&shape))
    } else {
        let lines = board.to_grid(&shape);
        let (pause, searched) = search(&shape, board, options, &limits, sink);
        counts = counts.and(searched);
        (End::of(pause, options.engine), lines)
    };
    Report::of(sink, end, lines, counts, start)
}

/// [`crate::propagate_with`] for a puzzle with several colours. Returns [`LineOutcome::Stalled`] when a limit is reached.
pub(crate) fn propagate(puzzle: &Puzzle, fixed: Option<&Grid>, limits: &Limits) -> Propagation {
    with_places!(puzzle, W => propagate_packed::<W>(puzzle, fixed, limits))
}

fn propagate_packed<W: Word>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    let shape = Shape::new(puzzle);
    let mut board = Board::<W>::new(&shape);
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
    with_places!(puzzle, W => {
        let shape = Shape::new(puzzle);
        let mut board = Board::<W>::new(&shape);
        board.give(&shape, grid);
        let mut sweeper = Sweeper::new(&shape);
        let is_broken = |line: &usize| sweeper.starts(&board, *line).is_err();
        let broken = (0..shape.lines.len()).filter(is_broken);
        broken.map(|line| shape.name(line)).collect()
    })
}

/// Runs the search of the engine from a board at the fixpoint of line logic.
fn search<W: Word>(
    shape: &Shape,
    board: Board<W>,
    options: &SolveOptions,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (Pause, Counts) {
    match options.engine {
        Engine::Lines => (Pause::OutOfNodes, Counts::default()),
        Engine::Sat => {
            let mut sat = sat::Sat::new(shape, &board, limits);
            let pause = collect(&mut sat, limits, sink);
            (pause, sat.counts())
        }
        Engine::Probing => {
            let mut prober = Prober::new(shape, board);
            let pause = collect(&mut prober, limits, sink);
            (pause, prober.counts())
        }
        _ => portfolio(shape, board, options, limits, sink),
    }
}

/// Runs probing with few decisions, then SAT while there are few solutions, then probing to the end. With a limit on decisions, or if
/// [`sat::fits`] is false, it runs probing alone.
fn portfolio<W: Word>(
    shape: &Shape,
    board: Board<W>,
    options: &SolveOptions,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (Pause, Counts) {
    let with_sat = options.node_limit.is_none() && sat::fits(shape);
    let mut prober = Prober::new(shape, board);
    let alone = Limits {
        decisions: if with_sat { SHARE } else { limits.decisions },
        ..limits.clone()
    };
    let mut pause = collect(&mut prober, &alone, sink);
    if pause == Pause::OutOfNodes && with_sat {
        if sink.count() <= MANY {
            let mut sat = sat::Sat::new(shape, prober.root(), limits);
            for solution in sink.first() {
                sat.exclude(solution);
            }
            pause = by_sat(&mut sat, &mut prober, limits, sink);
        }
        if pause == Pause::OutOfNodes {
            pause = collect(&mut prober, limits, sink);
        }
    }
    (pause, prober.counts())
}

/// Runs SAT until the puzzle is settled, enough solutions are found, or a limit is reached. Returns [`Pause::OutOfNodes`] also when
/// more than [`MANY`] solutions are found. The prober excludes the solutions that SAT finds.
fn by_sat<W: Word>(
    sat: &mut sat::Sat,
    prober: &mut Prober<'_, W>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Pause {
    while sink.count() <= MANY {
        let mut found = None;
        let mut each = |solution: &Grid| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let pause = collect(sat, limits, &mut Sink::new(1, &mut each));
        let Some(solution) = found else {
            return pause;
        };
        prober.exclude(&solution);
        if sink.push(&solution) {
            return Pause::Enough;
        }
    }
    Pause::OutOfNodes
}
