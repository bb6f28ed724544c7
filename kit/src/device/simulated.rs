//! The simulated board in this process: nonogram-sim simulates the design cycle by cycle.
//!
//! The board is kept for the next puzzle; it is replaced by a new board if its simulation fails, or if the next puzzle needs another build.

use std::io::Write;
use std::time::Instant;

use nonogram_protocol::{Reply, decode_reply};
use nonogram_sim::search::Trace;
use nonogram_sim::{Drive, Engine, SimBoard, SimError, Waveform};
use nonogram_verilog::Build;

use super::{Board, Designs, Event, Fault, OnEvent, Tail, Traffic, counts};
use crate::stop;

/// Boards of more bytes take rust-hdl more than a minute through the simulated UART: a byte takes 40 cycles there, and rust-hdl
/// simulates about 100,000 cycles per second.
const HEAVY_BYTES: u64 = 200_000;

/// Simulated boards.
pub struct Simulated {
    /// The designs to choose from.
    pub designs: Designs,
    /// How bytes reach the design.
    pub drive: Drive,
    /// What simulates the design.
    pub engine: Engine,
    /// Whether the design is compared with the software model in lockstep.
    pub lockstep: bool,
    /// The first board created writes its waveform here.
    pub waveform: Option<Box<dyn Write>>,
    /// The first board created writes the events of its search here, if it is a clue core on the compiled engine.
    pub trace: Option<Box<dyn Write>>,
    board: Option<SimBoard>,
}

impl Simulated {
    /// Boards of these designs on the compiled engine, without lockstep, waveform and trace.
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
        let mut board = board.with_stop(stop::flag());
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

    /// Sends a board and waits for its whole reply.
    ///
    /// # Errors
    /// No build fits the board, the simulation fails, or Ctrl-C was pressed.
    pub(super) fn exchange(
        &mut self,
        mut board: Board<'_>,
        on_event: OnEvent<'_>,
    ) -> Result<(Reply, Traffic), Fault> {
        let build = self.designs.choose(&board.plan)?;
        let bytes = board.plan.bytes;
        if bytes > HEAVY_BYTES && self.engine != Engine::COMPILED && self.drive != Drive::Bytes {
            on_event(Event::Slow(format!(
                "a board of {bytes} bytes takes rust-hdl minutes to simulate; the engine compiled takes seconds"
            )));
        }
        let mut sim = self.board(build)?;
        sim.name_values(board.plan.letters);
        let start = Instant::now();
        let mut count = counts(on_event, &board.plan);
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
        let reply = decode_reply(exchange.reply).map_err(Fault::Simulated)?;
        Ok((reply, traffic))
    }
}
