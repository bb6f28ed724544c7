//! Errors in a board or in a byte stream, with their position.
//!
//! [`EncodeError`] is returned before anything is sent; [`DecodeError`] contains the number of the message (from 1).

use alloc::string::String;
use core::fmt;

use crate::{MAX_BLOCK, MAX_INDEX, Message, Status};

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
    /// A block longer than a clue board can encode.
    #[error(
        "{axis} {}: a block of {length} cells cannot be sent; expected at most {MAX_BLOCK}",
        .line + 1
    )]
    Block {
        /// `row` or `column`.
        axis: &'static str,
        /// Line number, from 0; the error text counts from 1.
        line: usize,
        /// Length of the block, in cells.
        length: usize,
    },
    /// A board with more colours than its form can encode, or with none.
    #[error("a board of {colours} colours cannot be sent in this form; expected 1 to {most}")]
    Colours {
        /// The number of colours.
        colours: u8,
        /// The largest number of colours: 1 for a board of options, [`MAX_COLOURS`](crate::MAX_COLOURS) for a board of clues.
        most: u8,
    },
    /// A block in a colour that the board does not have.
    #[error("{axis} {}: a block of colour {colour}; expected 1 to {colours}", .line + 1)]
    BlockColour {
        /// `row` or `column`.
        axis: &'static str,
        /// Line number, from 0; the error text counts from 1.
        line: usize,
        /// The colour of the block.
        colour: u8,
        /// The number of colours of the board.
        colours: u8,
    },
}

/// A byte stream that is not a valid board or reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Number of the faulty message, from 1; if the stream ends early, that of the missing or incomplete message.
    pub message: u64,
    /// The fault of the message.
    pub kind: DecodeErrorKind,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = (self.message - 1) * crate::MESSAGE_BYTES as u64;
        let Self { message, kind } = self;
        write!(f, "message {message} (byte offset {first}): {kind}")
    }
}

impl core::error::Error for DecodeError {}

/// The fault of a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeErrorKind {
    /// A message that is illegal at its position.
    #[error("{found} found; expected {expected}")]
    Unexpected {
        /// The message received.
        found: Message,
        /// The messages that would have been legal.
        expected: String,
    },
    /// A start board inside a board.
    #[error("a start board inside a board; expected the end board first")]
    Restarted,
    /// A row or column count of 0.
    #[error("a board of 0 {axis}; expected at least 1")]
    NoLines {
        /// `rows` or `columns`.
        axis: &'static str,
    },
    /// A cell beyond the line or the picture.
    #[error("cell {index} is outside the line or picture; expected an index below {cells}")]
    CellOutside {
        /// The cell's index.
        index: usize,
        /// Cells in the line or the picture.
        cells: usize,
    },
    /// A cell received twice.
    #[error("cell {index} is given twice; expected each cell at most once")]
    CellRepeated {
        /// The cell's index.
        index: u16,
    },
    /// An option, or the picture of a status that requires every cell, with missing cells.
    #[error("{ends} found after {known} of {cells} cells; expected every cell first")]
    CellsMissing {
        /// The message that closes the option or the picture.
        ends: Message,
        /// Known cells received.
        known: usize,
        /// Cells of the option or the picture.
        cells: usize,
    },
    /// A packed cell that is filled in one plane and unknown in the other.
    #[error("cell {index} is filled but not known; expected every filled cell to be known")]
    FilledUnknown {
        /// The cell's index.
        index: usize,
    },
    /// A clue that does not fit its line.
    #[error("{axis} {}: the blocks need {needed} cells; expected at most {cells}", .line + 1)]
    ClueTooLong {
        /// `row` or `column`.
        axis: &'static str,
        /// Line number, from 0; the error text counts from 1.
        line: usize,
        /// Cells needed for the blocks received so far, with one blank between consecutive blocks of the same colour.
        needed: usize,
        /// Cells of the line.
        cells: usize,
    },
    /// A request of an unknown kind or value, or a limit of more than 26 bits.
    #[error(
        "request 0x{payload:04x} is unknown, or makes the limit longer than 26 bits; expected a mode (0x0100 to 0x0102), \
         a digit of a limit (0x0200 to 0x027f), or a number of colours (0x0301 to 0x0307)"
    )]
    UnknownRequest {
        /// Index and value bits of the request.
        payload: u16,
    },
    /// A second number of colours.
    #[error("request 0x{payload:04x} states the number of colours again; expected it at most once")]
    ColoursRepeated {
        /// Index and value bits of the request.
        payload: u16,
    },
    /// A block in a colour that the board does not have.
    #[error("{axis} {}: a block of colour {colour}; expected 1 to {colours}", .line + 1)]
    BlockColour {
        /// `row` or `column`.
        axis: &'static str,
        /// Line number, from 0; the error text counts from 1.
        line: usize,
        /// The colour of the block.
        colour: u8,
        /// The number of colours of the board.
        colours: u8,
    },
    /// In a board with a number of colours, a message without a block that is not the only one of its line.
    #[error("{axis} {}: cells without a block; expected them only as the one message of a line", .line + 1)]
    EmptyBlock {
        /// `row` or `column`.
        axis: &'static str,
        /// Line number, from 0; the error text counts from 1.
        line: usize,
    },
    /// Cells in a reply whose status has no picture.
    #[error("status \"{status}\" with cells ({known} of them); expected none with this status")]
    CellsWithoutPicture {
        /// The reply's status.
        status: Status,
        /// Known cells received.
        known: usize,
    },
    /// The index of an end board that is not the index of a [`Status`].
    #[error("end board with status {0}; expected 0 to 5, or 7")]
    UnknownStatus(u16),
    /// The stream ends early.
    #[error("the stream ends here; expected {expected}")]
    Truncated {
        /// The messages that would have been legal next.
        expected: String,
    },
    /// The stream ends after a message's first byte.
    #[error("the stream ends with half a message; expected its second byte")]
    HalfMessage,
    /// Bytes after the end board.
    #[error("bytes follow the end board; expected the stream to end there")]
    Trailing,
}
