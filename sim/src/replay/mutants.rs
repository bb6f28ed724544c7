//! Mutants of a design's netlist: one bit of one cell's port each, inverted or tied; all in one compiled simulator.
//! Interface: [`Mutants::new`] makes them for a recording, [`Mutants::survives`] replays it on one of them.
//! Source: yosys's pass `mutate`, and its use in mcy (mutation coverage with yosys).

use std::fs;

use tempfile::TempDir;

use super::program::Program;
use super::{Recording, ReplayError, Visible, testbench};
use crate::emulator::cache;
use crate::simulator::{Simulator, Use};
use crate::tools::YOSYS;

/// Mutants of the Verilog of a recording's build.
#[derive(Debug)]
pub struct Mutants<'a> {
    recording: &'a Recording,
    work: TempDir,
    program: Program,
    /// What each of them changes, from mutant 1 on.
    list: Vec<String>,
}

/// Width of the port that chooses a mutant.
const WIDTH: usize = 16;

impl<'a> Mutants<'a> {
    /// Chooses up to `number` mutants of `verilog` (its top module is `top`), spread evenly over its cells.
    ///
    /// # Errors
    /// A program is missing or fails, or the disk does.
    pub fn new(
        recording: &'a Recording,
        verilog: &str,
        number: u16,
        seed: u32,
    ) -> Result<Self, ReplayError> {
        let work = cache::work()?;
        let path = work.path();
        let yosys = YOSYS.find()?;
        fs::write(path.join("design.v"), verilog)?;
        // Gates without what is redundant, for a mutant there changes nothing; memories stay whole.
        let netlist = "read_verilog design.v; synth -flatten -top top -run begin:fine; opt -full; techmap; opt -full; opt_clean";
        let choose = format!(
            "{netlist}; mutate -list {number} -seed {seed} -ctrl mutant {WIDTH} 1 -o mutants.ys"
        );
        yosys.call(&["-q", "-p", &choose], path)?;
        let chosen = fs::read_to_string(path.join("mutants.ys"))?;
        let list = chosen.lines().map(str::to_owned).collect();
        let make = "script mutants.ys; opt_clean; write_verilog -noattr mutants.v";
        yosys.call(&["-q", "-p", &format!("{netlist}; {make}")], path)?;
        let mutants = fs::read_to_string(path.join("mutants.v"))?;
        let bench = testbench::testbench(recording, Visible::Pins, Some(WIDTH));
        let verilator = Simulator::Verilator;
        let program = Program::compile(recording, verilator, &mutants, &bench, Use::Long, path)?;
        Ok(Self {
            recording,
            work,
            program,
            list,
        })
    }

    /// Number of mutants; they are counted from 1.
    pub fn number(&self) -> usize {
        self.list.len()
    }

    /// What a mutant changes: mode and cell, in yosys's words, with the lines of the Verilog.
    pub fn change(&self, mutant: usize) -> &str {
        &self.list[mutant - 1]
    }

    /// Whether no output pin of a mutant (0 is the design itself) differs from the recording in any clock.
    ///
    /// # Errors
    /// The simulator cannot be run.
    pub fn survives(&self, mutant: usize) -> Result<bool, ReplayError> {
        let choice = format!("+mutant={mutant}");
        match self.program.run(&[choice], self.work.path()) {
            Ok(lines) => Ok(self.recording.compare(&lines, Visible::Pins).is_ok()),
            // Verilator ends with an error where the outputs do not settle.
            Err(ReplayError::Failed(_) | ReplayError::BrokenOff(_)) if mutant > 0 => Ok(false),
            Err(error) => Err(error),
        }
    }
}
