//! Tests of `check` on a puzzle with several solutions.

use std::time::Duration;

use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};
use nonogram_solver::{Standing, check};

const LONG: Duration = Duration::from_secs(60);

/// The 3 x 3 puzzle with one filled cell in each row and column. It has six solutions.
fn ones() -> Puzzle {
    let clues = vec![Clue::from([1]); 3];
    Puzzle::new(clues.clone(), clues).expect("clues that fit")
}

/// Line logic searches for a contradiction only within the time limit.
#[test]
fn no_contradiction_is_found_without_time() {
    let led = Grid::from_lines(&["--?", "--?", "???"]).expect("a grid");
    assert!(check(&ones(), &led, LONG).leads_to.is_some());
    assert_eq!(check(&ones(), &led, Duration::ZERO).leads_to, None);
}

/// `check` compares a grid with two of the solutions before it searches for a completion.
#[test]
fn grid_of_any_solution_is_fine() {
    for first in 0..3 {
        for second in (0..3).filter(|&second| second != first) {
            let columns = [first, second, 3 - first - second];
            let whole = Grid::from_fn(3, 3, |row, column| columns[row] == column);
            let solved = check(&ones(), &whole, LONG);
            assert_eq!(solved.standing, Standing::Solved);
            let mut part = whole;
            part.set(2, columns[2], Cell::Unknown);
            let found = check(&ones(), &part, LONG);
            assert_eq!((found.standing, found.leads_to), (Standing::Fine, None));
            assert!(found.mistakes.is_empty());
        }
    }
}
