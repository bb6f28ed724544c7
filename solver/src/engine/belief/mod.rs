//! Belief propagation: estimates how likely each cell is to be filled, by messages between rows and columns.
//!
//! [`Beliefs`] holds these messages, which are odds (the sum-product algorithm: Pearl, 1988; Kschischang, Frey and Loeliger,
//! 2001). The odds that a line reports are computed from all its placements, which are summed in one pass in each direction. A search
//! guided by these odds often reaches a solution without conflicts.
//!
//! A [`hunt`] searches for a solution without decisions: the leaning of a cell is fed back to it as a prior belief, weakly at first and then
//! ever more strongly (Braunstein and Zecchina, "Learning by message passing in networks of discrete synapses", 2006). On boards with very many
//! solutions a hunt often ends in or near one of them.

mod line;

use line::{Belief, LineSum};
use nonogram_puzzles::Clue;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engine::search::Limits;
use crate::partial_grid::PartialGrid;

/// Maximum magnitude of the log odds that a line reports. On large boards, information from the edges passes over many cells and would
/// not get through with a lower maximum.
const SURE: f64 = 20.0;
/// Number of lines between two checks of the clock.
const CLOCK: usize = 64;

/// The odds (filled to blank) that each line reports for each of its cells.
#[derive(Debug, Clone)]
pub struct Beliefs {
    /// Odds per cell, from its row and from its column.
    odds: [Vec<f64>; 2],
    /// Prior odds per cell, filled to blank.
    field: Vec<f64>,
    line: LineSum,
    sweeps: u64,
}

impl Beliefs {
    /// Creates even odds for every cell, the state before the first message.
    pub fn new(cells: usize) -> Self {
        Self {
            odds: [vec![1.0; cells], vec![1.0; cells]],
            field: vec![1.0; cells],
            line: LineSum::default(),
            sweeps: 0,
        }
    }

    /// Updates the messages of all lines with unknown cells, one line after the other, from those of the crossing lines. The update is
    /// damped to prevent oscillation: the new odds are the geometric mean of the old and the computed ones. A line whose sums fail keeps
    /// its messages. Ends early when a limit is reached.
    pub fn sweep<const N: usize>(&mut self, board: &PartialGrid<'_, N>, limits: &Limits) {
        self.sweeps += 1;
        let (rows, _) = board.size();
        for line in 0..board.lines() {
            if line % CLOCK == CLOCK - 1 && limits.is_late() {
                return;
            }
            let Some(part) = board.open_part(line) else {
                continue;
            };
            let own = usize::from(line >= rows);
            let (filled, blank) = board.planes(line);
            self.line.cells.clear();
            for place in part.places.clone() {
                self.line.cells.push(match (filled.has(place), blank.has(place)) {
                    (true, _) => Belief::Filled,
                    (_, true) => Belief::Blank,
                    _ => {
                        let cell = board.cell_at(line, place);
                        Belief::Odds(self.odds[1 - own][cell] * self.field[cell])
                    }
                });
            }
            if !self.line.sum(part.clue) {
                continue;
            }
            let bound = SURE.exp();
            for (i, place) in part.places.enumerate() {
                if let Belief::Odds(received) = self.line.cells[i] {
                    let sent = &mut self.odds[own][board.cell_at(line, place)];
                    let message = (self.line.odds(i) / received).clamp(1.0 / bound, bound);
                    *sent = (*sent * message).sqrt();
                }
            }
        }
    }

    /// Leaning of a cell in log odds: positive towards filled, negative towards blank.
    pub fn leaning(&self, cell: usize) -> f64 {
        (self.odds[0][cell] * self.odds[1][cell] * self.field[cell]).ln()
    }

    /// Number of sweeps so far.
    pub fn sweeps(&self) -> u64 {
        self.sweeps
    }
}

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
        leanings: (0..board.cells()).map(|cell| hunter.leaning(cell)).collect(),
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

