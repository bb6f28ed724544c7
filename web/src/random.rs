//! Puzzles at random, as the command's `generate` makes them.
//! Interface: [`generate`], as [`Wanted`] asks.
//! Source: [`nonogram_solver::Random`].

use std::time::Duration;

use nonogram_puzzles::Puzzle;
use nonogram_solver::{Demand, Random};
use serde::Deserialize;
use web_time::Instant;

use crate::sheet::LARGEST;

/// What is asked of a random puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RandomOptions"))]
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

/// A random puzzle as wanted.
///
/// # Errors
/// There was none in that time, in words.
pub fn generate(wanted: Wanted, limit: Duration) -> Result<Puzzle, String> {
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
    let demand = Demand {
        line_solvable: level == 0,
        beyond_line_logic: level == 1,
        unique: true,
        difficulty: None,
    };
    let mut random = Random::new((rows, columns), density, seed.into(), demand);
    let start = Instant::now();
    let mut tries = 0;
    let found = random.next_puzzle(|| {
        let goes_on = start.elapsed() < limit;
        tries += u32::from(goes_on);
        goes_on
    });
    found.ok_or_else(|| {
        format!(
            "{}: take a higher density, a smaller size or another difficulty, or allow more time",
            random.complaint(tries)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_solver::{LineOutcome, propagate};

    #[test]
    fn levels_ask_for_line_logic_or_for_more() {
        for level in 0..=2 {
            let wanted = Wanted {
                rows: 8,
                columns: 7,
                density: 0.55,
                seed: 4,
                level,
            };
            let made = generate(wanted, Duration::from_secs(60)).unwrap();
            let by_lines = matches!(propagate(&made), LineOutcome::Solved(_));
            assert!(level == 2 || by_lines == (level == 0));
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
