//! Random puzzles, as `nonogram generate` makes them.
//! Interface: [`generate`], with the generator's options [`Wanted`].
//! Source: [`nonogram_solver::Random`].

use std::time::Duration;

use nonogram_puzzles::Puzzle;
use nonogram_solver::Instant;
use nonogram_solver::{Demand, Random};
use serde::Deserialize;

use crate::sheet::LARGEST;

/// Options for generating a random puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RandomOptions"))]
pub struct Wanted {
    /// Height in cells.
    pub rows: usize,
    /// Width in cells.
    pub columns: usize,
    /// Probability that a cell is filled, 0 to 1.
    pub density: f64,
    /// Seed of the random number generator.
    pub seed: u32,
    /// Difficulty: 0 if line logic solves the puzzle, 1 if it does not, 2 for either. Every puzzle has exactly one solution.
    pub level: u8,
}

/// Generates a random puzzle that meets the options.
///
/// # Errors
/// Returns a message if the size or the density is out of range, or if no such puzzle is found within the time limit.
pub fn generate(wanted: Wanted, limit: Duration) -> Result<Puzzle, String> {
    let Wanted { rows, columns, density, seed, level } = wanted;
    if rows == 0 || columns == 0 || rows.max(columns) > LARGEST || !(0.0..=1.0).contains(&density) {
        return Err(format!(
            "{rows} x {columns} cells with a density of {density}; expected 1 to {LARGEST} rows and columns, and a density of 0 to 1"
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
            "{}: choose a higher density, a smaller size, another difficulty or a longer search limit",
            random.complaint(tries)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_solver::{LineOutcome, propagate};

    #[test]
    fn level_0_needs_line_logic_only_and_level_1_needs_more() {
        for level in 0..=2 {
            let wanted = Wanted { rows: 8, columns: 7, density: 0.55, seed: 4, level };
            let made = generate(wanted, Duration::from_secs(60)).unwrap();
            let by_lines = matches!(propagate(&made), LineOutcome::Solved(_));
            assert!(level == 2 || by_lines == (level == 0));
        }
    }

    #[test]
    fn a_puzzle_without_rows_is_refused() {
        let wanted = Wanted { rows: 0, columns: 7, density: 0.5, seed: 4, level: 0 };
        assert!(generate(wanted, Duration::from_secs(1)).is_err());
    }
}
