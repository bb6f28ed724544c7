//! Belief propagation: estimates how likely each cell is to be filled, by messages between rows and columns.
//!
//! [`Beliefs`] holds these messages, which are odds (the sum-product algorithm: Pearl, 1988; Kschischang, Frey and Loeliger,
//! 2001). The odds that a line reports are computed from all its placements, which are summed in one pass in each direction. A search
//! guided by these odds often reaches a solution without conflicts; [`hunt`] searches for a solution without decisions.

pub mod hunt;
mod line;

use crate::engine::search::Limits;
use crate::partial_grid::PartialGrid;
use line::{Belief, LineSum};

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
                self.line
                    .cells
                    .push(match (filled.has(place), blank.has(place)) {
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

#[cfg(test)]
mod tests;
