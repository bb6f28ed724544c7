//! Building blocks of the design (flip-flop, memories, FIFO, synchroniser), and tools to declare and simulate blocks.
//! Interface: the ports of each block are documented on its struct.
//! Source: standard FPGA practice; the memories follow the templates from which synthesisers infer block RAM and distributed RAM.

#[macro_use]
mod dff;
#[macro_use]
mod interfaces;
mod byte_fifo;
mod memories;
mod parameter;
mod skip_when_idle;
mod synchronizer;

pub use byte_fifo::ByteFifo;
pub use dff::Dff;
pub use interfaces::{Interfaces, Planes};
pub use memories::{LONGEST, LutRam, Ram, Store};
pub use parameter::{PARAMETER_BITS, Parameter};
pub(crate) use parameter::{checked, constant, is_parameter};
pub use skip_when_idle::{Changing, Inputs, SkipWhenIdle, rising_edge};
pub(crate) use skip_when_idle::{inputs, is_clock, note_state_change, rises};
pub use synchronizer::Synchronizer;
