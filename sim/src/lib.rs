//! Cycle-accurate simulation of the FPGA design: boards in, replies out, clock by clock.
//! Interface: [`SimBoard`] is a simulated board; [`virtual_board`] puts one behind a pty; [`replay`] compares
//! the design with its Verilog. Source: own.

mod board;
mod driver;
mod error;
mod lockstep;
pub mod random;
pub mod replay;
pub mod virtual_board;
mod waveform;
pub mod wire;

pub use board::{Drive, Exchange, SimBoard};
pub use error::SimError;
pub use lockstep::LockStep;
pub use waveform::Waveform;
