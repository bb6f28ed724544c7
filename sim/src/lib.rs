//! Cycle-accurate simulation of the FPGA design: boards in, replies out, clock by clock.
//! Interface: [`SimBoard`] is a simulated board; [`virtual_board`] puts one behind a pty; [`replay`] compares
//! the design with its Verilog, [`faults`] is a bad line,
//! [`campaign`] counts what it does, [`emulator`] runs Verilog and netlists.

mod board;
pub mod campaign;
pub mod children;
mod driver;
pub mod emulator;
mod error;
pub mod faults;
mod lockstep;
pub mod netlist;
pub mod random;
pub mod replay;
pub mod tools;
#[cfg(unix)]
pub mod virtual_board;
mod waveform;
pub mod wire;

pub use board::{Drive, Exchange, SimBoard};
pub use error::SimError;
pub use lockstep::Lockstep;
pub use waveform::Waveform;
