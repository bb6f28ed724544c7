//! A nonogram solver for FPGAs, in rust-hdl: UART, board protocol, solving cores, and the emission of Verilog.
//! Interface: [`BUILDS`] is the table of designs, and [`verilog`] emits a design. The types whose names end in `Top` are the designs with a
//! UART, those whose names end in `Solver` the designs without. Without the feature `native` the crate emits no Verilog, and the table has
//! no constructors: simulations of compiled netlists do not need them.
//! Source: the published FIFO-driven nonogram solver, rebuilt and extended.

// Verilog needs a default arm for unused state codes; the same arm is unreachable in Rust.
#![allow(unreachable_patterns)]

#[macro_use]
pub mod widgets;
pub mod builds;
mod clue_solver;
pub mod core;
pub mod design;
#[cfg(feature = "native")]
mod emit;
pub mod link;
mod read;
mod solver;
mod top;
pub mod uart;

pub use builds::{BUILDS, Build, ParameterError, Parameters, build, build_for};
pub use clue_solver::ClueSolver;
#[cfg(feature = "native")]
pub use emit::{EmitError, block_verilog, fast_verilog, structure, verilog};
pub use read::netlist;
pub use solver::{ParallelSolver, Solver};
pub use top::{ClueTop, ParallelTop, Top};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
