//! The simulated board in this process: nonogram-sim simulates the design cycle by cycle.
//!
//! The board is kept for the next puzzle; it is replaced by a new board if its simulation fails, or if the next puzzle needs another build.

use std::io::Write;
use std::time::Instant;

use nonogram_protocol::{BuildIdentity, Reply, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::search::Trace;
use nonogram_sim::{Drive, Engine, SimBoard, SimError, Waveform};
use nonogram_verilog::Build;

use super::codec::Codec;
use super::{Designs, EachReply, Link, LinkError, Outgoing, Tail, Traffic, one_by_one};
use crate::interrupt;
use crate::observer::{self, Observer};

/// Boards of more bytes take rust-hdl more than a minute through the simulated UART: a byte takes 40 cycles there, and rust-hdl
/// simulates about 100,000 cycles per second.
const HEAVY_BYTES: u64 = 200_000;

/// Simulated boards.
pub struct Sim {
    designs: Designs,
    drive: Drive,
    engine: Engine,
    lockstep: bool,
    waveform: Option<Box<dyn Write>>,
    trace: Option<Box<dyn Write>>,
    board: Option<SimBoard>,
}

impl Sim {
    /// Boards of these designs.
    pub fn new(designs: Designs) -> Self {
        Self {
            designs,
            drive: Drive::default(),
            engine: Engine::COMPILED,
            lockstep: false,
            waveform: None,
            trace: None,
            board: None,
        }
    }

    /// The same boards, with their bytes transferred in the way that `drive` specifies.
    #[must_use]
    pub fn with_drive(mut self, drive: Drive) -> Self {
        self.drive = drive;
        self
    }

    /// The same boards, simulated by this engine.
    #[must_use]
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The same boards; `lockstep` sets whether they are compared with the software model in lockstep.
    #[must_use]
    pub fn with_lockstep(mut self, lockstep: bool) -> Self {
        self.lockstep = lockstep;
        self
    }

    /// The same boards; the first board created writes a waveform to `file`.
    #[must_use]
    pub fn with_waveform(mut self, file: Box<dyn Write>) -> Self {
        self.waveform = Some(file);
        self
    }

    /// The same boards; the first board created writes the events of its search to `file`, if it is a clue core on the
    /// compiled engine.
    #[must_use]
    pub fn with_trace(mut self, file: Box<dyn Write>) -> Self {
        self.trace = Some(file);
        self
    }

    /// A board with this build: the previous board if it has the same build, otherwise a new one.
    fn board(&mut self, build: &'static Build) -> Result<SimBoard, SimError> {
        if let Some(board) = self.board.take()
            && board.build().name == build.name
        {
            return Ok(board);
        }
        let board = SimBoard::with_engine(
            build.name,
            self.drive,
            self.engine,
            &self.designs.parameters,
        )?;
        let mut board = board.with_stop(interrupt::flag());
        if self.lockstep {
            board = board.with_lockstep();
        }
        if let Some(file) = self.waveform.take() {
            board =
                board.with_waveform(Waveform::new(file, self.designs.parameters.clock_hz.into()));
        }
        if let Some(file) = self.trace.take() {
            board = board.with_trace(Trace::new(file));
        }
        Ok(board)
    }
}

impl Link for Sim {
    fn design(&self, puzzle: &Puzzle) -> (&'static dyn Codec, Option<BuildIdentity>) {
        self.designs.identity(puzzle)
    }

    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn Observer,
        each: EachReply<'_>,
    ) -> Result<(), LinkError> {
        one_by_one(boards, each, |board| self.exchange(board, observer))
    }
}

impl Sim {
    /// Sends a board and waits for its whole reply.
    fn exchange(
        &mut self,
        mut board: Outgoing<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Reply, Traffic), LinkError> {
        let build = self.designs.choose(&board.plan)?;
        let bytes = board.plan.bytes;
        if bytes > HEAVY_BYTES && self.engine != Engine::COMPILED && self.drive != Drive::Bytes {
            say!(
                "nonogram: a board of {bytes} bytes takes rust-hdl minutes to simulate; the engine compiled takes seconds"
            );
        }
        let mut sim = self.board(build)?;
        let start = Instant::now();
        let mut count = observer::counts(observer, &board.plan);
        let mut bytes_sent = 0;
        let mut tail = Tail::default();
        let mut bytes = board.bytes.by_ref().inspect(|&byte| tail.push(byte));
        let exchange = sim.exchange(&mut bytes, &mut |sent, received| {
            bytes_sent = sent;
            count(sent, received);
        })?;
        self.board = Some(sim);
        let traffic = Traffic {
            bytes_sent,
            check: tail.check(),
            bytes_received: exchange.reply.len() as u64,
            elapsed: start.elapsed(),
            cycles: exchange.cycles,
            clocks: Some(exchange.clocks),
        };
        let reply = decode_reply(exchange.reply).map_err(LinkError::Simulated)?;
        Ok((reply, traffic))
    }
}
