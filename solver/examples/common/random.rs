//! Random boards by seed, for what measures.
//! Interface: [`random`] gives one.

use nonogram_puzzles::{Grid, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board of a random picture, each cell filled by chance.
pub fn random(side: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| {
        random.random_bool(density)
    }))
}
