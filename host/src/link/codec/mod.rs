//! The codecs: how a core takes a puzzle as bytes, and how its reply reads.
//!
//! [`by_core`] gives the one of a core. A new codec is a new file here, and a line there.

mod clues;
mod options;

use nonogram_protocol::{CoreKind, DecodeError, EncodeError, Reply};
use nonogram_puzzles::Puzzle;

use super::Outgoing;
use clues::Clues;
use options::Options;

/// One way in which puzzles and replies travel.
pub trait Codec: Sync {
    /// The board of a puzzle, with a check message or without.
    ///
    /// # Errors
    /// The puzzle has more rows or columns than messages can number.
    fn board<'a>(&self, puzzle: &'a Puzzle, check: bool) -> Result<Outgoing<'a>, EncodeError>;

    /// A decoder for one reply, byte by byte.
    fn decoder(&self) -> Box<dyn Decoder>;

    /// Decodes one whole reply.
    ///
    /// # Errors
    /// The bytes are anything else than exactly one reply.
    fn decode(&self, bytes: &[u8]) -> Result<Reply, DecodeError>;
}

/// Reads a reply as its bytes arrive.
pub trait Decoder {
    /// Takes one byte; gives the reply with its last.
    ///
    /// # Errors
    /// The byte completes a message that has no place there.
    fn push(&mut self, byte: u8) -> Result<Option<Reply>, DecodeError>;

    /// The error for a reply that ends here.
    fn cut_short(&self) -> DecodeError;
}

/// The codec of a core. A device that does not name its core is a published one, which takes options.
pub fn by_core(core: Option<CoreKind>) -> &'static dyn Codec {
    match core {
        Some(CoreKind::Clue) => &Clues,
        _ => &Options,
    }
}
