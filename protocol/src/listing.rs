//! Lists a byte stream as text, one line per message: number, hexadecimal, name and fields.
//!
//! [`list`] never fails: every pair of bytes is a message, and a single last byte gets its own line.

use core::fmt;

use crate::{Framer, Message};

/// A message, or half of one, as one line of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A whole message and its number, from 1.
    Message(u64, Message),
    /// The number that the incomplete last message would have, and its only byte.
    HalfMessage(u64, u8),
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(number, message) => {
                write!(f, "{number:>6}  {:04x}  {message}", message.to_bits())
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
    core::iter::from_fn(move || {
        let high = bytes.next()?;
        framer.push(high);
        match bytes.next().and_then(|low| framer.push(low)) {
            Some((number, message)) => Some(Listed::Message(number, message)),
            None => Some(Listed::HalfMessage(framer.messages() + 1, high)),
        }
    })
}
