//! The codecs, which encode puzzles for cores. The decoder of replies is common to all cores, and not part of the codecs.
//!
//! [`by_core`] returns the codec of a core. A new codec needs a new file, its `mod` line, and a line in [`by_core`].

mod clues;
mod options;

use nonogram_protocol::{CoreKind, EncodeError, SearchRequest};
use nonogram_puzzles::Puzzle;

use super::Outgoing;
use clues::Clues;
use options::Options;

/// An encoding of puzzles as boards.
pub trait Codec: Sync {
    /// The board of a puzzle, with or without a check message; a core that searches receives `request`.
    ///
    /// # Errors
    /// The puzzle cannot be encoded (see [`EncodeError`]).
    fn board<'a>(
        &self,
        puzzle: &'a Puzzle,
        check: bool,
        request: SearchRequest,
    ) -> Result<Outgoing<'a>, EncodeError>;
}

/// The codec of a core. A device that does not report its core counts as a published one, which receives options.
pub fn by_core(core: Option<CoreKind>) -> &'static dyn Codec {
    match core {
        Some(CoreKind::Clue) => &Clues,
        Some(CoreKind::Classic | CoreKind::Parallel) | None => &Options,
    }
}
