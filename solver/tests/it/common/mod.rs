//! Shared by the tests: a brute-force solver, and small random puzzles.

#![allow(dead_code, reason = "each test crate uses only some of these")]

use nonogram_puzzles::{Clue, Grid, Puzzle};
use proptest::prelude::*;

/// Finds every solution by trying all combinations of rows that satisfy their clues. The result is sorted.
pub fn all_solutions(puzzle: &Puzzle) -> Vec<Grid> {
    let width = puzzle.column_count();
    let filled = |row: usize, column: usize| row >> column & 1 == 1;
    let rows: Vec<Vec<usize>> = puzzle
        .rows()
        .iter()
        .map(|clue| {
            let fits = |&row: &usize| Clue::of_cells((0..width).map(|c| filled(row, c))) == *clue;
            (0..1 << width).filter(fits).collect()
        })
        .collect();
    let pictures: usize = rows.iter().map(Vec::len).product();
    let picture = |mut number: usize| {
        let chosen: Vec<usize> = rows
            .iter()
            .map(|options| {
                let option = options[number % options.len()];
                number /= options.len();
                option
            })
            .collect();
        Grid::from_fn(rows.len(), width, |r, c| filled(chosen[r], c))
    };
    let pictures = (0..pictures).map(picture);
    sorted(pictures.filter(|grid| puzzle.is_solved_by(grid)).collect())
}

/// Sorts grids into a fixed order.
pub fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_by_key(Grid::to_lines);
    grids
}

/// Puzzles of up to `side` cells per side: the puzzle of a picture, or that puzzle with two column clues swapped, which leaves some
/// without a solution and others with several.
pub fn boards(side: usize) -> impl Strategy<Value = Puzzle> {
    let size = (1..=side, 1..=side);
    let picture = size.prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(any::<bool>(), columns), rows)
    });
    (picture, any::<Option<[prop::sample::Index; 2]>>()).prop_map(|(cells, exchange)| {
        let picture = Grid::from_fn(cells.len(), cells[0].len(), |r, c| cells[r][c]);
        let puzzle = Puzzle::from_grid(&picture);
        let Some([one, other]) = exchange else {
            return puzzle;
        };
        let mut columns = puzzle.columns().to_vec();
        let (one, other) = (one.index(columns.len()), other.index(columns.len()));
        columns.swap(one, other);
        Puzzle::new(puzzle.rows().to_vec(), columns).expect("the clues fit")
    })
}
