//! `lines`: complete line logic, with which the other engines of the project begin, too.
//!
//! [`in_one_colour`] and [`in_colours`] run it and then, if cells are still unknown, the search of an engine.

use nonogram_puzzles::{Clue, Grid, Puzzle};

use super::search::{Counts, End, Limits, Sink};
use crate::board::{Board, Shape, Sweeper, places};
use crate::partial_grid::{PartialGrid, room};
use crate::propagate::Lines;
use crate::solve::{Report, SolveOptions};
use crate::word::with_words;
use crate::{Instant, fit};

/// A search on a board of one colour that is at the fixpoint of line logic.
pub type SearchGrid<const N: usize> =
    fn(PartialGrid<'_, N>, &Limits, &mut Sink<'_>) -> (End, Counts);

/// A search on a board of any number of colours that is at the fixpoint of line logic.
pub type SearchBoard<const N: usize> =
    fn(&Shape, Board<N>, &Limits, &mut Sink<'_>) -> (End, Counts);

/// Runs line logic alone.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    if puzzle.palette().is_coloured() {
        with_words!(places(puzzle), N => in_colours::<N>(puzzle, options, sink, None))
    } else {
        with_words!(room(puzzle), N => in_one_colour::<N>(puzzle, options, sink, None))
    }
}

/// Runs line logic on a board of one colour, then the search; without one it may stall.
pub fn in_one_colour<const N: usize>(
    puzzle: &Puzzle,
    options: &SolveOptions,
    sink: &mut Sink<'_>,
    search: Option<SearchGrid<N>>,
) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let mut board = PartialGrid::<N>::new(puzzle);
    if let Some(grid) = &options.fixed {
        board.set_grid(grid);
    }
    let given = board.trail().len();
    let mut lines = Lines::new(board, &limits);
    let filled = |clues: &[Clue]| clues.iter().map(Clue::filled).sum::<usize>();
    let sums_agree = filled(puzzle.rows()) == filled(puzzle.columns());
    let is_possible = sums_agree && lines.settle(given).is_ok();
    let logic = Logic {
        known: is_possible.then(|| lines.board.to_grid()),
        is_settled: lines.is_settled(),
        is_complete: lines.board.unknown() == 0,
        visits: lines.visits,
        start,
    };
    let (board, limits) = (lines.board, &limits);
    let search = search.map(|search| move |sink: &mut Sink<'_>| search(board, limits, sink));
    finish(puzzle, options, logic, sink, search)
}

/// Runs line logic on a board with a set of values per cell, for any number of colours, then the search; without one it may stall.
pub fn in_colours<const N: usize>(
    puzzle: &Puzzle,
    options: &SolveOptions,
    sink: &mut Sink<'_>,
    search: Option<SearchBoard<N>>,
) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    let given = options.fixed.as_ref();
    let is_possible = puzzle.sums_agree()
        && given.is_none_or(|grid| board.give(&shape, grid))
        && sweeper.settle_all(&mut board, &limits).is_ok();
    let logic = Logic {
        known: is_possible.then(|| board.to_grid(&shape)),
        is_settled: sweeper.is_settled(),
        is_complete: board.is_complete(&shape),
        visits: sweeper.visits(),
        start,
    };
    let (shape, limits) = (&shape, &limits);
    let search = search.map(|search| move |sink: &mut Sink<'_>| search(shape, board, limits, sink));
    finish(puzzle, options, logic, sink, search)
}

/// Result of line logic.
struct Logic {
    /// The known cells; `None` after a contradiction.
    known: Option<Grid>,
    /// Whether it has reached its fixpoint.
    is_settled: bool,
    /// Whether every cell is known.
    is_complete: bool,
    visits: u64,
    /// When it began.
    start: Instant,
}

/// Continues after line logic, with `search` if it leaves cells unknown.
fn finish(
    puzzle: &Puzzle,
    options: &SolveOptions,
    logic: Logic,
    sink: &mut Sink<'_>,
    search: Option<impl FnOnce(&mut Sink<'_>) -> (End, Counts)>,
) -> Report {
    let mut counts = Counts::of_visits(logic.visits);
    let end = match &logic.known {
        None => End::Complete,
        Some(_) if !logic.is_settled => End::TimeLimit,
        Some(grid) if logic.is_complete => {
            sink.push(grid);
            End::Complete
        }
        Some(_) => match search {
            None => End::Stalled,
            Some(_) if fit::check_search(puzzle, options.engine).is_err() => End::Unfit,
            Some(search) => {
                let (end, searched) = search(sink);
                counts = counts.and(searched);
                end
            }
        },
    };
    let unknown = || Grid::new(puzzle.row_count(), puzzle.column_count());
    Report::of(sink, end, logic.known.unwrap_or_else(unknown), counts, logic.start)
}
