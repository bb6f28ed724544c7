//! Random boards by seed, for benchmarks.
//! Interface: [`random`] returns one board.

use nonogram_puzzles::{Grid, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The puzzle of a random picture. Each cell is filled with probability `density`.
pub fn random(side: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| {
        random.random_bool(density)
    }))
}
