//! The simulated board: in this process, where nonogram-sim simulates the design cycle by cycle, or as Verilog or a bitstream in a Verilog
//! simulator, whose serial pins nonogram-sim drives.
//!
//! In this process, the board is kept for the next puzzle; it is replaced if its simulation fails, or if the next puzzle needs another build.
//! In a Verilog simulator, each exchange starts at power-on; the Verilog is compiled, or taken from a cache, when a board first needs it.
//! [`Designs`] chooses the build: the requested one, or the requested core's first build that the puzzle fits. If no core is requested,
//! classic is tried before clue.

use std::collections::HashMap;
use std::io::Write;
use std::time::Instant;

use nonogram_protocol::{CoreKind, Reply, SearchRequest, board_check, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::search::Trace;
use nonogram_sim::{Drive, Engine, SimBoard, SimError};
use nonogram_verilog::{Build, Parameters, build_for};

use super::{Board, Event, Fault, OnEvent, Plan, Traffic};
use crate::stop::{self, Guard};

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
        let board =
            SimBoard::with_engine(build, self.drive, self.engine, &self.designs.parameters)?;
        let mut board = board.with_stop(stop::flag());
        if self.lockstep {
            board = board.with_lockstep();
        }
        if let Some(file) = self.waveform.take() {
            board = board.with_waveform(file);
        }
        if let Some(file) = self.trace.take() {
            board = board.with_trace(Trace::new(file));
        }
        Ok(board)
    }

    /// Sends a board and waits for its whole reply.
    pub(super) fn exchange(
        &mut self,
        board: Board<'_>,
        on_event: OnEvent<'_>,
    ) -> Result<(Reply, Traffic), Fault> {
        let build = self.designs.choose(&board.plan)?;
        let mut sim = self.board(build)?;
        sim.name_values(board.plan.letters);
        exchange(board, on_event, |bytes, count| {
            let exchange = sim.exchange(bytes, count)?;
            self.board = Some(sim);
            Ok(Run { reply: exchange.reply, cycles: exchange.cycles, clocks: exchange.clocks })
        })
    }
}

/// The result of a simulation of one board.
struct Run {
    /// The bytes of the reply.
    reply: Vec<u8>,
    /// Clock cycles from the end of the board to the verdict.
    cycles: Option<u64>,
    /// Clock cycles of the whole simulation.
    clocks: u64,
}

/// Sends the bytes of a board with `run`, which reports the bytes sent and received so far, and decodes the reply.
fn exchange(
    board: Board<'_>,
    on_event: OnEvent<'_>,
    run: impl FnOnce(&mut dyn Iterator<Item = u8>, &mut dyn FnMut(u64, u64)) -> Result<Run, Fault>,
) -> Result<(Reply, Traffic), Fault> {
    let start = Instant::now();
    let searched = board.plan.searches.then_some(board.plan.size.bytes);
    let (mut bytes_sent, mut bytes_received) = (0, 0);
    let mut count = |sent, received| {
        if bytes_sent != sent {
            bytes_sent = sent;
            on_event(Event::Sent(sent));
            if Some(sent) == searched {
                on_event(Event::Searching);
            }
        }
        if bytes_received != received {
            bytes_received = received;
            on_event(Event::Received(received));
        }
    };
    let bytes: Vec<u8> = board.bytes.collect();
    let Run { reply, cycles, clocks } = run(&mut bytes.iter().copied(), &mut count)?;
    let traffic = Traffic {
        plan: board.plan,
        bytes_sent,
        check: board_check(&bytes),
        bytes_received: reply.len() as u64,
        elapsed: start.elapsed(),
        cycles,
        clocks: Some(clocks),
    };
    Ok((decode_reply(reply).map_err(Fault::simulation)?, traffic))
}

/// The design or the bitstream that is emulated.
pub enum Subject {
    /// The Verilog of a build, with the true timing of the serial line, or with [`Parameters::fast`].
    Design {
        /// Whether the timing is the true one.
        true_timing: bool,
    },
    /// The netlist of a bitstream; the designs request its build.
    Bitstream(Dut),
}

/// Boards that a Verilog simulator emulates.
pub struct Emulated {
    subject: Subject,
    /// The designs to choose from.
    pub designs: Designs,
    simulator: Simulator,
    /// The emulators used so far, by the names of their builds.
    compiled: HashMap<&'static str, Emulator>,
    /// Keeps the first Ctrl-C from ending the process before temporary folders are removed.
    _guard: Guard,
}

