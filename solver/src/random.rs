//! Rates puzzles, and generates puzzles of random cells that meet a demand.
//!
//! [`rate`] measures the work of the probing engine, which solves as a patient person would. Unless a time limit is reached, the rating is the
//! same on every machine. [`Random::next_puzzle`] returns the next puzzle that meets a [`Demand`], or `None` when its caller stops it.
//! Cells are drawn by ChaCha8, so the same size, density, colours, seed and demand give the same puzzles on every machine.

use std::ops::RangeInclusive;
use std::time::Duration;

use nonogram_puzzles::{Cell, Colour, Grid, Metadata, Palette, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engine::Engine;
use crate::propagate::{LineOutcome, propagate};
use crate::solve::{SolveOptions, Verdict, solve};

/// Limit on decisions when uniqueness is checked; a puzzle that exceeds it does not count as unique. It is a count, not a time,
/// so that results are the same on every machine.
const MOST_DECISIONS: u64 = 10_000;

/// Required properties of generated puzzles. The default requires nothing.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// The puzzle has exactly one solution, proven within 10,000 decisions.
    pub unique: bool,
    /// The puzzle has one solution, which line logic finds.
    pub line_solvable: bool,
    /// The puzzle has one solution and a rating, and line logic alone does not find the solution.
    pub beyond_line_logic: bool,
    /// The puzzle has one solution and a rating, and its difficulty, rounded to a tenth, is in this range; `None` for any difficulty.
    pub difficulty: Option<RangeInclusive<f64>>,
}

impl Demand {
    /// Whether every puzzle meets this demand.
    pub fn accepts_all(&self) -> bool {
        let any_difficulty = self.difficulty.is_none();
        !self.unique && !self.line_solvable && !self.beyond_line_logic && any_difficulty
    }

    /// Whether a puzzle meets this demand.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let by_lines = || matches!(propagate(puzzle), LineOutcome::Solved(_));
        if self.line_solvable && !by_lines() || self.beyond_line_logic && by_lines() {
            return false;
        }
        let options = SolveOptions { node_limit: Some(MOST_DECISIONS), ..SolveOptions::default() };
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

/// A generator of random puzzles.
#[derive(Clone, Debug)]
pub struct Random {
    size: (usize, usize),
    density: f64,
    colours: usize,
    seed: u64,
    demand: Demand,
    random: ChaCha8Rng,
    /// Number of the last puzzle requested, from 1; 0 before the first request.
    number: u32,
}

impl Random {
    /// Creates a generator of black-and-white puzzles of `size` (rows, columns). Each cell is filled with probability `density` (0 to 1).
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

    /// Draws filled cells in `colours` colours (1 to 26) with equal probability.
    #[must_use]
    pub fn in_colours(mut self, colours: usize) -> Self {
        self.colours = colours;
        self
    }

    /// The next puzzle, with its picture as goal and a title. `goes_on` is called before each try; if it returns false, the result is
    /// `None`.
    ///
    /// # Panics
    /// Panics if the size has no cells, the density is not from 0 to 1, or the number of colours is not from 1 to 26.
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
        let title = format!("Random {rows}x{columns}, seed {}, number {}", self.seed, self.number);
        let words = Metadata { title: Some(title), ..Metadata::default() };
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

    /// Error message if the last call to [`Random::next_puzzle`] found no puzzle in `tries` tries.
    pub fn complaint(&self, tries: u32) -> String {
        let (rows, columns) = self.size;
        let Self { density, seed, number, .. } = self;
        format!(
            "none of {tries} random puzzles of {rows} x {columns} at density {density} meets the demand (seed {seed}, \
             puzzle {number})"
        )
    }

    /// A random picture.
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
            Cell::Colour(Colour::new(place).expect("at most 26 colours"))
        })
    }
}

/// Limit on decisions. Puzzles that exceed it are not rated: they are beyond solving by hand.
const RATED_DECISIONS: u64 = 1000;

