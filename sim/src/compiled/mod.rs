//! The compiled simulation: a netlist as a list of operations on machine words.
//! Interface: [`Machine`] runs a netlist; [`CompiledSimulation`] finds its signals and memories by their paths.
//! It follows the semantics of the emitted Verilog, and tests compare it with rust-hdl cycle by cycle.

mod build;
mod compile;
mod execute;
mod flatten;
mod graph;
mod instruction;
mod machine;
mod simulation;

pub use machine::{Machine, Place, Shown};
pub use simulation::CompiledSimulation;

/// A netlist that cannot be simulated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// Bits of a net have two drivers.
    #[error("{0} has two drivers")]
    Driven(String),
    /// A net has no driver.
    #[error("{0} has no driver")]
    Open(String),
    /// Nets depend on themselves.
    #[error("nets depend on themselves, through a combinational loop or a latch: {0}")]
    Loop(String),
    /// A value has more than 64 bits.
    #[error("a value has {0} bits: expected at most 64")]
    Wide(u32),
    /// The netlist needs more words than a simulation has.
    #[error("the netlist needs at least {0} words: expected at most {1}")]
    Large(usize, usize),
    /// A signal or memory does not exist.
    #[error("the design has no signal or memory {0}")]
    Missing(String),
    /// The design cannot be converted to a netlist.
    #[error(transparent)]
    Netlist(#[from] nonogram_netlist::NetlistError),
}
