//! The test bench that drives a design in a Verilog simulator: a stimulus for its inputs, and lines with its outputs.
//! Interface: [`Bench::run`] runs a design with a [`stimulus`], and returns its outputs.

use crate::files;
use crate::tools::{Failed, Missing, Simulator, Use};

/// The reason for the failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
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
        "a file of the test bench cannot be read or written: {0}; \
         check the disk, or set NONOGRAM_CACHE or TMPDIR to another folder"
    )]
    Io(#[from] std::io::Error),
}

/// The inputs and outputs of a top module, the instance `uut`.
pub struct Bench<'a> {
    /// Declarations of the inputs and outputs, and the instance.
    pub declarations: &'a str,
    /// The inputs, as in a line of the stimulus, and their number of bits.
    pub inputs: (&'a str, usize),
    /// The outputs: expressions, each with its number of bits.
    pub outputs: &'a [(String, usize)],
    /// The first cycle whose outputs are printed.
    pub begin: usize,
    /// After the stimulus, the number of cycles without activity that end the run, and the condition that there is none.
    pub quiet: (u64, &'a str),
}

/// The declarations of a top module with serial pins, and of its instance with these connections.
pub fn serial(instance: &str) -> String {
    format!(
        "    reg reset = 0, rx = 1;\n    wire tx, solving, replying;\n    wire [2:0] status;\n    {instance};"
    )
}

/// The instance of a design's own top module.
pub fn design(top: &str) -> String {
    format!(
        "{top} uut(.clock(clock), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx), .solving(solving), \
         .replying(replying), .status(status))"
    )
}

impl Bench<'_> {
    /// The text of the test bench.
    pub(crate) fn text(&self) -> String {
        let words = self.outputs.iter().enumerate().map(|(number, (value, bits))| {
            format!("    wire [{}:0] word_{number} = {value};", bits - 1)
        });
        let names = (0..self.outputs.len()).map(|number| format!("word_{number}"));
        let width: usize = self.outputs.iter().map(|(_, bits)| bits).sum();
        include_str!("bench.v")
            .replace("@DECLARATIONS@", self.declarations)
            .replace("@WORDS@", &words.collect::<Vec<_>>().join("\n"))
            .replace("@TOP@", &(width - 1).to_string())
            .replace("@INPUTS@", self.inputs.0)
            .replace("@BITS@", &self.inputs.1.to_string())
            .replace("@OUTPUTS@", &names.collect::<Vec<_>>().join(", "))
            .replace("@FORMAT@", &vec!["%b"; self.outputs.len()].join(" "))
            .replace("@BEGIN@", &self.begin.to_string())
            .replace("@QUIET@", &self.quiet.0.to_string())
            .replace("@IDLE@", self.quiet.1)
    }

    /// Runs `verilog` with a stimulus in a temporary folder. Returns the number of the first printed cycle and of each later one in which an
    /// output has changed, each with the outputs as words of bits.
    ///
    /// # Errors
    /// A program is missing or fails, the test bench ends early, or a file cannot be written.
    pub fn run(
        &self,
        simulator: Simulator,
        verilog: &str,
        stimulus: &str,
    ) -> Result<Vec<(u64, String)>, BenchError> {
        let folder = files::work()?;
        let work = folder.path();
        files::write(work.join("stimulus.txt"), stimulus)?;
        let compiler = simulator.compiler()?;
        simulator.compile::<BenchError>(&compiler, verilog, &self.text(), Use::Short, work)?;
        let (program, arguments) = simulator.program(work)?;
        let printed = program.call(&arguments, work)?;
        let mut changes: Vec<(u64, String)> = Vec::new();
        for line in printed.lines() {
            match Printed::of(line) {
                Some(Printed::Outputs(cycle, outputs)) if cycle >= self.begin as u64 => {
                    if changes.last().is_none_or(|(_, last)| last != outputs) {
                        changes.push((cycle, outputs.to_owned()));
                    }
                }
                Some(Printed::Outputs(..) | Printed::Other) => {}
                Some(Printed::End(_)) => return Ok(changes),
                None => break,
            }
        }
        Err(BenchError::BrokenOff(printed))
    }
}

/// The text of a stimulus: inputs, each with the number of cycles for which they are applied.
pub fn stimulus<B: std::fmt::Display + PartialEq>(
    inputs: impl IntoIterator<Item = (u64, B)>,
) -> String {
    let mut runs: Vec<(u64, B)> = Vec::new();
    for (cycles, bits) in inputs {
        match runs.last_mut() {
            Some((count, last)) if *last == bits => *count += cycles,
            _ => runs.push((cycles, bits)),
        }
    }
    runs.iter().map(|(cycles, bits)| format!("{cycles} {bits}\n")).collect()
}

/// A line that a test bench prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed<'a> {
    /// The outputs in a cycle, as words of bits.
    Outputs(u64, &'a str),
    /// The run has ended after this many cycles.
    End(u64),
    /// A message of the simulator.
    Other,
}

impl<'a> Printed<'a> {
    /// Reads a line; `None` if it has another form.
    pub(crate) fn of(line: &'a str) -> Option<Self> {
        // Verilator reports the location of $finish in a line that begins with "-".
        if line.starts_with('-') {
            return Some(Self::Other);
        }
        let (first, rest) = line.split_once(' ')?;
        if first == "end" {
            return rest.parse().ok().map(Self::End);
        }
        first.parse().ok().map(|cycle| Self::Outputs(cycle, rest))
    }
}
