//! Puzzles of random cells, kept when they are as asked.
//!
//! [`Random::next_puzzle`] makes one that meets a [`Demand`].

use std::ops::RangeInclusive;

use nonogram_puzzles::{Cell, Colour, Grid, Palette, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, rate, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::dressed;
use crate::commands::validate;
use crate::exit::{Exit, Failure};
use crate::interrupt;

/// Decisions after which a puzzle does not count as unique. A count rather than a time: the outcome is to
/// be the same on every machine.
const MOST_DECISIONS: u64 = 10_000;

/// What generated puzzles are to be like.
#[derive(Clone, Debug)]
pub struct Demand {
    /// Exactly one solution.
    pub unique: bool,
    /// One solution, which line logic finds.
    pub line_solvable: bool,
    /// One solution, and a difficulty in this range.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Puzzles that do not qualify before the search for one is given up.
    pub tries: u32,
}

impl Demand {
    /// Whether a puzzle is as asked.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        if self.line_solvable && !matches!(propagate(puzzle), LineOutcome::Solved(_)) {
            return false;
        }
        let options = SolveOptions {
            node_limit: Some(MOST_DECISIONS),
            ..SolveOptions::default()
        };
        let is_unique = || self.line_solvable || solve(puzzle, &options).verdict == Verdict::Unique;
        match &self.difficulty {
            None => !self.unique || is_unique(),
            Some(range) => {
                is_unique()
                    && rate(puzzle, None)
                        .is_some_and(|rating| range.contains(&validate::shown(rating.difficulty)))
            }
        }
    }
}

/// Random puzzles; the same size, density, colours, seed and demand give the same ones everywhere.
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

    /// The next puzzle, with its picture.
    ///
    /// # Errors
    /// None that was tried is as asked; [`Failure::Interrupted`] after [`stop`](crate::stop).
    pub fn next_puzzle(&mut self) -> Result<Puzzle, Failure> {
        self.number += 1;
        let (seed, number, tries) = (self.seed, self.number, self.demand.tries);
        let (rows, columns) = self.size;
        let palette = Palette::standard(self.colours);
        let mut tried = (0..tries).take_while(|_| !interrupt::requested());
        let found = tried.find_map(|_| {
            let goal = self.drawing();
            let puzzle = Puzzle::from_grid(&goal).with_palette(palette.clone());
            let puzzle = puzzle.expect("colours of the palette");
            self.demand.accepts(&puzzle).then_some((puzzle, goal))
        });
        let Some((puzzle, goal)) = found else {
            if interrupt::requested() {
                return Err(Failure::Interrupted);
            }
            return Err(Failure::new(
                Exit::Stalled,
                format!(
                    "none of {tries} random puzzles of {rows} x {columns} at density {} is as asked \
                     (seed {seed}, puzzle {number}); expected one: raise --density or --tries, \
                     or take a smaller --size",
                    self.density
                ),
            ));
        };
        let title = format!("Random {rows}x{columns}, seed {seed}, number {number}");
        dressed(puzzle, goal, title)
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
