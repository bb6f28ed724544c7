//! What observers of a running design read from its core, in the simulation of the Verilog and in that of the source.
//! Interface: [`Probe`], the core's state; [`CoreEvents`], its events in one cycle.

/// A snapshot of the core's state, in the terms of its software model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Known cells, one word per row, column 0 in bit 0.
    pub known: Vec<u32>,
    /// Filled cells, one word per row, column 0 in bit 0; valid for the cells in `known`.
    pub assigned: Vec<u32>,
    /// Options in the store per line: rows first, then columns, each padded to the build's side; empty for a clue core.
    pub counts: Vec<u32>,
}

/// Inputs and outputs of a clue core in the current cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClueEvents {
    /// A board of this many rows and columns begins.
    pub begin: Option<(u8, u8)>,
    /// A block of this length, in cells, is received.
    pub block: Option<u8>,
    /// A line is complete: whether it is a column, and its position.
    pub line_end: Option<(bool, u8)>,
    /// The board is complete: the code of the search mode, and the limit in units of 1024 cycles, 0 for none.
    pub start: Option<(u8, u32)>,
    /// The search is cancelled.
    pub cancel: bool,
    /// The core can accept a block, a line's end or a start.
    pub ready: bool,
    /// No line is marked or being visited, and no finding is pending.
    pub quiet: bool,
    /// A finding is on the bus, and no contradiction drops it: whether its line is a column, the position of the line,
    /// and its newly known cells, one bit per cell.
    pub visit: Option<(bool, u8, u32)>,
}

/// Events of the core in the current cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoreEvents {
    /// The core starts to solve a board.
    pub launched: bool,
    /// Classic core: a visit has ended. Parallel core: at least one visit other than a first visit has ended. Clue core: a finding
    /// is on the bus, and no contradiction drops it. [`Probe`] includes the result, in a clue core from the next cycle on.
    pub visited: bool,
    /// The core has reached a verdict.
    pub decided: bool,
    /// Status code of the core, valid with `decided`.
    pub core_status: u8,
    /// The core is solving.
    pub solving: bool,
    /// A reply or the identity is being assembled; its last message is still to be transmitted when this becomes false.
    pub replying: bool,
    /// The core is reset.
    pub reset: bool,
    /// Inputs and outputs of a clue core; `None` for an option core.
    pub clue: Option<ClueEvents>,
}
