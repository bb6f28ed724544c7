//! Engines as published by other authors, short and readable, for teaching and as a baseline.
//!
//! They are `dnf`, `placements`, `permutations` and [`genetic`]; each module names its source. They start from the clues and the
//! given cells, not from the result of line logic. [`solve`] runs them with their settings; [`crate::fit`] checks whether a puzzle is
//! small enough for them.

mod depth_first;
pub(crate) mod dnf;
pub mod genetic;
pub(crate) mod permutations;
pub(crate) mod placements;

use std::ops::ControlFlow;

use genetic::Generation;
use nonogram_puzzles::{Grid, Puzzle};

use crate::Instant;
use crate::engine::search::{Counts, End, Limits, Search, Sink, collect};
use crate::engine::{Engine, Unfit};
use crate::propagate::propagate_within;
use crate::solve::{LineOutcome, Methods, Report, SolveOptions};

/// Settings that only published engines have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Settings of `genetic`.
    pub genetic: genetic::Settings,
}

/// Solves a black-and-white puzzle with a published engine. Each generation of `genetic` is passed to `observer`; each one after the
/// first of its round counts as a decision.
///
/// # Panics
/// Panics if `options.engine` is not a published engine, or the size of `options.fixed` differs from that of the puzzle.
pub fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    settings: &Settings,
    observer: &mut dyn FnMut(&Generation),
) -> Report {
    Report::gather(|each| solve_each(puzzle, options, settings, observer, each))
}

/// Like [`solve`], but passes each solution to `each` as it is found, until `each` breaks.
///
/// # Panics
/// Panics under the same conditions as [`solve`].
pub fn solve_each(
    puzzle: &Puzzle,
    options: &SolveOptions,
    settings: &Settings,
    observer: &mut dyn FnMut(&Generation),
    each: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Report {
    let limits = options.limits(Instant::now());
    let fixed = options.fixed.as_ref();
    let lines = propagate_within(puzzle, fixed, Methods::default(), &limits).outcome;
    let start = Instant::now();
    let mut sink = Sink::new(options.max_solutions.max(1), each);
    let (end, counts) = match open(puzzle, options.engine, fixed, settings, &limits, observer) {
        Err(Obstacle::Unfit(_)) => (End::Unfit, Counts::default()),
        _ if !puzzle.sums_agree() => (End::Complete, Counts::default()),
        Err(Obstacle::Late) => (End::TimeLimit, Counts::default()),
        Ok(mut search) => {
            let end = collect(&mut *search, &limits, &mut sink);
            (end, search.counts())
        }
    };
    let lines = match lines {
        LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid,
        LineOutcome::Contradiction { .. } => Grid::new(puzzle.row_count(), puzzle.column_count()),
    };
    Report::of(&sink, end, lines, counts, start)
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
    settings: &Settings,
    limits: &Limits,
    observer: &'a mut dyn FnMut(&Generation),
) -> Result<Box<dyn Search + 'a>, Obstacle> {
    Ok(match engine {
        Engine::Dnf => Box::new(dnf::Dnf::new(puzzle, fixed, limits)?),
        Engine::Placements => Box::new(placements::new(puzzle, fixed)?),
        Engine::Permutations => Box::new(permutations::new(puzzle, fixed, limits)?),
        Engine::Genetic => {
            genetic::check(puzzle, &settings.genetic)?;
            let genetic = genetic::Genetic::new(puzzle, fixed, settings.genetic.clone());
            Box::new(genetic.with_observer(observer))
        }
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
        let error = genetic::check(&dense, &genetic::Settings::default()).unwrap_err();
        insta::assert_snapshot!(error, @"the engine genetic would need 300000000 genes; expected at most 33554432, one for each block of each individual; choose another engine");
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
        let searches: [&mut dyn Search; 4] = [
            &mut placements::new(&puzzle, None).unwrap(),
            &mut permutations::new(&puzzle, None, &Limits::NONE).unwrap(),
            &mut dnf::Dnf::new(&puzzle, None, &Limits::NONE).unwrap(),
            &mut genetic::Genetic::new(&puzzle, None, Default::default()),
        ];
        for search in searches {
            assert_eq!(search.next(&late), Err(End::TimeLimit));
        }
    }

    #[test]
    fn genetic_runs_are_reproduced_by_their_seed() {
        let puzzle = drawing("08/fetch.non");
        let run = |seed| {
            let settings =
                genetic::Settings { seed, generations: 10, rounds: 1, ..Default::default() };
            let mut seen = Vec::new();
            let search = genetic::Genetic::new(&puzzle, None, settings);
            let mut search = search.with_observer(|generation| seen.push(generation.clone()));
            let _ = search.next(&Limits::NONE);
            drop(search);
            seen
        };
        let seven = run(7);
        assert_eq!(seven, run(7));
        assert_ne!(seven, run(8));
        for (number, generation) in seven.iter().enumerate() {
            assert_eq!((generation.round, generation.generation), (1, number as u64));
            for (before, after) in
                seven[number.saturating_sub(1)].experts.iter().zip(&generation.experts)
            {
                assert!(after.best <= before.best, "the elite survives");
                assert!(after.best as f64 <= after.median && after.median <= after.worst as f64);
            }
        }
    }

    #[test]
    fn generations_are_limited_and_the_first_one_is_always_created() {
        let puzzle = random(9, 45, 3);
        let settings = genetic::Settings { population: 4, rounds: 1, ..Default::default() };
        let mut search = genetic::Genetic::new(&puzzle, None, settings.clone());
        let few = Limits { decisions: 3, ..Limits::NONE };
        for decisions in [3, 6] {
            assert_eq!(search.next(&few), Err(End::NodeLimit));
            assert_eq!(search.counts().decisions, decisions);
        }
        let none = genetic::Settings { generations: 0, rounds: 0, ..settings };
        let mut shown = 0;
        let mut show = |_: &Generation| shown += 1;
        let mut search = genetic::Genetic::new(&puzzle, None, none).with_observer(&mut show);
        assert_eq!(search.next(&Limits::NONE), Err(End::NodeLimit));
        drop(search);
        assert_eq!(shown, 1);
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
    fn time_limit_stops_line_logic_on_the_vote() {
        let puzzle = random(9, 45, 3);
        let settings =
            genetic::Settings { population: 4, generations: 0, rounds: 1, ..Default::default() };
        let mut search = genetic::Genetic::new(&puzzle, None, settings);
        // The limits are checked once per expert before the vote.
        let limits = Limits::of_looks(genetic::EXPERTS.len() as u64);
        assert_eq!(search.next(&limits), Err(End::TimeLimit));
        assert_eq!(search.counts().visits, 0);
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
            let run = |puzzle: &Puzzle| solve(puzzle, &options, &Settings::default(), &mut |_| {});
            let report = run(&solved);
            assert_eq!(report.solutions.first(), solved.goal(), "{engine}");
            let report = run(&differ);
            assert_eq!((report.end, report.counts), (End::Complete, Counts::default()), "{engine}");
        }
    }
}
