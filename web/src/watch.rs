//! A simulated FPGA that can be stopped and resumed.
//! Interface: [`Watch::new`] loads a puzzle; [`Watch::run`] runs cycles, up to an event; [`Watch::state`] returns a snapshot, a [`State`].
//! `Watch::choose` selects the signals of the waveform, which `Watch::wave` returns; `Watch::observe` selects the blocks of the diagram.

mod search;
#[cfg(test)]
mod tests;
mod wave;

use nonogram_protocol::{CoreKind, Received, Reply, ReplyDecoder};
use nonogram_puzzles::{Cell, Grid, Puzzle};
use nonogram_sim::SimBoard;
use nonogram_sim::answer::grid_of;
use nonogram_sim::simulation::Signal;
use nonogram_sim::wire::{Encoded, colours_of};
use nonogram_verilog::{Build, Parameters, Top, build_for, netlist_of};
use search::Follower;
use serde::Serialize;
use wave::{Observer, Wave};

use crate::sheet::text;
use crate::wire;

pub use search::Shown as Search;
pub use wave::{Observed, Recording, Shown};

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
    /// The occupancy of the receive FIFO, and the state of the parser.
    link: [Signal; 2],
    wave: Wave,
    search: Follower,
    observer: Observer,
}

/// The core with the given name.
pub fn core_kind(core: &str) -> Result<CoreKind, String> {
    CoreKind::from_name(core)
        .ok_or_else(|| format!("no core is named {core}; expected classic, parallel or clue"))
}

/// The first build of the table with the named core that fits the puzzle, and the board for it.
pub fn build<'a>(core: &str, puzzle: &'a Puzzle) -> Result<(&'static Build, Encoded<'a>), String> {
    let kind = core_kind(core)?;
    let fitting = wire::encode(puzzle, kind)
        .and_then(|board| build_for(kind, &board.size).map(|build| (build, board)));
    fitting.map_err(|excess| {
        format!("no build of the {core} core fits the puzzle: {excess}; choose another puzzle")
    })
}

/// Powers on the [`build()`] with the named core, from its Verilog. Returns the simulated FPGA and the bytes to send to it.
fn power_on(core: &str, puzzle: &Puzzle, verilog: &str) -> Result<(SimBoard, Vec<u8>), String> {
    let (build, encoded) = build(core, puzzle)?;
    let netlist = netlist_of(verilog, Top::Uart, &Parameters::default().fast());
    let damaged =
        |error| format!("the Verilog of {} is damaged: reload the page ({error})", build.name);
    let netlist = netlist.map_err(damaged)?;
    let board = SimBoard::of_netlist(build, netlist).map_err(|error| error.to_string())?;
    Ok((board, encoded.bytes().collect()))
}

