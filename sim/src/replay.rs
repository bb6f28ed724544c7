//! Replay: runs the same stimulus on the compiled design and on its Verilog under another simulator, and compares them cycle by cycle.
//! Interface: [`Recording`] of the compiled design's pins and board, [`StreamRecording`] of its stream top; [`Recording::replay`] runs the
//! Verilog or a synthesised netlist in a simulator, [`Recording::compiled`] runs the design's netlist in the compiled simulation. A
//! test bench reads `stimulus.mem` and prints a line whenever an output changes, in the form of `Recording::outputs`.

pub mod stimulus;
mod stream;

use std::path::Path;

use nonogram_netlist::ir::Netlist;
use nonogram_protocol::CoreKind;
use nonogram_puzzles::Line;
use nonogram_solver::reference::Excluded;
use nonogram_verilog::{Build, Parameters, SIM_CLOCKS_PER_BIT, Top, fast_verilog};

use crate::compiled::CompiledDesign;
use crate::design::PinDesign;
use crate::files;
use crate::search::Signals;
use crate::serial_line::UartSource;
use crate::tools::{Failed, Missing, Use};

pub use crate::tools::Simulator;
pub use stream::{StreamInputs, StreamRecording, StreamSource};

/// The input pins in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Level of the reset pin.
    pub reset: bool,
    /// Level of the serial input pin.
    pub rx: bool,
}

impl Inputs {
    /// Inputs in a cycle with an idle serial line and without reset.
    pub const IDLE: Self = Self { reset: false, rx: true };
}

/// The inputs of a run and the model's outputs.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The build that was recorded.
    pub build: &'static Build,
    /// The inputs of each cycle.
    pub inputs: Vec<Inputs>,
    /// The first cycle that is compared.
    pub begin: usize,
    /// One line for the first compared cycle, and one for each later cycle in which an output changes at the rising edge:
    /// cycle, `tx`, `solving`, `replying`, `status`, `known`, `assigned` (row 0 rightmost). For a clue core the last two are the line
    /// whose visit ends and the cells that this visit learned, or 0 if no visit ends.
    pub outputs: Vec<String>,
}

/// The signals that a Verilog text keeps by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// The pins, and the arrays `known` and `assigned` or, in a clue core, the visits.
    Board,
    /// Only the pins, as in a netlist.
    Pins,
}

/// The reason for the failure of a replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The outputs differ.
    #[error(
        "build {build}: the model gives {}, the Verilog or netlist {}",
        shown(.model.as_deref()), shown(.verilog.as_deref())
    )]
    Differs {
        /// The build's name.
        build: &'static str,
        /// The first line of the model that differs, as in [`Recording::outputs`]; `None` if the model has no further line.
        model: Option<String>,
        /// The line of the Verilog or netlist in its place; `None` if it has no further line.
        verilog: Option<String>,
    },
    /// A program is missing.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// A program failed.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The test bench ended early.
    #[error("the test bench ended before it had printed \"end\"; its output: {0:?}")]
    BrokenOff(String),
    /// A file cannot be read or written.
    #[error(
        "a file of the replay cannot be read or written: {0}; \
         check the disk, or set NONOGRAM_CACHE or TMPDIR to another folder"
    )]
    Io(#[from] std::io::Error),
}

/// A line of outputs in a message; `None` for the lack of a further line.
fn shown(line: Option<&str>) -> String {
    line.map_or("no further change".to_owned(), |line| format!("{line:?}"))
}

/// Inputs, cycle by cycle, that send `bytes` over the fast serial line and then stay idle for `idle_cycles` cycles.
pub fn serial_inputs(bytes: impl IntoIterator<Item = u8>, idle_cycles: usize) -> Vec<Inputs> {
    let mut source = UartSource::new(SIM_CLOCKS_PER_BIT as f64);
    let mut bytes = bytes.into_iter().peekable();
    let mut inputs = Vec::new();
    while bytes.peek().is_some() || !source.is_idle() {
        let rx = source.level(&mut || bytes.next());
        inputs.push(Inputs { rx, ..Inputs::IDLE });
    }
    inputs.resize(inputs.len() + idle_cycles, Inputs::IDLE);
    inputs
}

