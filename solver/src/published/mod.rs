//! Engines as published by other authors, short and readable, for teaching and as a baseline.
//!
//! They are `dnf`, `placements` and `permutations`; each module names its source. They start from the clues and the given cells, not
//! from the result of line logic.

mod depth_first;
pub(crate) mod dnf;
pub(crate) mod permutations;
pub(crate) mod placements;

use nonogram_puzzles::{Cell, Grid, Puzzle};

use crate::Instant;
use crate::engine::Engine;
use crate::engine::search::{Counts, End, Limits, Search, Sink, exhaust};
use crate::fit::Unfit;
use crate::hint::cells_of;
use crate::line::{count_options, in_words};
use crate::model::classic::{self, MAX_LINE};
use crate::propagate::{LineOutcome, propagate_within};
use crate::solve::{Report, SolveOptions};

/// Solves a black-and-white puzzle by a search that starts from the clues. `open` creates the search from the limits, or returns why it
/// cannot start.
///
/// # Panics
/// Panics if the size of `options.fixed` differs from that of the puzzle.
fn run<S: Search>(
    puzzle: &Puzzle,
    options: &SolveOptions,
    sink: &mut Sink<'_>,
    open: impl FnOnce(&Limits) -> Result<S, End>,
) -> Report {
    let limits = options.limits(Instant::now());
    let lines = propagate_within(puzzle, options.fixed.as_ref(), &limits).outcome;
    let start = Instant::now();
    let (end, counts) = match open(&limits) {
        Err(End::Unfit) => (End::Unfit, Counts::default()),
        _ if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Err(end) => (end, Counts::default()),
        Ok(search) => exhaust(search, &limits, sink),
    };
    let lines = match lines {
        LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
        LineOutcome::Contradiction { .. } => Grid::new(puzzle.row_count(), puzzle.column_count()),
    };
    Report::of(sink, end, lines, counts, start)
}

/// Maximum number of options of all lines together: 64 MiB.
const MAX_OPTIONS: u64 = 1 << 24;

/// Checks that `dnf` or `permutations` can list the options of a puzzle.
///
/// # Errors
/// Returns [`Unfit`] if a line is longer than the word of an option, or there are too many options.
pub(crate) fn check_options(puzzle: &Puzzle, engine: Engine) -> Result<(), Unfit> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if rows.max(columns) > MAX_LINE {
        let limit = format!("at most {MAX_LINE} x {MAX_LINE}");
        return Err(Unfit::new(engine, format!("a board of {rows} x {columns}"), limit));
    }
    let counts = puzzle.lines().map(|(line, clue)| count_options(puzzle.length(line), clue));
    let count = counts.fold(0, u64::saturating_add);
    if count > MAX_OPTIONS {
        return Err(Unfit::new(engine, in_words(count), format!("at most {MAX_OPTIONS}")));
    }
    Ok(())
}

/// The options of each line, rows first, except those that contradict the cells known in `fixed`.
///
/// # Errors
/// Returns [`End::Unfit`] if [`check_options`] fails, or [`End::TimeLimit`] if a limit is reached.
fn options(
    puzzle: &Puzzle,
    engine: Engine,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>, End> {
    check_options(puzzle, engine).map_err(|_| End::Unfit)?;
    let mut lines = Vec::with_capacity(puzzle.line_count());
    for (line, clue) in puzzle.lines() {
        if limits.is_late() {
            return Err(End::TimeLimit);
        }
        let mut listed = classic::options(puzzle.length(line), clue);
        if let Some(fixed) = fixed {
            let cells = cells_of(fixed, line);
            listed.retain(|&option| agrees(option, &cells));
        }
        lines.push(listed);
    }
    Ok(lines)
}

/// Whether an option agrees with the known cells of its line.
fn agrees(option: u32, cells: &[Cell]) -> bool {
    let mut cells = cells.iter().enumerate();
    cells
        .all(|(place, cell)| cell.value().is_none_or(|filled| filled == (option >> place & 1 == 1)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use nonogram_puzzles::Clue;

    use super::*;
    use crate::boards::random;

    #[test]
    fn large_boards_are_refused_with_their_size_and_the_limit() {
        let board = |side, blocks| {
            let clue = Clue::new(vec![1; blocks]);
            Puzzle::new(vec![clue.clone(); side], vec![clue; side]).unwrap()
        };
        let refused =
            |puzzle: &Puzzle, engine| crate::fit::check(puzzle, engine).unwrap_err().to_string();
        let dense = board(1000, 500);
        assert_eq!(
            refused(&dense, Engine::Placements),
            "the engine placements would need 1000000000 starts of blocks; expected at most 4194304; choose another engine"
        );
        for engine in [Engine::Dnf, Engine::Permutations] {
            assert_eq!(
                refused(&dense, engine),
                format!(
                    "the engine {engine} would need a board of 1000 x 1000; expected at most 32 x 32; choose another engine"
                )
            );
            assert_eq!(
                refused(&board(32, 8), engine),
                format!(
                    "the engine {engine} would need 69220800 options; expected at most 16777216; choose another engine"
                )
            );
            assert_eq!(crate::fit::check(&board(32, 16), engine), Ok(()));
        }
        for engine in [Engine::Lines, Engine::Portfolio, Engine::Learning, Engine::Probing] {
            assert_eq!(crate::fit::check(&dense, engine), Ok(()));
        }
    }

    #[test]
    fn search_continues_where_a_limit_stopped_it() {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(4, 4, |row, column| row == column));
        let mut search = placements::new(&puzzle, None).unwrap();
        let mut few = Limits { decisions: 0, ..Limits::NONE };
        let mut found = HashSet::new();
        loop {
            match search.next(&few) {
                Ok(grid) => assert!(found.insert(grid)),
                Err(End::NodeLimit) => few.decisions += 1,
                Err(End::Complete) => break,
                Err(end) => panic!("{end:?} without such a limit"),
            }
        }
        assert_eq!((found.len(), few.decisions > 1), (24, true));
        let searches: [Box<dyn Search>; 3] = [
            Box::new(dnf::Dnf::new(&puzzle, None, &Limits::NONE).ok().unwrap()),
            Box::new(placements::new(&puzzle, None).ok().unwrap()),
            Box::new(permutations::new(&puzzle, None, &Limits::NONE).ok().unwrap()),
        ];
        for mut search in searches {
            assert_eq!(search.next(&Limits::of_looks(0)), Err(End::TimeLimit));
        }
    }

    #[test]
    fn time_limit_stops_the_listing_of_options() {
        let puzzle = random(8, 45, 4);
        let listed = options(&puzzle, Engine::Dnf, None, &Limits::of_looks(3));
        assert_eq!(listed, Err(End::TimeLimit));
    }
}
