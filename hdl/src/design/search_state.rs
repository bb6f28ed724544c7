//! The state of a clue core's search, as a simulation observes it.
//! Interface: [`SearchState`], one sample per cycle.
//! Source: own; the registers of `src/core/clue/search`.

use crate::core::clue::{State, Undoing};

/// Registers of a clue core's search in the current cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// State of the controller.
    pub state: State,
    /// Reason for popping entries of the trail, valid in the states that undo.
    pub undoing: Undoing,
    /// A value of the current cell is being probed.
    pub in_probe: bool,
    /// The board being saved is undecided.
    pub save_undecided: bool,
    /// Row of the current cell.
    pub row: u8,
    /// Column of the current cell.
    pub column: u8,
    /// The current cell is to be filled.
    pub filled: bool,
    /// Number of entries on the trail.
    pub trail: u32,
    /// Filled cells that the visit on the bus has found, one bit per cell.
    pub found_filled: u32,
    /// A visit found a contradiction two cycles ago.
    pub conflict: bool,
    /// The engine whose visit found a contradiction one cycle ago.
    pub contradicts: Option<u8>,
    /// The line that each engine visits, in the encoding of [`SearchState::line`].
    pub visits: [u8; MOST_ENGINES],
}

/// Maximum number of engines per prober.
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
