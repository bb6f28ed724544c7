//! One message: a control field of three bits, an index of twelve bits and a value of one bit.
//!
//! [`Message::to_bits`] is the inverse of [`Message::from_bits`] on all 65,536 words. The layout is that of version 1 of the protocol, the
//! published one. [`list`] shows any byte stream as text, one line per message.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::OneBlock;
use crate::clue_board::{colours_of, write_meaning};

/// The values of the control field (bits 15 to 13), as the hardware compares them.
pub mod control {
    /// Opens a board, a reply, an identity request or an identity; sent twice, first with the row count and then with the column count
    /// (both 0 in an identity request and an identity).
    pub const START_BOARD: u16 = 0b111;
    /// Opens a line.
    pub const START_LINE: u16 = 0b110;
    /// One cell of an option, or of the picture in a reply.
    pub const ASSIGNMENT: u16 = 0b101;
    /// Blocks of a clue, up to twelve packed cells of a picture, or a word of an identity.
    pub const CELLS: u16 = 0b100;
    /// The 13 bits of a CRC.
    pub const CHECK: u16 = 0b011;
    /// Separates two options of a line; with a payload other than 0, a request of a clue board.
    pub const NEXT_OPTION: u16 = 0b010;
    /// Closes a line and its last option.
    pub const END_LINE: u16 = 0b001;
    /// Closes a board, a reply (with the status as index) or an identity (with index 6); while a clue core searches, ends the search.
    pub const END_BOARD: u16 = 0b000;
}

/// The largest value of the twelve index bits.
pub const MAX_INDEX: u16 = 0x0fff;

/// The thirteen bits below the control field: index and value together.
pub const PAYLOAD_MASK: u16 = 0x1fff;

/// Bytes per message on the wire.
pub const MESSAGE_BYTES: usize = 2;

/// Bit position of the control field.
const CONTROL_SHIFT: u32 = 13;

/// The names of the control fields in listings and errors, by their values. A request appears there as `request` instead.
const NAMES: [&str; 8] = [
    "end board",
    "end line",
    "next option",
    "check",
    "cells",
    "assignment",
    "start line",
    "start board",
];

/// One message of the protocol.
///
/// An index has twelve bits and a payload thirteen; higher bits of these fields are not sent.
///
/// ```
/// use nonogram_protocol::Message;
///
/// let cell = Message::Assignment { index: 5, value: true };
/// assert_eq!(cell.to_bytes(), [0xa0, 0x0b]);
/// assert_eq!(Message::from_bytes([0xa0, 0x0b]), cell);
/// assert_eq!(Message::from_bits(0xe016), Message::StartBoard(11));
/// assert_eq!(cell.to_string(), "assignment 5 = 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// A board, a reply, an identity request or an identity begins; the first of two start boards has the row count, the second the
    /// column count.
    StartBoard(u16),
    /// A line begins: rows from the top, then columns from the left.
    StartLine,
    /// One cell: its position in the line, or in a reply `row * columns + column`, and whether it is filled.
    Assignment {
        /// Position of the cell, from 0.
        index: u16,
        /// True for a filled cell.
        value: bool,
    },
    /// Another option of the same line begins.
    NextOption,
    /// A request of a clue board; a payload of 0 would be [`Message::NextOption`].
    Request(u16),
    /// The line is complete.
    EndLine,
    /// The board, the reply or the identity is complete, or a search is cancelled. The index is 0 from the host, the status in a reply,
    /// and 6 in an identity.
    EndBoard(u16),
    /// CRC-13/BBC of every byte from the first start board to the byte before this message.
    Check(u16),
    /// Blocks of a clue, up to twelve packed cells of a picture, or a word of an identity.
    Cells(u16),
    /// The bits of a message whose payload has bits set that must be 0 for its control field.
    Stray(u16),
}

impl Message {
    /// Decodes a message; every 16-bit word is valid.
    pub fn from_bits(bits: u16) -> Self {
        let payload = bits & PAYLOAD_MASK;
        let (index, value) = (payload >> 1, payload & 1 != 0);
        match bits >> CONTROL_SHIFT {
            control::ASSIGNMENT => Self::Assignment { index, value },
            control::CHECK => Self::Check(payload),
            control::CELLS => Self::Cells(payload),
            control::START_BOARD if !value => Self::StartBoard(index),
            control::END_BOARD if !value => Self::EndBoard(index),
            control::START_LINE if payload == 0 => Self::StartLine,
            control::NEXT_OPTION if payload == 0 => Self::NextOption,
            control::NEXT_OPTION => Self::Request(payload),
            control::END_LINE if payload == 0 => Self::EndLine,
            _ => Self::Stray(bits),
        }
    }

