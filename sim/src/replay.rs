//! Replay: the same stimulus on the rust-hdl model and on its Verilog, compared clock by clock.
//! Interface: [`Recording`] of the model's pins and board, [`Recording::replay`] runs a simulator on the Verilog.
//! rust-hdl's model and its Verilog can differ without a warning; a replay exposes that.

pub mod mutants;
mod program;
pub mod stimulus;
mod testbench;

use std::path::Path;

use nonogram_hdl::Build;
use nonogram_hdl::builds::SIM_CLOCKS_PER_BIT;
use nonogram_hdl::design::PinDesign;
use nonogram_netlist::ir::Netlist;
use nonogram_protocol::CoreKind;
use program::Program;

use crate::compiled::CompiledDesign;
use crate::serial_line::UartSource;
pub use crate::simulator::Simulator;
use crate::simulator::Use;
use crate::tools::{Failed, Missing};

/// The input pins in one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Reset pin.
    pub reset: bool,
    /// Serial input pin.
    pub rx: bool,
}

impl Inputs {
    /// An idle line.
    pub const IDLE: Self = Self {
        reset: false,
        rx: true,
    };
}

/// Inputs of a run, and what the model made of them.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The build.
    pub build: &'static Build,
    /// One a clock.
    pub inputs: Vec<Inputs>,
    /// The first clock that is compared.
    pub begin: usize,
    /// A line for the first clock that is compared, and for each after whose rising edge an output is different:
    /// clock, `tx`, `solving`, `replying`, `status`, `known`, `assigned` (row 0 rightmost); of a clue core, in the place of
    /// the last two, the line whose visit ends and what it has learned.
    pub outputs: Vec<String>,
}

/// How much of the design still has its name in a Verilog text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// The pins, and the arrays `known` and `assigned`, or a clue core's visits.
    Board,
    /// The pins alone, as in a netlist.
    Pins,
}

/// Why a replay did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The outputs differ.
    #[error("build {build}: the model gives {model:?}, the Verilog {verilog:?}")]
    Differs {
        /// The build's name.
        build: &'static str,
        /// The model's first line that is different, as in [`Recording::outputs`].
        model: String,
        /// The Verilog's.
        verilog: String,
    },
    /// A program is missing.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// A program fails.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The test bench did not come to its end.
    #[error("the test bench breaks off: {0}")]
    BrokenOff(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The input pins, clock by clock, that send `bytes` to a design with a fast serial line, then idle.
pub fn serial_inputs(bytes: impl IntoIterator<Item = u8>, idle_clocks: usize) -> Vec<Inputs> {
    let mut source = UartSource::new(SIM_CLOCKS_PER_BIT as f64);
    let mut bytes = bytes.into_iter().peekable();
    let mut inputs = Vec::new();
    while bytes.peek().is_some() || !source.is_idle() {
        let rx = source.level(&mut || bytes.next());
        inputs.push(Inputs { rx, ..Inputs::IDLE });
    }
    inputs.resize(inputs.len() + idle_clocks, Inputs::IDLE);
    inputs
}

/// What is seen of the design in a clock: its output pins, and of the core its cells, or a clue core's visit (column,
/// position, what was learned).
#[derive(PartialEq)]
struct Seen {
    tx: bool,
    solving: bool,
    replying: bool,
    status: u8,
    visit: (bool, u8, u32),
    cells: [Vec<u32>; 2],
}

impl Seen {
    fn of(design: &dyn PinDesign) -> Self {
        let events = design.events();
        let probe = design.probe();
        let (visit, cells) = match events.clue {
            Some(clue) => (clue.visit.unwrap_or_default(), Default::default()),
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

    /// As the test bench prints it, for a board of that side.
    fn line(&self, core: CoreKind, side: usize) -> String {
        let flag = u8::from;
        let pins = [self.tx, self.solving, self.replying].map(flag);
        let inside = if core == CoreKind::Clue {
            let (column, position, learned) = self.visit;
            let line = flag(column) << (VISIT_LINE_BITS - 1) | position;
            format!("{line:0VISIT_LINE_BITS$b} {learned:0side$b}")
        } else {
            let bits = |words: &[u32]| -> String {
                let rows = words.iter().rev();
                rows.map(|word| format!("{word:0side$b}")).collect()
            };
            format!("{} {}", bits(&self.cells[0]), bits(&self.cells[1]))
        };
        let [tx, solving, replying] = pins;
        format!("{tx} {solving} {replying} {} {inside}", self.status)
    }
}

/// Bits of a line's number in a clue core: the upper is set for a column.
const VISIT_LINE_BITS: usize = 6;

impl Recording {
    /// Runs the model of a build (with the fast serial line) on these inputs; every clock is compared.
    pub fn new(build: &'static Build, inputs: Vec<Inputs>) -> Self {
        Self::from_clock(0, build, inputs)
    }

    /// The same, compared from the clock `begin` on.
    pub fn from_clock(begin: usize, build: &'static Build, inputs: Vec<Inputs>) -> Self {
        let mut design = (build.designs.fast_pins)();
        let outputs = Self::outputs_of(&mut *design, begin, build, &inputs);
        Self {
            build,
            inputs,
            begin,
            outputs,
        }
    }

    /// Runs a netlist of the build, compiled, on the same inputs and compares every clock.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// The netlist cannot be compiled.
    pub fn compiled(&self, netlist: Netlist) -> Result<(), ReplayError> {
        let design = CompiledDesign::new(self.build, netlist, true);
        let mut design = design.expect("the design can be compiled");
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

    /// The outputs that can be seen, a line for each clock that changed one of them.
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

    /// Runs `verilog` (its top module is `top`) in the folder `work` and compares every clock.
    ///
    /// # Errors
    /// The first difference, or why the simulator could not run.
    pub fn replay(
        &self,
        simulator: Simulator,
        verilog: &str,
        visible: Visible,
        work: &Path,
    ) -> Result<(), ReplayError> {
        let bench = testbench::testbench(self, visible, None);
        let program = Program::compile(self, simulator, verilog, &bench, Use::Short, work)?;
        self.compare(&program.run(&[], work)?, visible)
    }

    /// Compares what a test bench printed with what is expected.
    fn compare(&self, lines: &[String], visible: Visible) -> Result<(), ReplayError> {
        let outputs = self.outputs(visible);
        let missing = String::from("no further change");
        for place in 0..outputs.len().max(lines.len()) {
            let model = outputs.get(place).unwrap_or(&missing);
            let found = lines.get(place).unwrap_or(&missing);
            if model != found {
                return Err(ReplayError::Differs {
                    build: self.build.name,
                    model: model.clone(),
                    verilog: found.clone(),
                });
            }
        }
        Ok(())
    }
}