/// Snapshots of beliefs and hunts on a few boards, in which a change shows up in review, and a test of a late sweep.
#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use nonogram_puzzles::{Cell, Grid, Puzzle};

    use super::*;
    use crate::boards::{drawing, permutations, random};

    fn seeded(side: usize, density: f64) -> Puzzle {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| random.random_bool(density)))
    }

    #[test]
    fn one_of_eight_hunts_ends_in_a_solution() {
        let puzzle = seeded(40, 0.25);
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
        let puzzle = seeded(20, 0.4);
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
        let puzzle = seeded(20, 0.4);
        let board = PartialGrid::<1>::new(&puzzle);
        let late = Limits { deadline: Some(crate::Instant::now()), ..Limits::NONE };
        assert!(hunt(&Beliefs::new(400), &board, 1, &late).is_none());
    }

    #[test]
    fn beliefs_lean_towards_the_picture() {
        let picture = Grid::from_lines(&["--#--", "-###-", "##-##", "-###-", "--#--"]).unwrap();
        let puzzle = Puzzle::from_grid(&picture);
        let board = PartialGrid::<1>::new(&puzzle);
        let mut beliefs = Beliefs::new(25);
        (0..20).for_each(|_| beliefs.sweep(&board, &Limits::NONE));
        for cell in 0..25 {
            let filled = picture.get(cell / 5, cell % 5) == Cell::Filled;
            assert_eq!(beliefs.leaning(cell) > 0.0, filled, "cell {cell}");
        }
    }

    /// Formats the sums of the leanings and of their magnitudes with five digits, because the last bits of logarithms depend on the machine.
    fn leanings(beliefs: &Beliefs, cells: usize) -> String {
        let leanings = (0..cells).map(|cell| beliefs.leaning(cell));
        let (sum, size) =
            leanings.fold((0.0, 0.0), |(sum, size), leaning| (sum + leaning, size + leaning.abs()));
        format!("sum {sum:.4e}, size {size:.4e}")
    }

    #[test]
    fn course_of_the_beliefs_is_unchanged() {
        const LOOKS: u64 = u64::MAX;
        let mut courses = String::new();
        let boards = [
            ("dense", random(20, 45, 5)),
            ("thin", random(25, 25, 1)),
            ("wide", drawing("64-search/no-two-alike.non")),
        ];
        for (name, puzzle) in &boards {
            let mut board = PartialGrid::<1>::new(puzzle);
            let mut beliefs = Beliefs::new(board.cells());
            for sweep in 1..=12 {
                // Lines with known cells use a different code path in the sums.
                if sweep == 5 {
                    for line in 0..board.lines() {
                        board.visit(line).unwrap();
                    }
                }
                let limits = Limits::of_looks(LOOKS);
                beliefs.sweep(&board, &limits);
                if [1, 2, 4, 5, 12].contains(&sweep) {
                    let leanings = leanings(&beliefs, board.cells());
                    let looked = limits.looked(LOOKS);
                    writeln!(courses, "{name}, sweep {sweep}: {leanings}, looked {looked}")
                        .unwrap();
                }
            }
        }
        insta::assert_snapshot!(courses);
    }

    #[test]
    fn course_of_hunts_is_unchanged() {
        const LOOKS: u64 = u64::MAX;
        let mut courses = String::new();
        // On the board `even`, no cell leans to either value before random leanings are added.
        // The board `far` has the row clues of one picture and the column clues of another, so hunts end far from any solution.
        let (rows, columns) = (random(10, 75, 1), random(10, 35, 4));
        let far = Puzzle::new(rows.rows().to_vec(), columns.columns().to_vec()).unwrap();
        let boards: [(&str, Puzzle); 5] = [
            ("far", far),
            ("even", permutations(2)),
            ("thin", random(12, 25, 1)),
            ("dense", random(10, 45, 0)),
            ("wrong", random(14, 40, 2)),
        ];
        for (name, puzzle) in &boards {
            let board = PartialGrid::<1>::new(puzzle);
            let beliefs = Beliefs::new(board.cells());
            let numbers = if *name == "far" { 1..=1 } else { 1..=3 };
            for number in numbers {
                let limits = Limits::of_looks(LOOKS);
                let hunt = hunt(&beliefs, &board, number, &limits).unwrap();
                let size: f64 = hunt.leanings.iter().map(|leaning| leaning.abs()).sum();
                writeln!(
                    courses,
                    "{name}, hunt {number}: wrong {}, sweeps {}, size {size:.3e}, looked {}",
                    hunt.wrong,
                    hunt.sweeps,
                    limits.looked(LOOKS)
                )
                .unwrap();
            }
        }
        insta::assert_snapshot!(courses);
    }

    /// A sweep past the deadline covers only the lines before its first check of the clock.
    #[test]
    fn a_late_sweep_ends_between_lines() {
        let puzzle = drawing("64-search/no-two-alike.non");
        let board = PartialGrid::<1>::new(&puzzle);
        let mut beliefs = Beliefs::new(board.cells());
        beliefs.sweep(&board, &Limits::of_looks(0));
        let width = puzzle.column_count();
        let moved =
            |row: usize| (row * width..(row + 1) * width).any(|cell| beliefs.leaning(cell) != 0.0);
        let rows: Vec<usize> = (0..puzzle.row_count()).filter(|&row| moved(row)).collect();
        assert!(rows.iter().all(|&row| row < CLOCK - 1), "{rows:?}");
        assert!(rows.len() > CLOCK / 2, "{rows:?}");
    }
}
