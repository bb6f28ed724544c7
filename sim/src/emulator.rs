//! The design as Verilog, or as a netlist, under a Verilog simulator: bytes go in at the serial pin, bytes come out.
//! Interface: [`Emulator::compile`] a [`Dut`], then [`Emulator::run`] scripts of [`Stimulus`]s on it.
//! Source: the `iverilog` and `verilator` programs; a compiled design is kept for the next time it is needed.

pub(crate) mod cache;
mod testbench;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::children;
pub use crate::simulator::Simulator;
use crate::simulator::{PROGRAM, Use};
use nonogram_protocol::CoreKind;

use crate::tools::{Failed, Found, Missing};

/// The design under test (DUT): what is simulated.
#[derive(Clone, Debug)]
pub struct Dut {
    /// Its Verilog, whole.
    pub verilog: String,
    /// Its top module.
    pub top: Top,
    /// Clocks per bit of the sender and the receiver at its serial pins.
    pub clocks_per_bit: u64,
    /// Its core.
    pub core: CoreKind,
}

impl Dut {
    /// Cycles from the fall of the pin `solving` to the verdict, counted from its rise to the launch.
    ///
    /// The pin is high from the cycle after the launch on: in the classic and the parallel core up to the verdict, in a clue core,
    /// whose verdict is registered, up to the cycle before.
    fn verdict_delay(&self) -> u64 {
        u64::from(self.core == CoreKind::Clue)
    }
}

/// The top module of a [`Dut`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Top {
    /// The design's own, `top`, with all its ports.
    Design,
    /// A board's wrapper of that name, with the pins `clk`, `uart_rx`, `uart_tx` and `led`. It has no reset pin.
    Board(String),
}

/// What happens at the input pins, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stimulus {
    /// A byte, 8N1.
    Byte(u8),
    /// An idle line for some clocks.
    Idle(u32),
    /// The line held low for some clocks: a break, or, when short, a glitch.
    Low(u32),
    /// The reset pin held for some clocks, on an idle line.
    Reset(u32),
}

/// What a run brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Bytes from the serial output, with the clock of their stop bit.
    pub bytes: Vec<(u64, u8)>,
    /// Bytes whose stop bit was low.
    pub framing_errors: u64,
    /// Clocks that each board took from its launch to its verdict.
    pub cycles: Vec<u64>,
    /// Clocks in all.
    pub clocks: u64,
}

impl Run {
    /// The bytes alone.
    pub fn reply(&self) -> Vec<u8> {
        self.bytes.iter().map(|(_, byte)| *byte).collect()
    }
}

/// Why a run did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum EmulatorError {
    /// A program is missing.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// A program fails.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The design does not come to rest.
    #[error("clock {0}: the design is still at work, longer than any board can take")]
    Hang(u64),
    /// The test bench said something else than expected.
    #[error("the test bench prints {0:?}: expected an event and a clock")]
    Unreadable(String),
    /// A file cannot be read or written.
    #[error("the simulator's files: {0}; check the disk, or set NONOGRAM_CACHE to another folder")]
    Io(#[from] std::io::Error),
}

/// A compiled design.
#[derive(Clone, Debug)]
pub struct Emulator {
    program: Found,
    arguments: Vec<String>,
    verdict_delay: u64,
}

impl Emulator {
    /// Compiles a design, unless that was done before.
    ///
    /// # Errors
    /// A program is missing or fails, or the disk does.
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

    /// Powers the design up, plays a script to it and waits until it rests. `progress` is told how many
    /// bytes have been sent and received.
    ///
    /// # Errors
    /// The simulator fails, or the design does not come to rest.
    pub fn run(
        &self,
        script: &[Stimulus],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Run, EmulatorError> {
        let work = tempfile::tempdir()?;
        std::fs::write(work.path().join("script.txt"), testbench::script(script))?;
        let mut program = self.program.command();
        program.args(&self.arguments).current_dir(work.path());
        program.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut running = children::spawn(&mut program)?;
        let printed = running.child.stdout.take().map(BufReader::new);
        let outcome = printed.map_or(Ok(None), |lines| {
            follow(lines, self.verdict_delay, progress)
        });
        // The program has closed its output, or is of no more use.
        if !matches!(outcome, Ok(Some(_))) {
            running.kill()?;
        }
        let status = running.wait()?;
        outcome?.ok_or_else(|| EmulatorError::Unreadable(format!("nothing more ({status})")))
    }
}

/// Reads what the test bench prints, to its end; nothing when it breaks off.
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
        // Verilator says where $finish stands.
        if event.starts_with('-') {
            continue;
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
