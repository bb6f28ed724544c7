//! Decisions: selects the most active cell with its last value (phase saving), or the cell with the surest belief.
//!
//! Until a solution is found, belief propagation runs over the board, at intervals that grow with the number of conflicts, and sets
//! phases and activities. Once enough conflicts have shown the board to be hard, the search then also follows the beliefs for a
//! number of conflicts (decimation: Mézard, Parisi and Zecchina, 2002): it decides the surest cell, and renews the
//! beliefs as the board fills.

use super::{Learner, Literal, Reason};
use crate::engine::belief::Beliefs;
use crate::engine::search::Limits;

/// Number of sweeps of belief propagation before the first decision.
const FIRST_SWEEPS: u64 = 3;
/// Number of sweeps in each later run of belief propagation: minimum, conflicts per additional sweep, and maximum.
const SWEEPS: u64 = 8;
const CONFLICTS_PER_SWEEP: u64 = 4;
const MOST_SWEEPS: u64 = 400;
/// From `HARD` conflicts on, the search follows renewed beliefs, for one conflict per `CELLS_PER_CONFLICT` cells.
const HARD: u64 = 16;
const CELLS_PER_CONFLICT: u64 = 50;
/// While the search follows beliefs, they are renewed after a conflict, and when more than this share of the unknown cells has become
/// known since the last sweep.
const STALE: f64 = 0.01;
/// Activity per unit of log odds, in bumps.
const LEAN: f64 = 0.3;

/// State of the decisions.
#[derive(Debug, Clone)]
pub struct Decisions {
    order: Order,
    /// Phase of each cell: its last value or, after belief propagation, the one to which it leans; at first blank.
    phase: Vec<bool>,
    beliefs: Beliefs,
    /// Number of conflicts at which belief propagation is due again.
    due: u64,
    /// Number of further conflicts for which the search follows the beliefs.
    following: u64,
    /// Number of known cells at the last sweep while following; `None` if there was none since the last conflict or run of belief
    /// propagation.
    swept: Option<usize>,
    /// Cells that were unknown at the last sweep and have not been selected since, with their leanings, surest last.
    surest: Vec<(f64, usize)>,
}

impl Decisions {
    pub fn new(cells: usize) -> Self {
        Self {
            order: Order::new(cells),
            phase: vec![false; cells],
            beliefs: Beliefs::new(cells),
            due: 0,
            following: 0,
            swept: None,
            surest: Vec::new(),
        }
    }

    /// Queues an unknown cell for decision.
    pub fn insert(&mut self, cell: usize) {
        self.order.insert(cell);
    }

    /// Raises the activity of a cell that took part in a conflict.
    pub fn bump(&mut self, cell: usize) {
        self.order.bump(cell, 1.0);
    }

    /// Records that a conflict was analysed.
    pub fn conflict(&mut self) {
        self.order.decay();
        self.following = self.following.saturating_sub(1);
        self.swept = None;
    }

    /// Records that a cell with this value is unknown again.
    pub fn unassigned(&mut self, cell: usize, filled: bool) {
        self.phase[cell] = filled;
        self.order.insert(cell);
    }

    /// Ends the use of beliefs: they lead towards solutions, so they do not help after one is found.
    pub fn found_a_solution(&mut self) {
        self.due = u64::MAX;
        self.following = 0;
    }
}

impl<const N: usize> Learner<'_, N> {
    /// Decides a cell of an incomplete board. Returns false if a limit was reached.
    pub(super) fn decide(&mut self, limits: &Limits) -> bool {
        if self.counts.conflicts >= self.decisions.due && !self.propagate_beliefs(limits) {
            return false;
        }
        let followed = if self.decisions.following > 0 { self.surest(limits) } else { None };
        let decision = followed.or_else(|| self.most_active());
        if let Some(literal) = decision {
            self.level_starts.push(self.board.trail().len());
            self.counts.decisions += 1;
            self.counts.depth = self.counts.depth.max(self.level_starts.len());
            self.assign(literal, Reason::Decision);
        }
        true
    }

    /// Selects the most active unknown cell, with its phase; `None` if no cell is unknown.
    fn most_active(&mut self) -> Option<Literal> {
        let cell = std::iter::from_fn(|| self.decisions.order.pop())
            .find(|&cell| self.board.value(cell).is_none())?;
        Some(Literal::new(cell, self.decisions.phase[cell]))
    }

    /// Backtracks to level 0 and sets phases and activities from belief propagation. Returns false if a limit was reached.
    fn propagate_beliefs(&mut self, limits: &Limits) -> bool {
        self.backtrack(0);
        let conflicts = self.counts.conflicts;
        let sweeps = match conflicts {
            0 => FIRST_SWEEPS,
            _ => (SWEEPS + conflicts / CONFLICTS_PER_SWEEP).min(MOST_SWEEPS),
        };
        let decisions = &mut self.decisions;
        for _ in 0..sweeps {
            if limits.is_late() {
                return false;
            }
            decisions.beliefs.sweep(&self.board, limits);
        }
        // The phases follow the leanings, and the activities rise with their magnitude.
        for cell in (0..self.board.cells()).filter(|&cell| self.board.value(cell).is_none()) {
            let leaning = decisions.beliefs.leaning(cell);
            decisions.phase[cell] = leaning > 0.0;
            decisions.order.bump(cell, LEAN * leaning.abs());
        }
        decisions.following = match conflicts {
            HARD.. => (self.board.cells() as u64 / CELLS_PER_CONFLICT).max(1),
            _ => 0,
        };
        decisions.surest.clear();
        decisions.swept = None;
        decisions.due = conflicts + conflicts / 4 + 4;
        true
    }

    /// Selects the unknown cell with the strongest leaning, by beliefs that are renewed as the board fills. Returns `None` if none of the
    /// sorted cells is unknown.
    fn surest(&mut self, limits: &Limits) -> Option<Literal> {
        let known = self.board.trail().len();
        let decisions = &mut self.decisions;
        let stale = (STALE * self.board.unknown() as f64) as usize;
        if decisions.swept.is_none_or(|swept| known > swept + stale) {
            decisions.beliefs.sweep(&self.board, limits);
            decisions.swept = Some(known);
            decisions.surest.clear();
            for cell in (0..self.board.cells()).filter(|&cell| self.board.value(cell).is_none()) {
                decisions.surest.push((decisions.beliefs.leaning(cell), cell));
            }
            by_strength(&mut decisions.surest);
        }
        let unknown = |&(_, cell): &(f64, usize)| self.board.value(cell).is_none();
        let (leaning, cell) = std::iter::from_fn(|| decisions.surest.pop()).find(unknown)?;
        Some(Literal::new(cell, leaning > 0.0))
    }
}