impl Watch {
    /// Powers on the [`build()`] with the named core, from its Verilog, with a puzzle to solve.
    pub fn new(core: &str, puzzle: Puzzle, verilog: &str) -> Result<Self, String> {
        let (board, bytes) = power_on(core, &puzzle, verilog)?;
        let has_single_blocks = wire::has_single_blocks(&bytes);
        let all = board.design().simulation().signals();
        let signal = |name| wave::place(&all, name).map(|place| all[place].clone());
        let link = [signal("queue.used")?, signal("parser.control.state")?];
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
            link,
            wave: Wave::default(),
            observer: Observer::default(),
        })
    }

    /// All signals of the design except its constants.
    pub fn signals(&self) -> Vec<Signal> {
        self.board.design().simulation().signals()
    }

    /// Chooses the signals that are recorded from now on; replaces the previous choice.
    pub fn choose(&mut self, names: &[String]) -> Result<(), String> {
        self.wave.choose(&self.signals(), names)
    }

    /// Chooses the blocks whose cycles with a change are counted, and the signals whose values are shown; replaces the previous
    /// choice. If `blocks` is empty, nothing is observed.
    pub fn observe(&mut self, blocks: &[String], signals: &[String]) -> Result<(), String> {
        let clocks = self.board.clocks();
        let simulation = self.board.design_mut().simulation_mut();
        self.observer.observe(simulation, clocks, blocks, signals)
    }

    /// Begins a step: restarts the counts of changes.
    pub fn step(&mut self) {
        let clocks = self.board.clocks();
        self.observer.restart(self.board.design_mut().simulation_mut(), clocks);
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

    /// Counts and the phase that change at an event.
    fn mark(&self, until: Until) -> [u64; 2] {
        let over = u64::from(self.decided);
        match until {
            Until::Clocks => [0; 2],
            Until::Visit => [self.visits, self.phase() as u64],
            Until::Round => [self.rounds, self.phase() as u64],
            Until::Byte => [self.sent as u64, self.received.len() as u64],
            Until::Phase => [0, self.phase() as u64],
            Until::Decision => [self.search.counts().decisions, over],
            Until::Conflict => [self.search.counts().conflicts, over],
            Until::Fact => [self.search.counts().facts, over],
        }
    }

    /// Runs at most `clocks` cycles, up to an event, the end of the reply or a fault; returns the number of cycles run.
    pub fn run(&mut self, clocks: u32, until: Until) -> u32 {
        let before = self.mark(until);
        for clock in 0..clocks {
            if self.reply.is_some() || self.fault.is_some() {
                return clock;
            }
            self.clock();
            if self.mark(until) != before {
                return clock + 1;
            }
        }
        clocks
    }

    fn clock(&mut self) {
        let sent_before = self.sent;
        let Self { board, bytes, sent, .. } = self;
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
                self.wave.sample(clock, happened, self.board.design().simulation());
                if let Some(byte) = byte {
                    self.received.push(byte);
                    match self.decoder.push(byte) {
                        Ok(Some(Received::Reply(reply))) => self.reply = Some(reply),
                        Ok(_) => {}
                        Err(error) => self.fault = Some(error.to_string()),
                    }
                }
            }
        }
    }
}

/// Snapshot of a watched FPGA.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FpgaState"))]
pub struct State {
    /// Name of the build.
    pub build: &'static str,
    /// Clock frequency of the build, in Hz.
    pub clock_hz: u64,
    /// Baud rate of the build.
    pub baud: u64,
    /// Clock cycles since power-on.
    pub clocks: u64,
    /// Current phase: receiving, solving, replying or done.
    pub phase: Phase,
    /// Bytes of the board sent so far.
    pub sent: usize,
    /// Length of the board, in bytes.
    pub total: usize,
    /// Bytes of the reply received so far.
    pub received: usize,
    /// Cycles in which a line visit ended, without a parallel core's first visits.
    pub visits: u64,
    /// Indices of the lines of the last visit; rows first, then columns.
    pub visited: Vec<usize>,
    /// Completed rounds of visits.
    pub rounds: u64,
    /// Core cycles to the verdict; none before it.
    pub cycles: Option<u64>,
    /// Cells in row-major order, one character each: `#` for the first colour, `b` to `z` for the others, `-` blank, `?` unknown.
    pub cells: String,
    /// Options left per line, rows first, then columns; empty for a clue core.
    pub options: Vec<u32>,
    /// Sizes of the puzzle's boards, of options and of clues.
    pub sizes: wire::Sizes,
    /// Bytes in the receive FIFO.
    pub queue: u64,
    /// Name of the parser's state.
    pub parser: String,
    /// The last six messages sent to the FPGA, or fewer; the newest is last.
    pub to_board: Vec<String>,
    /// The last six messages of the reply, or fewer; the newest is last.
    pub from_board: Vec<String>,
    /// Status of the reply; none before its end.
    pub status: Option<String>,
    /// Whether `cells` satisfy every clue; none before the end of the reply.
    pub verified: Option<bool>,
    /// Error in the simulation or in the reply that stopped the run, if any.
    pub fault: Option<String>,
    /// Names of the signals chosen for the waveform.
    pub chosen: Vec<String>,
    /// The search of a clue core; none for other cores, and before the board begins.
    pub search: Option<search::Shown>,
    /// Observed blocks and signals; none if nothing is observed.
    pub observed: Option<Observed>,
}