/// The observed signals of a cycle: the output pins and the core's cells or, in a clue core, the visit (column, position, learned
/// cells).
#[derive(PartialEq)]
struct Seen {
    tx: bool,
    solving: bool,
    replying: bool,
    status: u8,
    /// The line and the learned cells as the test bench prints them: 0 if no visit ends.
    visit: (usize, u64),
    cells: [Vec<u64>; 2],
}

impl Seen {
    fn of(design: &dyn PinDesign) -> Self {
        let events = design.events();
        let probe = design.probe();
        let signals = design.observed().and_then(|(sizes, values)| Signals::of(sizes, &values));
        let (visit, cells) = match signals {
            Some(signals) => (printed(signals.finding), Default::default()),
            None => (Default::default(), [probe.known, probe.assigned]),
        };
        Self {
            tx: design.tx(),
            solving: events.solving,
            replying: events.replying,
            status: design.status(),
            visit,
            cells,
        }
    }

    /// The signals in the form in which the test bench prints them, for a build with this core and side.
    fn line(&self, core: CoreKind, side: usize) -> String {
        let flag = u8::from;
        let pins = [self.tx, self.solving, self.replying].map(flag);
        let inside = if core == CoreKind::Clue {
            let (line, learned) = self.visit;
            format!("{line:0VISIT_LINE_BITS$b} {learned:0side$b}")
        } else {
            let bits = |words: &[u64]| -> String {
                let rows = words.iter().rev();
                rows.map(|word| format!("{word:0side$b}")).collect()
            };
            format!("{} {}", bits(&self.cells[0]), bits(&self.cells[1]))
        };
        let [tx, solving, replying] = pins;
        format!("{tx} {solving} {replying} {} {inside}", self.status)
    }
}

/// The number of the line whose visit ends, and the cells that it learned; 0 if no visit ends.
fn printed(finding: Option<(Line, Excluded)>) -> (usize, u64) {
    let Some((line, learned)) = finding else {
        return (0, 0);
    };
    let number = match line {
        Line::Row(row) => row,
        Line::Column(column) => 1 << (VISIT_LINE_BITS - 1) | column,
    };
    let any = learned.into_iter().fold(0, |any, cells| any | cells);
    (number, any)
}

/// Bits of a line's number in a clue core; the most significant bit is set for a column.
const VISIT_LINE_BITS: usize = 7;

/// The design with this netlist in the compiled simulation.
fn compiled(build: &Build, netlist: Netlist, top: Top) -> CompiledDesign {
    let design = CompiledDesign::new(build, netlist, top);
    design.unwrap_or_else(|error| panic!("{}: {error}", build.name))
}

impl Recording {
    /// Records the compiled design, with the fast serial line, on these inputs, for a comparison from the first cycle on.
    ///
    /// # Panics
    /// Panics as [`Recording::from_clock`] does.
    pub fn new(build: &'static Build, inputs: Vec<Inputs>) -> Self {
        Self::from_clock(0, build, inputs)
    }

    /// Records the design as [`Recording::new`] does, for a comparison from cycle `begin` on.
    ///
    /// # Panics
    /// The Verilog of the design cannot be compiled, which is a fault of the project.
    pub fn from_clock(begin: usize, build: &'static Build, inputs: Vec<Inputs>) -> Self {
        let netlist = build.netlist(Top::Uart, &Parameters::default().fast());
        let netlist = netlist.unwrap_or_else(|error| panic!("{}: {error}", build.name));
        let mut design = compiled(build, netlist, Top::Uart);
        let outputs = Self::outputs_of(&mut design, begin, build, &inputs);
        Self { build, inputs, begin, outputs }
    }

