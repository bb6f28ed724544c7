//! Random boards by seed, for benchmarks: [`random`] returns one in black and white, [`coloured`] one in several colours.

#![allow(dead_code, reason = "each benchmark uses a part")]

use nonogram_puzzles::{Cell, Colour, Grid, Palette, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The puzzle of a random picture. Each cell is filled with probability `density`.
pub fn random(side: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| random.random_bool(density)))
}

/// The puzzle of a random picture in several colours, all equally frequent.
pub fn coloured(side: usize, colours: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let grid = Grid::from_cells(side, side, |_, _| {
        if random.random_bool(density) {
            Colour::new(random.random_range(0..colours)).map_or(Cell::Blank, Cell::Colour)
        } else {
            Cell::Blank
        }
    });
    let puzzle = Puzzle::from_grid(&grid).with_palette(Palette::standard(colours));
    puzzle.expect("colours of the palette")
}
