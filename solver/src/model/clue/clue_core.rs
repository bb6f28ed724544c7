//! The clue core at its link interface: events in, status and picture out, cycle by cycle.
//!
//! Interface: [`ClueCore::clock`] takes the inputs of a cycle and returns the visit whose finding was on the bus in this cycle.

use nonogram_protocol::{SearchMode, Status};

use super::cells::LineId;
use super::clue_loader::ClueLoader;
use super::front::Config;
use super::line_logic::{LineLogic, Visit};
use super::search::{Search, State, Statistics};

/// Signals from the link to the core in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// A board with these numbers of rows and columns begins.
    pub begin: Option<(usize, usize)>,
    /// A block of this length arrives.
    pub block: Option<usize>,
    /// All blocks of this line have arrived.
    pub line_end: Option<LineId>,
    /// The board is complete: search mode, and limit in units of 1024 cycles (0 for none).
    pub start: Option<(SearchMode, u32)>,
    /// Whether the search must end with the cells that are certain.
    pub cancel: bool,
}

/// Model of the clue core.
#[derive(Clone, Debug)]
pub struct ClueCore {
    loader: ClueLoader,
    lines: LineLogic,
    search: Search,
    /// Whether a visit found a contradiction while no search was running.
    failed: bool,
    busy: u64,
}

impl ClueCore {
    /// Creates a core with the parameters of a build.
    ///
    /// # Panics
    /// Panics if there is no engine, `cells_per_step` is neither 2 nor 4, or the trail has fewer than 64 entries.
    pub fn new(config: &Config) -> Self {
        assert!(config.engines > 0, "a core has at least one engine");
        Self {
            loader: ClueLoader::default(),
            lines: LineLogic::new(config.engines, config.cells_per_step),
            search: Search::new(config.trail_depth),
            failed: false,
            busy: 0,
        }
    }

    /// Whether a block, the end of a line or the start is accepted in this cycle.
    pub fn is_ready(&self) -> bool {
        self.loader.is_ready()
    }

    /// Whether the search is running: from the cycle after the start to that of the status.
    pub fn is_running(&self) -> bool {
        self.search.is_running()
    }

    /// State of the search in this cycle.
    pub fn state(&self) -> State {
        self.search.state()
    }

    /// Whether no line is marked or visited, and no finding is pending.
    pub fn is_quiet(&self) -> bool {
        self.lines.is_quiet()
    }

    /// Status of the search; `None` until it has ended.
    pub fn status(&self) -> Option<Status> {
        self.search.done()
    }

    /// A cell of the picture, true if filled. If the status is solved or multiple, it is a cell of the first solution; if the status is
    /// stalled, `None` means that the cell is not certain. The result has no meaning before the status, or if the status is
    /// unsolvable. After a first solution is found, the cells known without decisions hold in all other solutions, so a cell is
    /// certain only if the first solution agrees with it.
    pub fn cell(&self, row: usize, column: usize) -> Option<bool> {
        let Self { lines, search, .. } = self;
        let complete = matches!(self.status(), Some(Status::Solved | Status::Multiple));
        let line = LineId {
            column: false,
            position: row,
        };
        let solution = search.solution(row);
        let certain = lines.known(line) & !(lines.filled(row) ^ solution);
        (complete || certain >> column & 1 == 1).then(|| solution >> column & 1 == 1)
    }

    /// Cycles since the board began in which a line was marked or visited, a finding was pending, or the search was running.
    pub fn busy_clocks(&self) -> u64 {
        self.busy
    }

    /// Number of visits begun since the board began.
    pub fn visits(&self) -> u64 {
        self.lines.visits()
    }

    /// Counters of the search.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// Runs one cycle. Returns the visit whose finding was on the bus, if any.
    pub fn clock(&mut self, inputs: &Inputs) -> Option<Visit> {
        let (conflict, quiet) = (self.lines.conflict(), self.lines.is_quiet());
        self.busy += u64::from(!quiet || self.is_running());
        let bus_is_taken = self.lines.bus_is_taken();
        let visit = self.lines.clock();
        let failed = conflict || self.failed;
        self.search.clock(&mut self.lines, visit, failed, quiet);
        self.failed |= conflict && !self.search.is_running();
        let loaded = self
            .loader
            .clock(inputs.block, inputs.line_end, bus_is_taken);
        if let Some(position) = loaded.clear {
            self.lines.clear(position);
        }
        if let Some((line, clue)) = loaded.line {
            self.lines.receive(line, clue);
        }
        if let Some((mode, limit)) = inputs.start {
            self.search.start(mode, limit);
        }
        if inputs.cancel {
            self.search.cancel();
        }
        if let Some((rows, columns)) = inputs.begin {
            self.lines.begin(rows, columns);
            self.search.clear();
            self.failed = false;
            self.loader.begin(self.lines.padded());
            self.busy = 0;
        }
        visit
    }
}
