//! The gains of probes, and the cell to branch on: the one whose value with the smaller gain has the largest.
//! Interface: [`Gains::end_probe`] after each consistent probe, [`Gains::keep`] after the last one of a cell.

use super::Cell;

/// The largest gain that is compared.
const MOST_GAIN: usize = 255;

/// A cell to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The gains of both values, the smaller one first.
    pub gains: [usize; 2],
    /// The cell, with the value of the larger gain.
    pub cell: Cell,
}

/// The registers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gains {
    /// Entries that the probes of the cell have pushed: the last one, and the one before.
    gains: [usize; 2],
    /// The best cell of the pass.
    pub best: Option<Branch>,
}

impl Gains {
    /// A pass begins: there is no best cell.
    pub fn pass(&mut self) {
        self.best = None;
    }

    /// The probes of a cell begin.
    pub fn begin_probe(&mut self) {
        self.gains = [0; 2];
    }

    /// A probe that has pushed that many entries has ended without contradiction.
    pub fn end_probe(&mut self, grown: usize) {
        self.gains = [grown.min(MOST_GAIN), self.gains[0]];
    }

    /// Compares the cell, with the value of its last probe, with the best one.
    pub fn keep(&mut self, cell: Cell) {
        let [last, before] = self.gains;
        let gains = [last.min(before), last.max(before)];
        if self.best.is_none_or(|best| gains > best.gains) {
            let filled = cell.filled ^ (before > last);
            self.best = Some(Branch {
                gains,
                cell: Cell { filled, ..cell },
            });
        }
    }
}
