//! The link between host and core: receives boards and sends replies.
//! Interface: `Framer` turns bytes into messages, `Parser` checks and stores a board, `Assembler` sends the reply.
//! The module `clue` is the link of the clue core.
//! Source: the published 16-bit board protocol (docs/reference/protocol.md).

mod assembler;
mod board_control;
mod cell_reader;
pub mod clue;
mod crc13;
mod framer;
mod line_counter;
mod message;
mod message_tx;
mod option_units;
mod parser;

pub use assembler::Assembler;
pub use board_control::{BoardControl, BoardState};
pub use cell_reader::CellReader;
pub use crc13::Crc13;
pub use framer::Framer;
pub use line_counter::LineCounter;
pub use message::{MessageIn, MessageOut};
pub use message_tx::MessageTx;
pub use option_units::{OptionCells, OptionCount, SizeMasks, StoreWriter};
pub use parser::Parser;

use crate::widgets::constant;
use rust_hdl::prelude::{Bits, Constant};

/// Width of a message's index, in bits.
const INDEX: usize = 12;
/// Width of a message's payload (index and value), in bits.
const PAYLOAD: usize = INDEX + 1;

/// A control field at its place in a message.
fn control_code(control: u16) -> Constant<Bits<16>> {
    message_code(control, 0)
}

/// A message with this control field and payload.
fn message_code(control: u16, payload: u16) -> Constant<Bits<16>> {
    constant(u64::from(control << PAYLOAD | payload))
}
