//! The simulated FPGA, stopped and gone on with at will.
//! Interface: [`Watch`] takes a puzzle; [`Watch::run`] lets clocks pass, up to an event; [`Watch::state`] shows it.

use nonogram_hdl::{BUILDS, Build, build_for};
use nonogram_netlist::codec;
use nonogram_protocol::{CoreKind, Reply, ReplyDecoder, ReplyEvent};
use nonogram_puzzles::Puzzle;
use nonogram_sim::{SimBoard, signals};
use serde::Serialize;

use crate::wire;

mod observed;
mod search;
mod state;
mod wave;

pub use observed::Observed;
use observed::Observer;
use search::Follower;
pub use search::Shown as Search;
pub use state::State;
pub use wave::Shown;
use wave::Wave;

/// What a run stops at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Nothing but its clocks.
    Clocks,
    /// The end of a line's visit, or a change of phase.
    Visit,
    /// As many visits as lines were not settled when the round began, or a change of phase.
    Round,
    /// A byte, either way.
    Byte,
    /// The next phase: the board is whole, decided, answered.
    Phase,
    /// A decision of a clue core's search, or the verdict.
    Decision,
    /// A conflict of that search, or the verdict.
    Conflict,
    /// A cell that has become certain in that search, or the verdict.
    Fact,
}

impl Until {
    /// The event of that name; clocks for any other.
    pub fn named(name: &str) -> Self {
        match name {
            "visit" => Self::Visit,
            "round" => Self::Round,
            "byte" => Self::Byte,
            "phase" => Self::Phase,
            "decision" => Self::Decision,
            "conflict" => Self::Conflict,
            "fact" => Self::Fact,
            _ => Self::Clocks,
        }
    }
}

/// What the FPGA is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Phase {
    /// The board comes.
    Receiving,
    /// The core works.
    Solving,
    /// The reply goes.
    Replying,
    /// The reply is whole.
    Done,
}

/// A simulated FPGA with a board on its way.
pub struct Watch {
    board: SimBoard,
    puzzle: Puzzle,
    bytes: Vec<u8>,
    sent: usize,
    received: Vec<u8>,
    decoder: ReplyDecoder,
    reply: Option<Reply>,
    visits: u64,
    /// Rows and columns whose visit ended in the last clock.
    ended: [u32; 2],
    /// Rows and columns of the last visit.
    visited: [u32; 2],
    rounds: u64,
    /// Visits until this round ends.
    round_left: usize,
    decided: bool,
    fault: Option<String>,
    wave: Wave,
    search: Follower,
    observer: Observer,
}

/// The build with the core of that name that takes the puzzle.
///
/// # Errors
/// There is none, in words.
pub fn build(core: &str, puzzle: &Puzzle) -> Result<&'static Build, String> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let build = CoreKind::from_name(core).and_then(|kind| build_for(kind, rows, columns));
    build.ok_or_else(|| {
        let sides = BUILDS.iter().filter(|build| build.core().name() == core);
        let most = sides.map(Build::side).max().unwrap_or_default();
        format!(
            "no {core} core takes {rows} × {columns}; expected at most {most} × {most}: choose a smaller puzzle"
        )
    })
}

/// A simulated board with the core of that name, from the encoded netlist of its [`build()`], and the bytes that bring it a puzzle.
///
/// # Errors
/// No build takes the puzzle, or the netlist is not that build's, in words.
pub(crate) fn power_on(
    core: &str,
    puzzle: &Puzzle,
    netlist: &[u8],
) -> Result<(SimBoard, Vec<u8>), String> {
    let build = build(core, puzzle)?;
    let damaged = || format!("the netlist of {} is damaged: reload the page", build.name);
    let netlist = codec::decode(netlist).ok_or_else(damaged)?;
    let bytes = wire::board_bytes(puzzle, build.core())?;
    let board = SimBoard::of_netlist(build, netlist).map_err(|error| error.to_string())?;
    Ok((board, bytes))
}

impl Watch {
    /// A board with the core of that name, from the encoded netlist of its [`build()`], its power on, and a puzzle to solve.
    ///
    /// # Errors
    /// No build takes the puzzle, or the netlist is not that build's, in words.
    pub fn new(core: &str, puzzle: Puzzle, netlist: &[u8]) -> Result<Self, String> {
        let (board, bytes) = power_on(core, &puzzle, netlist)?;
        Ok(Self {
            board,
            bytes,
            puzzle,
            sent: 0,
            received: Vec::new(),
            decoder: ReplyDecoder::new(),
            reply: None,
            visits: 0,
            ended: [0; 2],
            visited: [0; 2],
            rounds: 0,
            round_left: 0,
            decided: false,
            fault: None,
            wave: Wave::default(),
            search: Follower::default(),
            observer: Observer::default(),
        })
    }

