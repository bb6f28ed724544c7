//! The gains of probes, and the best cell to branch on: the cell of the pass whose smaller gain is the largest;
//! among equals, the one whose larger gain is the largest. A gain is the number of trail entries that a probe pushes, at most
//! 255.
//!
//! Interface: [`Gains::end_probe`] is called after each consistent probe, [`Gains::keep`] once all probes of a cell are consistent.

use super::Cell;

/// Saturation value of gains.
const MOST_GAIN: usize = 255;

/// A cell to branch on, and its gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Gains of both values, the smaller one first.
    pub gains: [usize; 2],
    /// The cell, with the value that has the larger gain.
    pub cell: Cell,
}

/// Registers of the gains.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gains {
    /// Numbers of trail entries pushed by the last probe of the cell, and by the probe before; 0 without such a probe.
    gains: [usize; 2],
    /// The best cell of this pass; `None` if it has none yet.
    pub best: Option<Branch>,
}

impl Gains {
    /// Begins a pass without a best cell.
    pub fn pass(&mut self) {
        self.best = None;
    }

    /// Begins the probes of a cell.
    pub fn begin_probe(&mut self) {
        self.gains = [0; 2];
    }

    /// Ends a probe that pushed `grown` trail entries without a contradiction.
    pub fn end_probe(&mut self, grown: usize) {
        self.gains = [grown.min(MOST_GAIN), self.gains[0]];
    }

    /// Makes `cell` the best cell if its gains are higher. `cell` has the value of its last probe; the best cell has the value with the
    /// larger gain.
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
