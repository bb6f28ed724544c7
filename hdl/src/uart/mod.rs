//! The serial line: 8 data bits, no parity, 1 stop bit, least significant bit first.
//! Interface: `UartRx` from pin to bytes, `UartTx` from bytes to pin; a bit lasts `BIT` sixteenths of a clock.
//! Source: the usual asynchronous format (8N1) with mid-bit sampling; fractions as in a Bresenham line.

mod divider;
mod rx;
mod tx;

pub use divider::{Divider, PARTS};
pub use rx::UartRx;
pub use tx::UartTx;
