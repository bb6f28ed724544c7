//! Random boards from a seed, for reproducible measurements.
//! Interface: `boards` returns boards of one size; [`line_solvable`] returns those that line solving alone solves, as in the table of
//! docs/reports/cycles.md; [`mixed`] returns boards with one solution, with several solutions and with none.

use std::ops::RangeInclusive;

use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{LineOutcome, propagate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The rows of the table in docs/reports/cycles.md: side in cells, density in percent.
pub const ROWS: [(usize, u32); 6] = [(11, 45), (11, 55), (11, 65), (8, 45), (8, 55), (8, 65)];

/// Random boards of `side` x `side` cells; each cell is filled with a probability of `percent` %.
pub fn boards(seed: u64, side: usize, percent: u32) -> impl Iterator<Item = Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let grid = Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100));
        Puzzle::from_grid(&grid)
    })
}

/// The boards of [`boards`] that line solving alone solves.
pub fn line_solvable(seed: u64, side: usize, percent: u32) -> impl Iterator<Item = Puzzle> {
    boards(seed, side, percent).filter(|puzzle| matches!(propagate(puzzle), LineOutcome::Solved(_)))
}

/// Random boards of densities from 30 % to 69 % whose sides are in `sides`. In every third board the first column clue is exchanged with
/// a random one, which can be itself; many of these boards have no solution.
pub fn mixed(seed: u64, sides: RangeInclusive<usize>) -> impl Iterator<Item = Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0usize..).map(move |number| {
        let [rows, columns] = [(); 2].map(|()| random.random_range(sides.clone()));
        let percent = random.random_range(30..70);
        let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
        let puzzle = Puzzle::from_grid(&grid);
        if !number.is_multiple_of(3) {
            return puzzle;
        }
        let mut clues = puzzle.columns().to_vec();
        clues.swap(0, random.random_range(0..columns));
        Puzzle::new(puzzle.rows().to_vec(), clues).expect("the clues fit")
    })
}
