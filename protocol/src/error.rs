//! What can be wrong with a board or a byte stream, and where.
//!
//! [`EncodeError`] before anything is sent; [`DecodeError`] names the message (from 1).

use alloc::string::String;
use core::fmt;

use crate::{MAX_INDEX, Message, Status};

/// A board that the protocol has no messages for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {rows} rows by {columns} columns cannot be sent; \
     expected 1 to {MAX_INDEX} of each"
)]
pub struct EncodeError {
    /// Rows asked for.
    pub rows: usize,
    /// Columns asked for.
    pub columns: usize,
}

/// A byte stream that is no board, or no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The message at fault, from 1; for a stream cut short, the one that is missing.
    pub message: u64,
    /// What is wrong with it.
    pub kind: DecodeErrorKind,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = (self.message - 1) * crate::MESSAGE_BYTES as u64;
        let Self { message, kind } = self;
        write!(f, "message {message} (from byte {first}): {kind}")
    }
}

impl core::error::Error for DecodeError {}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeErrorKind {
    /// A message where the protocol has no place for it.
    #[error("{found} found; expected {expected}")]
    Unexpected {
        /// The message received.
        found: Message,
        /// The messages that could have stood there.
        expected: String,
    },
    /// A start board inside a board.
    #[error("a start board inside a board; expected the end board first")]
    Restarted,
    /// A board size of zero.
    #[error("a board of 0 {axis}; expected at least 1")]
    NoLines {
        /// `rows` or `columns`.
        axis: &'static str,
    },
    /// A cell beyond the line or the picture.
    #[error("cell {index} is outside; expected less than {cells}")]
    CellOutside {
        /// The cell's index.
        index: u16,
        /// Cells in the line or the picture.
        cells: usize,
    },
    /// A cell sent a second time.
    #[error("cell {index} is given twice; expected every cell once")]
    CellRepeated {
        /// The cell's index.
        index: u16,
    },
    /// An option, or a solved picture, with cells left out.
    #[error("{ends} found after {known} of {cells} cells; expected every cell first")]
    CellsMissing {
        /// The message that closes the option or the picture.
        ends: Message,
        /// Cells received.
        known: usize,
        /// Cells needed.
        cells: usize,
    },
    /// Cells in a reply whose status has no picture.
    #[error("status \"{status}\" with cells ({known} of them); expected none with this status")]
    CellsWithoutPicture {
        /// The reply's status.
        status: Status,
        /// Cells received.
        known: usize,
    },
    /// A status index that has no meaning.
    #[error("end board with status {0}; expected 0 to 5, or 7")]
    UnknownStatus(u16),
    /// The stream stops short.
    #[error("the stream ends here; expected {expected}")]
    Truncated {
        /// The messages that could have followed.
        expected: String,
    },
    /// The stream stops after a message's first byte.
    #[error("the stream ends with half a message; expected its second byte")]
    HalfMessage,
    /// Bytes after the end board.
    #[error("bytes follow the end board; expected the stream to end there")]
    Trailing,
}
