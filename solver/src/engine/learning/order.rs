//! The order of decisions: a heap of cells by activity (VSIDS, Moskewicz et al., "Chaff", 2001).
//!
//! The activity of a cell grows when the cell takes part in a conflict or leans to a value, and decays relative to later bumps.

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

    /// Raises the activity of a cell by `weight` bumps.
    pub fn bump_by(&mut self, cell: usize, weight: f64) {
        self.raise(cell, weight * self.bump);
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

    /// Raises the activity of a cell by one bump.
    pub fn bump(&mut self, cell: usize) {
        self.raise(cell, self.bump);
    }

    fn raise(&mut self, cell: usize, by: f64) {
        self.activity[cell] += by;
        if self.activity[cell] > LARGEST {
            self.activity
                .iter_mut()
                .for_each(|activity| *activity /= LARGEST);
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
        order.bump_by(1, 3.0);
        order.bump_by(3, 3.0);
        order.insert(2);
        order.bump(2);
        order.decay();
        for _ in 0..3 {
            order.bump(0);
        }
        let popped: Vec<_> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(popped, [0, 1, 3, 2]);
    }

    #[test]
    fn all_activities_are_scaled_alike() {
        let mut order = Order::new(2);
        order.bump = LARGEST / 2.0;
        order.bump_by(0, 2.0);
        order.bump(1);
        assert_eq!(order.activity, [LARGEST, LARGEST / 2.0]);
        order.bump_by(0, 0.5);
        assert_eq!((&order.activity[..], order.bump), (&[1.25, 0.5][..], 0.5));
    }

    #[test]
    fn activities_stay_finite() {
        let mut order = Order::new(2);
        (0..2).for_each(|cell| order.insert(cell));
        for _ in 0..20_000 {
            order.bump(1);
            order.decay();
        }
        assert!(order.activity[1].is_finite() && order.activity[1] > order.activity[0]);
        assert_eq!(order.pop(), Some(1));
    }
}
