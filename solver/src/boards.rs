//! Boards shared by tests: pictures from a seeded generator, and drawings of the library.

use nonogram_puzzles::{Clue, Grid, Puzzle, library, read_file};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A square random picture. Each cell is filled with a probability of `percent` %.
pub fn picture(side: usize, percent: u32, seed: u64) -> Grid {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100))
}

/// The puzzle of a random picture.
pub fn random(side: usize, percent: u32, seed: u64) -> Puzzle {
    Puzzle::from_grid(&picture(side, percent, seed))
}

/// The puzzle with one filled cell per row and column. It has `side`! solutions.
pub fn permutations(side: usize) -> Puzzle {
    let clues = vec![Clue::from([1]); side];
    Puzzle::new(clues.clone(), clues).expect("the clues fit")
}

/// The first puzzle of a file of the library. `name` is the path of the file within the library.
pub fn drawing(name: &str) -> Puzzle {
    let file = library::root().join(name);
    read_file(file, None).expect("a puzzle").remove(0)
}
