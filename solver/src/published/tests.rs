//! Tests of the published engines: against brute force on small boards, on drawings of the library, and at their limits.

use std::collections::HashSet;
use std::fmt::Write;

use nonogram_puzzles::{Cell, Grid, Puzzle};
use proptest::prelude::*;

use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::{End, Limits, Search, gather};
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
fn all(search: &mut dyn Search) -> (End, HashSet<Grid>) {
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
        prop_assert_eq!(found, (End::Complete, expected.clone()));
        for forward_checking in [false, true] {
            for ordering in [false, true] {
                let refinements = permutations::Refinements { forward_checking, ordering };
                let mut search = permutations::new(&puzzle, Some(&fixed), refinements, &Limits::NONE).unwrap();
                prop_assert_eq!(all(&mut search), (End::Complete, expected.clone()));
            }
        }
    }

    #[test]
    fn dnf_finds_every_solution_or_stalls_with_correct_cells((puzzle, fixed) in boards()) {
        let expected = brute_force(&puzzle, &fixed);
        let mut dnf = dnf::Dnf::new(&puzzle, Some(&fixed), &Limits::NONE).unwrap();
        let (end, found) = all(&mut dnf);
        if end == End::Complete {
            prop_assert_eq!(found, expected);
        } else {
            prop_assert_eq!(end, End::Stalled);
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
        prop_assert_eq!(end, End::NodeLimit);
        prop_assert!(found.is_subset(&expected));
    }
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
            Ok(grid) => assert!(found.insert(grid)),
            Err(End::NodeLimit) => pauses += 1,
            Err(End::Complete) => break,
            Err(end) => panic!("{end:?} without such a limit"),
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
        assert_eq!(search.next(&late), Err(End::TimeLimit));
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
            let expected = (End::Complete, HashSet::from([solution.clone()]));
            assert_eq!(all(search), expected, "{name}");
        }
        let mut genetic = genetic::Genetic::new(&puzzle, None, Default::default());
        assert_eq!(genetic.next(&Limits::NONE), Ok(solution), "{name}");
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
        let mut search = search.with_observer(|generation| seen.push(generation.clone()));
        let _ = search.next(&Limits::NONE);
        drop(search);
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

const LOOKS: u64 = u64::MAX;

fn course_boards() -> Vec<(&'static str, Puzzle)> {
    vec![
        ("a drawing", drawing("11/pen-pal.non")),
        ("many solutions", random(8, 45, 4)),
        ("one solution", random(10, 45, 3)),
        ("exchanged", exchanged(&random(10, 40, 3))),
        ("search", drawing("../cases/search/clock-11x11.non")),
        (
            "no solution",
            drawing("../cases/contradictory-search/b-7x7.non"),
        ),
        (
            "a contradiction",
            drawing("../cases/contradictory/deep-9x11.non"),
        ),
    ]
}

#[test]
fn course_of_dnf_and_backtracking_engines_is_unchanged() {
    let mut courses = String::new();
    for (name, puzzle) in course_boards() {
        let mut add = |engine: &str, search: &mut dyn Search| {
            let limits = Limits {
                decisions: 500,
                conflicts: 300,
                ..Limits::of_looks(LOOKS)
            };
            let (end, solutions) = gather(search, 30, &limits);
            writeln!(
                courses,
                "{name}, {engine}: {end:?} with {} solutions\n  {:?}, looked {}",
                solutions.len(),
                search.counts(),
                limits.looked(LOOKS)
            )
            .unwrap();
        };
        add(
            "dnf",
            &mut dnf::Dnf::new(&puzzle, None, &Limits::NONE).unwrap(),
        );
        add("placements", &mut placements::new(&puzzle, None).unwrap());
        for refinements in [Refinements::ALL, Refinements::NONE] {
            let mut search = permutations::new(&puzzle, None, refinements, &Limits::NONE).unwrap();
            add(&format!("{refinements:?}"), &mut search);
        }
    }
    insta::assert_snapshot!(courses);
}

