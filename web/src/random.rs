//! Puzzles at random.
//! Interface: [`generate`], as [`Wanted`] asks.

use std::time::Duration;

use nonogram_puzzles::{Grid, Metadata, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, rate, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use web_time::Instant;

use crate::sheet::LARGEST;

/// What is asked of a random puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Wanted {
    /// Height.
    pub rows: usize,
    /// Width.
    pub columns: usize,
    /// Chance of a cell to be filled.
    pub density: f64,
    /// Seed of the random numbers.
    pub seed: u32,
    /// 0: line logic solves it; 1: it takes refutations; 2: any with one solution.
    pub level: u8,
}

/// Decisions after which a puzzle does not count as unique.
const MOST_DECISIONS: u64 = 10_000;

fn accepts(puzzle: &Puzzle, level: u8) -> bool {
    let by_lines = matches!(propagate(puzzle), LineOutcome::Solved(_));
    let options = SolveOptions {
        node_limit: Some(MOST_DECISIONS),
        ..SolveOptions::default()
    };
    match level {
        0 => by_lines,
        1 => !by_lines && rate(puzzle, None).is_some(),
        _ => by_lines || solve(puzzle, &options).verdict == Verdict::Unique,
    }
}

/// A random puzzle as wanted, and how many were tried.
///
/// # Errors
/// There was none in that time, in words.
pub fn generate(wanted: Wanted, limit: Duration) -> Result<(Puzzle, u32), String> {
    let Wanted {
        rows,
        columns,
        density,
        seed,
        level,
    } = wanted;
    if rows == 0 || columns == 0 || rows.max(columns) > LARGEST || !(0.0..=1.0).contains(&density) {
        return Err(format!(
            "expected 1 to {LARGEST} rows and columns, and a density from 0 to 1"
        ));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let start = Instant::now();
    let mut tries = 0;
    while start.elapsed() < limit {
        tries += 1;
        let grid = Grid::from_fn(rows, columns, |_, _| random.random_bool(density));
        let puzzle = Puzzle::from_grid(&grid);
        if accepts(&puzzle, level) {
            let words = Metadata {
                title: Some(format!("Random {rows} × {columns}, seed {seed}")),
                ..Metadata::default()
            };
            return Ok((puzzle.with_metadata(words), tries));
        }
    }
    Err(format!(
        "none of {tries} random puzzles of {rows} × {columns} is as asked: take a higher density, a smaller \
         size or another difficulty, or allow more time"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_puzzle() {
        let limit = Duration::from_secs(60);
        for level in 0..=2 {
            let wanted = Wanted {
                rows: 8,
                columns: 7,
                density: 0.55,
                seed: 4,
                level,
            };
            let (first, _) = generate(wanted, limit).unwrap();
            assert_eq!((first.row_count(), first.column_count()), (8, 7));
            assert_eq!(generate(wanted, limit).unwrap().0, first);
            assert_eq!(
                level == 0,
                matches!(propagate(&first), LineOutcome::Solved(_)) && level != 2
            );
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        let wanted = Wanted {
            rows: 0,
            columns: 7,
            density: 0.5,
            seed: 4,
            level: 0,
        };
        assert!(generate(wanted, Duration::from_secs(1)).is_err());
    }
}
