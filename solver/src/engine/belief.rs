//! Belief propagation: estimates how likely each cell is to be filled, by messages between rows and columns.
//!
//! [`Beliefs`] holds these messages, which are odds (the sum-product algorithm: Pearl, 1988; Kschischang, Frey and Loeliger,
//! 2001). The odds that a line reports are computed from all its placements, which are summed in one pass in each direction. A search
//! guided by these odds often reaches a solution without conflicts.

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
    line: LineSum,
}

impl Beliefs {
    /// Creates even odds for every cell, the state before the first message.
    pub fn new(cells: usize) -> Self {
        Self { odds: [vec![1.0; cells], vec![1.0; cells]], line: LineSum::default() }
    }

    /// Updates the messages of all lines with unknown cells, one line after the other, from those of the crossing lines. The update is
    /// damped to prevent oscillation: the new odds are the geometric mean of the old and the computed ones. A line whose sums fail keeps
    /// its messages. Ends early when a limit is reached.
    pub fn sweep<const N: usize>(&mut self, board: &PartialGrid<'_, N>, limits: &Limits) {
        let (rows, _) = board.size();
        for line in 0..board.lines() {
            if line % CLOCK == CLOCK - 1 && limits.is_late() {
                return;
            }
            if board.unknown_in(line).is_empty() {
                continue;
            }
            let own = usize::from(line >= rows);
            let (filled, blank) = board.planes(line);
            self.line.cells.clear();
            for place in 0..board.length(line) {
                self.line.cells.push(match (filled.has(place), blank.has(place)) {
                    (true, _) => Belief::Filled,
                    (_, true) => Belief::Blank,
                    _ => {
                        let cell = board.cell_at(line, place);
                        Belief::Odds(self.odds[1 - own][cell])
                    }
                });
            }
            if !self.line.sum(board.clue(line)) {
                continue;
            }
            let bound = SURE.exp();
            for place in 0..board.length(line) {
                if let Belief::Odds(received) = self.line.cells[place] {
                    let sent = &mut self.odds[own][board.cell_at(line, place)];
                    let message = (self.line.odds(place) / received).clamp(1.0 / bound, bound);
                    *sent = (*sent * message).sqrt();
                }
            }
        }
    }

    /// Leaning of a cell in log odds: positive towards filled, negative towards blank.
    pub fn leaning(&self, cell: usize) -> f64 {
        (self.odds[0][cell] * self.odds[1][cell]).ln()
    }
}

/// Maximum magnitude of the logarithm of a product of odds in a line. The rest of the range of an `f64` is left for the number of
/// placements.
const PRODUCT: f64 = 460.0;

/// Belief about one cell of a line.
#[derive(Debug, Clone, Copy)]
enum Belief {
    /// The cell is known to be filled.
    Filled,
    /// The cell is known to be blank.
    Blank,
    /// The cell is unknown and has these odds, filled to blank.
    Odds(f64),
}

/// The sum over all placements of a line, each weighted by the odds of the cells it fills.
///
/// Block `j` starts at its leftmost place plus `t`, with `t` from 0 to the slack of the line. The tables have one column per `t`, and
/// one more row than there are blocks.
#[derive(Debug, Clone, Default)]
struct LineSum {
    /// Beliefs about the cells of the line.
    pub cells: Vec<Belief>,
    /// 1 for a cell that may stay blank, else 0. The position past the end is always 1.
    open: Vec<f64>,
    /// Product of the odds of the unknown cells before each place.
    product: Vec<f64>,
    /// Reciprocal of each entry of `product`.
    inverse: Vec<f64>,
    /// Number of known blanks before each place.
    blanks: Vec<u32>,
    /// For each block the first possible `t`, and one more than the last.
    range: Vec<(usize, usize)>,
    /// Weight of a block alone, with a blank after it.
    block: Vec<f64>,
    /// Weight of everything before block `j`, in row `j`; the last row has that of the whole line.
    before: Vec<f64>,
    /// Weight of everything after block `j`, in row `j + 1`.
    after: Vec<f64>,
    /// Weight of the placements that fill each cell. The entry past the end is used only during the sum.
    filled: Vec<f64>,
    /// Weight of all placements.
    total: f64,
}

