//! Tests of the published engines: against brute force on small boards, on drawings of the library, and at their limits.

use std::collections::HashSet;

use nonogram_puzzles::{Cell, Grid, Puzzle};
use proptest::prelude::*;

use super::*;
use crate::engine::search::{Limits, Pause, Search, Step, gather};
use crate::{LineOutcome, propagate};

/// Finds every solution with the cells known in `fixed` by trying all pictures.
fn brute_force(puzzle: &Puzzle, fixed: &Grid) -> HashSet<Grid> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let pictures = (0..1_u32 << (rows * columns))
        .map(|bits| Grid::from_fn(rows, columns, |r, c| bits >> (r * columns + c) & 1 == 1));
    let keeps = |grid: &Grid| {
        (0..rows).all(|row| {
            let mut pairs = fixed.row(row).zip(grid.row(row));
            pairs.all(|(fixed, cell)| fixed == Cell::Unknown || fixed == cell)
        })
    };
    pictures
        .filter(|grid| keeps(grid) && puzzle.is_solved_by(grid))
        .collect()
}

/// Collects all solutions of a search, and checks that it finds none twice.
fn all(search: &mut dyn Search) -> (Pause, HashSet<Grid>) {
    let (end, found) = gather(search, usize::MAX, &Limits::NONE);
    let count = found.len();
    let found: HashSet<Grid> = found.into_iter().collect();
    assert_eq!(found.len(), count, "no solution is found twice");
    (end, found)
}

/// A puzzle and given cells. The row clues and the given cells are those of one picture; the column clues are those of the same
/// picture or of another, so that there may be no solution.
fn boards() -> impl Strategy<Value = (Puzzle, Grid)> {
    let pictures = || prop::collection::vec(any::<bool>(), 12);
    (
        pictures(),
        pictures(),
        prop::bool::weighted(0.7),
        prop::collection::vec(0u8..8, 12),
    )
        .prop_map(|(one, two, same, shown)| {
            let grid =
                |picture: &[bool]| Grid::from_fn(3, 4, |row, column| picture[row * 4 + column]);
            let (one, two) = (grid(&one), grid(if same { &one } else { &two }));
            let rows = Puzzle::from_grid(&one).rows().to_vec();
            let columns = Puzzle::from_grid(&two).columns().to_vec();
            let mut fixed = Grid::new(3, 4);
            for place in (0..12).filter(|&place| shown[place] == 0) {
                fixed.set(place / 4, place % 4, one.get(place / 4, place % 4));
            }
            (Puzzle::new(rows, columns).unwrap(), fixed)
        })
}

proptest! {
    #[test]
    fn backtracking_engines_find_every_solution((puzzle, fixed) in boards()) {
        let expected = brute_force(&puzzle, &fixed);
        let found = all(&mut placements::new(&puzzle, Some(&fixed)).unwrap());
        prop_assert_eq!(found, (Pause::Exhausted, expected.clone()));
        for forward_checking in [false, true] {
            for ordering in [false, true] {
                let refinements = permutations::Refinements { forward_checking, ordering };
                let mut search = permutations::new(&puzzle, Some(&fixed), refinements, &Limits::NONE).unwrap();
                prop_assert_eq!(all(&mut search), (Pause::Exhausted, expected.clone()));
            }
        }
    }

    #[test]
    fn dnf_finds_every_solution_or_stalls_with_correct_cells((puzzle, fixed) in boards()) {
        let expected = brute_force(&puzzle, &fixed);
        let mut dnf = dnf::Dnf::new(&puzzle, Some(&fixed), &Limits::NONE).unwrap();
        let (end, found) = all(&mut dnf);
        if end == Pause::Exhausted {
            prop_assert_eq!(found, expected);
        } else {
            prop_assert_eq!(end, Pause::OutOfNodes);
            let known = dnf.grid();
            for row in 0..3 {
                for column in (0..4).filter(|&column| known.get(row, column) != Cell::Unknown) {
                    let cell = known.get(row, column);
                    prop_assert!(expected.iter().all(|grid| grid.get(row, column) == cell));
                }
            }
        }
    }

    #[test]
    fn genetic_finds_nothing_but_solutions((puzzle, fixed) in boards()) {
        let settings = genetic::Settings { population: 12, generations: 8, rounds: 2, ..Default::default() };
        let expected = brute_force(&puzzle, &fixed);
        let (end, found) = all(&mut genetic::Genetic::new(&puzzle, Some(&fixed), settings));
        prop_assert_eq!(end, Pause::OutOfNodes);
        prop_assert!(found.is_subset(&expected));
    }
}

