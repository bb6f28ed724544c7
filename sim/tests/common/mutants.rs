//! Mutants of a design's netlist in one compiled simulator. Each mutant has one bit of one cell port tied, inverted, or inverted depending
//! on another bit.
//! Interface: [`Mutants::new`] generates them for a recording, [`Mutants::survives`] replays the recording on a mutant.
//! Source: yosys's pass `mutate`, and its use in mcy (mutation coverage with yosys).

use tempfile::TempDir;

use nonogram_sim::replay::{Program, Recording, ReplayError, Visible};
use nonogram_sim::tools::YOSYS;

/// Mutants of the Verilog of a recording's build.
#[derive(Debug)]
pub struct Mutants<'a> {
    recording: &'a Recording,
    work: TempDir,
    program: Program,
    /// The change of each mutant as yosys describes it, starting with mutant 1.
    list: Vec<String>,
}

/// Width of the port that selects a mutant.
const WIDTH: usize = 16;

impl<'a> Mutants<'a> {
    /// Selects up to `number` mutants of `verilog`, the recorded design, spread over its cells, and compiles them.
    ///
    /// # Errors
    /// A program is missing or fails, or a file cannot be read or written.
    pub fn new(
        recording: &'a Recording,
        verilog: &str,
        number: u16,
        seed: u32,
    ) -> Result<Self, ReplayError> {
        let work = tempfile::tempdir()?;
        let path = work.path();
        let yosys = YOSYS.find()?;
        std::fs::write(path.join("design.sv"), verilog)?;
        // Redundant gates are removed, because their mutants would be equivalent to the design; memories stay whole.
        let netlist = format!(
            "read_verilog -sv design.sv; synth -flatten -top {} -run begin:fine; opt -full; techmap; opt -full; opt_clean",
            recording.build.top()
        );
        let choose = format!(
            "{netlist}; mutate -list {number} -seed {seed} -ctrl mutant {WIDTH} 1 -o mutants.ys"
        );
        yosys.call(&["-q", "-p", &choose], path)?;
        let chosen = std::fs::read_to_string(path.join("mutants.ys"))?;
        let list = chosen.lines().map(str::to_owned).collect();
        let make = "script mutants.ys; opt_clean; write_verilog -noattr mutants.v";
        yosys.call(&["-q", "-p", &format!("{netlist}; {make}")], path)?;
        let mutants = std::fs::read_to_string(path.join("mutants.v"))?;
        let program = Program::of_mutants(recording, &mutants, WIDTH, path)?;
        Ok(Self {
            recording,
            work,
            program,
            list,
        })
    }

    /// The number of mutants, which are numbered from 1.
    pub fn number(&self) -> usize {
        self.list.len()
    }

    /// The change of a mutant as yosys describes it: mode and cell, with the lines of the Verilog.
    pub fn change(&self, mutant: usize) -> &str {
        &self.list[mutant - 1]
    }

    /// Whether every output pin of a mutant (0 is the unchanged design) equals the recording in every compared cycle.
    ///
    /// # Errors
    /// The simulator cannot be run, or fails on the unchanged design. A mutant on which it fails does not survive.
    pub fn survives(&self, mutant: usize) -> Result<bool, ReplayError> {
        let choice = format!("+mutant={mutant}");
        match self.program.run(&[choice], self.work.path()) {
            Ok(lines) => Ok(self.recording.compare(&lines, Visible::Pins).is_ok()),
            // Verilator ends with an error if the outputs of a mutant do not settle, which reveals the mutant.
            Err(ReplayError::Failed(failed)) if mutant > 0 && failed.has_run => Ok(false),
            Err(ReplayError::BrokenOff(_)) if mutant > 0 => Ok(false),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_sim::tools::Found;

    #[test]
    fn a_simulator_that_cannot_be_started_detects_no_mutant() {
        let recording = Recording {
            build: nonogram_verilog::build("classic11").expect("in the table"),
            inputs: Vec::new(),
            begin: 0,
            outputs: Vec::new(),
        };
        let program = Found {
            tool: YOSYS,
            path: "/no/such/program".into(),
        };
        let mutants = Mutants {
            recording: &recording,
            work: tempfile::tempdir().expect("a temporary folder"),
            program: Program {
                program,
                arguments: Vec::new(),
            },
            list: vec!["a change".to_owned()],
        };
        let error = mutants.survives(1).expect_err("there is no simulator");
        assert!(matches!(error, ReplayError::Failed(_)), "{error}");
    }
}
