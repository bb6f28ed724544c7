//! Tests of added clauses and of limits, and a snapshot of problem sizes before and after solutions are excluded.

use std::fmt::Write;

use nonogram_puzzles::Clue;

use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::{End, gather};
use crate::propagate::propagate;
use crate::report::LineOutcome;

#[test]
fn a_line_without_placement_is_a_contradiction() {
    let puzzle = Puzzle::new(vec![Clue::from([2])], vec![Clue::from([1]); 2]).unwrap();
    let known = Grid::from_lines(&["-?"]).unwrap();
    assert_eq!(
        Sat::new(&puzzle, &known, &Limits::NONE).next(&Limits::NONE),
        Err(End::Complete)
    );
}

/// The board is so large that the clock is checked several times within a line.
#[test]
fn encoding_stops_at_a_limit() {
    let puzzle = Puzzle::from_grid(&Grid::from_fn(400, 400, |row, column| {
        (row * column + row + column) % 3 == 0
    }));
    let known = Grid::new(400, 400);
    // Between two checks, at most `CLOCK` clauses, those of one more cell and those of a line's blocks are added.
    let most = CLOCK + 200_000;
    for looks in [0, 1, 2, 5] {
        let limits = Limits::of_looks(looks);
        let mut sat = Sat::new(&puzzle, &known, &limits);
        assert!(
            sat.problem.clauses() <= looks as usize * most + most,
            "{}",
            sat.problem.clauses()
        );
        assert_eq!(sat.next(&limits), Err(End::TimeLimit));
    }
}

#[test]
fn sizes_of_the_problems_are_unchanged() {
    const LOOKS: u64 = u64::MAX;
    let mut sizes = String::new();
    let boards = [
        ("one solution", random(10, 45, 3)),
        ("exchanged", exchanged(&random(15, 45, 1))),
        ("two solutions", random(15, 40, 3)),
        ("ghost", drawing("../cases/search/ghost-16x16.non")),
        (
            "a line of one block",
            drawing("../cases/ambiguous/beams-12x10.non"),
        ),
    ];
    for (name, puzzle) in boards {
        let (LineOutcome::Stalled(lines) | LineOutcome::Solved(lines)) = propagate(&puzzle) else {
            panic!("{name}: line logic finds a contradiction")
        };
        let nothing = Grid::new(puzzle.row_count(), puzzle.column_count());
        for known in [nothing, lines] {
            let limits = Limits::of_looks(LOOKS);
            let mut sat = Sat::new(&puzzle, &known, &limits);
            let (clauses, looked) = (sat.problem.clauses(), limits.looked(LOOKS));
            let (end, solutions) = gather(&mut sat, 12, &Limits::NONE);
            writeln!(
                sizes,
                "{name}: about {}, variables {}, clauses {clauses}, looked {looked}; \
                 {end:?} with {} solutions, clauses {}",
                Sat::size(&puzzle),
                sat.problem.variables(),
                solutions.len(),
                sat.problem.clauses()
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(sizes);
}

/// The puzzle with one filled cell in each line of a 3 x 3 board.
fn permutations() -> Puzzle {
    let clues = vec![nonogram_puzzles::Clue::from([1]); 3];
    Puzzle::new(clues.clone(), clues).unwrap()
}

#[test]
fn an_added_clause_holds_in_every_model() {
    let puzzle = permutations();
    let models = |clauses: &[&[Literal]]| {
        let mut sat = Sat::new(&puzzle, &Grid::new(3, 3), &Limits::NONE);
        clauses.iter().for_each(|clause| sat.add(clause));
        gather(&mut sat, 10, &Limits::NONE).1
    };
    let filled = |grid: &Grid, cell: usize| grid.get(cell / 3, cell % 3).value() == Some(true);
    assert_eq!(models(&[]).len(), 6);
    for (cell, colour, count) in [(0, true, 2), (0, false, 4), (4, true, 2), (8, false, 4)] {
        let found = models(&[&[Literal::new(cell, colour)]]);
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|grid| filled(grid, cell) == colour));
    }
    let either = models(&[&[Literal::new(0, true), Literal::new(4, true)]]);
    assert_eq!(either.len(), 3);
    assert!(either.iter().all(|grid| filled(grid, 0) || filled(grid, 4)));
    assert_eq!(
        models(&[&[Literal::new(0, true)], &[Literal::new(0, false)]]),
        []
    );
}

/// A cell that is known beforehand has no variable: its literal satisfies a clause or is dropped from it.
#[test]
fn clauses_about_known_cells_are_shortened() {
    let puzzle = permutations();
    let mut known = Grid::new(3, 3);
    known.set(0, 0, true.into());
    let models = |literals: &[Literal]| {
        let mut sat = Sat::new(&puzzle, &known, &Limits::NONE);
        sat.add(literals);
        gather(&mut sat, 10, &Limits::NONE).1.len()
    };
    let (holds, fails) = (Literal::new(0, true), Literal::new(0, false));
    assert_eq!(models(&[holds]), 2);
    assert_eq!(models(&[fails]), 0);
    assert_eq!(models(&[fails, Literal::new(4, true)]), 1);
    assert_eq!(models(&[holds, Literal::new(4, true)]), 2);
}

#[test]
fn solver_stops_at_its_limits() {
    // A limit ends the search with the step for this limit.
    let puzzle = random(20, 40, 5);
    let mut sat = Sat::new(&puzzle, &Grid::new(20, 20), &Limits::NONE);
    assert_eq!(sat.next(&Limits::of_looks(0)), Err(End::TimeLimit));
    let few = Limits {
        conflicts: 1,
        ..Limits::NONE
    };
    assert_eq!(sat.next(&few), Err(End::NodeLimit));
}
