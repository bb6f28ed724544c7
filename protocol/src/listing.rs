//! Lists a byte stream as text, one line per message: number, hexadecimal, name and fields.
//!
//! [`list`] never fails: every pair of bytes is a message, and a single last byte gets its own line. Blocks of boards that state their
//! number of colours are listed in words; other cells can belong to a board or to a reply.

use core::fmt;

use crate::clue_board::colours_of;
use crate::{Framer, Message, OneBlock};

/// A message, or half of one, as one line of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A whole message and its number, from 1.
    Message(u64, Message),
    /// A message with a block of a board that states its number of colours, and the number of the message.
    Block(u64, OneBlock),
    /// The number that the incomplete last message would have, and its only byte.
    HalfMessage(u64, u8),
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Message(number, message) => {
                write!(f, "{number:>6}  {:04x}  {message}", message.to_bits())
            }
            Self::Block(number, block) => {
                let message = Message::Cells(block.payload());
                write!(
                    f,
                    "{number:>6}  {:04x}  {message} ({block})",
                    message.to_bits()
                )
            }
            Self::HalfMessage(number, byte) => {
                write!(f, "{number:>6}  {byte:02x}--  half a message")
            }
        }
    }
}

/// Lists the messages of a byte stream one by one, as they are requested.
pub fn list(bytes: impl IntoIterator<Item = u8>) -> impl Iterator<Item = Listed> {
    let mut bytes = bytes.into_iter();
    let mut framer = Framer::new();
    let mut coloured = false;
    core::iter::from_fn(move || {
        let high = bytes.next()?;
        framer.push(high);
        let Some((number, message)) = bytes.next().and_then(|low| framer.push(low)) else {
            return Some(Listed::HalfMessage(framer.messages() + 1, high));
        };
        match message {
            Message::StartBoard(_) | Message::EndBoard(_) => coloured = false,
            Message::Request(payload) => coloured |= colours_of(payload).is_some(),
            Message::Cells(payload) if coloured => {
                return Some(Listed::Block(number, OneBlock::from_payload(payload)));
            }
            _ => {}
        }
        Some(Listed::Message(number, message))
    })
}
