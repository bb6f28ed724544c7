//! The simulated FPGA, stopped and gone on with at will.
//! Interface: [`Watch`] takes a puzzle; [`Watch::run`] lets clocks pass, up to an event; [`Watch::state`] shows it.

use nonogram_hdl::{BUILDS, Build, build_for};
use nonogram_protocol::{CoreKind, Message, Reply, ReplyDecoder, ReplyEvent};
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
    /// Clocks of the core, once it has decided.
    pub cycles: Option<u64>,
    /// What is known.
    pub cells: String,
    /// Options left of each row, then of each column; none in a clue core.
    pub options: Vec<u32>,
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

/// Messages that are shown.
const SHOWN: usize = 6;

impl Watch {
    /// A board with the core of that name, its power on, and a puzzle to solve.
    ///
    /// # Errors
    /// No build takes the puzzle, in words.
    pub fn new(core: &str, puzzle: Puzzle) -> Result<Self, String> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let build = CoreKind::from_name(core).and_then(|kind| build_for(kind, rows, columns));
        let build = build.ok_or_else(|| {
            let sides = BUILDS.iter().filter(|build| build.core().name() == core);
            let most = sides.map(Build::side).max().unwrap_or_default();
            format!(
                "no {core} core takes {rows} × {columns}; expected at most {most} × {most}: choose a smaller puzzle"
            )
        })?;
        let bytes = wire::board_bytes(&puzzle, build.core())?;
        Ok(Self {
            board: SimBoard::new(build.name, Drive::Pins).map_err(|error| error.to_string())?,
            bytes,
            puzzle,
            sent: 0,
            received: Vec::new(),
            decoder: ReplyDecoder::new(),
            reply: None,
            visits: 0,
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
            let before = (self.sent, self.received.len(), self.visits);
            self.clock();
            let after = (self.sent, self.received.len(), self.visits);
            let stop = match until {
                Until::Clocks => false,
                Until::Visit => after.2 != before.2 || self.phase() != phase,
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

    /// What is known, as a picture.
    fn cells(&self) -> Grid {
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
        let counts = design.probe().counts;
        let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
        let found = signals::read(design.block(), &["queue.used", "parser.state.q"]);
        let verified = self.reply.as_ref().map(|reply| {
            let grid = Grid::from_fn_cells(&self.puzzle, |row, column| {
                reply.cells.get(row * columns + column).copied().flatten()
            });
            self.puzzle.is_solved_by(&grid)
        });
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
            cycles: self.board.cycles(),
            cells: text(&self.cells()),
            options: if counts.is_empty() {
                Vec::new()
            } else {
                let columns = build.side()..build.side() + columns;
                [&counts[..rows], &counts[columns]].concat()
            },
            queue: found[0].as_ref().map_or(0, |reading| reading.value),
            parser: found[1]
                .as_ref()
                .and_then(|reading| reading.state.clone())
                .unwrap_or_default(),
            to_board: last(&self.bytes[..self.sent]),
            from_board: last(&self.received),
            status: self.reply.as_ref().map(|reply| reply.status.to_string()),
            verified,
            fault: self.fault.clone(),
            trace: self.trace.iter().copied().collect(),
        }
    }
}

/// The last messages of a stream, in words.
fn last(bytes: &[u8]) -> Vec<String> {
    let messages = bytes.len() / 2;
    let from = messages.saturating_sub(SHOWN);
    let words = bytes[2 * from..2 * messages].chunks_exact(2);
    words
        .map(|word| {
            let message = Message::from_bytes([word[0], word[1]]);
            format!("{:02x}{:02x}  {message}", word[0], word[1])
        })
        .collect()
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
mod tests {
    use super::*;

    fn cross() -> Puzzle {
        Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap())
    }

    #[test]
    fn a_board_is_watched_to_its_end() {
        for core in ["classic", "parallel", "clue"] {
            let mut watch = Watch::new(core, cross()).unwrap();
            assert_eq!(watch.state().phase, Phase::Receiving);
            assert_eq!(watch.run(100, Until::Byte), 1);
            watch.run(u32::MAX, Until::Phase);
            assert_eq!(watch.phase(), Phase::Solving, "{core}");
            let state = watch.state();
            assert_eq!((state.sent, state.cycles), (state.total, None));
            watch.run(u32::MAX, Until::Phase);
            assert_eq!(watch.phase(), Phase::Replying);
            watch.run(1, Until::Clocks);
            assert!(watch.state().cycles.is_some());
            watch.run(u32::MAX, Until::Clocks);
            let state = watch.state();
            assert_eq!((state.phase, state.verified), (Phase::Done, Some(true)));
            assert_eq!(
                (&*state.cells, state.status.as_deref()),
                ("-#-###-#-", Some("solved"))
            );
            assert_eq!(state.fault, None);
        }
    }

    #[test]
    fn the_cycles_are_those_of_the_board() {
        let mut watch = Watch::new("classic", cross()).unwrap();
        let bytes = watch.bytes.clone();
        watch.run(u32::MAX, Until::Clocks);
        let mut board = SimBoard::new("classic11", Drive::Pins).unwrap();
        let exchange = board
            .exchange(&mut bytes.into_iter(), &mut |_, _| {})
            .unwrap();
        assert_eq!(watch.state().cycles, exchange.cycles);
        assert_eq!(watch.received, exchange.reply);
    }

    #[test]
    fn large_boards_are_refused() {
        let puzzle = Puzzle::from_grid(&Grid::from_fn(17, 3, |_, _| true));
        assert!(
            Watch::new("classic", puzzle)
                .err()
                .unwrap()
                .contains("at most 16")
        );
    }
}