/// Difficulty of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Mean number of times that the probing engine solves a line until it has proven that the solution is unique.
    pub difficulty: f64,
    /// Maximum depth of nested assumptions: 0 if line logic is enough, 1 if probing single cells is enough, and one more for each
    /// nested decision.
    pub depth: usize,
}

impl Rating {
    /// The difficulty, rounded to a tenth for display.
    pub fn rounded(self) -> f64 {
        (self.difficulty * 10.0).round() / 10.0
    }
}

/// Rates a puzzle with exactly one solution. Returns `None` for other puzzles, for puzzles that take more than 1,000 decisions or
/// are too large for the engine, and when the time limit is reached.
///
/// ```
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::rate;
///
/// let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"])?);
/// assert_eq!(rate(&puzzle, None).map(|rating| rating.depth), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(puzzle: &Puzzle, time_limit: Option<Duration>) -> Option<Rating> {
    rate_within(puzzle, RATED_DECISIONS, time_limit)
}

/// Like `rate`, but with the limit `decisions` on decisions.
fn rate_within(puzzle: &Puzzle, decisions: u64, time_limit: Option<Duration>) -> Option<Rating> {
    let options = SolveOptions {
        engine: Engine::Probing,
        node_limit: Some(decisions),
        time_limit,
        ..SolveOptions::default()
    };
    let report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| Rating {
        difficulty: report.counts.visits as f64 / puzzle.line_count() as f64,
        depth: report.counts.depth,
    })
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{library, read_file};

    use super::*;

    #[test]
    fn puzzles_meet_the_demand_and_repeat_for_a_seed() {
        let demands = [
            Demand { line_solvable: true, ..Demand::default() },
            Demand { beyond_line_logic: true, ..Demand::default() },
            Demand { unique: true, ..Demand::default() },
        ];
        for demand in demands {
            let next = || Random::new((8, 7), 0.55, 4, demand.clone()).next_puzzle(|| true);
            let first = next().expect("a puzzle that meets the demand");
            assert_eq!((first.row_count(), first.column_count()), (8, 7));
            assert_eq!(next().as_ref(), Some(&first));
            assert_eq!(solve(&first, &SolveOptions::default()).verdict, Verdict::Unique);
            let by_lines = matches!(propagate(&first), LineOutcome::Solved(_));
            assert!(by_lines || !demand.line_solvable);
            assert!(!by_lines || !demand.beyond_line_logic);
        }
    }

    #[test]
    fn next_puzzle_is_none_when_the_caller_stops() {
        let demand = Demand { difficulty: Some(1e9..=2e9), ..Demand::default() };
        let mut random = Random::new((5, 5), 0.5, 1, demand);
        let mut tries = 0;
        let goes_on = || {
            tries += 1;
            tries <= 10
        };
        assert_eq!(random.next_puzzle(goes_on), None);
        assert!(random.complaint(10).contains("none of 10 random puzzles of 5 x 5"));
    }

    #[test]
    fn search_puzzles_have_a_depth_and_a_higher_difficulty() {
        for file in library::files(library::cases().join("search")).unwrap() {
            for puzzle in read_file(&file, None).unwrap() {
                let hard = rate(&puzzle, None).unwrap();
                assert!(hard.depth >= 1 && hard.difficulty > 2.0, "{hard:?}");
            }
        }
    }

    #[test]
    fn puzzle_beyond_the_limit_on_decisions_has_no_rating() {
        // Probing does not settle this puzzle without a decision.
        let puzzle = crate::boards::random(11, 45, 46);
        assert_eq!(rate_within(&puzzle, 0, None), None);
        let rating = rate_within(&puzzle, RATED_DECISIONS, None);
        assert_eq!(rating.map(|rating| rating.depth), Some(2));
    }

    #[test]
    fn puzzle_has_no_rating_when_time_runs_out() {
        let puzzle = crate::boards::drawing("32-search/three-points.non");
        assert_eq!(rate(&puzzle, Some(Duration::ZERO)), None);
        assert_eq!(rate(&puzzle, None).map(|rating| rating.depth), Some(1));
    }
}
