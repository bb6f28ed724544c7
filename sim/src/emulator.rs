//! Runs the design's Verilog, or a netlist, in a Verilog simulator, with serial bytes in and out.
//! Interface: [`Emulator::compile`] for a [`Dut`], then [`Emulator::run`] for a script of [`Stimulus`] values.
//! Source: the `iverilog` and `verilator` programs; compiled designs are cached.

pub(crate) mod cache;
mod testbench;

use std::io::{BufRead, BufReader};
use std::process::{ExitStatus, Stdio};

use crate::children;
use crate::files;
pub use crate::simulator::Simulator;
use crate::simulator::{PROGRAM, Use};
use nonogram_protocol::CoreKind;

use crate::tools::{Failed, Found, Missing};

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
    /// Bytes with a valid stop bit from the serial output, each with the cycle of its stop bit.
    pub bytes: Vec<(u64, u8)>,
    /// Number of bytes whose stop bit was low.
    pub framing_errors: u64,
    /// Cycles from each launch of the core to its verdict, or to the reset that interrupted it.
    pub cycles: Vec<u64>,
    /// Cycles of the whole run.
    pub clocks: u64,
}

impl Run {
    /// The received bytes without their cycles.
    pub fn reply(&self) -> Vec<u8> {
        self.bytes.iter().map(|(_, byte)| *byte).collect()
    }
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
}

impl Emulator {
    /// Compiles a design, or takes it from the cache.
    ///
    /// # Errors
    /// A program is missing or fails, or a file cannot be read or written.
    pub fn compile(dut: &Dut, simulator: Simulator) -> Result<Self, EmulatorError> {
        let bench = testbench::testbench(dut);
        let compiler = simulator.compiler()?;
        let identity = [&dut.verilog, &bench, &compiler.version(), PROGRAM];
        let folder = cache::folder::<EmulatorError>(&identity, |work| {
            simulator.compile(&compiler, &dut.verilog, &bench, Use::Long, work)
        })?;
        let (program, arguments) = simulator.program(&folder)?;
        Ok(Self {
            program,
            arguments,
            verdict_delay: dut.verdict_delay(),
        })
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
        let work = cache::work()?;
        files::write(work.path().join("script.txt"), testbench::script(script))?;
        let mut program = self.program.command();
        program.args(&self.arguments).current_dir(work.path());
        program.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut running = children::spawn(&mut program)?;
        let printed = running.child.stdout.take().map(BufReader::new);
        let outcome = printed.map_or(Ok(None), |lines| {
            follow(lines, self.verdict_delay, progress)
        });
        // Kill the program unless its output is complete.
        if !matches!(outcome, Ok(Some(_))) {
            running.kill()?;
        }
        let status = running.wait()?;
        outcome?.ok_or(EmulatorError::Ended(status))
    }
}

/// Parses the output of the test bench; `None` if the output ends before the run does.
fn follow(
    lines: impl BufRead,
    verdict_delay: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Run>, EmulatorError> {
    let mut run = Run::default();
    let mut sent = 0;
    let mut launched = None;
    for line in lines.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let event = words.next().unwrap_or_default();
        // Verilator reports the location of $finish in a line that begins with "-".
        if event.starts_with('-') {
            continue;
        }
        // Icarus Verilog prints `ERROR: design.sv:5:`, Verilator `[12] %Error: design.sv:5: Assertion failed in …`.
        if event == "ERROR:" || line.contains("Assertion failed") {
            return Err(EmulatorError::Assertion(line));
        }
        let unreadable = || EmulatorError::Unreadable(line.clone());
        let clock: u64 = words
            .next()
            .and_then(|word| word.parse().ok())
            .ok_or_else(unreadable)?;
        match event {
            "sent" => sent += 1,
            "byte" => {
                let byte = words
                    .next()
                    .and_then(|word| u8::from_str_radix(word, 16).ok());
                run.bytes.push((clock, byte.ok_or_else(unreadable)?));
            }
            "framing" => run.framing_errors += 1,
            "launched" => launched = Some(clock),
            "decided" => {
                let solving = launched.take().map(|from| clock - from);
                run.cycles
                    .extend(solving.map(|cycles| cycles + verdict_delay));
            }
            "hang" => return Err(EmulatorError::Hang(clock)),
            "end" => {
                run.clocks = clock;
                return Ok(Some(run));
            }
            _ => return Err(unreadable()),
        }
        progress(sent, run.bytes.len() as u64);
    }
    Ok(None)
}
