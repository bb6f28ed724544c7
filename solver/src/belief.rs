//! Belief propagation: how likely each cell is filled, as far as the lines can tell each other.
//!
//! [`Beliefs`] passes odds between rows and columns (the sum-product algorithm: Pearl, 1988; Kschischang,
//! Frey and Loeliger, 2001). Within a line they are exact: all placements are summed up in one sweep
//! from either side. A search that guesses by them often walks straight into a solution.

use crate::board::Board;
use crate::word::Word;

/// Odds that a line reports stay below e to this power, and their product below e to `PRODUCT`.
const SURE: f64 = 8.0;
const PRODUCT: f64 = 500.0;

/// The odds (filled to blank) that each line reports for each of its cells.
#[derive(Debug, Clone)]
pub struct Beliefs {
    /// Per cell, what its row says, and what its column says.
    odds: [Vec<f64>; 2],
    line: LineSum,
}

impl Beliefs {
    /// No line has said anything.
    pub fn new(cells: usize) -> Self {
        Self {
            odds: [vec![1.0; cells], vec![1.0; cells]],
            line: LineSum::default(),
        }
    }

    /// Every line hears what the lines across it say and answers; half the old answer stays, which
    /// keeps the exchange from swinging.
    pub fn sweep<W: Word>(&mut self, board: &Board<'_, W>) {
        let (rows, _) = board.size();
        for line in 0..board.lines() {
            let Some(part) = board.open_part(line) else {
                continue;
            };
            let own = usize::from(line >= rows);
            let (filled, blank) = board.planes(line);
            self.line.cells.clear();
            for place in part.places.clone() {
                self.line
                    .cells
                    .push(match (filled.has(place), blank.has(place)) {
                        (true, _) => Belief::Filled,
                        (_, true) => Belief::Blank,
                        _ => Belief::Odds(self.odds[1 - own][board.cell_at(line, place)]),
                    });
            }
            if !self.line.sum(part.clue) {
                continue;
            }
            let bound = SURE.min(PRODUCT / part.places.len() as f64).exp();
            for (i, place) in part.places.enumerate() {
                if let Belief::Odds(heard) = self.line.cells[i] {
                    let said = &mut self.odds[own][board.cell_at(line, place)];
                    let answer = (self.line.odds(i) / heard).clamp(1.0 / bound, bound);
                    *said = (*said * answer).sqrt();
                }
            }
        }
    }

    /// How far a cell leans towards filled (positive) or blank (negative), in log odds.
    pub fn leaning(&self, cell: usize) -> f64 {
        (self.odds[0][cell] * self.odds[1][cell]).ln()
    }
}

/// What is believed of one cell of a line.
#[derive(Debug, Clone, Copy)]
enum Belief {
    Filled,
    Blank,
    Odds(f64),
}

/// The sum over all placements of a line, each weighted by the odds of the cells it fills.
///
/// Block `j` starts at its leftmost place plus `t`, with `t` from 0 to the line's slack, so tables
/// have one row a block and one column a `t`.
#[derive(Debug, Clone, Default)]
struct LineSum {
    cells: Vec<Belief>,
    /// 1 for a cell that may stay blank, else 0; the one past the end always may.
    open: Vec<f64>,
    /// Product of the odds of all cells before a place, known blanks left out, and its inverse.
    product: Vec<f64>,
    inverse: Vec<f64>,
    /// Number of known blanks before a place.
    blanks: Vec<u32>,
    /// Weight of a block by itself, with a blank after it.
    block: Vec<f64>,
    /// Weight of everything before a block.
    before: Vec<f64>,
    /// Weight of everything after a block.
    after: Vec<f64>,
    /// Per cell the weight of the placements that fill it, and at the end the weight of all.
    filled: Vec<f64>,
    total: f64,
}

