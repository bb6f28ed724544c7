//! Runs the design's Verilog, or a netlist, in a Verilog simulator, with serial bytes in and out.
//! Interface: [`Emulator::compile`] for a [`Dut`], then [`Emulator::run`] for a script of [`Stimulus`] values.
//! Compiled designs are cached.

use std::io::{BufRead, BufReader};
use std::process::{ExitStatus, Stdio};

use nonogram_protocol::CoreKind;
use nonogram_verilog::{Build, SIM_CLOCKS_PER_BIT};

use crate::bench::{self, Bench, Printed};
use crate::serial_line::{Received, UartSink};
use crate::tools::{Failed, Found, Missing, PROGRAM, Use};
use crate::{children, files};

pub use crate::tools::Simulator;

/// The design under test (DUT).
#[derive(Clone, Debug)]
pub struct Dut {
    /// The complete Verilog text.
    pub verilog: String,
    /// The top module.
    pub top: Top,
    /// Clock cycles per bit at the serial pins.
    pub clocks_per_bit: u64,
    /// The core of the design.
    pub core: CoreKind,
}

impl Dut {
    /// A design with the fast serial line.
    pub fn fast(build: &Build) -> Self {
        Self {
            verilog: build.fast_verilog(),
            top: Top::Design(build.top()),
            clocks_per_bit: SIM_CLOCKS_PER_BIT,
            core: build.core(),
        }
    }

    /// Cycles to add to the length of the pulse on the pin `solving` to get the cycles from launch to verdict.
    ///
    /// The pin rises in the cycle after the launch. It falls in the cycle after the verdict in the classic and the parallel core, but in
    /// the cycle of the verdict, which is registered, in a clue core.
    fn verdict_delay(&self) -> u64 {
        u64::from(self.core == CoreKind::Clue)
    }
}

/// The top module of a [`Dut`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Top {
    /// The design's own top module, which has this name, with all its ports.
    Design(String),
    /// The board wrapper of this name, with the pins `clk`, `uart_rx`, `uart_tx` and `led`. It has no reset pin.
    Board(String),
}

/// One step of a script for the input pins; a step of 0 cycles takes one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stimulus {
    /// A byte, 8N1.
    Byte(u8),
    /// An idle serial line for this many cycles.
    Idle(u32),
    /// A low serial line for this many cycles: a break, or, if short, a glitch.
    Low(u32),
    /// An idle serial line for this many cycles, with the reset pin, if the top module has one, asserted.
    Reset(u32),
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Bytes with a valid stop bit from the serial output.
    pub reply: Vec<u8>,
    /// Number of bytes whose stop bit was low.
    pub framing_errors: u64,
    /// Cycles from each launch of the core to its verdict, or to the reset that interrupted it.
    pub cycles: Vec<u64>,
    /// Cycles of the whole run.
    pub clocks: u64,
}

/// The reason for the failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum EmulatorError {
    /// A program is missing.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// A program failed.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The core was still solving at the time-out; a long clue search can take more cycles.
    #[error(
        "cycle {0}: time-out: the core is still solving after 2,000,000,000 cycles; \
         set a time limit if the core is a clue core, else report this defect"
    )]
    Hang(u64),
    /// An assertion of the design failed.
    #[error("an assertion of the design failed: {0}; please report this defect")]
    Assertion(String),
    /// The test bench printed an unexpected line.
    #[error(
        "the test bench printed {0:?}: expected an event and a cycle; please report this defect"
    )]
    Unreadable(String),
    /// The simulator ended before the run was complete.
    #[error(
        "the simulator ended before the run was complete ({0}); unless it was stopped from outside, please report this defect"
    )]
    Ended(ExitStatus),
    /// The simulator cannot be started, its output cannot be read, or a file cannot be read or written.
    #[error(
        "the simulator cannot be started, or a file of the simulation cannot be read or written: {0}; \
         check the disk, or set NONOGRAM_CACHE to another folder"
    )]
    Io(#[from] std::io::Error),
}

/// A compiled design, ready to run.
#[derive(Clone, Debug)]
pub struct Emulator {
    program: Found,
    arguments: Vec<String>,
    verdict_delay: u64,
    clocks_per_bit: u64,
}

impl Emulator {
    /// Compiles a design, or takes it from the cache.
    ///
    /// # Errors
    /// A program is missing or fails, or a file cannot be read or written.
    pub fn compile(dut: &Dut, simulator: Simulator) -> Result<Self, EmulatorError> {
        let bench = testbench(dut);
        let compiler = simulator.compiler()?;
        let identity = [&dut.verilog, &bench, &compiler.version(), PROGRAM];
        let folder = files::cached::<EmulatorError>(&identity, |work| {
            simulator.compile(&compiler, &dut.verilog, &bench, Use::Long, work)
        })?;
        let (program, arguments) = simulator.program(&folder)?;
        let (verdict_delay, clocks_per_bit) = (dut.verdict_delay(), dut.clocks_per_bit);
        Ok(Self { program, arguments, verdict_delay, clocks_per_bit })
    }

