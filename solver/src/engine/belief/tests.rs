//! Snapshots of beliefs and hunts on a few boards, in which a change shows up in review, and a test of a late sweep.

use std::fmt::Write;

use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::hunt::hunt;
use super::*;
use crate::boards::{drawing, random};

#[test]
fn beliefs_lean_towards_the_picture() {
    let picture = Grid::from_lines(&["--#--", "-###-", "##-##", "-###-", "--#--"]).unwrap();
    let puzzle = Puzzle::from_grid(&picture);
    let board = PartialGrid::<1>::new(&puzzle);
    let mut beliefs = Beliefs::new(25);
    (0..20).for_each(|_| beliefs.sweep(&board, &Limits::NONE));
    for cell in 0..25 {
        let filled = picture.get(cell / 5, cell % 5) == Cell::Filled;
        assert_eq!(beliefs.leaning(cell) > 0.0, filled, "cell {cell}");
    }
}

/// Formats the sums of the leanings and of their magnitudes with five digits, because the last bits of logarithms depend on the machine.
fn leanings(beliefs: &Beliefs, cells: usize) -> String {
    let leanings = (0..cells).map(|cell| beliefs.leaning(cell));
    let (sum, size) = leanings.fold((0.0, 0.0), |(sum, size), leaning| {
        (sum + leaning, size + leaning.abs())
    });
    format!("sum {sum:.4e}, size {size:.4e}")
}

#[test]
fn course_of_the_beliefs_is_unchanged() {
    const LOOKS: u64 = u64::MAX;
    let mut courses = String::new();
    let boards = [
        ("dense", random(20, 45, 5)),
        ("thin", random(25, 25, 1)),
        ("wide", drawing("64-search/no-two-alike.non")),
    ];
    for (name, puzzle) in &boards {
        let mut board = PartialGrid::<1>::new(puzzle);
        let mut beliefs = Beliefs::new(board.cells());
        for sweep in 1..=12 {
            // Lines with known cells use a different code path in the sums.
            if sweep == 5 {
                for line in 0..board.lines() {
                    board.visit(line).unwrap();
                }
            }
            let limits = Limits::of_looks(LOOKS);
            beliefs.sweep(&board, &limits);
            if [1, 2, 4, 5, 12].contains(&sweep) {
                let leanings = leanings(&beliefs, board.cells());
                let looked = limits.looked(LOOKS);
                writeln!(
                    courses,
                    "{name}, sweep {sweep}: {leanings}, looked {looked}"
                )
                .unwrap();
            }
        }
    }
    insta::assert_snapshot!(courses);
}

#[test]
fn course_of_hunts_is_unchanged() {
    const LOOKS: u64 = u64::MAX;
    let mut courses = String::new();
    // On the board `even`, no cell leans to either value before random leanings are added.
    let clues = vec![nonogram_puzzles::Clue::from([1]); 2];
    // The board `far` has the row clues of one picture and the column clues of another, so hunts end far from any solution.
    let (rows, columns) = (random(10, 75, 1), random(10, 35, 4));
    let far = Puzzle::new(rows.rows().to_vec(), columns.columns().to_vec()).unwrap();
    let boards: [(&str, Puzzle); 5] = [
        ("far", far),
        ("even", Puzzle::new(clues.clone(), clues).unwrap()),
        ("thin", random(12, 25, 1)),
        ("dense", random(10, 45, 0)),
        ("wrong", random(14, 40, 2)),
    ];
    for (name, puzzle) in &boards {
        let board = PartialGrid::<1>::new(puzzle);
        let beliefs = Beliefs::new(board.cells());
        let numbers = if *name == "far" { 1..=1 } else { 1..=3 };
        for number in numbers {
            let limits = Limits::of_looks(LOOKS);
            let hunt = hunt(&beliefs, &board, number, &limits).unwrap();
            let size: f64 = hunt.leanings.iter().map(|leaning| leaning.abs()).sum();
            writeln!(
                courses,
                "{name}, hunt {number}: wrong {}, sweeps {}, size {size:.3e}, looked {}",
                hunt.wrong,
                hunt.sweeps,
                limits.looked(LOOKS)
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

/// A sweep past the deadline covers only the lines before its first check of the clock.
#[test]
fn a_late_sweep_ends_between_lines() {
    let puzzle = drawing("64-search/no-two-alike.non");
    let board = PartialGrid::<1>::new(&puzzle);
    let mut beliefs = Beliefs::new(board.cells());
    beliefs.sweep(&board, &Limits::of_looks(0));
    let width = puzzle.column_count();
    let moved =
        |row: usize| (row * width..(row + 1) * width).any(|cell| beliefs.leaning(cell) != 0.0);
    let rows: Vec<usize> = (0..puzzle.row_count()).filter(|&row| moved(row)).collect();
    assert!(rows.iter().all(|&row| row < CLOCK - 1), "{rows:?}");
    assert!(rows.len() > CLOCK / 2, "{rows:?}");
}
