//! Puzzles of random cells, kept when they are as asked.
//! Interface: [`Random::next_puzzle`] makes one that meets a [`Demand`], for as long as its caller goes on.
//! Own; the cells are drawn by ChaCha8, so the same size, density, colours, seed and demand give the same puzzles everywhere.

use std::ops::RangeInclusive;

use nonogram_puzzles::{Cell, Colour, Grid, Metadata, Palette, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::options::SolveOptions;
use crate::propagate::{LineOutcome, propagate};
use crate::rating::rate;
use crate::solve::solve;
use crate::verdict::Verdict;

/// Decisions after which a puzzle does not count as unique. A count rather than a time: the outcome is to
/// be the same on every machine.
const MOST_DECISIONS: u64 = 10_000;

/// What generated puzzles are to be like.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// Exactly one solution.
    pub unique: bool,
    /// One solution, which line logic finds.
    pub line_solvable: bool,
    /// One solution, which line logic does not find.
    pub beyond_line_logic: bool,
    /// One solution, and a difficulty in this range.
    pub difficulty: Option<RangeInclusive<f64>>,
}

impl Demand {
    /// Whether any puzzle is as asked.
    pub fn is_none(&self) -> bool {
        let any_difficulty = self.difficulty.is_none();
        !self.unique && !self.line_solvable && !self.beyond_line_logic && any_difficulty
    }

    /// Whether a puzzle is as asked.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let by_lines = || matches!(propagate(puzzle), LineOutcome::Solved(_));
        if self.line_solvable && !by_lines() || self.beyond_line_logic && by_lines() {
            return false;
        }
        let options = SolveOptions {
            node_limit: Some(MOST_DECISIONS),
            ..SolveOptions::default()
        };
        let is_unique = || self.line_solvable || solve(puzzle, &options).verdict == Verdict::Unique;
        match &self.difficulty {
            None if self.beyond_line_logic => rate(puzzle, None).is_some(),
            None => !self.unique || is_unique(),
            Some(range) => {
                let rating = is_unique().then(|| rate(puzzle, None)).flatten();
                rating.is_some_and(|rating| range.contains(&rating.rounded()))
            }
        }
    }
}

/// Random puzzles.
#[derive(Clone, Debug)]
pub struct Random {
    size: (usize, usize),
    density: f64,
    colours: usize,
    seed: u64,
    demand: Demand,
    random: ChaCha8Rng,
    /// The number of the last puzzle, from 1.
    number: u32,
}

impl Random {
    /// Black-and-white puzzles of `size` rows and columns, each cell of which is filled with the probability `density`.
    pub fn new(size: (usize, usize), density: f64, seed: u64, demand: Demand) -> Self {
        Self {
            size,
            density,
            colours: 1,
            seed,
            demand,
            random: ChaCha8Rng::seed_from_u64(seed),
            number: 0,
        }
    }

    /// The same puzzles in 1 to 26 colours, each as frequent as the others.
    #[must_use]
    pub fn in_colours(mut self, colours: usize) -> Self {
        self.colours = colours;
        self
    }

    /// The next puzzle, with its picture and a title; none once `goes_on`, which is asked before each try, is false.
    ///
    /// ```
    /// use nonogram_solver::{Demand, LineOutcome, Random, propagate};
    ///
    /// let demand = Demand { line_solvable: true, ..Demand::default() };
    /// let puzzle = Random::new((8, 7), 0.55, 4, demand).next_puzzle(|| true);
    /// assert!(puzzle.is_some_and(|puzzle| matches!(propagate(&puzzle), LineOutcome::Solved(_))));
    /// ```
    pub fn next_puzzle(&mut self, mut goes_on: impl FnMut() -> bool) -> Option<Puzzle> {
        self.number += 1;
        let (rows, columns) = self.size;
        let title = format!(
            "Random {rows}x{columns}, seed {}, number {}",
            self.seed, self.number
        );
        let words = Metadata {
            title: Some(title),
            ..Metadata::default()
        };
        let palette = Palette::standard(self.colours);
        while goes_on() {
            let goal = self.drawing();
            let puzzle = Puzzle::from_grid(&goal).with_palette(palette.clone());
            let puzzle = puzzle.expect("colours of the palette");
            if self.demand.accepts(&puzzle) {
                let puzzle = puzzle.with_metadata(words).with_goal(goal);
                return Some(puzzle.expect("its own picture"));
            }
        }
        None
    }

    /// Why there is no puzzle, after this many tries.
    pub fn complaint(&self, tries: u32) -> String {
        let (rows, columns) = self.size;
        let Self {
            density,
            seed,
            number,
            ..
        } = self;
        format!(
            "none of {tries} random puzzles of {rows} x {columns} at density {density} is as asked (seed {seed}, puzzle \
             {number})"
        )
    }

    /// A drawing of random cells.
    fn drawing(&mut self) -> Grid {
        let (rows, columns) = self.size;
        Grid::from_cells(rows, columns, |_, _| {
            if !self.random.random_bool(self.density) {
                return Cell::Blank;
            }
            let place = match self.colours {
                1 => 0,
                colours => self.random.random_range(0..colours),
            };
            Cell::Colour(Colour::new(place).expect("a palette of this many colours"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_puzzle() {
        let demands = [
            Demand {
                line_solvable: true,
                ..Demand::default()
            },
            Demand {
                beyond_line_logic: true,
                ..Demand::default()
            },
            Demand {
                unique: true,
                ..Demand::default()
            },
        ];
        for demand in demands {
            let next = || Random::new((8, 7), 0.55, 4, demand.clone()).next_puzzle(|| true);
            let first = next().expect("one that is as asked");
            assert_eq!((first.row_count(), first.column_count()), (8, 7));
            assert_eq!(next().as_ref(), Some(&first));
            assert_eq!(
                solve(&first, &SolveOptions::default()).verdict,
                Verdict::Unique
            );
            let by_lines = matches!(propagate(&first), LineOutcome::Solved(_));
            assert!(by_lines || !demand.line_solvable);
            assert!(!by_lines || !demand.beyond_line_logic);
        }
    }

    #[test]
    fn no_puzzle_comes_after_the_last_try() {
        let demand = Demand {
            difficulty: Some(1e9..=2e9),
            ..Demand::default()
        };
        let mut random = Random::new((5, 5), 0.5, 1, demand);
        let mut tries = 0;
        let goes_on = || {
            tries += 1;
            tries <= 10
        };
        assert_eq!(random.next_puzzle(goes_on), None);
        assert!(
            random
                .complaint(10)
                .contains("none of 10 random puzzles of 5 x 5")
        );
    }
}
