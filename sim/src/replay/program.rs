//! The compiled test bench of a replay.
//! Interface: [`Program::compile`], then [`Program::run`] returns the lines that the test bench printed.
//! Source: own.

use std::path::Path;

use super::{Recording, ReplayError};
use crate::files;
use crate::simulator::{Simulator, Use};
use crate::tools::Found;

/// A compiled test bench.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) program: Found,
    pub(super) arguments: Vec<String>,
}

impl Program {
    /// Compiles `verilog` and a test bench of a recording in `work`, where it also writes the recording's inputs.
    pub(super) fn compile(
        recording: &Recording,
        simulator: Simulator,
        verilog: &str,
        bench: &str,
        runs: Use,
        work: &Path,
    ) -> Result<Self, ReplayError> {
        let stimulus: String = recording
            .inputs
            .iter()
            .map(|input| format!("{}{}\n", u8::from(input.reset), u8::from(input.rx)))
            .collect();
        files::write(work.join("stimulus.mem"), stimulus)?;
        simulator.compile::<ReplayError>(&simulator.compiler()?, verilog, bench, runs, work)?;
        let (program, arguments) = simulator.program(work)?;
        Ok(Self { program, arguments })
    }

    /// Runs the test bench with these arguments; returns the lines that it printed before `end`.
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
