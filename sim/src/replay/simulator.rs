//! Runs a replay's test bench under a Verilog simulator.
//! Interface: [`Simulator::run`] gives the lines that the test bench printed.
//! Source: the `iverilog` and `verilator` programs.

use std::fs;
use std::path::Path;

use super::testbench::testbench;
use super::{Recording, ReplayError, Visible};
use crate::tools::{Found, IVERILOG, VERILATOR, VVP};

/// A Verilog simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts at once, a few thousand clocks a second.
    Icarus,
    /// Verilator: compiles for some seconds, then hundreds of thousands of clocks a second.
    Verilator,
}

impl Simulator {
    /// Compiles and runs the test bench in `work`.
    pub(super) fn run(
        self,
        recording: &Recording,
        verilog: &str,
        visible: Visible,
        work: &Path,
    ) -> Result<Vec<String>, ReplayError> {
        let stimulus: String = recording
            .inputs
            .iter()
            .map(|input| format!("{}{}\n", u8::from(input.reset), u8::from(input.rx)))
            .collect();
        fs::write(work.join("stimulus.mem"), stimulus)?;
        fs::write(work.join("design.v"), verilog)?;
        fs::write(work.join("testbench.v"), testbench(recording, visible))?;
        let printed = match self {
            Self::Icarus => {
                let (compiler, runner) = (IVERILOG.find()?, VVP.find()?);
                let sources = ["testbench.v", "design.v"];
                let options = ["-g2009", "-o", "replay.vvp"];
                compiler.call(&[&options[..], &sources[..]].concat(), work)?;
                runner.call(&["-n", "replay.vvp"], work)?
            }
            Self::Verilator => {
                let build = [
                    "--binary",
                    "--timing",
                    "-Wno-fatal",
                    "-Wno-lint",
                    "--x-initial",
                    "0",
                ];
                let names = ["--top-module", "testbench", "testbench.v", "design.v"];
                let compiler = VERILATOR.find()?;
                compiler.call(&[&build[..], &names[..]].concat(), work)?;
                let program = Found {
                    tool: VERILATOR,
                    path: work.join("obj_dir").join("Vtestbench"),
                };
                program.call::<&str>(&[], work)?
            }
        };
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        match lines.iter().position(|line| line == "end") {
            Some(end) => lines.truncate(end),
            None => {
                return Err(ReplayError::BrokenOff(printed));
            }
        }
        Ok(lines)
    }
}
