//! A nonogram solver for FPGAs, in rust-hdl: UART, board protocol, solving cores, and the emission of Verilog.
//! Interface: [`ENGINE`] simulates the designs, and [`verilog`] emits one. The types whose names end in `StreamTop` are the
//! designs behind AXI4-Streams, [`Top`], [`ParallelTop`] and [`ClueTop`] those behind a UART.
//! Source: the published FIFO-driven nonogram solver, rebuilt and extended.

// Verilog needs a default arm for unused state codes; the same arm is unreachable in Rust.
#![allow(unreachable_patterns)]

#[macro_use]
pub mod widgets;
mod builds;
pub mod core;
#[macro_use]
mod design;
mod dispatcher;
mod emit;
pub mod link;
mod prelude;
mod read;
#[macro_use]
mod top;
mod stream;
pub mod uart;

pub use builds::{ClueWidths, ENGINE, clue_widths};
pub use dispatcher::Dispatcher;
pub use emit::{block_verilog, dispatcher_verilog, verilog};
pub use stream::{ClueStreamTop, ClueTop, ParallelStreamTop, ParallelTop, StreamTop, Top};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
