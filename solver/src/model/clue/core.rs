//! The core as its link sees it: events in, status and picture out, clock for clock.
//! Interface: [`ClueCore::clock`] takes what is given in a clock and says what stands on the bus in it.

use super::cells::LineId;
use super::propagator::{Propagator, Visit};
use super::receiver::Receiver;
use super::search::{Mode, Order, Search, State, Statistics, Status};

/// What the link gives in a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// A board with these numbers of rows and columns begins.
    pub begin: Option<(usize, usize)>,
    /// A block of this length.
    pub block: Option<usize>,
    /// A line is complete.
    pub line_end: Option<LineId>,
    /// The board is complete: what is asked for, and the limit in units of 1024 clocks (0: none).
    pub start: Option<(Mode, u32)>,
    /// The search is to end now.
    pub cancel: bool,
}

/// The core's model.
#[derive(Clone, Debug)]
pub struct ClueCore {
    receiver: Receiver,
    board: Propagator,
    search: Search,
    failed: bool,
    busy: u64,
}

impl ClueCore {
    /// A core with this number of engines; the hardware's probing order is [`Order::Beside`].
    ///
    /// # Panics
    /// There is no engine.
    pub fn new(engines: usize, order: Order) -> Self {
        assert!(engines > 0, "a core has an engine");
        Self {
            receiver: Receiver::default(),
            board: Propagator::new(engines),
            search: Search::new(order),
            failed: false,
            busy: 0,
        }
    }

    /// A block, the end of a line or the start may be given in this clock.
    pub fn is_ready(&self) -> bool {
        self.receiver.is_ready()
    }

    /// From the clock after the start to that of the status.
    pub fn is_running(&self) -> bool {
        self.search.is_running()
    }

    /// The search's state in this clock.
    pub fn state(&self) -> State {
        self.search.state()
    }

    /// No line is dirty or under way.
    pub fn is_quiet(&self) -> bool {
        self.board.is_quiet()
    }

    /// The status, from the clock in which it is given.
    pub fn status(&self) -> Option<Status> {
        self.search.done()
    }

    /// A cell of the picture: known and filled.
    pub fn cell(&self, row: usize, column: usize) -> Option<bool> {
        let complete = matches!(self.status(), Some(Status::Solved | Status::Multiple));
        let known = self.board.known(LineId {
            column: false,
            position: row,
        });
        (complete || known >> column & 1 == 1).then(|| self.search.picture(row) >> column & 1 == 1)
    }

    /// Clocks in which a line was dirty or under way, or the search ran.
    pub fn busy_clocks(&self) -> u64 {
        self.busy
    }

    /// Visits begun.
    pub fn visits(&self) -> u64 {
        self.board.visits()
    }

    /// What the search has counted.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// One clock; the visit whose finding was taken from the bus in it.
    pub fn clock(&mut self, inputs: &Inputs) -> Option<Visit> {
        let (conflict, quiet) = (self.board.conflict(), self.board.is_quiet());
        let bus_is_taken = self.board.bus_is_taken();
        self.busy += u64::from(!quiet || self.search.is_running());
        let visit = self.board.clock();
        self.search
            .clock(&mut self.board, visit, conflict || self.failed, quiet);
        self.failed |= conflict && !self.search.is_running();
        let received = self
            .receiver
            .clock(inputs.block, inputs.line_end, bus_is_taken);
        if let Some(position) = received.clear {
            self.board.clear(position);
        }
        if let Some((line, clue)) = received.line {
            self.board.receive(line, clue);
        }
        if let Some((mode, limit)) = inputs.start {
            self.search.start(mode, limit);
        }
        if inputs.cancel {
            self.search.cancel();
        }
        if let Some((rows, columns)) = inputs.begin {
            self.board.begin(rows, columns);
            self.receiver.begin(self.board.padded());
            self.search.clear();
            self.failed = false;
            self.busy = 0;
        }
        visit
    }
}