impl LineSum {
    /// Computes the sums. If a product of odds is out of range, all odds in `cells` are first moved towards even. Returns false if there
    /// is no placement or the sums are out of range. The clue must fit in the line.
    pub fn sum(&mut self, clue: &[usize]) -> bool {
        let length = self.cells.len();
        let least: usize = clue.iter().map(|block| block + 1).sum();
        let width = length + 2 - least.max(1);
        self.prepare();
        let most = PRODUCT.exp();
        let is_out = |&product: &f64| !(1.0 / most..=most).contains(&product);
        if self.product.iter().any(is_out) {
            self.soften();
            self.prepare();
        }
        if !self.bound(clue, width) {
            return false;
        }
        self.sum_before(clue, width);
        self.total = self.before[clue.len() * width + width - 1];
        if !self.total.is_normal() {
            return false;
        }
        self.sum_after(clue, width);
        true
    }

    /// Moves all odds towards even so that their products are within range.
    fn soften(&mut self) {
        let (mut sum, mut most) = (0.0f64, PRODUCT);
        for belief in &self.cells {
            if let Belief::Odds(odds) = belief {
                sum += odds.ln();
                most = most.max(sum.abs());
            }
        }
        for belief in &mut self.cells {
            if let Belief::Odds(odds) = belief {
                *odds = odds.powf(0.99 * PRODUCT / most);
            }
        }
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
            self.open.push(if matches!(belief, Belief::Filled) { 0.0 } else { 1.0 });
        }
        self.product.push(product);
        self.inverse.push(inverse);
        self.blanks.push(blanks);
        self.open.push(1.0);
    }

    /// Finds the range of `t` of each block: the cells of the block are not blank, and the cell after it is not filled. Returns false
    /// if some block has no place.
    fn bound(&mut self, clue: &[usize], width: usize) -> bool {
        let fits = |t: usize, first: usize, block: usize| {
            let end = first + t + block;
            self.blanks[first + t] == self.blanks[end] && self.open[end] != 0.0
        };
        self.range.clear();
        let (mut first, mut lowest) = (0, 0);
        for &block in clue {
            match (lowest..width).find(|&t| fits(t, first, block)) {
                Some(t) => lowest = t,
                None => return false,
            }
            self.range.push((lowest, width));
            first += block + 1;
        }
        let mut highest = width - 1;
        for (range, &block) in self.range.iter_mut().zip(clue).rev() {
            first -= block + 1;
            match (range.0..=highest).rev().find(|&t| fits(t, first, block)) {
                Some(t) => highest = t,
                None => return false,
            }
            range.1 = highest + 1;
        }
        true
    }

    /// Fills `block` and `before`.
    fn sum_before(&mut self, clue: &[usize], width: usize) {
        let size = (clue.len() + 1) * width;
        self.before.resize(size, 0.0);
        self.block.resize(size, 0.0);
        let mut sum = 1.0;
        self.before[0] = sum;
        for t in 1..self.range.first().map_or(width, |range| range.1) {
            sum *= self.open[t - 1];
            self.before[t] = sum;
        }
        let mut first = 0;
        for (j, &block) in clue.iter().enumerate() {
            let (from, to) = self.range[j];
            let until = self.range.get(j + 1).map_or(width, |range| range.1);
            let (start, end, count) = (first + from, first + block + from, to - from);
            // Slices of equal lengths, so that the loops need no bounds checks.
            let (inverse, product) =
                (&self.inverse[start..][..count], &self.product[end..][..count]);
            let (blanks, more) = (&self.blanks[start..][..count], &self.blanks[end..][..count]);
            let open = &self.open[end..][..until - from];
            let weights = &mut self.block[j * width + from..][..count];
            let (before, next) = self.before[j * width..].split_at_mut(width);
            let (before, next) = (&before[from..to], &mut next[from..until]);
            let mut sum = 0.0;
            for t in 0..count {
                let is_free = blanks[t] == more[t];
                weights[t] = if is_free { inverse[t] * product[t] * open[t] } else { 0.0 };
                sum = sum * open[t] + before[t] * weights[t];
                next[t] = sum;
            }
            for t in count..next.len() {
                sum *= open[t];
                next[t] = sum;
            }
            first += block + 1;
        }
    }

    /// Fills `after` and `filled`.
    fn sum_after(&mut self, clue: &[usize], width: usize) {
        self.filled.clear();
        self.filled.resize(self.cells.len() + 1, 0.0);
        self.after.resize((clue.len() + 1) * width, 0.0);
        let mut first: usize = clue.iter().map(|block| block + 1).sum();
        let last = &mut self.after[clue.len() * width..][..width];
        let mut sum = 1.0;
        last[width - 1] = sum;
        for t in (self.range.last().map_or(0, |range| range.0)..width - 1).rev() {
            sum *= self.open[first + t];
            last[t] = sum;
        }
        for (j, &block) in clue.iter().enumerate().rev() {
            first -= block + 1;
            let (from, to) = self.range[j];
            let down_to = j.checked_sub(1).map_or(0, |before| self.range[before].0);
            let count = to - from;
            let filled = &mut self.filled[first + from..][..count + block];
            let before = &self.before[j * width + from..][..count];
            let weights = &self.block[j * width + from..][..count];
            let (after, next) = self.after[j * width..].split_at_mut(width);
            let next = &next[from..to];
            let open = &self.open[first..][..width];
            let mut sum = 0.0;
            for t in (0..count).rev() {
                let weight = weights[t] * next[t];
                filled[t] += before[t] * weight;
                filled[t + block] -= before[t] * weight;
                sum = sum * open[from + t] + weight;
                after[from + t] = sum;
            }
            for t in (down_to..from).rev() {
                sum *= open[t];
                after[t] = sum;
            }
        }
        let mut sum = 0.0;
        for filled in &mut self.filled[..self.cells.len()] {
            sum += *filled;
            *filled = sum;
        }
    }

    /// The odds of a cell by the last sum, which must have succeeded.
    pub fn odds(&self, place: usize) -> f64 {
        let filled = self.filled[place].max(0.0);
        let blank = (self.total - filled).max(0.0);
        // A small term is added to both weights so that the odds stay finite.
        let grain = self.total * 1e-9;
        (filled + grain) / (blank + grain)
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Clue;

    use super::*;
    use crate::boards::drawing;

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

    /// The odds of each cell of a line by enumerating all fillings.
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
                (0..length).filter(|&i| is_filled(i)).for_each(|i| filled[i] += weight);
            }
        }
        filled.into_iter().map(|filled| filled / (total - filled)).collect()
    }

    #[test]
    fn odds_equal_those_of_all_listed_fillings() {
        use Belief::{Blank, Filled, Odds};
        let open = |odds: f64| Odds(odds);
        let lines: [(&[usize], Vec<Belief>); 5] = [
            (&[2, 1], vec![open(1.0); 6]),
            (
                &[2, 1],
                vec![open(3.0), open(0.5), Blank, open(2.0), open(2.0), open(7.0), open(1.5)],
            ),
            (
                &[1, 1, 2],
                vec![open(1.0), open(0.1), Filled, open(1.0), open(4.0), open(9.0), open(1.0)],
            ),
            (&[3], vec![open(2.0); 3]),
            (&[], vec![open(2.0); 3]),
        ];
        for (clue, cells) in lines {
            let expected = listed(clue, &cells);
            let mut line = LineSum { cells, ..LineSum::default() };
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
    fn sums_of_very_sure_cells_stay_in_range() {
        let mut cells = vec![Belief::Odds(20f64.exp()); 100];
        cells[80..].fill(Belief::Odds((-20f64).exp()));
        let mut line = LineSum { cells, ..LineSum::default() };
        assert!(line.sum(&[60, 10]));
        let odds: Vec<f64> = (0..100).map(|place| line.odds(place)).collect();
        assert!(odds.iter().all(|odds| odds.is_finite()));
        assert!(odds[30] > 1e3 && odds[99] < 1e-3);
    }
}
