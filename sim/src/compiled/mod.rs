//! The compiled simulation: a netlist as a list of operations on machine words.
//! Interface: [`Machine`] runs any netlist, [`CompiledDesign`] a build's, in the place of the design in rust-hdl.
//! What the emitted Verilog means is what it does; tests compare it with rust-hdl clock by clock.

mod atom;
mod build;
mod changes;
mod compile;
mod design;
mod flatten;
mod graph;
mod instruction;
mod lanes;
mod lazy;
mod lower;
mod machine;
mod names;
mod node;
mod parts;
mod program;
mod resolve;
mod run;
mod schedule;
mod select;
mod used;

pub use design::CompiledDesign;
pub use machine::{Machine, Place, Shown};

/// A netlist that cannot be simulated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A net has two drivers.
    #[error("{0} has two drivers")]
    Driven(String),
    /// A net has no driver.
    #[error("{0} has no driver")]
    Open(String),
    /// Nets depend on themselves.
    #[error("a combinational loop, or a latch: {0}")]
    Loop(String),
    /// A value is too wide.
    #[error("a value of {0} bits: at most 64 are computed with")]
    Wide(u32),
    /// The netlist is too large.
    #[error("{0} words: a simulation has at most {1}")]
    Large(usize, usize),
    /// There is no such signal or memory.
    #[error("the design has no {0}")]
    Missing(String),
    /// The design is no netlist.
    #[error(transparent)]
    Netlist(#[from] nonogram_netlist::NetlistError),
}
