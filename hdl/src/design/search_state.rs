//! The state of a clue core's search, as a simulation observes it.
//! Interface: [`SearchState`], one sample per cycle.
//! Source: own; registers and signals of `src/core/clue/search` and `src/core/clue/line_logic`.

use crate::core::clue::{State, Undoing};

/// State of a clue core's search and of its line logic in the current cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// State of the controller.
    pub state: State,
    /// Reason for popping entries of the trail, valid in the states that undo.
    pub undoing: Undoing,
    /// A value of the current cell is being probed.
    pub in_probe: bool,
    /// The board that is copied into the solution buffer is undecided, valid in state `Save`.
    pub save_undecided: bool,
    /// Row of the current cell.
    pub row: u8,
    /// Column of the current cell.
    pub column: u8,
    /// Value of the current cell: true for filled.
    pub filled: bool,
    /// Number of entries on the trail.
    pub trail: u32,
    /// Filled cells of the finding, one bit per cell; valid while a finding is on the bus.
    pub found_filled: u32,
    /// A visit found a contradiction two cycles ago.
    pub conflict: bool,
    /// Lowest number of an engine whose visit found a contradiction one cycle ago; `None` if none did.
    pub contradicts: Option<u8>,
    /// Number of the line that each engine visits or visited last: bit 5 is set for a column, bits 4..0 are the position.
    pub visits: [u8; MOST_ENGINES],
}

/// Maximum number of engines that a [`SearchState`] covers.
pub const MOST_ENGINES: usize = 8;

impl SearchState {
    /// The line that an engine visits or visited last: whether it is a column, and its position.
    pub fn line(&self, engine: u8) -> (bool, u8) {
        /// Column flag of a line's number.
        const COLUMN: u8 = 1 << 5;
        let line = self.visits[usize::from(engine) % MOST_ENGINES];
        (line & COLUMN != 0, line & !COLUMN)
    }
}
