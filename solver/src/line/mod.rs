//! Line solvers for one colour: decide the cells of one line from its clue and its known cells.
//!
//! [`LineSolver`] selects a line solver by name and runs it on cells. The project's engines call `bits` directly, on bit sets; only
//! the engine `lines` can run another line solver. The other three serve for comparison; hints and the engine `permutations` also use
//! `fast`.

pub(crate) mod bits;
pub(crate) mod placement;

use std::fmt;
use std::str::FromStr;

use nonogram_puzzles::Cell;
use thiserror::Error;

use crate::word::{Bits, MOST_WORDS, with_words};

/// No placement of a line's blocks agrees with its known cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no placement of the blocks agrees with the known cells")]
pub struct Contradiction;

/// A method that solves one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineSolver {
    /// Complete and bit-parallel: O(k log n) operations on bit sets for n cells and k blocks.
    #[default]
    Bits,
    /// Complete, by enumerating placements until no further cell can be decided: exponential.
    Complete,
    /// Overlap of the leftmost and the rightmost placement, for each block and each gap: misses some cells,
    /// but no contradiction.
    Fast,
    /// `Fast`, then a trial of each undecided cell that has the same value in both placements: complete.
    Olsak,
}

impl LineSolver {
    /// Every line solver, the default first.
    pub const ALL: [Self; 4] = [Self::Bits, Self::Complete, Self::Fast, Self::Olsak];

    /// The name that [`FromStr`] parses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Complete => "complete",
            Self::Fast => "fast",
            Self::Olsak => "olsak",
        }
    }

    /// Sets every cell of `cells` that this method can decide and returns the number of cells set. A block length of 0 means "no block".
    ///
    /// ```
    /// use nonogram_puzzles::Cell::{self, Unknown};
    /// use nonogram_solver::LineSolver;
    ///
    /// let mut cells = [Unknown; 5];
    /// assert_eq!(LineSolver::Bits.solve(&[4], &mut cells), Ok(3));
    /// assert_eq!(cells, [Unknown, Cell::Filled, Cell::Filled, Cell::Filled, Unknown]);
    /// ```
    ///
    /// # Errors
    /// Returns [`Contradiction`] if no placement agrees with the known cells; `cells` is then unchanged.
    pub fn solve(self, clue: &[usize], cells: &mut [Cell]) -> Result<usize, Contradiction> {
        if clue.contains(&0) {
            let blocks: Vec<usize> = clue.iter().copied().filter(|&block| block > 0).collect();
            return self.solve(&blocks, cells);
        }
        let decided = match self {
            Self::Bits => solve_bits(clue, cells)?,
            Self::Complete => placement::complete(clue, cells)?,
            Self::Fast => placement::fast(clue, cells)?,
            Self::Olsak => placement::olsak(clue, cells)?,
        };
        let mut learned = 0;
        for (cell, decided) in cells.iter_mut().zip(decided) {
            if *cell == Cell::Unknown && decided != Cell::Unknown {
                *cell = decided;
                learned += 1;
            }
        }
        Ok(learned)
    }
}

impl fmt::Display for LineSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no line solver has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no line solver {0:?}; expected bits, complete, fast or olsak")]
pub struct UnknownLineSolver(pub String);

impl FromStr for LineSolver {
    type Err = UnknownLineSolver;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|solver| solver.name() == name)
            .ok_or_else(|| UnknownLineSolver(name.to_owned()))
    }
}

/// Runs the line solver `bits` with as many words as the line needs. Lines beyond the widest set, which no puzzle has, are solved by
/// `olsak`, which is complete, too.
fn solve_bits(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    if cells.len() > 64 * MOST_WORDS {
        return placement::olsak(clue, cells);
    }
    with_words!(cells.len(), N => solve_packed::<N>(clue, cells))
}

fn solve_packed<const N: usize>(
    clue: &[usize],
    cells: &[Cell],
) -> Result<Vec<Cell>, Contradiction> {
    let length = cells.len();
    let (mut filled, mut blank) = (Bits::<N>::EMPTY, Bits::EMPTY);
    for (i, cell) in cells.iter().enumerate() {
        match *cell {
            Cell::Colour(_) => filled.insert(i),
            Cell::Blank => blank.insert(i),
            Cell::Unknown => {}
        }
    }
    let shape = bits::Shape::new(clue, length);
    let scratch = &mut bits::Scratch::default();
    let decided = bits::decide(clue, &shape, &filled, &blank, scratch)?;
    Ok((0..length)
        .map(|i| match (decided.filled.has(i), decided.blank.has(i)) {
            (true, _) => Cell::Filled,
            (_, true) => Cell::Blank,
            _ => Cell::Unknown,
        })
        .collect())
}

/// Number of placements of a clue in a line: C(b + s, b) for b blocks and a slack of s cells, at most `u64::MAX`; 0 if the clue does
/// not fit.
pub fn count_options(length: usize, clue: &[usize]) -> u64 {
    let filled: usize = clue.iter().sum();
    let blocks = clue.len() as u128;
    let Some(free) = (length + 1).checked_sub(filled + clue.len()) else {
        return 0;
    };
    let mut count: u128 = 1;
    for taken in 1..=blocks {
        // Each step yields a binomial coefficient, so the division is exact.
        count = count * (free as u128 + taken) / taken;
        if count > u64::MAX.into() {
            return u64::MAX;
        }
    }
    count as u64
}

/// A number of options with its unit; `u64::MAX` stands for itself and all larger numbers.
pub fn in_words(count: u64) -> String {
    match count {
        u64::MAX => format!("more than {} options", u64::MAX - 1),
        count => format!("{count} options"),
    }
}

#[cfg(test)]
mod tests;
