//! What can be wrong with a board or a byte stream, and where.
//!
//! [`EncodeError`] before anything is sent; [`DecodeError`] names the message (from 1).

use alloc::string::String;
use core::fmt;

use crate::{MAX_BLOCK, MAX_INDEX, Message, Status};

/// A board that the protocol has no messages for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// More lines than an index can name, or none.
    #[error(
        "a board of {rows} rows by {columns} columns cannot be sent; \
         expected 1 to {MAX_INDEX} of each"
    )]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// A block longer than a clue board can say.
    #[error(
        "{axis} {line}: a block of {length} cells cannot be sent; expected at most {MAX_BLOCK}"
    )]
    Block {
        /// `row` or `column`.
        axis: &'static str,
        /// Which one, from 0.
        line: usize,
        /// Cells in the block.
        length: usize,
    },
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
        index: usize,
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
    /// A packed cell that is filled in one plane and unknown in the other.
    #[error("cell {index} is filled and not known; expected every filled cell to be known")]
    FilledUnknown {
        /// The cell's index.
        index: usize,
    },
    /// A clue that does not fit its line.
    #[error("{axis} {line}: the blocks need {needed} cells; expected at most {cells}")]
    ClueTooLong {
        /// `row` or `column`.
        axis: &'static str,
        /// Which one, from 0.
        line: usize,
        /// Cells for its blocks and a blank between each two, as far as they have come.
        needed: usize,
        /// Cells of the line.
        cells: usize,
    },
    /// A request of no known kind, or with no known value.
    #[error(
        "request 0x{payload:04x} is unknown; expected a mode (0x0100 to 0x0102) or a digit of a limit of up to 26 bits (0x0200 to 0x027f)"
    )]
    UnknownRequest {
        /// Its index and value bits.
        payload: u16,
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
