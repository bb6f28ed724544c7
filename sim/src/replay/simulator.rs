//! Runs a replay's test bench under a Verilog simulator.
//! Interface: [`Simulator::compile`], then [`Compiled::run`] gives the lines that the test bench printed.
//! Source: the `iverilog` and `verilator` programs.

use std::fs;
use std::path::Path;

use super::{Recording, ReplayError};
use crate::tools::{Found, IVERILOG, VERILATOR, VVP};

/// A Verilog simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts at once, a few thousand clocks a second.
    Icarus,
    /// Verilator: compiles for some seconds, then hundreds of thousands of clocks a second.
    Verilator,
}

/// A compiled test bench.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    program: Found,
    arguments: Vec<String>,
}

impl Simulator {
    /// Compiles a test bench of a recording in `work`.
    pub(super) fn compile(
        self,
        recording: &Recording,
        verilog: &str,
        bench: &str,
        work: &Path,
    ) -> Result<Compiled, ReplayError> {
        let stimulus: String = recording
            .inputs
            .iter()
            .map(|input| format!("{}{}\n", u8::from(input.reset), u8::from(input.rx)))
            .collect();
        fs::write(work.join("stimulus.mem"), stimulus)?;
        fs::write(work.join("design.v"), verilog)?;
        fs::write(work.join("testbench.v"), bench)?;
        match self {
            Self::Icarus => {
                let sources = ["testbench.v", "design.v"];
                let options = ["-g2009", "-o", "replay.vvp"];
                IVERILOG
                    .find()?
                    .call(&[&options[..], &sources[..]].concat(), work)?;
                Ok(Compiled {
                    program: VVP.find()?,
                    arguments: vec!["-n".into(), "replay.vvp".into()],
                })
            }
            Self::Verilator => {
                // A replay is shorter than what optimisation of the C++ would take.
                let build = [
                    "--binary",
                    "--timing",
                    "-MAKEFLAGS",
                    "OPT_FAST=-O0",
                    "-Wno-fatal",
                    "-Wno-lint",
                    "--x-initial",
                    "0",
                ];
                let names = ["--top-module", "testbench", "testbench.v", "design.v"];
                VERILATOR
                    .find()?
                    .call(&[&build[..], &names[..]].concat(), work)?;
                Ok(Compiled {
                    program: Found {
                        tool: VERILATOR,
                        path: work.join("obj_dir").join("Vtestbench"),
                    },
                    arguments: Vec::new(),
                })
            }
        }
    }
}

impl Compiled {
    /// Runs it with these arguments; gives the lines that it printed before its end.
    pub(super) fn run(
        &self,
        arguments: &[String],
        work: &Path,
    ) -> Result<Vec<String>, ReplayError> {
        let printed = self
            .program
            .call(&[&self.arguments[..], arguments].concat(), work)?;
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        match lines.iter().position(|line| line == "end") {
            Some(end) => lines.truncate(end),
            None => return Err(ReplayError::BrokenOff(printed)),
        }
        Ok(lines)
    }
}