/// Sorts cells by their leanings, the weakest first. A function of its own, so that all widths of the board share one sort.
fn by_strength(cells: &mut [(f64, usize)]) {
    cells.sort_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()));
}

/// Factor by which a bump grows per conflict, which makes older bumps count less.
const DECAY: f64 = 1.0 / 0.95;
/// All activities are scaled down when one exceeds this value.
const LARGEST: f64 = 1e100;

/// A heap of cells by activity, highest on top.
#[derive(Debug, Clone)]
pub struct Order {
    heap: Vec<usize>,
    /// Position of each cell in the heap, or `ABSENT`.
    place: Vec<usize>,
    activity: Vec<f64>,
    bump: f64,
}

const ABSENT: usize = usize::MAX;

impl Order {
    /// Creates an empty heap with zero activities.
    pub fn new(cells: usize) -> Self {
        Self {
            heap: Vec::with_capacity(cells),
            place: vec![ABSENT; cells],
            activity: vec![0.0; cells],
            bump: 1.0,
        }
    }

    /// Inserts a cell unless it is already in the heap.
    pub fn insert(&mut self, cell: usize) {
        if self.place[cell] == ABSENT {
            self.place[cell] = self.heap.len();
            self.heap.push(cell);
            self.rise(self.place[cell]);
        }
    }

    /// Removes and returns the most active cell; of equally active cells, the one with the lowest number. `None` if the heap is empty.
    pub fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[top] = ABSENT;
        if last != top {
            self.heap[0] = last;
            self.place[last] = 0;
            self.sink(0);
        }
        Some(top)
    }

    /// Raises the activity of a cell by `weight` bumps.
    pub fn bump(&mut self, cell: usize, weight: f64) {
        self.activity[cell] += weight * self.bump;
        if self.activity[cell] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.bump /= LARGEST;
        }
        if self.place[cell] != ABSENT {
            self.rise(self.place[cell]);
        }
    }

    /// Decays all activities relative to future bumps.
    pub fn decay(&mut self) {
        self.bump *= DECAY;
    }

    fn before(&self, a: usize, b: usize) -> bool {
        self.activity[a] > self.activity[b] || (self.activity[a] == self.activity[b] && a < b)
    }

    fn rise(&mut self, mut at: usize) {
        let cell = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(cell, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.place[self.heap[at]] = at;
            at = parent;
        }
        self.heap[at] = cell;
        self.place[cell] = at;
    }

    fn sink(&mut self, mut at: usize) {
        let cell = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], cell) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.place[self.heap[at]] = at;
            at = child;
        }
        self.heap[at] = cell;
        self.place[cell] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_cell_comes_first() {
        let mut order = Order::new(4);
        (0..4).for_each(|cell| order.insert(cell));
        order.bump(1, 3.0);
        order.bump(3, 3.0);
        order.insert(2);
        order.bump(2, 1.0);
        order.decay();
        for _ in 0..3 {
            order.bump(0, 1.0);
        }
        let popped: Vec<_> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(popped, [0, 1, 3, 2]);
    }

    #[test]
    fn all_activities_are_scaled_alike() {
        let mut order = Order::new(2);
        order.bump = LARGEST / 2.0;
        order.bump(0, 2.0);
        order.bump(1, 1.0);
        assert_eq!(order.activity, [LARGEST, LARGEST / 2.0]);
        order.bump(0, 0.5);
        assert_eq!((&order.activity[..], order.bump), (&[1.25, 0.5][..], 0.5));
    }
}