    /// Runs a netlist of the build in the compiled simulation on the same inputs, and compares every cycle from `begin` on.
    ///
    /// # Errors
    /// Returns the first difference.
    ///
    /// # Panics
    /// The netlist cannot be compiled.
    pub fn compiled(&self, netlist: Netlist) -> Result<(), ReplayError> {
        let mut design = compiled(self.build, netlist, Top::Uart);
        let outputs = Self::outputs_of(&mut design, self.begin, self.build, &self.inputs);
        self.compare(&outputs, Visible::Board)
    }

    fn outputs_of(
        design: &mut dyn PinDesign,
        begin: usize,
        build: &Build,
        inputs: &[Inputs],
    ) -> Vec<String> {
        let mut outputs = Vec::new();
        let mut before = None;
        for (clock, input) in inputs.iter().enumerate() {
            design.set_reset(input.reset);
            design.set_rx(input.rx);
            design.settle();
            design.rise();
            let now = Seen::of(design);
            if clock >= begin && before.as_ref() != Some(&now) {
                outputs.push(format!("{clock} {}", now.line(build.core(), build.side())));
                before = Some(now);
            }
        }
        outputs
    }

    /// The visible outputs: a line for the first compared cycle, and one for each later cycle that changes one of them.
    fn outputs(&self, visible: Visible) -> Vec<String> {
        const CLOCK_AND_PINS: usize = 5;
        let mut outputs = self.outputs.clone();
        if visible == Visible::Pins {
            for line in &mut outputs {
                let words: Vec<&str> = line.split(' ').take(CLOCK_AND_PINS).collect();
                *line = words.join(" ");
            }
            outputs.dedup_by(|next, line| {
                let pins = |line: &str| line.split_once(' ').map(|(_, pins)| pins.to_owned());
                pins(next) == pins(line)
            });
        }
        outputs
    }

    /// Runs `verilog`, the recorded design, in the folder `work`, and compares every cycle from `begin` on.
    ///
    /// # Errors
    /// Returns the first difference, or an error if a program is missing or fails, the test bench ends early, or a file cannot be written.
    pub fn replay(
        &self,
        simulator: Simulator,
        verilog: &str,
        visible: Visible,
        work: &Path,
    ) -> Result<(), ReplayError> {
        let level = |input: &Inputs| format!("{}{}\n", u8::from(input.reset), u8::from(input.rx));
        let stimulus: String = self.inputs.iter().map(level).collect();
        files::write(work.join("stimulus.mem"), stimulus)?;
        let bench = testbench(self, visible);
        let printed = simulate(simulator, verilog, &bench, work)?;
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        let Some(end) = lines.iter().position(|line| line == "end") else {
            return Err(ReplayError::BrokenOff(printed));
        };
        lines.truncate(end);
        self.compare(&lines, visible)
    }

    /// Replays the Verilog of the design in a temporary folder, as [`Recording::replay`] does, and compares all visible outputs.
    ///
    /// # Errors
    /// Returns the errors of [`Recording::replay`].
    ///
    /// # Panics
    /// The Verilog of the design cannot be read, which is a fault of the project.
    pub fn replay_design(&self, simulator: Simulator) -> Result<(), ReplayError> {
        let work = files::work()?;
        let verilog = fast_verilog(self.build.name);
        let verilog = verilog.unwrap_or_else(|error| panic!("{}: {error}", self.build.name));
        self.replay(simulator, &verilog, Visible::Board, work.path())
    }

    /// Compares the lines that a test bench printed with the expected ones; returns the first difference.
    fn compare(&self, lines: &[String], visible: Visible) -> Result<(), ReplayError> {
        let outputs = self.outputs(visible);
        for place in 0..outputs.len().max(lines.len()) {
            let model = outputs.get(place);
            let found = lines.get(place);
            if model != found {
                return Err(ReplayError::Differs {
                    build: self.build.name,
                    model: model.cloned(),
                    verilog: found.cloned(),
                });
            }
        }
        Ok(())
    }
}

/// Runs `verilog` and its test bench in the folder `work`; returns what the test bench printed.
fn simulate(
    simulator: Simulator,
    verilog: &str,
    bench: &str,
    work: &Path,
) -> Result<String, ReplayError> {
    let compiler = simulator.compiler()?;
    simulator.compile::<ReplayError>(&compiler, verilog, bench, Use::Short, work)?;
    let (program, arguments) = simulator.program(work)?;
    Ok(program.call(&arguments, work)?)
}

