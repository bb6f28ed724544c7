//! Building blocks of the design (flip-flop, memories, FIFO, synchroniser), and tools to declare and simulate blocks.
//! Interface: the ports of each block are documented on its struct.
//! Source: standard FPGA practice; the memories follow the templates from which synthesisers infer block RAM and distributed RAM.

#[macro_use]
mod interfaces;
mod array;
mod boxed;
mod byte_fifo;
mod clock;
mod dff;
mod memories;
mod parameter;
mod synchronizer;

pub use array::Array;
pub use boxed::Boxed;
pub use byte_fifo::ByteFifo;
pub(crate) use clock::rises;
pub use clock::rising_edge;
pub use dff::Dff;
pub(crate) use dff::is_register;
pub use interfaces::Interfaces;
pub use memories::{LONGEST, LutRam, Ram, Store};
pub(crate) use memories::{is_memory, words_of};
pub(crate) use parameter::{PARAMETER, constant};
pub use parameter::{PARAMETER_BITS, Parameter};
pub use synchronizer::Synchronizer;