impl LineSum {
    /// Sums up; false when the sums are out of range.
    fn sum(&mut self, clue: &[usize]) -> bool {
        let length = self.cells.len();
        let least: usize = clue.iter().map(|block| block + 1).sum();
        let width = length + 2 - least.max(1);
        self.prepare();
        self.sum_before(clue, width);
        self.total = self.before[clue.len() * width + width - 1];
        if !(self.total.is_normal() && self.total > 0.0) {
            return false;
        }
        self.sum_after(clue, width);
        self.sum_cells(clue, width);
        true
    }

    fn prepare(&mut self) {
        self.open.clear();
        self.product.clear();
        self.inverse.clear();
        self.blanks.clear();
        let (mut product, mut inverse, mut blanks) = (1.0, 1.0, 0);
        for belief in &self.cells {
            self.product.push(product);
            self.inverse.push(inverse);
            self.blanks.push(blanks);
            match belief {
                Belief::Blank => blanks += 1,
                Belief::Filled => {}
                Belief::Odds(odds) => {
                    product *= odds;
                    inverse = 1.0 / product;
                }
            }
            self.open.push(if matches!(belief, Belief::Filled) {
                0.0
            } else {
                1.0
            });
        }
        self.product.push(product);
        self.inverse.push(inverse);
        self.blanks.push(blanks);
        self.open.push(1.0);
    }

    fn sum_before(&mut self, clue: &[usize], width: usize) {
        let size = (clue.len() + 1) * width;
        self.before.resize(size, 0.0);
        self.block.resize(size, 0.0);
        let mut sum = 1.0;
        self.before[0] = sum;
        for (before, open) in self.before[1..width].iter_mut().zip(&self.open) {
            sum *= open;
            *before = sum;
        }
        let mut first = 0;
        for (j, &block) in clue.iter().enumerate() {
            let end = first + block;
            let weights = &mut self.block[j * width..][..width];
            let products = self.inverse[first..].iter().zip(&self.product[end..]);
            let blanks = self.blanks[first..].iter().zip(&self.blanks[end..]);
            let open = &self.open[end..];
            for (((weight, (inverse, product)), (before, after)), open) in
                weights.iter_mut().zip(products).zip(blanks).zip(open)
            {
                *weight = if before == after {
                    inverse * product * open
                } else {
                    0.0
                };
            }
            let (before, next) = self.before[j * width..].split_at_mut(width);
            let mut sum = 0.0;
            for (((next, before), weight), open) in
                next.iter_mut().zip(before).zip(&*weights).zip(open)
            {
                sum = sum * open + *before * weight;
                *next = sum;
            }
            first = end + 1;
        }
    }

    fn sum_after(&mut self, clue: &[usize], width: usize) {
        self.after.resize((clue.len() + 1) * width, 0.0);
        let mut first: usize = clue.iter().map(|block| block + 1).sum();
        let last = &mut self.after[clue.len() * width..][..width];
        let mut sum = 1.0;
        last[width - 1] = sum;
        for t in (0..width - 1).rev() {
            sum *= self.open[first + t];
            last[t] = sum;
        }
        for (j, &block) in clue.iter().enumerate().rev() {
            first -= block + 1;
            let (after, next) = self.after[j * width..].split_at_mut(width);
            let weights = &self.block[j * width..][..width];
            let open = &self.open[first..][..width];
            let mut sum = 0.0;
            for (((after, next), weight), open) in
                after.iter_mut().zip(&*next).zip(weights).zip(open).rev()
            {
                sum = sum * open + weight * next;
                *after = sum;
            }
        }
    }

