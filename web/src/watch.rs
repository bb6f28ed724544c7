//! The simulated FPGA, stopped and gone on with at will.
//! Interface: [`Watch`] takes a puzzle; [`Watch::run`] lets clocks pass, up to an event; [`Watch::state`] shows it.

use nonogram_hdl::{BUILDS, Build, build_for};
use nonogram_protocol::{CoreKind, Reply, ReplyDecoder, ReplyEvent, Status};
use nonogram_puzzles::{Cell, Grid, Puzzle};
use nonogram_sim::{Drive, SimBoard, signals};
use serde::Serialize;
use std::collections::VecDeque;

use crate::sheet::text;
use crate::wire;

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
}

impl Until {
    /// The event of that name; clocks for any other.
    pub fn named(name: &str) -> Self {
        match name {
            "visit" => Self::Visit,
            "round" => Self::Round,
            "byte" => Self::Byte,
            "phase" => Self::Phase,
            _ => Self::Clocks,
        }
    }
}

/// What the FPGA is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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
    rounds: u64,
    /// Visits until this round ends.
    round_left: usize,
    decided: bool,
    fault: Option<String>,
    trace: VecDeque<u8>,
}

/// What the page shows of it.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The build's name.
    pub build: &'static str,
    /// Its clock, Hz.
    pub clock_hz: u64,
    /// Its baud rate.
    pub baud: u64,
    /// Clocks so far.
    pub clocks: u64,
    /// What it is at.
    pub phase: Phase,
    /// Bytes that it has been sent.
    pub sent: usize,
    /// Bytes of the board.
    pub total: usize,
    /// Bytes of the reply so far.
    pub received: usize,
    /// Line visits.
    pub visits: u64,
    /// Rounds of visits that are over.
    pub rounds: u64,
    /// Clocks of the core, once it has decided.
    pub cycles: Option<u64>,
    /// What is known.
    pub cells: String,
    /// Options left of each row, then of each column; none in a clue core.
    pub options: Vec<u32>,
    /// What the puzzle takes on the wire, in either form of board.
    pub sizes: wire::Sizes,
    /// Bytes in the receive queue.
    pub queue: u64,
    /// The parser's state.
    pub parser: String,
    /// The last messages to the FPGA, the newest last.
    pub to_board: Vec<String>,
    /// The last messages of the reply.
    pub from_board: Vec<String>,
    /// The status of the reply.
    pub status: Option<String>,
    /// Whether the picture of the reply satisfies every clue.
    pub verified: Option<bool>,
    /// What went wrong in the simulation.
    pub fault: Option<String>,
    /// The last clocks, the newest last: bits for a byte taken, launch, work, a visit's end, verdict, reply, a byte sent.
    pub trace: Vec<u8>,
}

/// Clocks that the trace goes back.
const TRACED: usize = 192;

/// A simulated board with the core of that name, and the bytes that bring it a puzzle.
///
/// # Errors
/// No build takes the puzzle, in words.
pub(crate) fn power_on(core: &str, puzzle: &Puzzle) -> Result<(SimBoard, Vec<u8>), String> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let build = CoreKind::from_name(core).and_then(|kind| build_for(kind, rows, columns));
    let build = build.ok_or_else(|| {
        let sides = BUILDS.iter().filter(|build| build.core().name() == core);
        let most = sides.map(Build::side).max().unwrap_or_default();
        format!(
            "no {core} core takes {rows} × {columns}; expected at most {most} × {most}: choose a smaller puzzle"
        )
    })?;
    let bytes = wire::board_bytes(puzzle, build.core())?;
    let board = SimBoard::new(build.name, Drive::Pins).map_err(|error| error.to_string())?;
    Ok((board, bytes))
}

