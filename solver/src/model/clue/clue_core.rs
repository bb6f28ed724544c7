//! The clue core at its link interface: events in, status and picture out, cycle by cycle.
//!
//! Interface: [`ClueCore::clock`] takes the inputs of a cycle and returns the visit whose finding was on the first prober's bus
//! in this cycle.

use nonogram_protocol::{SearchMode, Status};

use super::cells::LineId;
use super::clue_loader::ClueLoader;
use super::front::Config;
use super::line_logic::Visit;
use super::peers::Peers;
use super::prober::Prober;
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
    probers: Vec<Prober>,
    peers: Peers,
    /// Number of the prober whose search ended first, the lowest if there are several; 0 while no search has ended.
    winner: usize,
    /// Whether a search ended in the previous cycle, so that the other searches must end.
    over: bool,
    busy: u64,
}

impl ClueCore {
    /// Creates a core with the parameters of a build. The hardware's probing order is [`Order::Beside`](super::Order::Beside).
    ///
    /// # Panics
    /// Panics if there is no prober or no engine, `cells_per_step` is neither 2 nor 4, or the trail has fewer than 64 entries.
    pub fn new(config: &Config) -> Self {
        assert!(config.engines > 0, "a core has at least one engine");
        assert!(config.probers > 0, "a core has at least one prober");
        Self {
            loader: ClueLoader::default(),
            probers: (0..config.probers)
                .map(|number| Prober::new(config, number))
                .collect(),
            peers: Peers::new(config.probers),
            winner: 0,
            over: false,
            busy: 0,
        }
    }

    /// Whether a block, the end of a line or the start is accepted in this cycle.
    pub fn is_ready(&self) -> bool {
        self.loader.is_ready()
    }

    /// Whether the searches are running: from the cycle after the start to that of the status.
    pub fn is_running(&self) -> bool {
        (self.probers.iter()).all(|prober| prober.search.is_running())
    }

    /// State of the first prober's search in this cycle.
    pub fn state(&self) -> State {
        self.probers[0].search.state()
    }

    /// Whether no line is marked or visited, and no finding is pending.
    pub fn is_quiet(&self) -> bool {
        (self.probers.iter()).all(|prober| prober.lines.is_quiet())
    }

    /// Status of the search that ended first; `None` until a search of the board has ended.
    pub fn status(&self) -> Option<Status> {
        self.probers[self.winner].search.done()
    }

    /// A cell of the picture, true if filled. If the status is solved or multiple, it is a cell of the first solution; if the status is
    /// stalled, `None` means that the cell is not certain. The result has no meaning before the status, or if the status is
    /// unsolvable. After a first solution is found, the cells known without decisions hold in all other solutions, so a cell is
    /// certain only if the first solution agrees with it.
    pub fn cell(&self, row: usize, column: usize) -> Option<bool> {
        let Prober { lines, search, .. } = &self.probers[self.winner];
        let complete = matches!(self.status(), Some(Status::Solved | Status::Multiple));
        let line = LineId {
            column: false,
            position: row,
        };
        let solution = search.solution(row);
        let certain = lines.known(line) & !(lines.filled(row) ^ solution);
        (complete || certain >> column & 1 == 1).then(|| solution >> column & 1 == 1)
    }

    /// Cycles since the board began in which a line was marked or visited, a finding was pending, or the searches were running.
    pub fn busy_clocks(&self) -> u64 {
        self.busy
    }

    /// Number of visits begun on the boards of all probers since the board began. While the board arrives, every prober visits the
    /// lines of its own copy.
    pub fn visits(&self) -> u64 {
        self.probers
            .iter()
            .map(|prober| prober.lines.visits())
            .sum()
    }

    /// Counters of all searches. In the cycle after one has ended, those of the others are cleared.
    pub fn statistics(&self) -> Statistics {
        let searches = self.probers.iter().map(|prober| &prober.search);
        Statistics {
            unshared: self.peers.unshared(),
            ..searches.map(Search::statistics).sum()
        }
    }

    /// Runs one cycle. Returns the visit whose finding was on the first prober's bus, if any.
    pub fn clock(&mut self, inputs: &Inputs) -> Option<Visit> {
        let was_running = self.is_running();
        self.busy += u64::from(!self.is_quiet() || was_running);
        let bus_is_taken = self.probers[0].lines.bus_is_taken();
        let broadcast = self.peers.broadcast();
        let visits: Vec<Option<Visit>> = (self.probers.iter_mut())
            .map(|prober| {
                prober.search.receive(broadcast);
                prober.clock()
            })
            .collect();
        let reports: Vec<_> = (self.probers.iter())
            .map(|prober| prober.search.report())
            .collect();
        self.peers.clock(&reports);
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
        let loaded = self
            .loader
            .clock(inputs.block, inputs.line_end, bus_is_taken);
        for prober in &mut self.probers {
            if let Some(position) = loaded.clear {
                prober.lines.clear(position);
            }
            if let Some((line, clue)) = loaded.line {
                prober.lines.receive(line, clue);
            }
            if let Some((mode, limit)) = inputs.start {
                prober.search.start(mode, limit);
            }
            if inputs.cancel {
                prober.search.cancel();
            }
            if let Some((rows, columns)) = inputs.begin {
                prober.begin(rows, columns);
            }
        }
        if inputs.start.is_some() || inputs.begin.is_some() {
            (self.peers, self.winner) = (Peers::new(self.probers.len()), 0);
        }
        if inputs.begin.is_some() {
            self.loader.begin(self.probers[0].lines.padded());
            self.busy = 0;
            self.over = false;
        }
        visits[0]
    }
}
