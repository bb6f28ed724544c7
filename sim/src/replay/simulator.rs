//! Runs a replay's test bench under a Verilog simulator.
//! Interface: [`Simulator::run`] gives the lines that the test bench printed.
//! Source: the `iverilog` and `verilator` programs.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::testbench::testbench;
use super::{Recording, ReplayError};

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
        work: &Path,
    ) -> Result<Vec<String>, ReplayError> {
        let stimulus: String = recording
            .inputs
            .iter()
            .map(|input| format!("{}{}\n", u8::from(input.reset), u8::from(input.rx)))
            .collect();
        fs::write(work.join("stimulus.mem"), stimulus)?;
        fs::write(work.join("design.v"), verilog)?;
        fs::write(
            work.join("testbench.v"),
            testbench(recording.build, recording.inputs.len()),
        )?;
        let printed = match self {
            Self::Icarus => {
                let sources = ["testbench.v", "design.v"];
                let options = ["-g2009", "-o", "replay.vvp"];
                call("iverilog", &[&options[..], &sources[..]].concat(), work)?;
                call("vvp", &["-n", "replay.vvp"], work)?
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
                call("verilator", &[&build[..], &names[..]].concat(), work)?;
                call("./obj_dir/Vtestbench", &[], work)?
            }
        };
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        match lines.iter().position(|line| line == "end") {
            Some(end) => lines.truncate(end),
            None => {
                return Err(ReplayError::Failed {
                    tool: "the test bench",
                    output: printed,
                });
            }
        }
        Ok(lines)
    }
}

fn call(tool: &'static str, arguments: &[&str], work: &Path) -> Result<String, ReplayError> {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(work)
        .output()
        .map_err(|error| ReplayError::Tool {
            tool,
            reason: error.to_string(),
        })?;
    if !output.status.success() {
        let printed = [output.stdout, output.stderr].concat();
        let output = String::from_utf8_lossy(&printed).into_owned();
        return Err(ReplayError::Failed { tool, output });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
