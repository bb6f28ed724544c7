//! What the measuring examples share: arguments, and random boards by seed.

use nonogram_puzzles::{Grid, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The argument at a place, or what it is without one.
pub fn argument<T: std::str::FromStr>(place: usize, usual: T) -> T {
    let given = std::env::args().nth(place);
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A board of a random picture, each cell filled by chance.
pub fn random(side: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| {
        random.random_bool(density)
    }))
}