#[test]
fn course_of_genetic_engine_is_unchanged() {
    let mut courses = String::new();
    let puzzle = random(9, 45, 3);
    let mut fixed = Grid::new(9, 9);
    let picture = crate::boards::picture(9, 45, 3);
    for place in 0..5 {
        fixed.set(place, 2, picture.get(place, 2));
    }
    for fixed in [None, Some(&fixed)] {
        let settings = genetic::Settings {
            seed: 3,
            population: 24,
            generations: 6,
            rounds: 3,
            voters: 0.25,
            threshold: 0.7,
            ..Default::default()
        };
        let mut show = |generation: &Generation| {
            let known = generation.vote.known_cells();
            let (round, number) = (generation.round, generation.generation);
            writeln!(
                courses,
                "round {round}, generation {number}: {known} cells by vote"
            )
            .unwrap();
            for expert in &generation.experts {
                let genetic::Statistics {
                    best,
                    mean,
                    median,
                    worst,
                    deviation,
                } = expert;
                writeln!(
                    courses,
                    "  {best} {median} {worst}, {mean:.3} ± {deviation:.3}"
                )
                .unwrap();
            }
        };
        let limits = Limits::of_looks(LOOKS);
        let genetic = genetic::Genetic::new(&puzzle, fixed, settings);
        let mut search = genetic.with_observer(&mut show);
        let (end, solutions) = gather(&mut search, 5, &limits);
        let counts = search.counts();
        drop(search);
        let (found, looked) = (solutions.len(), limits.looked(LOOKS));
        writeln!(
            courses,
            "{end:?} with {found} solutions, {counts:?}, looked {looked}\n"
        )
        .unwrap();
    }
    insta::assert_snapshot!(courses);
}

#[test]
fn generations_are_limited_and_the_first_one_is_always_created() {
    let puzzle = random(9, 45, 3);
    let settings = genetic::Settings {
        population: 4,
        rounds: 1,
        ..Default::default()
    };
    let mut search = genetic::Genetic::new(&puzzle, None, settings.clone());
    let few = Limits {
        decisions: 3,
        ..Limits::NONE
    };
    for decisions in [3, 6] {
        assert_eq!(search.next(&few), Err(End::NodeLimit));
        assert_eq!(search.counts().decisions, decisions);
    }
    let none = genetic::Settings {
        generations: 0,
        rounds: 0,
        ..settings
    };
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
    let permutations = permutations::new(&puzzle, None, Refinements::ALL, &late()).err();
    assert_eq!(permutations, Some(Obstacle::Late));
}

#[test]
fn time_limit_stops_line_logic_on_the_vote() {
    let puzzle = random(9, 45, 3);
    let settings = genetic::Settings {
        population: 4,
        generations: 0,
        rounds: 1,
        ..Default::default()
    };
    let mut search = genetic::Genetic::new(&puzzle, None, settings);
    // The limits are checked once per expert before the vote.
    let limits = Limits::of_looks(genetic::EXPERTS.len() as u64);
    assert_eq!(search.next(&limits), Err(End::TimeLimit));
    assert_eq!(search.counts().visits, 0);
}

#[test]
fn given_cells_choose_a_solution() {
    let clues = vec![nonogram_puzzles::Clue::from([1]); 2];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let (refinements, limits) = (Refinements::ALL, Limits::NONE);
    for filled in [false, true] {
        let mut fixed = Grid::new(2, 2);
        fixed.set(0, 1, filled.into());
        let mut searches: [Box<dyn Search>; 3] = [
            Box::new(dnf::Dnf::new(&puzzle, Some(&fixed), &limits).unwrap()),
            Box::new(placements::new(&puzzle, Some(&fixed)).unwrap()),
            Box::new(permutations::new(&puzzle, Some(&fixed), refinements, &limits).unwrap()),
        ];
        for search in &mut searches {
            let (_, found) = gather(&mut **search, 5, &limits);
            let expected = Grid::from_fn(2, 2, |row, column| (row == column) != filled);
            assert_eq!(found, [expected]);
        }
    }
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
fn experts_have_names() {
    let names = genetic::EXPERTS.map(|(bias, weights)| (bias.name(), weights.name()));
    let expected = ["rows", "columns"]
        .map(|bias| ["groups", "even", "squares"].map(|weights| (bias, weights)));
    assert_eq!(names, expected.as_flattened());
}

#[test]
fn differing_sums_end_a_search_at_once() {
    let solved = drawing("08/fetch.non");
    let differ = drawing("../cases/sums-differ/three-3x3.non");
    for engine in Engine::ALL
        .into_iter()
        .filter(|engine| engine.is_published())
    {
        let options = SolveOptions {
            engine,
            max_solutions: 1,
            ..SolveOptions::default()
        };
        let run = |puzzle: &Puzzle| solve(puzzle, &options, &Settings::default(), &mut |_| {});
        let report = run(&solved);
        assert_eq!(report.solutions.first(), solved.goal(), "{engine}");
        let report = run(&differ);
        assert_eq!(
            (report.end, report.counts),
            (End::Complete, Counts::default()),
            "{engine}"
        );
    }
}
