//! The search's states.
//! Interface: [`State`] is what its machine does in a clock, [`Undoing`] why it takes entries of the trail back.

use rust_hdl::prelude::*;

/// What the machine does in a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum State {
    /// No search.
    Idle,
    /// Waits until nothing is dirty.
    Propagate,
    /// Reads the row of a cell to write.
    Fetch,
    /// Writes the cell for its column, and reads that.
    WriteRow,
    /// Writes the cell for its row.
    WriteColumn,
    /// Notes what a consistent probe has shown, row by row.
    Harvest,
    /// Reads the trail, once a finding on its way has been noted.
    UndoFetch,
    /// Takes entries back.
    Undo,
    /// Reads a row.
    ScanFetch,
    /// Reads the next one.
    ScanRead,
    /// Looks for the next cell to probe, row by row.
    Scan,
    /// Notes a decision on the trail.
    Decide,
    /// Keeps the picture, row by row.
    Save,
}

/// Why entries are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum Undoing {
    /// A probe is over.
    Probe,
    /// A probe is refuted: the opposite holds.
    Refuted,
    /// A decision is exhausted: the opposite holds.
    Decision,
    /// The search ends.
    All,
}