    /// Powers the design up, runs a script and waits until the design is idle. Calls `progress` with the numbers of bytes sent and
    /// received after each event.
    ///
    /// # Errors
    /// The simulator cannot be started, ends early or prints an unexpected line, a file cannot be written, or the core is still solving at
    /// the time-out.
    pub fn run(
        &self,
        script: &[Stimulus],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Run, EmulatorError> {
        let work = files::work()?;
        let (inputs, begins) = serial_input(script, self.clocks_per_bit);
        files::write(work.path().join("stimulus.txt"), bench::stimulus(inputs))?;
        let mut program = self.program.command();
        program.args(&self.arguments).current_dir(work.path());
        program.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut running = children::spawn(&mut program)?;
        let printed = running.child.stdout.take().map(BufReader::new);
        let outcome = printed.map_or(Ok(None), |lines| self.follow(lines, &begins, progress));
        // Kill the program unless its output is complete.
        if !matches!(outcome, Ok(Some(_))) {
            running.kill()?;
        }
        let status = running.wait()?;
        outcome?.ok_or(EmulatorError::Ended(status))
    }
}

/// The serial input: the level of the reset pin and of the line, each with its number of cycles, and the cycle in which each byte begins.
fn serial_input(script: &[Stimulus], clocks_per_bit: u64) -> (Vec<(u64, &'static str)>, Vec<u64>) {
    const IDLE: &str = "01";
    const LOW: &str = "00";
    const RESET: &str = "11";
    let (mut inputs, mut begins, mut clock) = (Vec::new(), Vec::new(), 0);
    let mut apply = |cycles: u64, level| {
        inputs.push((cycles, level));
        clock += cycles;
        clock
    };
    for &step in script {
        match step {
            Stimulus::Byte(byte) => {
                begins.push(apply(clocks_per_bit, LOW) - clocks_per_bit);
                for bit in 0..8 {
                    apply(clocks_per_bit, if byte >> bit & 1 == 1 { IDLE } else { LOW });
                }
                apply(clocks_per_bit, IDLE);
            }
            Stimulus::Idle(cycles) => drop(apply(cycles.max(1).into(), IDLE)),
            Stimulus::Low(cycles) => drop(apply(cycles.max(1).into(), LOW)),
            Stimulus::Reset(cycles) => drop(apply(cycles.max(1).into(), RESET)),
        }
    }
    (inputs, begins)
}

/// Follows the output pins.
struct Pins {
    sink: UartSink,
    /// The last printed cycle, and the serial output and the pin `solving` from then on.
    cycle: u64,
    tx: bool,
    solving: bool,
    launched: u64,
    run: Run,
}

impl Pins {
    /// Advances to the cycle in which the pins `tx`, `solving` and `replying` have these levels.
    fn advance(&mut self, cycle: u64, pins: &str, verdict_delay: u64) -> Result<(), EmulatorError> {
        // Nothing happens on an idle line.
        while self.cycle < cycle && !(self.tx && self.sink.is_idle()) {
            match self.sink.take(self.tx) {
                Some(Received::Byte(byte)) => self.run.reply.push(byte),
                Some(Received::FramingError(_)) => self.run.framing_errors += 1,
                None => {}
            }
            self.cycle += 1;
        }
        self.cycle = cycle;
        // Before the first edge, pins can be unknown.
        self.tx = !pins.starts_with('0');
        let solving = pins.as_bytes().get(1) == Some(&b'1');
        let before = std::mem::replace(&mut self.solving, solving);
        match (before, solving) {
            (false, true) => self.launched = cycle,
            (true, false) => self.run.cycles.push(cycle - self.launched + verdict_delay),
            (true, true) if cycle - self.launched > LONGEST_RUN => {
                return Err(EmulatorError::Hang(cycle));
            }
            _ => {}
        }
        Ok(())
    }
}

impl Emulator {
    /// Parses the output of the test bench; `None` if the output ends before the run does.
    fn follow(
        &self,
        lines: impl BufRead,
        begins: &[u64],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Run>, EmulatorError> {
        let mut pins = Pins {
            sink: UartSink::new(self.clocks_per_bit as f64),
            cycle: 0,
            tx: true,
            solving: false,
            launched: 0,
            run: Run::default(),
        };
        for line in lines.lines() {
            let line = line?;
            // Icarus Verilog prints `ERROR: design.sv:5:`, Verilator `[12] %Error: design.sv:5: Assertion failed in …`.
            if line.starts_with("ERROR:") || line.contains("Assertion failed") {
                return Err(EmulatorError::Assertion(line));
            }
            let cycle = match Printed::of(&line) {
                None => return Err(EmulatorError::Unreadable(line)),
                Some(Printed::Other) => continue,
                Some(Printed::Outputs(cycle, outputs)) => {
                    pins.advance(cycle, outputs, self.verdict_delay)?;
                    cycle
                }
                Some(Printed::End(cycle)) => {
                    pins.advance(cycle, "100", self.verdict_delay)?;
                    pins.run.clocks = cycle;
                    cycle
                }
            };
            let sent = begins.partition_point(|begin| *begin < cycle) as u64;
            progress(sent, pins.run.reply.len() as u64);
            if pins.run.clocks > 0 {
                return Ok(Some(pins.run));
            }
        }
        Ok(None)
    }
}

/// Bit times without activity after which a run is complete: two messages.
const QUIET_BITS: u64 = 40;
/// Cycles after which a core that is still solving counts as hung; a long clue search can take more cycles.
const LONGEST_RUN: u64 = 2_000_000_000;

/// The test bench of a design.
fn testbench(dut: &Dut) -> String {
    let instance = match &dut.top {
        Top::Design(name) => bench::design(name),
        Top::Board(name) => {
            format!(
                "{name} uut(.clk(clock), .uart_rx(rx), .uart_tx(tx), .led({{status, replying, solving}}))"
            )
        }
    };
    let bench = Bench {
        declarations: &bench::serial(&instance),
        inputs: ("reset, rx", 2),
        outputs: &[("{tx, solving, replying}".to_owned(), 3)],
        begin: 0,
        quiet: (QUIET_BITS * dut.clocks_per_bit, "tx && !solving && !replying"),
    };
    bench.text()
}
