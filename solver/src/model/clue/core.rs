//! The core as its link sees it: events in, status and picture out, clock for clock.
//! Interface: [`ClueCore::clock`] takes what is given in a clock and says what stands on the bus in it.

use super::cells::LineId;
use super::propagator::{Propagator, Visit};
use super::receiver::Receiver;
use super::search::{Council, Mode, Order, Search, Share, State, Statistics, Status};

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
    probers: Vec<Prober>,
    council: Council,
    /// The prober whose search has ended first.
    winner: usize,
    /// A search has ended in the clock before: the others are to end.
    over: bool,
    busy: u64,
}

/// A board and a search on it.
#[derive(Clone, Debug)]
struct Prober {
    board: Propagator,
    search: Search,
    failed: bool,
}

impl ClueCore {
    /// A core with this number of probers, each with this number of engines, whose directions take `width` cells a clock; the
    /// hardware's probing order is [`Order::Beside`].
    ///
    /// # Panics
    /// There is no prober, or no engine, or `width` is neither 2 nor 4.
    pub fn new(engines: usize, width: usize, order: Order, probers: usize) -> Self {
        assert!(engines > 0, "a core has an engine");
        assert!(probers > 0, "a core has a prober");
        let prober = |number| Prober {
            board: Propagator::new(engines, width),
            search: Search::new(
                order,
                Share {
                    number,
                    of: probers,
                },
            ),
            failed: false,
        };
        Self {
            receiver: Receiver::default(),
            probers: (0..probers).map(prober).collect(),
            council: Council::new(probers),
            winner: 0,
            over: false,
            busy: 0,
        }
    }

    /// A block, the end of a line or the start may be given in this clock.
    pub fn is_ready(&self) -> bool {
        self.receiver.is_ready()
    }

    /// From the clock after the start to that of the status.
    pub fn is_running(&self) -> bool {
        (self.probers.iter()).all(|prober| prober.search.is_running())
    }

    /// The state of the first prober's search in this clock.
    pub fn state(&self) -> State {
        self.probers[0].search.state()
    }

    /// No line is dirty or under way.
    pub fn is_quiet(&self) -> bool {
        (self.probers.iter()).all(|prober| prober.board.is_quiet())
    }

    /// The status, from the clock in which it is given.
    pub fn status(&self) -> Option<Status> {
        self.probers[self.winner].search.done()
    }

    /// A cell of the picture: known and filled. Once a solution is found, what is known without decisions holds for every other one,
    /// so only a cell in which that solution agrees is certain.
    pub fn cell(&self, row: usize, column: usize) -> Option<bool> {
        let Prober { board, search, .. } = &self.probers[self.winner];
        let complete = matches!(self.status(), Some(Status::Solved | Status::Multiple));
        let line = LineId {
            column: false,
            position: row,
        };
        let picture = search.picture(row);
        let certain = board.known(line) & !(board.filled(row) ^ picture);
        (complete || certain >> column & 1 == 1).then(|| picture >> column & 1 == 1)
    }

    /// Clocks in which a line was dirty or under way, or the search ran.
    pub fn busy_clocks(&self) -> u64 {
        self.busy
    }

    /// Visits begun, on all boards; while a board arrives every prober visits its lines.
    pub fn visits(&self) -> u64 {
        self.probers
            .iter()
            .map(|prober| prober.board.visits())
            .sum()
    }

    /// What the searches have counted.
    pub fn statistics(&self) -> Statistics {
        let searches = self.probers.iter().map(|prober| &prober.search);
        Statistics {
            untold: self.council.untold(),
            ..searches.map(Search::statistics).sum()
        }
    }

    /// One clock; the visit whose finding was taken from the first prober's bus in it.
    pub fn clock(&mut self, inputs: &Inputs) -> Option<Visit> {
        let was_running = self.is_running();
        self.busy += u64::from(!self.is_quiet() || was_running);
        let bus_is_taken = self.probers[0].board.bus_is_taken();
        let heard = self.council.heard();
        let visits: Vec<Option<Visit>> = (self.probers.iter_mut())
            .map(|prober| {
                prober.search.hear(heard);
                prober.clock()
            })
            .collect();
        let said: Vec<_> = (self.probers.iter())
            .map(|prober| prober.search.said())
            .collect();
        self.council.clock(&said);
        if std::mem::take(&mut self.over) {
            for (number, prober) in self.probers.iter_mut().enumerate() {
                if number != self.winner {
                    prober.search.clear();
                }
            }
        } else if was_running && !self.is_running() {
            self.over = true;
            self.winner = (self.probers.iter())
                .position(|prober| prober.search.done().is_some())
                .expect("a search has ended");
        }
        let received = self
            .receiver
            .clock(inputs.block, inputs.line_end, bus_is_taken);
        for prober in &mut self.probers {
            if let Some(position) = received.clear {
                prober.board.clear(position);
            }
            if let Some((line, clue)) = received.line {
                prober.board.receive(line, clue);
            }
            if let Some((mode, limit)) = inputs.start {
                prober.search.start(mode, limit);
            }
            if inputs.cancel {
                prober.search.cancel();
            }
            if let Some((rows, columns)) = inputs.begin {
                prober.board.begin(rows, columns);
                prober.search.clear();
                prober.failed = false;
            }
        }
        if inputs.start.is_some() || inputs.begin.is_some() {
            (self.council, self.winner) = (Council::new(self.probers.len()), 0);
        }
        if inputs.begin.is_some() {
            self.receiver.begin(self.probers[0].board.padded());
            self.busy = 0;
            self.over = false;
        }
        visits[0]
    }
}

impl Prober {
    /// One clock; the visit whose finding was taken from the bus in it.
    fn clock(&mut self) -> Option<Visit> {
        let (conflict, quiet) = (self.board.conflict(), self.board.is_quiet());
        let visit = self.board.clock();
        let failed = conflict || self.failed;
        self.search.clock(&mut self.board, visit, failed, quiet);
        self.failed |= conflict && !self.search.is_running();
        visit
    }
}
