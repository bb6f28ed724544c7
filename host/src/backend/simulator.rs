//! The simulators of a design: the values of `sim --engine` and of `solve --simulator`.

use clap::ValueEnum;
use nonogram_sim::Engine;
use nonogram_sim::emulator;

/// A simulator of the design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Simulator {
    /// The netlist of the design, compiled in this process
    #[default]
    Compiled,
    /// The design in Rust, simulated by rust-hdl: the reference, and slower
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

    /// `Ok` with the engine that simulates the design in this process, or `Err` with the program that simulates its Verilog.
    pub const fn kind(self) -> Result<Engine, emulator::Simulator> {
        match self {
            Self::Compiled => Ok(Engine::Compiled),
            Self::RustHdl => Ok(Engine::RustHdl),
            Self::Icarus => Err(emulator::Simulator::Icarus),
            Self::Verilator => Err(emulator::Simulator::Verilator),
        }
    }
}