    fn sum_cells(&mut self, clue: &[usize], width: usize) {
        let length = self.cells.len();
        self.filled.clear();
        self.filled.resize(length + 2, 0.0);
        let mut first = 0;
        for (j, &block) in clue.iter().enumerate() {
            let before = &self.before[j * width..][..width];
            let weights = &self.block[j * width..][..width];
            let after = &self.after[(j + 1) * width..][..width];
            for (t, ((before, weight), after)) in before.iter().zip(weights).zip(after).enumerate()
            {
                let weight = before * weight * after;
                self.filled[first + t] += weight;
                self.filled[first + t + block] -= weight;
            }
            first += block + 1;
        }
        let mut sum = 0.0;
        for filled in &mut self.filled[..length] {
            sum += *filled;
            *filled = sum;
        }
    }

    /// The odds of a cell in the sum.
    fn odds(&self, place: usize) -> f64 {
        let filled = self.filled[place].max(0.0);
        let blank = (self.total - filled).max(0.0);
        // Both get a grain, so that certainty stays finite.
        let grain = self.total * 1e-9;
        (filled + grain) / (blank + grain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};

    /// The odds of each cell of a line, by listing every filling of it.
    fn listed(clue: &[usize], cells: &[Belief]) -> Vec<f64> {
        let length = cells.len();
        let (mut filled, mut total) = (vec![0.0; length], 0.0);
        for picture in 0..1usize << length {
            let is_filled = |i: usize| picture >> i & 1 == 1;
            let weight: f64 = (0..length)
                .map(|i| match (cells[i], is_filled(i)) {
                    (Belief::Filled, false) | (Belief::Blank, true) => 0.0,
                    (Belief::Odds(odds), true) => odds,
                    _ => 1.0,
                })
                .product();
            if *Clue::of_cells((0..length).map(is_filled)) == *clue {
                total += weight;
                (0..length)
                    .filter(|&i| is_filled(i))
                    .for_each(|i| filled[i] += weight);
            }
        }
        filled
            .into_iter()
            .map(|filled| filled / (total - filled))
            .collect()
    }

    #[test]
    fn a_line_sums_up_all_its_placements() {
        use Belief::{Blank, Filled, Odds};
        let open = |odds: f64| Odds(odds);
        let lines: [(&[usize], Vec<Belief>); 5] = [
            (&[2, 1], vec![open(1.0); 6]),
            (
                &[2, 1],
                vec![
                    open(3.0),
                    open(0.5),
                    Blank,
                    open(2.0),
                    open(2.0),
                    open(7.0),
                    open(1.5),
                ],
            ),
            (
                &[1, 1, 2],
                vec![
                    open(1.0),
                    open(0.1),
                    Filled,
                    open(1.0),
                    open(4.0),
                    open(9.0),
                    open(1.0),
                ],
            ),
            (&[3], vec![open(2.0); 3]),
            (&[], vec![open(2.0); 3]),
        ];
        for (clue, cells) in lines {
            let expected = listed(clue, &cells);
            let mut line = LineSum {
                cells,
                ..LineSum::default()
            };
            assert!(line.sum(clue));
            for (place, expected) in expected.into_iter().enumerate() {
                let found = line.odds(place);
                let close = (found - expected).abs() < 1e-6 * (1.0 + expected.abs());
                assert!(
                    close || found > 1e8 && expected > 1e8,
                    "{clue:?} {place}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn too_many_placements_say_nothing() {
        let mut line = LineSum {
            cells: vec![Belief::Odds(1.0); 4000],
            ..LineSum::default()
        };
        assert!(!line.sum(&[1; 1000]));
    }

    #[test]
    fn beliefs_lean_towards_the_picture() {
        let picture = Grid::from_lines(&["--#--", "-###-", "##-##", "-###-", "--#--"]).unwrap();
        let puzzle = Puzzle::from_grid(&picture);
        let board = Board::<u64>::new(&puzzle);
        let mut beliefs = Beliefs::new(25);
        (0..20).for_each(|_| beliefs.sweep(&board));
        for cell in 0..25 {
            let filled = picture.get(cell / 5, cell % 5) == Cell::Filled;
            assert_eq!(beliefs.leaning(cell) > 0.0, filled, "cell {cell}");
        }
    }
}
