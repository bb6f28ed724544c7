//! Errors in a board or in a byte stream, with their position.
//!
//! [`EncodeError`] is returned before anything is sent; [`DecodeError`] contains the number of the message (from 1).

use alloc::string::String;

use crate::{MAX_INDEX, MESSAGE_BYTES};

/// A board that cannot be expressed in the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// A board without rows or without columns, or with more than [`MAX_INDEX`] of either.
    #[error(
        "a board of {rows} x {columns} cannot be sent; \
         expected 1 to {MAX_INDEX} rows and columns"
    )]
    Size {
        /// Row count of the board.
        rows: usize,
        /// Column count of the board.
        columns: usize,
    },
    /// A board with more colours than its form can encode, or with none.
    #[error("a board of {colours} colours cannot be sent in this form; expected 1 to {most}")]
    Colours {
        /// The number of colours.
        colours: u8,
        /// The largest number of colours: 1 for a board of options, [`MAX_COLOURS`](crate::MAX_COLOURS) for a board of clues.
        most: u8,
    },
    /// A block of a length or in a colour that a clue board cannot encode; the text has its line and the limit.
    #[error("{0}")]
    Block(String),
}

/// A byte stream that is not a valid board or reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message {message} (byte offset {}): {fault}", (.message - 1) * MESSAGE_BYTES as u64)]
pub struct DecodeError {
    /// Number of the faulty message, from 1; if the stream ends early, that of the missing or incomplete message.
    pub message: u64,
    /// The fault of the message, and what was expected.
    pub fault: String,
}