impl Watch {
    fn visited_lines(&self) -> Vec<usize> {
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        let in_side = |side: usize, lines: usize| {
            (0..lines).filter(move |line| self.visited[side] >> line & 1 == 1)
        };
        let columns = in_side(1, columns).map(|column| rows + column);
        in_side(0, rows).chain(columns).collect()
    }

    /// Options left per line, rows first, then columns; empty for a clue core.
    fn options(&self) -> Vec<u32> {
        let counts = self.board.design().probe().counts;
        if counts.is_empty() {
            return Vec::new();
        }
        let side = self.board.build().side();
        let columns = side..side + self.puzzle.column_count();
        [&counts[..self.puzzle.row_count()], &counts[columns]].concat()
    }

    /// The number of lines with several options left or, in a clue core, with unknown cells.
    fn unsettled(&self) -> usize {
        let options = self.options();
        if !options.is_empty() {
            return options.iter().filter(|&&left| left > 1).count();
        }
        let cells = self.cells();
        let (rows, columns) = (cells.rows(), cells.columns());
        let open = |row, column| cells.get(row, column) == Cell::Unknown;
        let open_rows = (0..rows).filter(|&row| (0..columns).any(|column| open(row, column)));
        let open_columns = (0..columns).filter(|&column| (0..rows).any(|row| open(row, column)));
        open_rows.count() + open_columns.count()
    }

    /// The known cells: those of the core until the reply is complete, then those of the reply. After a reply without
    /// cells, such as one with the status unsolvable, the known cells remain those of the core.
    fn cells(&self) -> Grid {
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        if let Some(reply) = &self.reply
            && reply.status.has_cells()
        {
            return grid_of(reply);
        }
        // In a clue core the probe, which reads only the memory of the rows, may lack known cells.
        self.search.cells().unwrap_or_else(|| {
            let probe = self.board.design().probe();
            let bit = |words: &[u64], row: usize, column: usize| words[row] >> column & 1 == 1;
            Grid::from_cells(rows, columns, |row, column| {
                let is_known = bit(&probe.known, row, column);
                let filled = is_known.then(|| bit(&probe.assigned, row, column));
                filled.map_or(Cell::Unknown, Cell::from)
            })
        })
    }

    /// Takes a snapshot.
    pub fn state(&self) -> State {
        let build = self.board.build();
        let simulation = self.board.design().simulation();
        let [queue, parser] = &self.link;
        let values = simulation.values(&[queue.net, parser.net]);
        let cells = self.cells();
        let palette = self.has_single_blocks.then(|| self.puzzle.palette());
        let colours = colours_of(&self.puzzle);
        let verified = self.reply.is_some().then(|| self.puzzle.is_solved_by(&cells));
        State {
            build: build.name,
            clock_hz: self.board.parameters().clock_hz.into(),
            baud: self.board.parameters().baud.into(),
            clocks: self.board.clocks(),
            phase: self.phase(),
            sent: self.sent,
            total: self.bytes.len(),
            received: self.received.len(),
            visits: self.visits,
            visited: self.visited_lines(),
            rounds: self.rounds,
            cycles: self.board.cycles(),
            cells: text(&cells),
            options: self.options(),
            sizes: wire::sizes(&self.puzzle),
            queue: values[0],
            parser: parser.in_words(values[1]),
            to_board: wire::last(&self.bytes[..self.sent], |message| {
                wire::to_board(message, palette)
            }),
            from_board: wire::last(&self.received, |message| wire::from_board(message, colours)),
            status: self.reply.as_ref().map(|reply| reply.status.to_string()),
            verified,
            fault: self.fault.clone(),
            chosen: self.wave.chosen(),
            search: self.search.shown(),
            observed: self.observer.shown(simulation, self.board.clocks()),
        }
    }
}
