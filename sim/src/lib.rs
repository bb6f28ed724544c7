//! Cycle-accurate simulation of the FPGA design: boards in, replies out, clock by clock.
//! Interface: [`SimBoard`] is a simulated board; [`virtual_board`] puts one behind a pty; [`replay`] compares
//! the design with its Verilog, [`faults`] is a bad line,
//! [`campaign`] counts what it does, [`signals`] looks inside, [`search`] follows a clue core's search, [`emulator`] runs Verilog and netlists. Without the
//! feature `native` there are no processes, files and pseudo-terminals, so that it runs in a browser.

pub mod answer;
mod board;
#[cfg(feature = "native")]
pub mod campaign;
#[cfg(feature = "native")]
pub mod children;
pub mod compiled;
mod driver;
#[cfg(feature = "native")]
pub mod emulator;
mod error;
pub mod every;
pub mod faults;
mod lockstep;
#[cfg(feature = "native")]
pub mod netlist;
pub mod oracle;
pub mod random;
#[cfg(feature = "native")]
pub mod replay;
pub mod search;
pub mod serial_line;
pub mod signals;
#[cfg(feature = "native")]
mod simulator;
#[cfg(feature = "native")]
pub mod tools;
pub mod trials;
#[cfg(all(unix, feature = "native"))]
pub mod virtual_board;
mod waveform;

pub use board::{Drive, Engine, Exchange, SimBoard};
pub use error::SimError;
pub use lockstep::Lockstep;
pub use waveform::Waveform;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
