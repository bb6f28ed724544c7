//! The language between a host and a nonogram-solving FPGA: 16-bit messages over a byte link.
//!
//! A board travels as every possible way to fill each of its lines ("options"); the reply is the
//! picture, cell by cell, and a status. Both directions can carry a CRC-13/BBC check message.
//!
//! * [`Message`]: one message, to and from its 16 bits.
//! * [`Options`], [`count_options`]: the options of a line, one at a time.
//! * [`Status`]: the verdict that closes a reply.
//! * [`BoardStream`], [`decode_board`], [`BoardDecoder`]: a board, host to FPGA.
//! * [`ReplyStream`], [`ReplyDecoder`], [`decode_reply`]: a reply, FPGA to host.
//! * [`BuildIdentity`], [`IDENTITY_REQUEST`]: which build is at the other end, and the question for it.
//! * [`list`]: any byte stream as a readable listing.
//!
//! Two bytes per message, high byte first. The message layout and the order of messages are those
//! of the published 11x11 FPGA solver; statuses and checks extend it without breaking it.
#![no_std]

extern crate alloc;

mod board_message;
mod check;
mod error;
mod framer;
mod identity;
mod listing;
mod message;
mod options;
mod reply;
mod status;

pub use board_message::{
    BoardDecoder, BoardEvent, BoardMessage, BoardStream, StreamSize, decode_board,
};
pub use check::Check;
pub use error::{DecodeError, DecodeErrorKind, EncodeError};
pub use framer::Framer;
pub use identity::{
    BuildIdentity, IDENTITY_BYTES, IDENTITY_REQUEST, IDENTITY_STATUS, IDENTITY_WORDS,
};
pub use listing::{Listed, list};
pub use message::{Control, MAX_INDEX, MESSAGE_BYTES, Message, PAYLOAD_MASK, control};
pub use options::{LineOption, Options, count_options};
pub use reply::{
    MAX_CELLS, Reply, ReplyDecoder, ReplyEvent, ReplyStream, decode_reply, reply_messages,
};
pub use status::{Status, UnknownStatus};

/// Bits on the wire for one byte at 8N1: a start bit, eight data bits, a stop bit.
pub const WIRE_BITS_PER_BYTE: u32 = 10;

/// Seconds that `bytes` take on a serial wire at `baud` bits a second, 8N1, back to back.
pub fn wire_seconds(bytes: u64, baud: u32) -> f64 {
    bytes as f64 * f64::from(WIRE_BITS_PER_BYTE) / f64::from(baud)
}