    /// All signals of its design.
    pub fn signals(&self) -> Vec<signals::Signal> {
        signals::list(self.board.design().block())
    }

    /// Keeps what these signals hold from now on, in place of others.
    ///
    /// # Errors
    /// There is no such signal, or there are too many, in words.
    pub fn choose(&mut self, names: &[String]) -> Result<(), String> {
        self.wave.choose(&self.signals(), names)
    }

    /// Counts from now on the clocks in which these blocks change, and shows what these signals hold, in place of others; nothing without
    /// blocks.
    ///
    /// # Errors
    /// There is no such signal, in words.
    pub fn observe(&mut self, blocks: &[String], signals: &[String]) -> Result<(), String> {
        let design = self.board.design();
        self.observer
            .observe(design, self.board.clocks(), blocks, signals)
    }

    /// Begins a step: blocks that change from now on are counted for it.
    pub fn step(&mut self) {
        self.observer
            .restart(self.board.design(), self.board.clocks());
    }

    /// What the signals held from clock `from` to before `to`, for a picture of `parts` columns: the events, and the chosen ones.
    pub fn wave(&self, from: u64, to: u64, parts: u64) -> Vec<Shown> {
        self.wave.window(from, to.min(self.board.clocks()), parts)
    }

    /// What it is at.
    pub fn phase(&self) -> Phase {
        let events = self.board.design().events();
        if self.reply.is_some() {
            Phase::Done
        } else if self.decided || events.replying {
            Phase::Replying
        } else if events.solving {
            Phase::Solving
        } else {
            Phase::Receiving
        }
    }

    /// Lets up to `clocks` pass; returns how many did.
    pub fn run(&mut self, clocks: u32, until: Until) -> u32 {
        let phase = self.phase();
        for clock in 1..=clocks {
            if self.reply.is_some() || self.fault.is_some() {
                return clock - 1;
            }
            let before = (self.sent, self.received.len(), self.visits, self.rounds);
            let (found, decided) = (self.search.counts(), self.decided);
            self.clock();
            let after = (self.sent, self.received.len(), self.visits, self.rounds);
            let counts = self.search.counts();
            let is_over = self.decided != decided;
            let stop = match until {
                Until::Clocks => false,
                Until::Visit => after.2 != before.2 || self.phase() != phase,
                Until::Round => after.3 != before.3 || self.phase() != phase,
                Until::Byte => (after.0, after.1) != (before.0, before.1),
                Until::Phase => self.phase() != phase,
                Until::Decision => is_over || counts.decisions != found.decisions,
                Until::Conflict => is_over || counts.conflicts != found.conflicts,
                Until::Fact => is_over || counts.facts != found.facts,
            };
            if stop {
                return clock;
            }
        }
        clocks
    }

    fn clock(&mut self) {
        let sent_before = self.sent;
        let Self {
            board, bytes, sent, ..
        } = self;
        let mut next = || {
            let byte = bytes.get(*sent).copied();
            *sent += usize::from(byte.is_some());
            byte
        };
        match board.step(&mut next) {
            Err(error) => self.fault = Some(error.to_string()),
            Ok(byte) => {
                let events = board.design().events();
                let ended = std::mem::replace(&mut self.ended, board.design().ending());
                if events.visited {
                    self.visits += 1;
                    self.visited = match board.build().core() {
                        CoreKind::Classic | CoreKind::Parallel => ended,
                        CoreKind::Clue => self.ended,
                    };
                }
                if events.launched {
                    self.round_left = self.puzzle.row_count() + self.puzzle.column_count();
                } else if events.visited && events.solving {
                    self.round_left = self.round_left.saturating_sub(1);
                    if self.round_left == 0 {
                        self.rounds += 1;
                        self.round_left = self.unsettled();
                    }
                }
                self.decided |= events.decided;
                let happened = [
                    self.sent > sent_before,
                    events.launched,
                    events.solving,
                    events.visited,
                    events.decided,
                    events.replying,
                    byte.is_some(),
                ];
                let clock = self.board.clocks() - 1;
                self.search.observe(clock, self.board.design());
                self.wave.sample(clock, happened, self.board.design());
                if let Some(byte) = byte {
                    self.received.push(byte);
                    match self.decoder.push(byte) {
                        Ok(Some(ReplyEvent::End(reply))) => self.reply = Some(reply),
                        Ok(_) => {}
                        Err(error) => self.fault = Some(error.to_string()),
                    }
                }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
