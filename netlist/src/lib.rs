//! A typed netlist of synchronous hardware: the content of the design's Verilog as data.
//! Interface: [`read`] reads Verilog to a [`tree`], [`print`](mod@print) prints a tree as Verilog, [`elaborate`] converts a tree to a
//! netlist, whose types are in [`ir`], and [`verilog`] prints the modules of a netlist. [`structure`] finds what block diagrams show.

pub mod elaborate;
pub mod evaluate;
pub mod ir;
pub mod print;
pub mod read;
pub mod structure;
pub mod tree;
pub mod verilog;

/// Why a design or a text cannot be translated to a netlist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetlistError {
    /// A module, a signal, or a state of a state machine does not exist.
    #[error("the design has no module, signal or state {0}")]
    Missing(String),
    /// The top module has no parameter with this name.
    #[error("the design has no parameter {0}")]
    NoParameter(String),
    /// The source contains a construct that netlists do not support.
    #[error("{0} is not supported in a netlist")]
    Unsupported(String),
    /// The text is not in the supported subset of Verilog.
    #[error("Verilog line {line}: {what}")]
    Syntax {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the fault.
        what: String,
    },
}

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
