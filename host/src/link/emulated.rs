//! The design as Verilog, or a bitstream, under a Verilog simulator: nonogram-sim drives its serial pins.
//!
//! Each exchange begins with the power switched on. Verilog is compiled when a puzzle first needs it, and kept.

use std::collections::HashMap;
use std::time::Instant;

use nonogram_hdl::Build;
use nonogram_hdl::builds::SIM_CLOCKS_PER_BIT;
use nonogram_protocol::decode_reply;
use nonogram_sim::emulator::{Act, Emulator, EmulatorError, Simulator, Target, Top};
use nonogram_sim::netlist;

use super::sim::choose;
use super::{Each, Exchange, Link, LinkError, Outgoing, Plan, Progress, one_by_one};
use crate::boards::{Board, Family};
use crate::exit::{Exit, Failure};

/// What is emulated.
enum Subject {
    /// The Verilog of a core's builds: always this one, or the smallest that takes each puzzle; with the true
    /// timing of the serial line, or with as few clocks a bit as it takes.
    Design {
        core: String,
        build: Option<&'static Build>,
        true_timing: bool,
    },
    /// A bitstream with this build.
    Bitstream {
        target: Target,
        build: &'static Build,
    },
}

/// Emulated boards.
pub struct Emulated {
    subject: Subject,
    simulator: Simulator,
    compiled: HashMap<&'static str, Emulator>,
}

/// The line is idle for so many clocks after power-on: a clock generator locks in that time.
const WARM_UP: u32 = 100;

impl Emulated {
    /// The Verilog of this core's builds: always the given one, or the smallest that takes each puzzle.
    pub fn design(
        core: &str,
        build: Option<&'static Build>,
        true_timing: bool,
        simulator: Simulator,
    ) -> Self {
        Self::new(
            Subject::Design {
                core: core.to_owned(),
                build,
                true_timing,
            },
            simulator,
        )
    }

    /// A bitstream for `board` that was made with `build`, whose baud rate its line has.
    ///
    /// # Errors
    /// It is no bitstream of the board's, or a program is missing.
    pub fn bitstream(
        bytes: &[u8],
        board: &Board,
        build: &'static Build,
        simulator: Simulator,
    ) -> Result<Self, Failure> {
        if board.family != Family::Ice40 {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{} is no iCE40 board; expected one, for only their bitstreams can be read back: see \
                     `nonogram boards`",
                    board.name
                ),
            ));
        }
        let constraints = board.constraint_text()?;
        let verilog = netlist::from_bitstream(bytes, constraints, &board.package, &board.name)?;
        let target = Target {
            verilog,
            top: Top::Board(board.name.clone()),
            clocks_per_bit: (board.clock.core_hz + build.baud / 2) / build.baud,
        };
        Ok(Self::new(Subject::Bitstream { target, build }, simulator))
    }

    fn new(subject: Subject, simulator: Simulator) -> Self {
        Self {
            subject,
            simulator,
            compiled: HashMap::new(),
        }
    }

    /// The emulator for a board of this plan.
    fn emulator(&mut self, plan: &Plan) -> Result<&Emulator, LinkError> {
        let (core, asked) = match &self.subject {
            Subject::Design { core, build, .. } => (core.as_str(), *build),
            Subject::Bitstream { build, .. } => (build.core, Some(*build)),
        };
        let build = choose(core, asked, plan)?;
        if !self.compiled.contains_key(build.name) {
            let target = match &self.subject {
                Subject::Design { true_timing, .. } => design(build, *true_timing)?,
                Subject::Bitstream { target, .. } => target.clone(),
            };
            let emulator = Emulator::compile(&target, self.simulator)?;
            self.compiled.insert(build.name, emulator);
        }
        Ok(&self.compiled[build.name])
    }
}

/// A build's Verilog, ready for the emulator.
fn design(build: &Build, true_timing: bool) -> Result<Target, EmulatorError> {
    let emit = if true_timing {
        nonogram_hdl::verilog
    } else {
        nonogram_hdl::fast_verilog
    };
    Ok(Target {
        verilog: emit(build.name).map_err(std::io::Error::other)?,
        top: Top::Design,
        clocks_per_bit: if true_timing {
            build.clocks_per_bit
        } else {
            SIM_CLOCKS_PER_BIT
        },
    })
}

impl Link for Emulated {
    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn FnMut(Progress),
        each: Each<'_>,
    ) -> Result<(), LinkError> {
        one_by_one(boards, each, |board| {
            self.exchange(board.bytes, &board.plan, observer)
        })
    }
}

impl Emulated {
    /// Switches a board on, sends it a puzzle, and waits for its whole reply.
    fn exchange(
        &mut self,
        board: impl Iterator<Item = u8>,
        plan: &Plan,
        observer: &mut dyn FnMut(Progress),
    ) -> Result<Exchange, LinkError> {
        let emulator = self.emulator(plan)?;
        let mut script = vec![Act::Idle(WARM_UP)];
        script.extend(board.map(Act::Byte));
        let start = Instant::now();
        let (mut sent, mut received) = (0, 0);
        let run = emulator.run(&script, &mut |now_sent, now_received| {
            if sent != now_sent {
                sent = now_sent;
                observer(Progress::Sent(sent));
            }
            if received != now_received {
                received = now_received;
                observer(Progress::Received(received));
            }
        })?;
        let reply = run.reply();
        Ok(Exchange {
            bytes_sent: sent,
            bytes_received: reply.len() as u64,
            elapsed: start.elapsed(),
            reply: decode_reply(reply).map_err(LinkError::Simulated)?,
            cycles: run.cycles.last().copied(),
            clocks: Some(run.clocks),
        })
    }
}
