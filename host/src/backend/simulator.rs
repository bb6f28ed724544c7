//! The simulators of a design: the values of `sim --engine` and of `solve --simulator`.

use clap::ValueEnum;
use nonogram_sim::Engine;
use nonogram_sim::emulator;

use crate::exit::{Exit, Failure};

/// A simulator of the design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Simulator {
    /// The Verilog of the design, compiled in this process
    #[default]
    Compiled,
    /// The source of the design in Rust, simulated by rust-hdl: the reference, and slower (only with the feature rust-hdl)
    RustHdl,
    /// The Verilog of the design in Icarus Verilog
    Icarus,
    /// The Verilog of the design in Verilator
    Verilator,
}

impl Simulator {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compiled => "compiled",
            Self::RustHdl => "rust-hdl",
            Self::Icarus => "icarus",
            Self::Verilator => "verilator",
        }
    }

    /// The engine in this process, or the program, that simulates the design.
    ///
    /// # Errors
    /// This command was built without the simulator.
    pub fn kind(self) -> Result<Kind, Failure> {
        match self {
            Self::Compiled => Ok(Kind::Here(Engine::COMPILED)),
            #[cfg(feature = "rust-hdl")]
            Self::RustHdl => Ok(Kind::Here(nonogram_hdl::ENGINE)),
            #[cfg(not(feature = "rust-hdl"))]
            Self::RustHdl => Err(Failure::new(
                Exit::Usage,
                "the engine rust-hdl is not built into this command; expected compiled, icarus or verilator, or a command \
                 that was built with it: cargo install --path host --features rust-hdl",
            )),
            Self::Icarus => Ok(Kind::Program(emulator::Simulator::Icarus)),
            Self::Verilator => Ok(Kind::Program(emulator::Simulator::Verilator)),
        }
    }
}

/// Where a design is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In this process.
    Here(Engine),
    /// In a program that simulates Verilog.
    Program(emulator::Simulator),
}
