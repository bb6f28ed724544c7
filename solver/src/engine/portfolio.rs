//! `portfolio`: in one colour failed-literal probing, then learning; in several colours probing, then SAT.

use std::ops::ControlFlow;

use nonogram_puzzles::{Grid, Puzzle};

use super::failed_literals::refute;
use super::learning::Learner;
use super::lines::{in_colours, in_one_colour};
use super::probing::{self, Prober};
use super::sat::{self, Sat};
use super::search::{Counts, End, Limits, Search, Sink, collect, exhaust};
use crate::board::{Board, Shape, places};
use crate::line::Contradiction;
use crate::partial_grid::{PartialGrid, room};
use crate::solve::{Report, SolveOptions};
use crate::word::with_words;

/// Runs line logic, then the portfolio. SAT takes no part if decisions are limited, because it cannot count them, or if it has too many
/// clauses.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    if !puzzle.palette().is_coloured() {
        with_words!(room(puzzle), N => {
            in_one_colour::<N>(puzzle, options, sink, Some(refute_then_learn))
        })
    } else if options.node_limit.is_none() && sat::check(puzzle).is_ok() {
        with_words!(places(puzzle), N => {
            in_colours::<N>(puzzle, options, sink, Some(probe_then_sat))
        })
    } else {
        probing::run(puzzle, options, sink)
    }
}

/// One colour: runs failed-literal probing, then the learner.
fn refute_then_learn<const N: usize>(
    board: PartialGrid<'_, N>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    let (refuted, visits) = refute(board, limits);
    let counts = Counts::of_visits(visits);
    match refuted {
        Err(Contradiction) => (End::Complete, counts),
        // The board may not be at the fixpoint of line logic.
        Ok(_) if limits.is_late() => (End::TimeLimit, counts),
        Ok(board) if board.unknown() == 0 => {
            sink.push(&board.to_grid());
            (End::Complete, counts)
        }
        Ok(board) => {
            let (end, learned) = exhaust(Learner::new(board), limits, sink);
            (end, learned.and(counts))
        }
    }
}

/// Number of decisions of the prober before SAT takes over.
const SHARE: u64 = 8;

/// Number of solutions above which SAT is not used: the prober lists them faster.
const MANY: usize = 16;

/// Several colours: runs probing with few decisions, then SAT while there are few solutions, then probing to the end.
fn probe_then_sat<const N: usize>(
    shape: &Shape,
    board: Board<N>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    let mut prober = Prober::new(shape, board);
    let mut found = Vec::new();
    let wanted = sink.left();
    let mut each = |solution: &Grid| {
        found.push(solution.clone());
        if sink.push(solution) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let share = Limits { decisions: SHARE, ..limits.clone() };
    let mut end = collect(&mut prober, &share, &mut Sink::new(wanted, &mut each));
    if end == End::NodeLimit && sink.count() <= MANY {
        let mut sat = Sat::new(shape, prober.root(), limits);
        found.iter().for_each(|solution| sat.exclude(solution));
        while end == End::NodeLimit && sink.count() <= MANY {
            match sat.next(limits) {
                Ok(solution) => {
                    prober.exclude(&solution);
                    if sink.push(&solution) {
                        end = End::Enough;
                    }
                }
                Err(why) => end = why,
            }
        }
    }
    if end == End::NodeLimit {
        end = collect(&mut prober, limits, sink);
    }
    (end, prober.counts())
}
