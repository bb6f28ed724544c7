//! An FPGA nonogram solver written in rust-hdl: UART, board protocol, solving cores, and its Verilog.
//! Interface: [`BUILDS`] is the table of builds, [`verilog`] emits one, [`Top`] and [`Solver`] are the design.
//! Without the feature `native` no Verilog is emitted (`hdl_gen` is compiled out), and each build has only the form that a
//! simulation with pins uses.
//! Source: the published FIFO-driven nonogram solver, rebuilt and extended (see ARCHITECTURE.md).

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
#[cfg(feature = "native")]
mod read;
mod solver;
mod top;
pub mod uart;

pub use builds::{BUILDS, Build, build, build_for};
pub use clue_solver::ClueSolver;
#[cfg(feature = "native")]
pub use emit::{EmitError, block_verilog, fast_verilog, verilog};
#[cfg(feature = "native")]
pub use read::netlist;
pub use solver::{ParallelSolver, Solver};
pub use top::{ClueTop, ParallelTop, Top};