impl Watch {
    /// A board with the core of that name, its power on, and a puzzle to solve.
    ///
    /// # Errors
    /// No build takes the puzzle, in words.
    pub fn new(core: &str, puzzle: Puzzle) -> Result<Self, String> {
        let (board, bytes) = power_on(core, &puzzle)?;
        Ok(Self {
            board,
            bytes,
            puzzle,
            sent: 0,
            received: Vec::new(),
            decoder: ReplyDecoder::new(),
            reply: None,
            visits: 0,
            rounds: 0,
            round_left: 0,
            decided: false,
            fault: None,
            trace: VecDeque::new(),
        })
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
            self.clock();
            let after = (self.sent, self.received.len(), self.visits, self.rounds);
            let stop = match until {
                Until::Clocks => false,
                Until::Visit => after.2 != before.2 || self.phase() != phase,
                Until::Round => after.3 != before.3 || self.phase() != phase,
                Until::Byte => (after.0, after.1) != (before.0, before.1),
                Until::Phase => self.phase() != phase,
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
                self.visits += u64::from(events.visited);
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
                let signals = [
                    self.sent > sent_before,
                    events.launched,
                    events.solving,
                    events.visited,
                    events.decided,
                    events.replying,
                    byte.is_some(),
                ];
                if self.trace.len() == TRACED {
                    self.trace.pop_front();
                }
                let bits = signals
                    .iter()
                    .enumerate()
                    .map(|(bit, &high)| u8::from(high) << bit);
                self.trace.push_back(bits.sum());
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

    /// Options left of each line, rows first; none in a clue core.
    fn options(&self) -> Vec<u32> {
        let counts = self.board.design().probe().counts;
        if counts.is_empty() {
            return Vec::new();
        }
        let side = self.board.build().side();
        let columns = side..side + self.puzzle.column_count();
        [&counts[..self.puzzle.row_count()], &counts[columns]].concat()
    }

    /// Lines with several options left, or, in a clue core, with an open cell.
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

    /// What is known, as a picture: in the core, then as the reply has it. A board without solution has no cells in its reply.
    fn cells(&self) -> Grid {
        if let Some(reply) = &self.reply
            && reply.status != Status::Unsolvable
        {
            let columns = self.puzzle.column_count();
            return Grid::from_fn_cells(&self.puzzle, |row, column| {
                reply.cells.get(row * columns + column).copied().flatten()
            });
        }
        let probe = self.board.design().probe();
        Grid::from_fn_cells(&self.puzzle, |row, column| {
            let bit = |words: &[u32]| words[row] >> column & 1 == 1;
            bit(&probe.known).then(|| bit(&probe.assigned))
        })
    }

    /// What the page shows.
    pub fn state(&self) -> State {
        let build = self.board.build();
        let design = self.board.design();
        let found = signals::read(design.block(), &["queue.used", "parser.state.q"]);
        let cells = self.cells();
        let verified = self
            .reply
            .is_some()
            .then(|| self.puzzle.is_solved_by(&cells));
        State {
            build: build.name,
            clock_hz: build.clock_hz(),
            baud: build.baud(),
            clocks: self.board.clocks(),
            phase: self.phase(),
            sent: self.sent,
            total: self.bytes.len(),
            received: self.received.len(),
            visits: self.visits,
            rounds: self.rounds,
            cycles: self.board.cycles(),
            cells: text(&cells),
            options: self.options(),
            sizes: wire::sizes(&self.puzzle),
            queue: found[0].as_ref().map_or(0, |reading| reading.value),
            parser: found[1]
                .as_ref()
                .and_then(|reading| reading.state.clone())
                .unwrap_or_default(),
            to_board: wire::last(&self.bytes[..self.sent]),
            from_board: wire::last(&self.received),
            status: self.reply.as_ref().map(|reply| reply.status.to_string()),
            verified,
            fault: self.fault.clone(),
            trace: self.trace.iter().copied().collect(),
        }
    }
}

/// Grids of a puzzle's size.
trait OfPuzzle {
    fn from_fn_cells(puzzle: &Puzzle, cell: impl Fn(usize, usize) -> Option<bool>) -> Self;
}

impl OfPuzzle for Grid {
    fn from_fn_cells(puzzle: &Puzzle, cell: impl Fn(usize, usize) -> Option<bool>) -> Self {
        let mut grid = Self::new(puzzle.row_count(), puzzle.column_count());
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                grid.set(
                    row,
                    column,
                    cell(row, column).map_or(Cell::Unknown, Cell::from),
                );
            }
        }
        grid
    }
}

#[cfg(test)]
mod tests;
