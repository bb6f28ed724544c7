//! The states of the controller of a clue core's search, in the order of their codes; `hdl/src/core/clue/search/state.rs` describes them.

/// State of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware has the documentation")]
pub enum State {
    Idle,
    Propagate,
    Fetch,
    WriteRow,
    Harvest,
    WriteColumn,
    UndoFetch,
    Undo,
    ScanFetch,
    ScanRead,
    Scan,
    Decide,
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

/// Reason for popping entries of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undoing {
    /// The probe is consistent.
    Probe,
    /// The probe is refuted, or outside a probe the dive.
    Refuted,
    /// The last decision is exhausted.
    Decision,
    /// The search ends.
    All,
}

impl Undoing {
    /// The reasons in the order of their codes.
    pub(super) const ALL: [Self; 4] = [Self::Probe, Self::Refuted, Self::Decision, Self::All];
}
