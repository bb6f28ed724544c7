//! Pairs bytes into messages, high byte first, and numbers them from 1.
//!
//! The decoders of boards and replies, and [`crate::list`], are built on [`Framer`].

use alloc::string::String;

use crate::{DecodeError, DecodeErrorKind, Message};

/// Pairs bytes into numbered messages.
#[derive(Clone, Debug, Default)]
pub struct Framer {
    high: Option<u8>,
    messages: u64,
}

impl Framer {
    /// A framer at the start of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts one byte. Returns `None` for the first byte of a message; the second byte completes the message, which is returned with its
    /// number, from 1.
    pub fn push(&mut self, byte: u8) -> Option<(u64, Message)> {
        let Some(high) = self.high.take() else {
            self.high = Some(byte);
            return None;
        };
        self.messages += 1;
        Some((self.messages, Message::from_bytes([high, byte])))
    }

    /// Messages completed so far.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Whether the first byte of a message has been received without its second.
    pub fn is_halfway(&self) -> bool {
        self.high.is_some()
    }

    /// The error for a stream that ends here; `expected` names the messages that would have been legal.
    pub(crate) fn cut_short(&self, expected: String) -> DecodeError {
        DecodeError {
            message: self.messages + 1,
            kind: match self.is_halfway() {
                true => DecodeErrorKind::HalfMessage,
                false => DecodeErrorKind::Truncated { expected },
            },
        }
    }
}
