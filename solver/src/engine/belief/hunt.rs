//! Hunts: searches for a solution by belief propagation with reinforcement.
//!
//! The leaning of a cell is fed back to it as a prior belief, weakly at first and then ever more strongly (Braunstein and Zecchina,
//! "Learning by message passing in networks of discrete synapses", 2006). On boards with very many solutions a hunt often ends in or
//! near one of them.

use nonogram_puzzles::Clue;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Beliefs;
use crate::engine::search::Limits;
use crate::partial_grid::PartialGrid;

/// Maximum magnitude of the logarithm of the prior odds, low enough for lines to outvote the prior.
const FIELD: f64 = 4.0;
/// Beliefs have settled if the sum of the magnitudes of all leanings did not grow by the factor `SURER` within `SETTLED` sweeps.
const SETTLED: u32 = 100;
const SURER: f64 = 1.02;
/// Fraction by which the share of a leaning that is not fed back shrinks per sweep in the first hunt. In hunt `n` the fraction is
/// multiplied by `2 / (n + 1)`: slow hunts end nearer to a solution.
const RATE: f64 = 0.002;
/// A hunt ends when no line is wrong, or when the share of a leaning that is not fed back is below this value.
const SMALLEST: f64 = 0.05;
/// A hunt also ends when the lowest number of wrong lines so far is below the share `NEAR` of all lines, and has not fallen for
/// `STALLED` sweeps.
const NEAR: f64 = 0.3;
const STALLED: u32 = 50;
/// Number of sweeps between two counts of wrong lines. Except at a limit, a hunt ends only after such a count.
const COUNT: u32 = 10;
/// The prior leanings at the start of a hunt are random, between plus and minus this value: hunts differ, and symmetries are broken.
const CHANCE: f64 = 0.05;

/// Result of a hunt.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// Leaning of each cell, as in [`Beliefs::leaning`].
    pub leanings: Vec<f64>,
    /// Number of lines that contradict their clues if each unknown cell gets the value that it leans to.
    pub wrong: usize,
    /// Number of sweeps in the hunt, including those in which the beliefs settle.
    pub sweeps: u64,
}

/// Runs hunt `number` (from 1) on this board, from the point where `beliefs` settle. Returns `None` if a limit was reached.
pub fn hunt<const N: usize>(
    beliefs: &Beliefs,
    board: &PartialGrid<'_, N>,
    number: u32,
    limits: &Limits,
) -> Option<Hunt> {
    let mut hunter = beliefs.clone();
    hunter.settle(board, limits)?;
    let mut random = ChaCha8Rng::seed_from_u64(number.into());
    for field in &mut hunter.field {
        *field = random.random_range(-CHANCE..CHANCE).exp();
    }
    let rate = 2.0 * RATE / f64::from(number + 1);
    let (mut rest, mut fewest, mut since) = (1.0, usize::MAX, 0);
    let mut sweep = 0;
    let wrong = loop {
        if limits.is_late() {
            return None;
        }
        hunter.sweep(board, limits);
        sweep += 1;
        rest *= 1.0 - rate;
        hunter.reinforce(1.0 - rest);
        if sweep % COUNT == 0 {
            let wrong = hunter.wrong_lines(board);
            if wrong < fewest {
                (fewest, since) = (wrong, sweep);
            }
            let is_near = (fewest as f64) < NEAR * board.lines() as f64;
            if wrong == 0 || is_near && sweep >= since + STALLED || rest < SMALLEST {
                break wrong;
            }
        }
    };
    Some(Hunt {
        leanings: (0..board.cells())
            .map(|cell| hunter.leaning(cell))
            .collect(),
        wrong,
        sweeps: hunter.sweeps - beliefs.sweeps,
    })
}

impl Beliefs {
    /// Sweeps until the beliefs stop becoming surer. Returns `None` if a limit was reached.
    fn settle<const N: usize>(
        &mut self,
        board: &PartialGrid<'_, N>,
        limits: &Limits,
    ) -> Option<()> {
        let (mut surest, mut since, mut sweep) = (0.0, 0, 0);
        while sweep < since + SETTLED {
            if limits.is_late() {
                return None;
            }
            self.sweep(board, limits);
            sweep += 1;
            let leanings = (0..board.cells()).map(|cell| self.leaning(cell).abs());
            let sum = leanings.sum::<f64>();
            if sum > SURER * surest {
                (surest, since) = (sum, sweep);
            }
        }
        Some(())
    }

    /// Feeds a share of each cell's leaning back to the cell.
    fn reinforce(&mut self, share: f64) {
        let most = FIELD.exp();
        let [rows, columns] = &self.odds;
        for ((field, row), column) in self.field.iter_mut().zip(rows).zip(columns) {
            *field = (*field * row * column).powf(share).clamp(1.0 / most, most);
        }
    }

    /// Number of lines that contradict their clues if each unknown cell gets the value that it leans to.
    fn wrong_lines<const N: usize>(&self, board: &PartialGrid<'_, N>) -> usize {
        let filled: Vec<bool> = (0..board.cells())
            .map(|cell| board.value(cell).unwrap_or(self.leaning(cell) > 0.0))
            .collect();
        let wrong = |&line: &usize| {
            let cells = (0..board.length(line)).map(|place| filled[board.cell_at(line, place)]);
            *Clue::of_cells(cells) != *board.clue(line)
        };
        (0..board.lines()).filter(wrong).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Grid, Puzzle};

    fn random(side: usize, density: f64) -> Puzzle {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| {
            random.random_bool(density)
        }))
    }

    #[test]
    fn one_of_eight_hunts_ends_in_a_solution() {
        let puzzle = random(40, 0.25);
        let board = PartialGrid::<1>::new(&puzzle);
        let beliefs = Beliefs::new(board.cells());
        let mut hunts = (1..=8).map(|number| hunt(&beliefs, &board, number, &Limits::NONE));
        let solved = hunts.find_map(|hunt| hunt.filter(|hunt| hunt.wrong == 0));
        let leanings = solved.expect("one hunt ends in a solution").leanings;
        let picture = Grid::from_fn(40, 40, |row, column| leanings[row * 40 + column] > 0.0);
        assert_eq!(Puzzle::from_grid(&picture), puzzle);
    }

    #[test]
    fn hunts_differ_by_number_only() {
        let puzzle = random(20, 0.4);
        let board = PartialGrid::<1>::new(&puzzle);
        let beliefs = Beliefs::new(400);
        let leanings = |number| {
            let hunt = hunt(&beliefs, &board, number, &Limits::NONE).expect("no deadline");
            assert!(hunt.sweeps > u64::from(SETTLED));
            hunt.leanings
        };
        assert_eq!(leanings(1), leanings(1));
        assert_ne!(leanings(1), leanings(2));
    }

    #[test]
    fn hunt_stops_at_the_deadline() {
        let puzzle = random(20, 0.4);
        let board = PartialGrid::<1>::new(&puzzle);
        let late = Limits {
            deadline: Some(crate::Instant::now()),
            ..Limits::NONE
        };
        assert!(hunt(&Beliefs::new(400), &board, 1, &late).is_none());
    }
}
