//! The serial line: 8 data bits, no parity, 1 stop bit, least significant bit first.
//! Interface: `UartRx` from pin to bytes, `UartTx` from bytes to pin; `DIV` clocks a bit.
//! Source: the usual asynchronous format (8N1) with mid-bit sampling.

mod rx;
mod tx;

pub use rx::UartRx;
pub use tx::UartTx;