    /// The message as its 16 bits.
    pub fn to_bits(self) -> u16 {
        let (control, payload) = match self {
            Self::StartBoard(index) => (control::START_BOARD, index << 1),
            Self::StartLine => (control::START_LINE, 0),
            Self::Assignment { index, value } => {
                (control::ASSIGNMENT, index << 1 | u16::from(value))
            }
            Self::NextOption => (control::NEXT_OPTION, 0),
            Self::Request(payload) => (control::NEXT_OPTION, payload),
            Self::EndLine => (control::END_LINE, 0),
            Self::EndBoard(index) => (control::END_BOARD, index << 1),
            Self::Check(payload) => (control::CHECK, payload),
            Self::Cells(payload) => (control::CELLS, payload),
            Self::Stray(bits) => (bits >> CONTROL_SHIFT, bits),
        };
        control << CONTROL_SHIFT | payload & PAYLOAD_MASK
    }

    /// The message's bytes, high byte first.
    pub fn to_bytes(self) -> [u8; MESSAGE_BYTES] {
        self.to_bits().to_be_bytes()
    }

    /// Decodes a message from its bytes, high byte first.
    pub fn from_bytes(bytes: [u8; MESSAGE_BYTES]) -> Self {
        Self::from_bits(u16::from_be_bytes(bytes))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = NAMES[usize::from(self.to_bits() >> CONTROL_SHIFT)];
        match *self {
            Self::StartBoard(index) | Self::EndBoard(index) => write!(f, "{control} {index}"),
            Self::Assignment { index, value } => {
                write!(f, "{control} {index} = {}", u8::from(value))
            }
            Self::StartLine | Self::NextOption | Self::EndLine => write!(f, "{control}"),
            Self::Check(payload) | Self::Cells(payload) => {
                write!(f, "{control} 0x{payload:04x}")
            }
            Self::Request(payload) => {
                write!(f, "request 0x{payload:04x}")?;
                write_meaning(payload, f)
            }
            Self::Stray(bits) => {
                write!(f, "{control} with payload 0x{:04x}", bits & PAYLOAD_MASK)
            }
        }
    }
}

/// Lists the messages of a byte stream one by one, as they are requested: the number of each, from 1, its bits and its fields. A single
/// last byte has its own line. The messages of a board that states its number of colours have one block each.
pub fn list(bytes: impl IntoIterator<Item = u8>) -> impl Iterator<Item = String> {
    let mut bytes = bytes.into_iter();
    let (mut number, mut has_colours) = (0, false);
    core::iter::from_fn(move || {
        let high = bytes.next()?;
        number += 1;
        let Some(low) = bytes.next() else {
            return Some(format!("{number:>6}  {high:02x}--  half a message"));
        };
        let message = Message::from_bytes([high, low]);
        let mut block = String::new();
        match message {
            Message::StartBoard(_) | Message::EndBoard(_) => has_colours = false,
            Message::Request(payload) => has_colours |= colours_of(payload).is_some(),
            Message::Cells(payload) if has_colours => {
                block = format!(" ({})", OneBlock::from_payload(payload));
            }
            _ => {}
        }
        Some(format!("{number:>6}  {high:02x}{low:02x}  {message}{block}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_round_trips() {
        for bits in 0..=u16::MAX {
            let message = Message::from_bits(bits);
            assert_eq!(message.to_bits(), bits, "{message:?}");
            assert_eq!(Message::from_bytes(message.to_bytes()), message);
        }
    }

    #[test]
    #[allow(clippy::unusual_byte_groupings, reason = "grouped as control, index, value")]
    fn layout_is_the_published_one() {
        assert_eq!(Message::StartBoard(11).to_bits(), 0b111_000000001011_0);
        assert_eq!(Message::StartLine.to_bits(), 0b110_000000000000_0);
        let assignment = Message::Assignment { index: 5, value: true };
        assert_eq!(assignment.to_bits(), 0b101_000000000101_1);
        assert_eq!(Message::NextOption.to_bits(), 0b010_000000000000_0);
        assert_eq!(Message::EndLine.to_bits(), 0b001_000000000000_0);
        assert_eq!(Message::EndBoard(2).to_bits(), 0b000_000000000010_0);
        assert_eq!(Message::Check(0x1fff).to_bits(), 0b011_1111111111111);
        assert_eq!(Message::StartBoard(11).to_bytes(), [0xe0, 0x16]);
    }
}
