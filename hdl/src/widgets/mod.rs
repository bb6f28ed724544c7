//! Small parts that the rest of the design is made of.
//! Interface: one block a file, ports documented on the struct.
//! Source: standard FPGA practice; the memories follow the templates that synthesisers infer block RAM from.

mod byte_fifo;
mod dff;
mod gated;
mod ram;
mod store;
mod synchronizer;

pub use byte_fifo::ByteFifo;
pub use dff::Dff;
pub(crate) use gated::inputs;
pub use gated::{Gated, Inputs, set_gating};
pub use ram::Ram;
pub use store::{LONGEST, Store};
pub use synchronizer::Synchronizer;
