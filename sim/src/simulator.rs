//! Compiles a design and its test bench with a Verilog simulator.
//! Interface: [`Simulator::compile`] compiles into a folder, with the assertions of the design; [`Simulator::program`] returns the command to run.
//! Source: the `iverilog` and `verilator` programs.

use std::path::Path;

use crate::files;
use nonogram_netlist::verilog::CHECKS;

use crate::tools::{Failed, Found, IVERILOG, Missing, VERILATOR, VVP};

/// A Verilog simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts immediately, simulates a few thousand cycles per second.
    Icarus,
    /// Verilator: compiles for some seconds, then simulates hundreds of thousands to millions of cycles per second.
    Verilator,
}

/// Expected run time, which selects the C++ optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A run that takes less time than optimisation would.
    Short,
    /// Long or repeated runs.
    Long,
}

/// File name of the compiled program in its folder.
pub(crate) const PROGRAM: &str = "simulation";

impl Simulator {
    /// Finds the simulator's compiler.
    pub(crate) fn compiler(self) -> Result<Found, Missing> {
        match self {
            Self::Icarus => IVERILOG.find(),
            Self::Verilator => VERILATOR.find(),
        }
    }

    /// Compiles `verilog` and its test bench, the module `testbench`, in the folder `work`.
    pub(crate) fn compile<E: From<Failed> + From<std::io::Error>>(
        self,
        compiler: &Found,
        verilog: &str,
        bench: &str,
        runs: Use,
        work: &Path,
    ) -> Result<(), E> {
        files::write(work.join("design.sv"), verilog)?;
        files::write(work.join("testbench.v"), bench)?;
        let checks = format!("-D{CHECKS}");
        let sources = [&checks, "testbench.v", "design.sv"];
        match self {
            Self::Icarus => {
                compiler.call(&[&["-g2012", "-o", PROGRAM], &sources[..]].concat(), work)?;
            }
            Self::Verilator => {
                // Only OPT_FAST is set, which applies to the code that runs in each cycle; start-up code is not optimised,
                // which is Verilator's default.
                let optimisation = match runs {
                    Use::Short => "OPT_FAST=-O0",
                    Use::Long => "OPT_FAST=-O1",
                };
                // Verilator compiles with two processes, for machines with two cores.
                let build = [
                    "--binary",
                    "--timing",
                    "-O3",
                    "-j",
                    "2",
                    "--assert",
                    "-MAKEFLAGS",
                    optimisation,
                ];
                let quiet = ["-Wno-fatal", "-Wno-lint", "-Wno-style"];
                let names = [
                    "--x-initial",
                    "0",
                    "--top-module",
                    "testbench",
                    "-o",
                    PROGRAM,
                ];
                compiler.call(
                    &[&build[..], &quiet[..], &names[..], &sources[..]].concat(),
                    work,
                )?;
                let made = work.join("obj_dir");
                let moved = std::fs::rename(made.join(PROGRAM), work.join(PROGRAM));
                let removed = moved.and_then(|()| std::fs::remove_dir_all(&made));
                removed.map_err(|error| files::at(&made, &error))?;
            }
        }
        Ok(())
    }

    /// The program that runs the simulation compiled into `folder`, and its first arguments.
    pub(crate) fn program(self, folder: &Path) -> Result<(Found, Vec<String>), Missing> {
        let path = folder.join(PROGRAM);
        Ok(match self {
            Self::Icarus => (VVP.find()?, vec!["-n".into(), path.display().to_string()]),
            Self::Verilator => {
                let tool = VERILATOR;
                (Found { tool, path }, Vec::new())
            }
        })
    }
}
