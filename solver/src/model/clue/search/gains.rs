//! The gains of probes, and the best cell to branch on: the cell whose smaller gain is the largest of all cells.
//! Interface: [`Gains::end_probe`] is called after each consistent probe, [`Gains::keep`] after the last one of a cell.

use super::Cell;

/// Saturation value of gains.
const MOST_GAIN: usize = 255;

/// A cell to branch on, and its gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Gains of both values, smaller one first.
    pub gains: [usize; 2],
    /// The cell, with the value that has the larger gain.
    pub cell: Cell,
}

/// Registers of the gains.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gains {
    /// Numbers of entries pushed by the last probe of the cell, and by the probe before.
    gains: [usize; 2],
    /// The best cell of this pass.
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

    /// Ends a probe that pushed `grown` entries without a contradiction.
    pub fn end_probe(&mut self, grown: usize) {
        self.gains = [grown.min(MOST_GAIN), self.gains[0]];
    }

    /// Makes `cell`, with the value of its last probe, the best cell if its gains are higher.
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
