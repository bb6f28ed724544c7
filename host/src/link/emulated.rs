//! The design as Verilog, or a bitstream, in a Verilog simulator: nonogram-sim drives its serial pins.
//!
//! Each exchange starts at power-on. The Verilog is compiled, or taken from a cache, when a board first needs it, and then kept.

use std::collections::HashMap;
use std::time::Instant;

use nonogram_protocol::{BuildIdentity, Reply, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::emulator::{self, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::netlist;
use nonogram_verilog::{Build, Parameters, UnknownDesign};

use super::codec::Codec;
use super::{Designs, EachReply, Link, LinkError, Outgoing, Plan, Tail, Traffic, one_by_one};
use crate::exit::{Exit, Failure};
use crate::interrupt::{self, Guard};
use crate::observer::{self, Observer};
use crate::targets::Target;

/// The design or the bitstream that is emulated.
enum Subject {
    /// The Verilog of a build, with the true timing of the serial line, or with [`Parameters::fast`].
    Design { true_timing: bool },
    /// A bitstream.
    Bitstream(emulator::Dut),
}

/// Boards that a Verilog simulator emulates.
pub struct Emulated {
    subject: Subject,
    designs: Designs,
    simulator: Simulator,
    /// The emulators used so far, by the names of their builds.
    compiled: HashMap<&'static str, Emulator>,
    /// Keeps the first Ctrl-C from ending the process before temporary folders are removed.
    _guard: Guard,
}

/// Cycles for which the serial line is idle after power-on, so that a clock generator can lock.
const WARM_UP: u32 = 100;

impl Emulated {
    /// Boards that run the Verilog of these designs.
    pub fn design(designs: Designs, true_timing: bool, simulator: Simulator) -> Self {
        Self::new(Subject::Design { true_timing }, designs, simulator)
    }

    /// Boards that run a bitstream made for `board` with `build` and these parameters.
    ///
    /// # Errors
    /// The board's bitstreams cannot be read back, the bytes are not a bitstream of the board, a program is missing or fails, a file
    /// cannot be read or written, or Ctrl-C was pressed.
    pub fn bitstream(
        bytes: &[u8],
        board: &Target,
        build: &'static Build,
        parameters: Parameters,
        simulator: Simulator,
    ) -> Result<Self, Failure> {
        if !board.family.reads_back {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{} is not an iCE40 board; expected one, because only bitstreams of iCE40 can be read back: see \
                     `nonogram boards`",
                    board.name
                ),
            ));
        }
        let _guard = interrupt::guard();
        let constraints = board.constraint_text()?;
        let verilog = netlist::from_bitstream(bytes, constraints, &board.package, &board.name)?;
        let netlist = emulator::Dut {
            verilog,
            top: Top::Board(board.name.clone()),
            clocks_per_bit: parameters.clocks_per_bit(),
            core: build.core(),
        };
        let designs = Designs {
            build: Some(build),
            parameters,
            ..Designs::default()
        };
        Ok(Self::new(Subject::Bitstream(netlist), designs, simulator))
    }

    fn new(subject: Subject, designs: Designs, simulator: Simulator) -> Self {
        Self {
            subject,
            designs,
            simulator,
            compiled: HashMap::new(),
            _guard: interrupt::guard(),
        }
    }

    /// The emulator for a board of this plan.
    fn emulator(&mut self, plan: &Plan) -> Result<&Emulator, LinkError> {
        let build = self.designs.choose(plan)?;
        if !self.compiled.contains_key(build.name) {
            let target = match &self.subject {
                Subject::Design { true_timing } => {
                    design(build, &self.designs.parameters, *true_timing)?
                }
                Subject::Bitstream(netlist) => netlist.clone(),
            };
            let emulator = Emulator::compile(&target, self.simulator)?;
            self.compiled.insert(build.name, emulator);
        }
        Ok(&self.compiled[build.name])
    }
}

/// The Verilog of a build as a design for the emulator.
fn design(
    build: &Build,
    parameters: &Parameters,
    true_timing: bool,
) -> Result<emulator::Dut, UnknownDesign> {
    let parameters = if true_timing {
        *parameters
    } else {
        parameters.fast()
    };
    Ok(emulator::Dut {
        verilog: nonogram_verilog::verilog(build.name, &parameters)?,
        top: Top::Design,
        core: build.core(),
        clocks_per_bit: parameters.clocks_per_bit(),
    })
}

impl Link for Emulated {
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

impl Emulated {
    /// Powers a board on, sends it a puzzle, and waits for the complete reply.
    fn exchange(
        &mut self,
        board: Outgoing<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Reply, Traffic), LinkError> {
        let emulator = self.emulator(&board.plan)?;
        let mut script = vec![Stimulus::Idle(WARM_UP)];
        let mut tail = Tail::default();
        script.extend(
            board
                .bytes
                .inspect(|&byte| tail.push(byte))
                .map(Stimulus::Byte),
        );
        let start = Instant::now();
        let mut count = observer::counts(observer, &board.plan);
        let mut bytes_sent = 0;
        let run = emulator.run(&script, &mut |sent, received| {
            bytes_sent = sent;
            count(sent, received);
        })?;
        let reply: Vec<u8> = run.reply();
        let traffic = Traffic {
            bytes_sent,
            check: tail.check(),
            bytes_received: reply.len() as u64,
            elapsed: start.elapsed(),
            cycles: run.cycles.last().copied(),
            clocks: Some(run.clocks),
        };
        Ok((decode_reply(reply).map_err(LinkError::Simulated)?, traffic))
    }
}
