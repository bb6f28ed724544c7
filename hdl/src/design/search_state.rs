//! The search of a clue core, as a simulation observes it.
//! Interface: [`SearchState`] is sampled in each cycle.

use crate::core::clue::{State, Undoing};

/// Registers of a clue core's search in the current cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// State of the controller.
    pub state: State,
    /// Why entries of the trail are popped, in the states of undoing.
    pub undoing: Undoing,
    /// A value of the current cell is being probed.
    pub in_probe: bool,
    /// The board that is saved is undecided.
    pub save_undecided: bool,
    /// Row of the current cell.
    pub row: u8,
    /// Column of the current cell.
    pub column: u8,
    /// The current cell is to be filled.
    pub filled: bool,
    /// Entries on the trail.
    pub trail: u32,
    /// Filled cells of the finding on the bus, one bit per cell.
    pub found_filled: u32,
    /// A visit has found a contradiction two cycles ago.
    pub conflict: bool,
    /// The engine whose visit has found a contradiction one cycle ago.
    pub contradicts: Option<u8>,
    /// The line that each engine visits, as [`SearchState::line`] reads it.
    pub visits: [u8; MOST_ENGINES],
}

/// The most engines of a prober.
pub const MOST_ENGINES: usize = 8;

impl SearchState {
    /// The line that an engine visits: whether it is a column, and its position.
    pub fn line(&self, engine: u8) -> (bool, u8) {
        /// Column flag of a line's number.
        const COLUMN: u8 = 1 << 5;
        let line = self.visits[usize::from(engine) % MOST_ENGINES];
        (line & COLUMN != 0, line & !COLUMN)
    }
}
