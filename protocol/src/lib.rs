//! The protocol between a host and a nonogram-solving FPGA: 16-bit messages over a byte link.
//!
//! A board is sent as every possible way to fill each of its lines ("options") or, for a clue core, as the clues of its lines. The
//! reply has a status and, with some statuses, a picture. Boards and replies can include a CRC-13/BBC check message.
//!
//! * [`Message`]: one message, to and from its 16 bits; [`Status`]: the verdict that closes a reply.
//! * [`Options`], [`count_options`]: the options of a line, one at a time, and their number.
//! * [`BoardStream`], [`decode_board`], [`BoardDecoder`]: a board as options, host to FPGA.
//! * [`ClueStream`], [`decode_clue_board`], [`ClueDecoder`]: a board as clues, host to FPGA;
//!   [`SearchRequest`] sets the extent and the limit of its search, and [`CANCEL`] ends the search.
//! * [`BoardSize`], [`BuildIdentity::excess`]: the size of a board, and whether a build takes it.
//! * [`ReplyStream`], [`ReplyDecoder`], [`decode_reply`]: a reply, FPGA to host.
//! * [`BuildIdentity`], [`IDENTITY_REQUEST`]: the identity of the build at the other end, and the request for it.
//! * [`DatagramHeader`]: boards and replies over UDP.
//! * [`list`]: any byte stream as a readable listing.
//!
//! Each message has two bytes, high byte first. The message layout and the order of messages of a
//! board of options and of its reply are those of the published 11 x 11 FPGA solver; statuses,
//! checks, clue boards, packed cells and identities are extensions.
//!
//! ```
//! use nonogram_protocol::{BoardStream, ClueStream, ReplyStream, Status, decode_reply};
//!
//! // Two rows by two columns, all filled: as options, and as clues.
//! let (rows, columns) = ([[2], [2]], [[2], [2]]);
//! assert_eq!(BoardStream::new(&rows, &columns)?.size().bytes, 38);
//! assert_eq!(ClueStream::new(&rows, &columns)?.size().bytes, 14);
//!
//! let reply = ReplyStream::new(2, 2, &[Some(1); 4], Status::Solved).with_packed_cells(true);
//! let reply = decode_reply(reply.bytes()).unwrap();
//! assert_eq!((reply.status, reply.cells), (Status::Solved, vec![Some(1); 4]));
//! # Ok::<(), nonogram_protocol::EncodeError>(())
//! ```
#![no_std]

extern crate alloc;

mod board_size;
mod check;
mod clue_board;
mod datagram;
mod error;
mod identity;
mod message;
mod option_board;
mod options;
mod reply;
mod status;
mod stream;

pub use board_size::BoardSize;
pub use check::{Check, board_check};
pub use clue_board::{
    Block, BlockPair, CANCEL, ClueBoard, ClueDecoder, ClueLines, ClueStream, LIMIT_UNIT, MAX_BLOCK,
    MAX_COLOURS, MAX_LIMIT, MAX_PAIRED_BLOCK, OneBlock, SearchMode, SearchRequest,
    decode_clue_board, request_kind,
};
pub use datagram::{
    DATAGRAM_HEADER, DATAGRAM_MAGIC, DatagramHeader, LATE_REQUESTS, MAX_DATAGRAM_DATA,
};
pub use error::{DecodeError, EncodeError};
pub use identity::{
    BuildIdentity, CoreKind, IDENTITY_BYTES, IDENTITY_REQUEST, IDENTITY_STATUS, IDENTITY_WORDS,
};
pub use message::{MAX_INDEX, MESSAGE_BYTES, Message, PAYLOAD_MASK, control, list};
pub use option_board::{BoardDecoder, BoardMessage, BoardStream, OptionLines, decode_board};
pub use options::{LineOption, Options, count_options};
pub use reply::{
    CELLS_PER_MESSAGE, MAX_CELLS, Received, Reply, ReplyCells, ReplyDecoder, ReplyStream,
    colour_planes, decode_reply, packed_reply_messages, reply_messages,
};
pub use status::{Status, UnknownStatus};
pub use stream::{Body, StreamDecoder};

/// Bits on the wire for one byte at 8N1: a start bit, eight data bits and a stop bit.
pub const WIRE_BITS_PER_BYTE: u32 = 10;

/// Transmission time in seconds of `bytes` bytes that are sent back to back as 8N1 at `baud` bits per second.
pub fn wire_seconds(bytes: u64, baud: u32) -> f64 {
    bytes as f64 * f64::from(WIRE_BITS_PER_BYTE) / f64::from(baud)
}

/// The example in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
