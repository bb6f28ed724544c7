//! Snapshots of the replies and the counters of the clue core's model on a few boards: a change shows up in review.

use std::fmt::Write;

use nonogram_protocol::SearchMode;
use nonogram_puzzles::{Grid, Puzzle};

use super::{Config, Solution, solve};
use crate::boards::{drawing, exchanged, picture, random};

fn line(name: &str, solution: &Solution) -> String {
    let Solution {
        status,
        grid,
        clocks,
        busy_clocks,
        visits,
        statistics,
    } = solution;
    let filled = grid.to_lines().concat().matches('#').count();
    format!(
        "{name}: {status:?} with {} known, {filled} filled, in {clocks} cycles, {busy_clocks} busy, {visits} visits\n  \
         {statistics:?}\n",
        grid.known_cells()
    )
}

fn boards() -> Vec<(&'static str, Puzzle)> {
    let (square, filled) = (picture(32, 40, 1), Some(true));
    let wide = Grid::from_fn(7, 32, |row, column| {
        square.get(row, column).value() == filled
    });
    let odd = Grid::from_fn(5, 7, |row, column| (row * 5 + column * 3) % 7 < 4);
    vec![
        ("a drawing", drawing("11/pen-pal.non")),
        ("search", drawing("../cases/search/ghost-16x16.non")),
        ("few solutions", random(15, 45, 1)),
        ("exchanged", exchanged(&random(15, 45, 1))),
        (
            "no solution",
            drawing("../cases/contradictory-search/d-11x11.non"),
        ),
        (
            "a contradiction",
            drawing("../cases/contradictory/deep-9x11.non"),
        ),
        ("odd sides", Puzzle::from_grid(&odd)),
        ("as wide as can be", Puzzle::from_grid(&wide)),
        (
            "one cell",
            Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true)),
        ),
        ("32 x 32", random(32, 65, 2)),
    ]
}

#[test]
fn course_of_each_mode_is_unchanged() {
    let mut courses = String::new();
    for (name, puzzle) in boards() {
        for mode in [
            SearchMode::Proof,
            SearchMode::LineLogic,
            SearchMode::FirstSolution,
        ] {
            let solution = solve(&puzzle, &Config::default(), mode, 8);
            write!(courses, "{}", line(&format!("{name}, {mode:?}"), &solution)).unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

#[test]
fn course_with_other_engines_and_byte_rates_is_unchanged() {
    let mut courses = String::new();
    for (name, puzzle) in [
        ("random", random(14, 50, 1)),
        ("a drawing", drawing("11/pen-pal.non")),
    ] {
        for (engines, cells_per_step, clocks_per_byte) in
            [(1, 2, 1), (2, 2, 7), (3, 4, 60), (8, 2, 200)]
        {
            let config = Config {
                engines,
                cells_per_step,
                clocks_per_byte,
                ..Config::default()
            };
            let solution = solve(&puzzle, &config, SearchMode::Proof, 0);
            let name = format!(
                "{name}, {engines} engines of {cells_per_step} cells, {clocks_per_byte} cycles per byte"
            );
            write!(courses, "{}", line(&name, &solution)).unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

/// Probing alone does not settle these boards, so decisions are popped and inverted.
#[test]
fn course_with_decisions_is_unchanged() {
    let mut courses = String::new();
    let solved = random(11, 45, 46);
    for (name, puzzle) in [("one solution", &solved), ("none", &exchanged(&solved))] {
        for mode in [SearchMode::Proof, SearchMode::FirstSolution] {
            let solution = solve(puzzle, &Config::default(), mode, 0);
            write!(courses, "{}", line(&format!("{name}, {mode:?}"), &solution)).unwrap();
        }
        // Decisions that are active when the limit is reached are undone with all their consequences; "none" is refuted before limit 20.
        for limit in [14, 17, 20] {
            let solution = solve(puzzle, &Config::default(), SearchMode::Proof, limit);
            write!(
                courses,
                "{}",
                line(&format!("{name}, limit {limit}"), &solution)
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

/// The limit may be reached in any state of the search.
#[test]
fn course_up_to_a_limit_is_unchanged() {
    let mut courses = String::new();
    for (name, puzzle) in [
        ("25 x 25", random(25, 45, 5)),
        ("20 x 20", random(20, 40, 5)),
    ] {
        for limit in [1, 2, 3, 5, 8, 13] {
            let solution = solve(&puzzle, &Config::default(), SearchMode::Proof, limit);
            write!(
                courses,
                "{}",
                line(&format!("{name}, limit {limit}"), &solution)
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

/// Probes after several decisions, up to a solution or a limit.
#[test]
fn course_after_several_decisions_is_unchanged() {
    let mut courses = String::new();
    for (side, percent, seed, limits) in [
        (9, 35, 5, &[0, 9][..]),
        (10, 40, 6, &[0, 11]),
        (12, 45, 0, &[0, 12]),
        (14, 45, 6, &[0, 13]),
        (14, 45, 10, &[0, 10]),
        (16, 30, 10, &[20]),
        // The trail grows beyond 255 entries, the value at which gains saturate.
        (20, 45, 2, &[0]),
    ] {
        for &limit in limits {
            let puzzle = random(side, percent, seed);
            let solution = solve(
                &puzzle,
                &Config::default(),
                SearchMode::FirstSolution,
                limit,
            );
            let name = format!("{side} x {side}, {percent} %, {seed}, limit {limit}");
            write!(courses, "{}", line(&name, &solution)).unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}
