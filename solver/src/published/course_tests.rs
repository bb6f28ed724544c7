//! Snapshots of each published engine on a few boards, in which a change shows up in review, and tests of limits, given cells,
//! names and differing sums.

use std::fmt::Write;

use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::{Limits, Step, gather};

const LOOKS: u64 = u64::MAX;

fn boards() -> Vec<(&'static str, Puzzle)> {
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
    for (name, puzzle) in boards() {
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
        assert_eq!(search.next(&few), Step::OutOfNodes);
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
    assert_eq!(search.next(&Limits::NONE), Step::OutOfNodes);
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
    assert_eq!(search.next(&limits), Step::OutOfTime);
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
