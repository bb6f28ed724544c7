//! A Verilog simulator makes a program of a test bench and what is under test.
//! Interface: [`Simulator::compile`] in a folder, [`Simulator::program`] is what to run then.
//! Source: the `iverilog` and `verilator` programs.

use std::path::Path;

use crate::tools::{Failed, Found, IVERILOG, Missing, VERILATOR, VVP};

/// A Verilog simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts at once, simulates a few thousand cycles per second.
    Icarus,
    /// Verilator: compiles for some seconds, then simulates hundreds of thousands of cycles per second.
    Verilator,
}

/// How much a program is going to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// For less time than the optimisation of its C++ would take.
    Short,
    /// For long, or time and again.
    Long,
}

/// The program in the folder where it was compiled.
pub(crate) const PROGRAM: &str = "simulation";

impl Simulator {
    /// What compiles.
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
        std::fs::write(work.join("design.v"), verilog)?;
        std::fs::write(work.join("testbench.v"), bench)?;
        let sources = ["testbench.v", "design.v"];
        match self {
            Self::Icarus => {
                compiler.call(&[&["-g2009", "-o", PROGRAM], &sources[..]].concat(), work)?;
            }
            Self::Verilator => {
                // What runs once, at the start, is left as Verilator has it: not optimised.
                let optimisation = match runs {
                    Use::Short => "OPT_FAST=-O0",
                    Use::Long => "OPT_FAST=-O1",
                };
                // Two processes of the compiler: a machine of two cores is the smallest we care for.
                let build = [
                    "--binary",
                    "--timing",
                    "-O3",
                    "-j",
                    "2",
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
                std::fs::rename(work.join("obj_dir").join(PROGRAM), work.join(PROGRAM))?;
                std::fs::remove_dir_all(work.join("obj_dir"))?;
            }
        }
        Ok(())
    }

    /// The program that was compiled in `folder`, and its first arguments.
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
