//! The state of a clue core's search, as a simulation observes it.
//! Interface: [`SearchState`], one sample per cycle.
//! Source: registers and signals of `hdl/src/core/clue/search` and `hdl/src/core/clue/line_logic`.

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

/// State of the controller. The codes are chosen so that the row to read depends on their upper bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No search is running.
    Idle,
    /// Waits until line logic is quiet and all findings are on the trail. The wait also ends at a contradiction, and at a stop if a
    /// decision or probe must be undone.
    Propagate,
    /// Reads the row of the current cell and, before its first probe, chooses the value to probe.
    Fetch,
    /// Pushes the row's entry, writes the cell into the columns' copy, and reads its column.
    WriteRow,
    /// Records the values that a consistent probe has set, one row per cycle.
    Harvest,
    /// Pushes the column's entry, and writes the cell into the rows' copy.
    WriteColumn,
    /// Reads the trail, once the finding in the pipeline register has been pushed.
    UndoFetch,
    /// Pops one entry of the trail per cycle and undoes it.
    Undo,
    /// Reads the first row to scan.
    ScanFetch,
    /// Reads the second row to scan.
    ScanRead,
    /// Searches for the next cell to probe or to decide, one row per cycle.
    Scan,
    /// Pushes a decision.
    Decide,
    /// Copies the board into the solution buffer, one row per cycle.
    Save,
}

impl State {
    /// The states in the order of their codes.
    pub const ALL: [Self; 13] = [
        Self::Idle,
        Self::Propagate,
        Self::Fetch,
        Self::WriteRow,
        Self::Harvest,
        Self::WriteColumn,
        Self::UndoFetch,
        Self::Undo,
        Self::ScanFetch,
        Self::ScanRead,
        Self::Scan,
        Self::Decide,
        Self::Save,
    ];
}

/// Reason for undoing entries of the trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undoing {
    /// The probe is consistent.
    Probe,
    /// The probe is refuted: its opposite value is written.
    Refuted,
    /// The last decision is popped: its opposite value is tried.
    Decision,
    /// The search ends: every entry is undone.
    All,
}

impl Undoing {
    /// The reasons in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Probe, Self::Refuted, Self::Decision, Self::All];
}

#[cfg(test)]
mod tests {
    use super::{State, Undoing};
    use crate::signals::list;
    use crate::{Drive, SimBoard};

    #[test]
    fn states_have_the_codes_of_the_verilog() {
        let board = SimBoard::new("clue10", Drive::Bytes).expect("in the table");
        let signals = list(board.design());
        let states = |name: &str| {
            let signal = signals.iter().find(|signal| signal.name == name);
            let signal = signal.unwrap_or_else(|| panic!("no signal {name}"));
            signal.states.clone().unwrap_or_default()
        };
        let names = State::ALL.map(|state| format!("{state:?}"));
        assert_eq!(states("core.search.control.current"), names);
        let names = Undoing::ALL.map(|undoing| format!("{undoing:?}"));
        assert_eq!(states("core.search.control.undoing"), names);
    }
}
