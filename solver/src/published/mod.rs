//! Engines as published by other authors, short and readable, for teaching and as a baseline.
//!
//! They are `dnf`, `placements` and `permutations`; each module names its source. They start from the clues and the given cells, not
//! from the result of line logic. [`crate::fit`] checks whether a puzzle is small enough for them.

mod depth_first;
pub(crate) mod dnf;
pub(crate) mod permutations;
pub(crate) mod placements;

use nonogram_puzzles::{Grid, Puzzle};

use crate::Instant;
use crate::engine::search::{Counts, End, Limits, Search, Sink, collect};
use crate::engine::{Engine, Unfit};
use crate::propagate::{LineOutcome, propagate_within};
use crate::solve::{Report, SolveOptions};

/// Solves a black-and-white puzzle with a published engine.
///
/// # Panics
/// Panics if `options.engine` is not a published engine, or the size of `options.fixed` differs from that of the puzzle.
pub(crate) fn solve(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    let limits = options.limits(Instant::now());
    let fixed = options.fixed.as_ref();
    let lines = propagate_within(puzzle, fixed, &limits).outcome;
    let start = Instant::now();
    let (end, counts) = match open(puzzle, options.engine, fixed, &limits) {
        Err(Obstacle::Unfit(_)) => (End::Unfit, Counts::default()),
        _ if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Err(Obstacle::Late) => (End::TimeLimit, Counts::default()),
        Ok(mut search) => {
            let end = collect(&mut *search, &limits, sink);
            (end, search.counts())
        }
    };
    let lines = match lines {
        LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
        LineOutcome::Contradiction { .. } => Grid::new(puzzle.row_count(), puzzle.column_count()),
    };
    Report::of(sink, end, lines, counts, start)
}

/// Why the search of an engine cannot be created.
#[derive(Debug, PartialEq)]
pub(crate) enum Obstacle {
    /// The puzzle is beyond the limits of the engine.
    Unfit(Unfit),
    /// The deadline passed, or the run was cancelled.
    Late,
}

impl From<Unfit> for Obstacle {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

/// Creates the search of an engine.
fn open<'a>(
    puzzle: &'a Puzzle,
    engine: Engine,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Result<Box<dyn Search + 'a>, Obstacle> {
    Ok(match engine {
        Engine::Dnf => Box::new(dnf::Dnf::new(puzzle, fixed, limits)?),
        Engine::Placements => Box::new(placements::new(puzzle, fixed)?),
        Engine::Permutations => Box::new(permutations::new(puzzle, fixed, limits)?),
        Engine::Portfolio | Engine::Lines | Engine::Probing | Engine::Learning | Engine::Sat => {
            panic!("{engine} is not a published engine")
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use nonogram_puzzles::{Grid, Puzzle};

    use super::*;
    use crate::boards::{drawing, random};
    use crate::engine::search::{End, Limits, Search};

    #[test]
    fn large_boards_are_refused_with_their_size_and_the_limit() {
        let puzzle =
            Puzzle::from_grid(&Grid::from_fn(4, 64, |_, column| column % 3 == 0 && column < 60));
        let error = dnf::check(&puzzle).unwrap_err();
        insta::assert_snapshot!(error, @"the engine dnf would need a board of 4 x 64; expected at most 32 x 32; choose another engine");
        let dense =
            Puzzle::from_grid(&Grid::from_fn(1000, 1000, |row, column| (row + column) % 2 == 0));
        let error = placements::check(&dense).unwrap_err();
        insta::assert_snapshot!(error, @"the engine placements would need 1000000000 starts of blocks; expected at most 4194304; choose another engine");
        // The options are few, but each has many cells.
        let wide = Puzzle::from_grid(&Grid::from_fn(100, 1000, |_, column| column == 0));
        let error = permutations::check(&wide).unwrap_err();
        insta::assert_snapshot!(error, @"the engine permutations would need 100000 options of rows; expected at most 67108 with 1000 cells each; choose another engine");
        let error = permutations::check(&puzzle).unwrap_err();
        insta::assert_snapshot!(error, @"the engine permutations would need 12679483320504 options of rows; expected at most 1048576; choose another engine");
    }

    #[test]
    fn search_continues_where_a_limit_stopped_it() {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(4, 4, |row, column| row == column));
        let mut search = placements::new(&puzzle, None).unwrap();
        let few = Limits { decisions: 1, ..Limits::NONE };
        let mut found = HashSet::new();
        let mut pauses = 0;
        loop {
            match search.next(&few) {
                Ok(grid) => assert!(found.insert(grid)),
                Err(End::NodeLimit) => pauses += 1,
                Err(End::Complete) => break,
                Err(end) => panic!("{end:?} without such a limit"),
            }
        }
        assert_eq!((found.len(), pauses > 0), (24, true));

        let late = Limits { deadline: Some(crate::Instant::now()), ..Limits::NONE };
        let searches: [&mut dyn Search; 3] = [
            &mut placements::new(&puzzle, None).unwrap(),
            &mut permutations::new(&puzzle, None, &Limits::NONE).unwrap(),
            &mut dnf::Dnf::new(&puzzle, None, &Limits::NONE).unwrap(),
        ];
        for search in searches {
            assert_eq!(search.next(&late), Err(End::TimeLimit));
        }
    }

    #[test]
    fn time_limit_stops_the_listing_of_options() {
        let puzzle = random(8, 45, 4);
        let late = || Limits::of_looks(3);
        let dnf = dnf::Dnf::new(&puzzle, None, &late()).err();
        assert_eq!(dnf, Some(Obstacle::Late));
        let permutations = permutations::new(&puzzle, None, &late()).err();
        assert_eq!(permutations, Some(Obstacle::Late));
    }

    #[test]
    fn dnf_accepts_the_largest_side_but_not_every_number_of_options() {
        let board = |blocks| {
            let clue = nonogram_puzzles::Clue::new(vec![1; blocks]);
            Puzzle::new(vec![clue.clone(); 32], vec![clue; 32]).unwrap()
        };
        assert_eq!(dnf::check(&board(16)), Ok(()));
        assert_eq!(
            dnf::check(&board(8)).unwrap_err().to_string(),
            "the engine dnf would need 69220800 options; expected at most 16777216; choose another engine"
        );
    }

    #[test]
    fn differing_sums_end_a_search_at_once() {
        let solved = drawing("08/fetch.non");
        let differ = drawing("../cases/sums-differ/three-3x3.non");
        for engine in Engine::ALL.into_iter().filter(|engine| engine.is_published()) {
            let options = SolveOptions { engine, max_solutions: 1, ..SolveOptions::default() };
            let run = |puzzle: &Puzzle| crate::solve(puzzle, &options);
            let report = run(&solved);
            assert_eq!(report.solutions.first(), solved.goal(), "{engine}");
            let report = run(&differ);
            assert_eq!((report.end, report.counts), (End::Complete, Counts::default()), "{engine}");
        }
    }
}
