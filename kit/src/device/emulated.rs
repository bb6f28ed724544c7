//! The design as Verilog, or a bitstream, in a Verilog simulator: nonogram-sim drives its serial pins.
//!
//! Each exchange starts at power-on. The Verilog is compiled, or taken from a cache, when a board first needs it, and then kept.

use std::collections::HashMap;
use std::time::Instant;

use nonogram_protocol::{Reply, decode_reply};
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_verilog::{Build, Parameters, UnknownDesign};

use super::{Board, Designs, Fault, OnEvent, Plan, Tail, Traffic, counts};
use crate::stop::{self, Guard};

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
        Self {
            subject,
            designs,
            simulator,
            compiled: HashMap::new(),
            _guard: stop::guard(),
        }
    }

    /// The emulator for a board of this plan.
    fn emulator(&mut self, plan: &Plan) -> Result<&Emulator, Fault> {
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

    /// Powers a board on, sends it a puzzle, and waits for the complete reply.
    ///
    /// # Errors
    /// No build fits the board, or the simulation fails.
    pub(super) fn exchange(
        &mut self,
        board: Board<'_>,
        on_event: OnEvent<'_>,
    ) -> Result<(Reply, Traffic), Fault> {
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
        let mut count = counts(on_event, &board.plan);
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
        Ok((decode_reply(reply).map_err(Fault::Simulated)?, traffic))
    }
}

/// The Verilog of a build as a design for the emulator.
fn design(build: &Build, parameters: &Parameters, true_timing: bool) -> Result<Dut, UnknownDesign> {
    let parameters = if true_timing {
        *parameters
    } else {
        parameters.fast()
    };
    Ok(Dut {
        verilog: nonogram_verilog::verilog(build.name, &parameters)?,
        top: Top::Design(build.top()),
        core: build.core(),
        clocks_per_bit: parameters.clocks_per_bit(),
    })
}
