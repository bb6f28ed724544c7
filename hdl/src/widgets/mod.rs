//! Building blocks of the design: flip-flop, memories, FIFO, synchroniser.
//! Interface: one block per file, with its ports documented on the struct.
//! Source: standard FPGA practice; the memories follow the templates that synthesisers infer block RAM from.

#[macro_use]
mod dff;
#[macro_use]
mod interfaces;
mod byte_fifo;
mod defaults;
mod lut_ram;
mod ram;
mod rising_edge;
mod skip_when_idle;
mod store;
mod synchronizer;

pub use byte_fifo::ByteFifo;
pub(crate) use defaults::{checked, constant};
pub use dff::Dff;
pub use interfaces::Interfaces;
pub use lut_ram::LutRam;
pub use ram::Ram;
pub(crate) use rising_edge::rises;
pub use rising_edge::rising_edge;
pub use skip_when_idle::{Inputs, SkipWhenIdle};
pub(crate) use skip_when_idle::{inputs, note_state_change};
pub use store::{LONGEST, Store};
pub use synchronizer::Synchronizer;
