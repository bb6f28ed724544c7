//! The states of the controller, and the commands that depend on the state alone.
//! Interface: combinational.
//!
//! Separate from the transitions, to keep those short.

use crate::prelude::*;

/// State of the controller. The codes are chosen so that the row to read depends on their upper bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum Undoing {
    /// The probe is consistent.
    Probe,
    /// The probe is refuted: its value is excluded. Outside a probe, the dive has failed: all its decisions are withdrawn.
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

/// Decodes the commands that depend on the state alone.
#[derive(LogicBlock, Default)]
pub struct StateDecoder {
    /// State of the controller.
    pub state: Signal<In, State>,
    /// A search is running.
    pub running: Signal<Out, Bit>,
    /// Reads the row of the current cell.
    pub read_cell: Signal<Out, Bit>,
    /// Reads the next row to harvest.
    pub read_harvest: Signal<Out, Bit>,
    /// Reads the next row to scan.
    pub read_scan: Signal<Out, Bit>,
    /// State `Save`: reads the next row to save, and stores the previous one.
    pub save: Signal<Out, Bit>,
    /// State `Fetch`: the current cell is written in the next cycles.
    pub fetch: Signal<Out, Bit>,
    /// State `WriteRow`: pushes the entry of the current cell's row.
    pub write_row: Signal<Out, Bit>,
    /// State `WriteColumn`: pushes the entry of the current cell's column.
    pub write_column: Signal<Out, Bit>,
    /// State `Harvest`: records one row of a consistent probe.
    pub harvest: Signal<Out, Bit>,
    /// State `Undo`: pops an entry of the trail.
    pub undo: Signal<Out, Bit>,
    /// State `Scan`: judges the row that was read two cycles earlier.
    pub judge: Signal<Out, Bit>,
    /// State `Decide`: pushes a decision.
    pub decide: Signal<Out, Bit>,
}

impl Logic for StateDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.running.next = self.state.val() != State::Idle;
        self.read_cell.next =
            (self.state.val() == State::Fetch) || (self.state.val() == State::WriteRow);
        self.read_harvest.next = (self.state.val() == State::Harvest)
            || (self.state.val() == State::WriteColumn)
            || (self.state.val() == State::UndoFetch)
            || (self.state.val() == State::Undo);
        self.read_scan.next = (self.state.val() == State::ScanFetch)
            || (self.state.val() == State::ScanRead)
            || (self.state.val() == State::Scan)
            || (self.state.val() == State::Decide);
        self.save.next = self.state.val() == State::Save;
        self.fetch.next = self.state.val() == State::Fetch;
        self.write_row.next = self.state.val() == State::WriteRow;
        self.write_column.next = self.state.val() == State::WriteColumn;
        self.harvest.next = self.state.val() == State::Harvest;
        self.undo.next = self.state.val() == State::Undo;
        self.judge.next = self.state.val() == State::Scan;
        self.decide.next = self.state.val() == State::Decide;
    }
}