fn drawing(name: &str) -> Puzzle {
    let file = nonogram_puzzles::library::root().join(name);
    nonogram_puzzles::read_file(file, None).unwrap().remove(0)
}

#[test]
fn large_boards_are_refused_with_their_size_and_the_limit() {
    let puzzle = Puzzle::from_grid(&Grid::from_fn(4, 64, |_, column| {
        column % 3 == 0 && column < 60
    }));
    let error = dnf::check(&puzzle).unwrap_err();
    insta::assert_snapshot!(error, @"the engine dnf would need a board of 4 x 64; expected at most 32 x 32; choose another engine");
    let dense = Puzzle::from_grid(&Grid::from_fn(1000, 1000, |row, column| {
        (row + column) % 2 == 0
    }));
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
    let few = Limits {
        decisions: 1,
        ..Limits::NONE
    };
    let mut found = HashSet::new();
    let mut pauses = 0;
    loop {
        match search.next(&few) {
            Step::Solution(grid) => assert!(found.insert(grid)),
            Step::OutOfNodes => pauses += 1,
            Step::Exhausted => break,
            Step::OutOfTime => panic!("out of time without a deadline"),
        }
    }
    assert_eq!((found.len(), pauses > 0), (24, true));

    let late = Limits {
        deadline: Some(web_time::Instant::now()),
        ..Limits::NONE
    };
    let refinements = permutations::Refinements::ALL;
    let searches: [&mut dyn Search; 4] = [
        &mut placements::new(&puzzle, None).unwrap(),
        &mut permutations::new(&puzzle, None, refinements, &Limits::NONE).unwrap(),
        &mut dnf::Dnf::new(&puzzle, None, &Limits::NONE).unwrap(),
        &mut genetic::Genetic::new(&puzzle, None, Default::default()),
    ];
    for search in searches {
        assert_eq!(search.next(&late), Step::OutOfTime);
    }
}

#[test]
fn drawings_are_solved_by_every_engine() {
    for name in ["08/fetch.non", "08/over-easy.non", "11/pen-pal.non"] {
        let puzzle = drawing(name);
        let LineOutcome::Solved(solution) = propagate(&puzzle) else {
            panic!("line logic does not solve {name}")
        };
        let refinements = permutations::Refinements::ALL;
        let searches: [&mut dyn Search; 3] = [
            &mut placements::new(&puzzle, None).unwrap(),
            &mut permutations::new(&puzzle, None, refinements, &Limits::NONE).unwrap(),
            &mut dnf::Dnf::new(&puzzle, None, &Limits::NONE).unwrap(),
        ];
        for search in searches {
            let expected = (Pause::Exhausted, HashSet::from([solution.clone()]));
            assert_eq!(all(search), expected, "{name}");
        }
        let mut genetic = genetic::Genetic::new(&puzzle, None, Default::default());
        assert_eq!(
            genetic.next(&Limits::NONE),
            Step::Solution(solution),
            "{name}"
        );
    }
}

#[test]
fn genetic_runs_are_reproduced_by_their_seed() {
    let puzzle = drawing("08/fetch.non");
    let run = |seed| {
        let settings = genetic::Settings {
            seed,
            generations: 10,
            rounds: 1,
            ..Default::default()
        };
        let mut seen = Vec::new();
        let search = genetic::Genetic::new(&puzzle, None, settings);
        search
            .with_observer(|generation| seen.push(generation.clone()))
            .next(&Limits::NONE);
        seen
    };
    let seven = run(7);
    assert_eq!(seven, run(7));
    assert_ne!(seven, run(8));
    for (number, generation) in seven.iter().enumerate() {
        assert_eq!(
            (generation.round, generation.generation),
            (1, number as u64)
        );
        for (before, after) in seven[number.saturating_sub(1)]
            .experts
            .iter()
            .zip(&generation.experts)
        {
            assert!(after.best <= before.best, "the elite survives");
            assert!(after.best as f64 <= after.median && after.median <= after.worst as f64);
        }
    }
}
