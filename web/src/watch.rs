//! A simulated FPGA that can be stopped and resumed.
//! Interface: [`Watch::new`] loads a puzzle; [`Watch::run`] runs cycles, up to an event; [`Watch::state`] returns a snapshot.
//! `Watch::choose` selects the signals of the waveform, which `Watch::wave` returns; `Watch::observe` selects the blocks of the diagram.

use nonogram_protocol::{CoreKind, Listed, Reply, ReplyDecoder, ReplyEvent, list};
use nonogram_puzzles::Puzzle;
use nonogram_sim::wire::colours_of;
use nonogram_sim::{SimBoard, signals};
use nonogram_verilog::{BUILDS, Build, Parameters, Top, build_for, netlist_of};
use serde::Serialize;

use crate::wire;

mod search;
mod state;
mod wave;

use search::Follower;
pub use search::Shown as Search;
pub use state::State;
pub use wave::{Observed, Shown};
use wave::{Observer, Wave};

/// The event at which a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// None: the run stops after its number of cycles.
    Clocks,
    /// The end of a line visit, or a change of phase.
    Visit,
    /// The end of a round, or a change of phase. The first round has as many visits as there are lines, each later round as many as there
    /// are unsettled lines when the round begins, but at least one. Visits that end in the same cycle count as one.
    Round,
    /// A byte sent to or received from the FPGA.
    Byte,
    /// A change of phase.
    Phase,
    /// A decision in the search of a clue core, or the core's verdict.
    Decision,
    /// A conflict in the search of a clue core, or the core's verdict.
    Conflict,
    /// A cell that becomes known on level 0 outside a probe in the search of a clue core, or the core's verdict.
    Fact,
}

impl Until {
    /// The event with the given name; [`Self::Clocks`] for any other name.
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

/// Phase of the exchange with the FPGA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Phase {
    /// The FPGA receives the board.
    Receiving,
    /// The core solves the board.
    Solving,
    /// The FPGA sends the reply.
    Replying,
    /// The reply has been received completely.
    Done,
}

/// A simulated FPGA to which one board is sent.
pub struct Watch {
    board: SimBoard,
    puzzle: Puzzle,
    bytes: Vec<u8>,
    /// Each message of the board's lines has one block and its colour.
    has_single_blocks: bool,
    sent: usize,
    received: Vec<u8>,
    decoder: ReplyDecoder,
    reply: Option<Reply>,
    visits: u64,
    /// Rows and columns whose visit ended in the last cycle, one bit per line.
    ended: [u64; 2],
    /// Rows and columns of the last visit, one bit per line.
    visited: [u64; 2],
    rounds: u64,
    /// Visits left in the current round.
    round_left: usize,
    decided: bool,
    fault: Option<String>,
    wave: Wave,
    search: Follower,
    observer: Observer,
}

/// The core with the given name.
///
/// # Errors
/// Returns a message if there is no such core.
pub fn core_kind(core: &str) -> Result<CoreKind, String> {
    CoreKind::from_name(core)
        .ok_or_else(|| format!("no core is named {core}; expected classic, parallel or clue"))
}

/// The first build of the table with the named core that fits the puzzle.
///
/// # Errors
/// Returns a message if there is no such core, or if none of its builds fits.
pub fn build(core: &str, puzzle: &Puzzle) -> Result<&'static Build, String> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let (kind, colours) = (core_kind(core)?, colours_of(puzzle));
    build_for(kind, rows, columns, colours).ok_or_else(|| {
        let builds = || BUILDS.iter().filter(|build| build.core() == kind);
        let side = builds().map(Build::side).max().unwrap_or_default();
        let most = builds().map(Build::colours).max().unwrap_or_default();
        format!(
            "no build of the {core} core fits {rows} × {columns} cells in {colours} colours; expected at most {side} × {side} in {most}: \
             choose another puzzle"
        )
    })
}

/// Powers on the [`build()`] with the named core, from its Verilog. Returns the simulated FPGA and the bytes to send to it.
///
/// # Errors
/// Returns a message if there is no such core, if none of its builds fits the puzzle, or if the Verilog
/// is damaged or lacks a signal or memory of the build.
pub(crate) fn power_on(
    core: &str,
    puzzle: &Puzzle,
    verilog: &str,
) -> Result<(SimBoard, Vec<u8>), String> {
    let build = build(core, puzzle)?;
    let netlist = netlist_of(verilog, Top::Uart, &Parameters::default().fast());
    let damaged = |error| {
        format!(
            "the Verilog of {} is damaged: reload the page ({error})",
            build.name
        )
    };
    let netlist = netlist.map_err(damaged)?;
    let bytes = wire::board_bytes(puzzle, build.core())?;
    let board = SimBoard::of_netlist(build, netlist).map_err(|error| error.to_string())?;
    Ok((board, bytes))
}

impl Watch {
    /// Powers on the [`build()`] with the named core, from its Verilog, with a puzzle to solve.
    ///
    /// # Errors
    /// Returns a message if there is no such core, if none of its builds fits the puzzle, or if the
    /// Verilog is damaged or lacks a signal or memory of the build.
    pub fn new(core: &str, puzzle: Puzzle, verilog: &str) -> Result<Self, String> {
        let (board, bytes) = power_on(core, &puzzle, verilog)?;
        let has_single_blocks =
            list(bytes.iter().copied()).any(|message| matches!(message, Listed::Block(..)));
        Ok(Self {
            board,
            bytes,
            has_single_blocks,
            search: Follower::of(&puzzle),
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
            observer: Observer::default(),
        })
    }

    /// All signals of the design except its constants.
    pub fn signals(&self) -> Vec<signals::Signal> {
        signals::list(self.board.design())
    }

    /// Chooses the signals that are recorded from now on; replaces the previous choice.
    ///
    /// # Errors
    /// Returns a message if a signal does not exist or is ambiguous, or if there are too many signals.
    pub fn choose(&mut self, names: &[String]) -> Result<(), String> {
        self.wave.choose(&self.signals(), names)
    }

    /// Chooses the blocks whose cycles with a change are counted, and the signals whose values are shown; replaces the previous
    /// choice. If `blocks` is empty, nothing is observed.
    ///
    /// # Errors
    /// Returns a message if a signal does not exist or is ambiguous.
    pub fn observe(&mut self, blocks: &[String], signals: &[String]) -> Result<(), String> {
        let design = self.board.design();
        self.observer
            .observe(design, self.board.clocks(), blocks, signals)
    }

    /// Begins a step: restarts the counts of changes.
    pub fn step(&mut self) {
        self.observer
            .restart(self.board.design(), self.board.clocks());
    }

    /// Values of the events and the chosen signals from cycle `from` to before `to`, for a waveform of `parts` columns.
    pub fn wave(&self, from: u64, to: u64, parts: u64) -> Vec<Shown> {
        self.wave.window(from, to.min(self.board.clocks()), parts)
    }

    /// The current phase.
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

    /// Runs at most `clocks` cycles, up to an event, the end of the reply or a fault; returns the number of cycles run.
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
