//! Access to a running design: its inputs and outputs, its signals by name, and the state of its core in the terms of its software model.
//! Interface: [`Design`], with [`PinDesign`] (serial pins) or [`StreamDesign`] (AXI4-Streams); [`Probe`], the core's state, and
//! [`CoreEvents`], its events in one cycle.

use crate::search::Sizes;

/// Operations common to all designs.
pub trait Design {
    /// All signals but constants, with the scopes that contain them, in the order of the hierarchy from the top's scope on. Signals that
    /// always have the same value, such as a port and the signal that it is connected to, can be one net.
    fn list(&self) -> Vec<Listed>;
    /// Replaces `values` by the current values of all nets, in the order of their numbers.
    fn read(&self, values: &mut Vec<u64>);
    /// Lets the design settle after its inputs have been set; false if it does not settle.
    fn settle(&mut self) -> bool;
    /// Simulates a rising clock edge in a settled design, and lets it settle again; false if it does not settle.
    fn rise(&mut self) -> bool;
    /// Sets the reset input (before a clock edge).
    fn set_reset(&mut self, level: bool);
    /// Events of the core in the current cycle.
    fn events(&self) -> CoreEvents;
    /// Rows and columns whose visits end in the current cycle (clue core: whose findings are on the bus), one bit per line.
    /// [`CoreEvents::visited`] is set in the same cycle for a clue core and in the next one for an option core, but not after the first
    /// visits of a parallel core.
    fn ending(&self) -> [u64; 2];
    /// State of the core.
    fn probe(&self) -> Probe;
    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    fn status(&self) -> u8;
    /// Sizes of the clue core, and values of the signals that [`Steps`](crate::search::Steps) reads; empty for an option core. `None` if the simulation does not
    /// select them, so that they have to be read by their names.
    fn observed(&self) -> Option<(Sizes, Vec<u64>)> {
        None
    }
    /// Selects the blocks that [`Design::changes`] reports, by their paths in a waveform without the top, and starts to count the cycles
    /// in which blocks change, unless a count is already running. An empty list ends the count. A simulation that cannot count ignores
    /// the call.
    fn count_changes(&self, _blocks: &[String]) {}
    /// Resets all counts of changes to 0.
    fn reset_changes(&self) {}
    /// For each block selected by [`Design::count_changes`], the number of cycles, since the count began or was last reset, in which a
    /// register or memory in it, or in a block below it, changed; 0 for a block that the design does not have. Empty in a simulation that
    /// cannot count.
    fn changes(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// A design with serial pins.
pub trait PinDesign: Design {
    /// Sets the serial input pin (before a clock edge).
    fn set_rx(&mut self, level: bool);
    /// Level of the serial output pin: high when idle.
    fn tx(&self) -> bool;
}

/// A design behind AXI4-Streams.
pub trait StreamDesign: Design {
    /// Offers a beat on the slave, or none (before a clock edge).
    fn offer(&mut self, beat: Option<Beat>);
    /// Whether the slave is ready: an offered beat is accepted at the next clock edge.
    fn takes(&self) -> bool;
    /// Sets whether the master's peer is ready (before a clock edge).
    fn set_ready(&mut self, ready: bool);
    /// The beat that the master offers, if any.
    fn sends(&self) -> Option<Beat>;
}

/// A transfer on a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// The byte (`tdata`).
    pub byte: u8,
    /// The byte is the last one of a packet or of a reply (`tlast`).
    pub last: bool,
    /// To the design: the byte is damaged, or bytes before it are missing (`tuser`). The master has no such flag.
    pub damaged: bool,
}

impl From<u8> for Beat {
    /// An intact byte within a packet.
    fn from(byte: u8) -> Self {
        Self { byte, ..Self::default() }
    }
}

/// An entry in the list of a design's signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A scope with this name begins.
    Scope(String),
    /// A signal.
    Signal {
        /// Name in its scope.
        name: String,
        /// Width in bits.
        width: usize,
        /// The names of the states, if the signal belongs to a state machine; otherwise empty.
        states: Vec<String>,
        /// The number of its net. The signals of a net have the same width and the same states.
        net: usize,
    },
    /// The scope that began last ends.
    End,
}

/// A set of one line, in the form of [`Design::ending`].
pub fn lines(is_column: bool, position: usize) -> [u64; 2] {
    let place = 1 << position;
    if is_column { [0, place] } else { [place, 0] }
}

/// A snapshot of the core's state, in the terms of its software model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Known cells, one word per row, column 0 in bit 0.
    pub known: Vec<u64>,
    /// Filled cells, one word per row, column 0 in bit 0; valid for the cells in `known`.
    pub assigned: Vec<u64>,
    /// Clue core: for each value (0: blank, n: colour n), the cells that it stores as excluded, one word per row; empty for an option core.
    pub excluded: Vec<Vec<u64>>,
    /// Options in the store per line: rows first, then columns, each padded to the build's side; empty for a clue core.
    pub counts: Vec<u32>,
}

impl Probe {
    /// The state of a clue core that stores these planes of the rows: the known and the filled cells or, with several colours, the excluded
    /// cells of each value; one word per row.
    pub fn of_planes(planes: &[impl AsRef<[u64]>], colours: usize, side: usize) -> Self {
        let word = |plane: usize, row: usize| planes[plane].as_ref()[row] & u64::MAX >> (64 - side);
        let excluded = |value: usize| {
            let row = |row: usize| match (colours, value) {
                (1, 0) => word(0, row) & word(1, row),
                (1, _) => word(0, row) & !word(1, row),
                _ => word(value, row),
            };
            (0..side).map(row).collect()
        };
        let excluded: Vec<Vec<u64>> = (0..=colours).map(excluded).collect();
        // Known is a cell with one possible value.
        let known = |row: usize| {
            let possible = excluded.iter().map(|words| !words[row]);
            let (one, more) =
                possible.fold((0, 0), |(one, more), word| (one | word, more | one & word));
            one & !more & u64::MAX >> (64 - side)
        };
        let known: Vec<u64> = (0..side).map(known).collect();
        let filled = known.iter().zip(&excluded[0]);
        Self {
            assigned: filled.map(|(known, blank)| known & blank).collect(),
            known,
            excluded,
            counts: Vec::new(),
        }
    }
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
}
