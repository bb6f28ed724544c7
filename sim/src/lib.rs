//! Cycle-accurate simulation of the FPGA design: it takes the bytes of boards and returns the bytes of replies.
//! Interface, main items: [`SimBoard`] is a simulated board, [`virtual_board`] connects one to a pseudo-terminal and [`datagrams`]
//! to UDP, [`serial_line`] models the serial line and its faults, [`search`] traces a clue
//! core's search, [`emulator`] runs Verilog and netlists as boards, [`bench`] runs any module, [`wire`] encodes puzzles, [`answer`] checks replies. The design is the Verilog of nonogram-verilog;
//! [`simulation`] is the interface to what runs it, and [`design`] observes its core.
//! Without the feature `native` the crate uses no processes, files or pseudo-terminals, and runs in a browser.

pub mod answer;
#[cfg(feature = "native")]
pub mod bench;
mod board;
#[cfg(feature = "native")]
pub mod children;
pub mod compiled;
#[cfg(feature = "native")]
pub mod datagrams;
pub mod design;
#[cfg(feature = "native")]
pub mod emulator;
#[cfg(feature = "native")]
mod files;
mod lockstep;
#[cfg(feature = "native")]
pub mod netlist;
pub mod search;
pub mod serial_line;
pub mod simulation;
#[cfg(feature = "native")]
pub mod tools;
#[cfg(all(unix, feature = "native"))]
pub mod virtual_board;
mod waveform;
pub mod wire;

pub use board::{Drive, Engine, Exchange, SimBoard, SimError};
pub use lockstep::Lockstep;

/// The example of the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
