//! Runs the design's Verilog, or a netlist, in a Verilog simulator, with serial bytes in and out.
//! Interface: [`Emulator::compile`] for a [`Dut`], then [`Emulator::run`] for a script of [`Stimulus`] values.
//! The test bench has a serial sender that follows the script, and a serial receiver. It prints one event per line: the event's name, the cycle,
//! and the value of a received byte. Compiled designs are cached.

use std::io::{BufRead, BufReader};
use std::process::{ExitStatus, Stdio};

use nonogram_protocol::CoreKind;

use crate::tools::{Failed, Found, Missing};
use crate::tools::{PROGRAM, Use};
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
        let bench = testbench(dut);
        let compiler = simulator.compiler()?;
        let identity = [&dut.verilog, &bench, &compiler.version(), PROGRAM];
        let folder = files::cached::<EmulatorError>(&identity, |work| {
            simulator.compile(&compiler, &dut.verilog, &bench, Use::Long, work)
        })?;
        let (program, arguments) = simulator.program(&folder)?;
        Ok(Self { program, arguments, verdict_delay: dut.verdict_delay() })
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
        files::write(work.path().join("script.txt"), script_text(script))?;
        let mut program = self.program.command();
        program.args(&self.arguments).current_dir(work.path());
        program.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut running = children::spawn(&mut program)?;
        let printed = running.child.stdout.take().map(BufReader::new);
        let outcome = printed.map_or(Ok(None), |lines| follow(lines, self.verdict_delay, progress));
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
        let clock: u64 = words.next().and_then(|word| word.parse().ok()).ok_or_else(unreadable)?;
        match event {
            "sent" => sent += 1,
            "byte" => {
                let byte = words.next().and_then(|word| u8::from_str_radix(word, 16).ok());
                run.bytes.push((clock, byte.ok_or_else(unreadable)?));
            }
            "framing" => run.framing_errors += 1,
            "launched" => launched = Some(clock),
            "decided" => {
                let solving = launched.take().map(|from| clock - from);
                run.cycles.extend(solving.map(|cycles| cycles + verdict_delay));
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

/// Bit times without activity after which a run is complete: two messages.
const QUIET_BITS: u64 = 40;
/// Cycles after which a core that is still solving counts as hung; a long clue search can take more cycles.
const LONGEST_RUN: u64 = 2_000_000_000;

/// The script as text: one stimulus per line, as the number of its kind and its value.
fn script_text(stimuli: &[Stimulus]) -> String {
    stimuli
        .iter()
        .map(|stimulus| match stimulus {
            Stimulus::Byte(byte) => format!("0 {byte}\n"),
            Stimulus::Idle(clocks) => format!("1 {clocks}\n"),
            Stimulus::Low(clocks) => format!("2 {clocks}\n"),
            Stimulus::Reset(clocks) => format!("3 {clocks}\n"),
        })
        .collect()
}

/// The test bench of a design. Inputs change and outputs are read at the falling edge of the clock.
fn testbench(dut: &Dut) -> String {
    let instance = match &dut.top {
        Top::Design(name) => format!(
            "{name} uut(.clock(clk), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx), \
             .solving(solving), .replying(replying), .status(status));"
        ),
        Top::Board(name) => format!(
            "{name} uut(.clk(clk), .uart_rx(rx), .uart_tx(tx), .led({{status, replying, solving}}));"
        ),
    };
    format!(
        "\
`timescale 1ns / 1ps
module testbench;
    localparam BIT = {clocks_per_bit};
    reg clk = 0, reset = 0, rx = 1, running = 0;
    wire tx, solving, replying;
    wire [2:0] status;
    {instance}

    integer script, fields, kind, value;
    integer waiting = 0, bits = 0;
    reg [9:0] frame = 10'h3ff;
    reg sent_all = 0;

    integer sampling = 0, samples = 0;
    reg [9:0] sampled = 0;
    reg tx_before = 1, receiving = 0, solving_before = 0;
    integer quiet = 0, working = 0;
    reg [63:0] clock = 0;

    initial begin
        script = $fopen(\"script.txt\", \"r\");
        // The handle is compared here, because Verilator 5.006 drops one that only $fscanf reads.
        if (script == 0) begin
            $display(\"script.txt cannot be opened\");
            $finish(0);
        end
        #10 running = 1;
        forever #5 clk = ~clk;
    end

    always @(negedge clk) if (running) begin
        // Outputs after the rising edge.
        if (solving && !solving_before) $display(\"launched %0d\", clock);
        if (!solving && solving_before) $display(\"decided %0d\", clock);
        working = solving ? working + 1 : 0;
        if (working > {LONGEST_RUN}) begin
            $display(\"hang %0d\", clock);
            $finish(0);
        end
        solving_before = solving;
        if (receiving) begin
            sampling = sampling - 1;
            if (sampling == 0) begin
                sampled = {{tx, sampled[9:1]}};
                samples = samples + 1;
                sampling = BIT;
                if (samples == 10) begin
                    receiving = 0;
                    if (sampled[9]) $display(\"byte %0d %h\", clock, sampled[8:1]);
                    else $display(\"framing %0d\", clock);
                end
            end
        end else if (tx_before && !tx) begin
            receiving = 1;
            samples = 0;
            sampling = BIT / 2;
        end
        tx_before = tx;
        quiet = sent_all && !receiving && !solving && !replying ? quiet + 1 : 0;
        if (quiet > {QUIET_BITS} * BIT) begin
            $display(\"end %0d\", clock);
            $finish(0);
        end

        // Inputs of the next cycle.
        if (waiting > 0) waiting = waiting - 1;
        else if (bits > 0) begin
            frame = {{1'b1, frame[9:1]}};
            rx = frame[0];
            bits = bits - 1;
            waiting = BIT - 1;
        end else begin
            reset = 0;
            rx = 1;
            fields = $fscanf(script, \"%d %d\", kind, value);
            if (fields != 2) sent_all = 1;
            else if (kind == 0) begin
                $display(\"sent %0d\", clock);
                frame = {{1'b1, value[7:0], 1'b0}};
                rx = 0;
                bits = 9;
                waiting = BIT - 1;
            end else begin
                rx = kind != 2;
                reset = kind == 3;
                waiting = value - 1;
            end
        end
        clock = clock + 1;
    end
endmodule
",
        clocks_per_bit = dut.clocks_per_bit,
    )
}