/// Cycles for which the serial line is idle after power-on, so that a clock generator can lock.
const WARM_UP: u32 = 100;

impl Emulated {
    /// Boards that run these designs or this bitstream.
    pub fn new(subject: Subject, designs: Designs, simulator: Simulator) -> Self {
        Self { subject, designs, simulator, compiled: HashMap::new(), _guard: stop::guard() }
    }

    /// The emulator for a board of this plan.
    fn emulator(&mut self, plan: &Plan) -> Result<&Emulator, Fault> {
        let build = self.designs.choose(plan)?;
        if !self.compiled.contains_key(build.name) {
            let target = match &self.subject {
                Subject::Design { true_timing } => {
                    let parameters = &self.designs.parameters;
                    let parameters = if *true_timing { *parameters } else { parameters.fast() };
                    Dut {
                        verilog: build.verilog(&parameters),
                        top: Top::Design(build.top()),
                        core: build.core(),
                        clocks_per_bit: parameters.clocks_per_bit(),
                    }
                }
                Subject::Bitstream(netlist) => netlist.clone(),
            };
            let emulator = Emulator::compile(&target, self.simulator)?;
            self.compiled.insert(build.name, emulator);
        }
        Ok(&self.compiled[build.name])
    }

    /// Powers a board on, sends it a puzzle, and waits for the complete reply.
    pub(super) fn exchange(
        &mut self,
        board: Board<'_>,
        on_event: OnEvent<'_>,
    ) -> Result<(Reply, Traffic), Fault> {
        let emulator = self.emulator(&board.plan)?;
        exchange(board, on_event, |bytes, count| {
            let idle = std::iter::once(Stimulus::Idle(WARM_UP));
            let script: Vec<Stimulus> = idle.chain(bytes.map(Stimulus::Byte)).collect();
            let run = emulator.run(&script, count)?;
            Ok(Run { reply: run.reply, cycles: run.cycles.last().copied(), clocks: run.clocks })
        })
    }
}

/// The designs that may be simulated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Designs {
    /// The requested core, if any.
    pub core: Option<CoreKind>,
    /// The requested build, if any.
    pub build: Option<&'static Build>,
    /// The clock frequency and the baud rate that the designs report.
    pub parameters: Parameters,
}

impl Designs {
    /// The requested core, or the core of the requested build; `None` if neither is requested.
    pub fn requested_core(&self) -> Option<CoreKind> {
        self.core.or(self.build.map(Build::core))
    }

    /// The core for a puzzle, and the build: the requested one, or else the first that the puzzle fits; `None` if no build is requested
    /// and the puzzle fits none, or if it cannot be encoded. Without a build, the core is the requested one, or clue.
    pub fn design(&self, puzzle: &Puzzle) -> (CoreKind, Option<&'static Build>) {
        let with_core = |core| {
            let board = Board::new(puzzle, Some(core), false, SearchRequest::default());
            let build = board.ok().and_then(|board| self.choose(&board.plan).ok());
            (core, build)
        };
        match self.requested_core() {
            Some(core) => with_core(core),
            None => match with_core(CoreKind::Classic) {
                (_, None) => with_core(CoreKind::Clue),
                design => design,
            },
        }
    }

    /// Why no design takes a puzzle, as text; `None` if one does, or if a build is requested.
    pub(super) fn misfit(&self, puzzle: &Puzzle) -> Option<String> {
        let (core, None) = self.design(puzzle) else {
            return None;
        };
        match Board::new(puzzle, Some(core), false, SearchRequest::default()) {
            Err(error) => Some(error.to_string()),
            Ok(board) => self.fitting(&board.plan).err(),
        }
    }

    /// The build for a board: the requested build, even if the board does not fit it; otherwise the core's first build that the board
    /// fits.
    ///
    /// # Errors
    /// No build is requested, and the board fits none.
    pub fn choose(&self, plan: &Plan) -> Result<&'static Build, Fault> {
        self.fitting(plan).map_err(|excess| Fault::too_large(&excess))
    }

    /// The build of [`Designs::choose`], or the limit of the best build that the board exceeds.
    fn fitting(&self, plan: &Plan) -> Result<&'static Build, String> {
        let core = if plan.searches { CoreKind::Clue } else { CoreKind::Classic };
        self.build.map_or_else(|| build_for(self.core.unwrap_or(core), &plan.size), Ok)
    }
}
