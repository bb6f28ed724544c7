//! UART: 8 data bits, no parity, 1 stop bit, least significant bit first.
//! Interface: `UartRx` receives bytes, `UartTx` transmits them; [`Divider`] times the bits.
//! Source: the usual asynchronous format (8N1) with mid-bit sampling; `divider.rs` names the source of the fractional divider.

mod divider;
mod rx;
mod tx;

pub use divider::Divider;
pub use nonogram_verilog::PARTS;
pub use rx::UartRx;
pub use tx::UartTx;