/// The observed signals of the core, with their widths: the cells or, in a clue core, the visits.
fn inside(build: &Build) -> [(String, usize); 2] {
    let core = "uut.solver.core";
    let visit = |value: String, bits| {
        let visited = format!("{core}.visited ? {value} : {bits}'d0");
        (format!("({visited})"), bits)
    };
    let cells = |array: &str| {
        let rows: Vec<String> =
            (0..build.side()).rev().map(|row| format!("{core}.cells.{array}[{row}]")).collect();
        (format!("{{{}}}", rows.join(", ")), build.side() * build.side())
    };
    match build.core() {
        CoreKind::Clue => {
            // The number of a line has one bit for the side and a fixed width.
            let zeros = VISIT_LINE_BITS - 1 - build.position_bits();
            let position = if zeros > 0 { format!("{zeros}'b0, ") } else { String::new() };
            let line = format!("{{{core}.visited_column, {position}{core}.visited_line}}");
            let learned: Vec<String> = (0..build.planes())
                .map(|plane| format!("{core}.visited_learned_{plane}"))
                .collect();
            [
                visit(line, VISIT_LINE_BITS),
                visit(format!("({})", learned.join(" | ")), build.side()),
            ]
        }
        CoreKind::Classic | CoreKind::Parallel => [cells("known"), cells("assigned")],
    }
}

/// A test bench for a recording. It reads two bits per cycle from the stimulus (reset, rx). It prints `clock tx solving replying status
/// known assigned` after the first compared cycle, and after each later cycle that changes a value other than `clock`. The last two
/// are printed if they are visible; in a clue core they are the visited line and the cells that the visit learned. At the end the test
/// bench prints `end`.
fn testbench(recording: &Recording, visible: Visible) -> String {
    let (build, begin) = (recording.build, recording.begin);
    let (board, bits, format, arguments) = match visible {
        Visible::Pins => (String::new(), 0, "", String::new()),
        Visible::Board => {
            let [(first, width), (second, rest)] = inside(build);
            let (bits, top) = (width + rest, width + rest - 1);
            (
                format!(",\n        {first},\n        {second}"),
                bits,
                " %b %b",
                format!(", now[{top}:{rest}], now[{}:0]", rest - 1),
            )
        }
    };
    format!(
        "\
`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
    reg reset = 0;
    reg rx = 1;
    wire tx, solving, replying;
    wire [2:0] status;
    wire [{top}:0] now = {{tx, solving, replying, status{board}}};
    reg [{top}:0] previous = 'x;
    reg [1:0] stimulus [0:{last}];
    integer i;

    {design} uut(.clock(clock), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx),
            .solving(solving), .replying(replying), .status(status));

    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        for (i = 0; i <= {last}; i = i + 1) begin
            {{reset, rx}} = stimulus[i];
            #5 clock = 1;
            #5 if (i >= {begin} && now !== previous || i == {begin}) begin
                $display(\"%0d %b %b %b %0d{format}\", i, tx, solving, replying, status{arguments});
                previous = now;
            end
            clock = 0;
        end
        $display(\"end\");
        $finish(0);
    end
endmodule
",
        design = build.top(),
        top = bits + 5,
        last = recording.inputs.len() - 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the message quoted the lack of a line as if it were output.
    #[test]
    fn a_missing_line_is_not_quoted_as_output() {
        let recording = Recording {
            build: nonogram_verilog::build("classic11").expect("in the table"),
            inputs: Vec::new(),
            begin: 0,
            outputs: vec!["0 1 0 0 0".to_owned()],
        };
        let compared = recording.compare(&[], Visible::Pins);
        let error = compared.expect_err("a line is missing");
        assert_eq!(
            error.to_string(),
            "build classic11: the model gives \"0 1 0 0 0\", the Verilog or netlist no further change"
        );
    }
}
