//! A typed netlist of synchronous hardware: what the design's Verilog says, as data.
//! Interface: [`ir`] has the types, [`text`] reads hand-written Verilog, [`verilog`] prints modules, [`codec`] makes bytes of a netlist.

pub mod codec;
mod find;
pub mod ir;
pub mod text;
pub mod verilog;

/// Something that is no netlist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetlistError {
    /// There is no such signal or memory.
    #[error("the design has no {0}")]
    Missing(String),
    /// The source has something that no netlist has.
    #[error("{0} has no place in a netlist")]
    Unsupported(String),
    /// Verilog that is not understood.
    #[error("Verilog line {line}: {what}")]
    Syntax {
        /// The line.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
