//! The codecs: how a core takes a puzzle as bytes. Replies of all cores read alike.
//!
//! [`by_core`] gives the one of a core. A new codec is a new file here, and a line there.

mod clues;
mod options;

use nonogram_protocol::{CoreKind, EncodeError, SearchRequest};
use nonogram_puzzles::Puzzle;

use super::Outgoing;
use clues::Clues;
use options::Options;

/// One way in which puzzles travel.
pub trait Codec: Sync {
    /// The board of a puzzle, with a check message or without; a core that searches is asked for `request`.
    ///
    /// # Errors
    /// The puzzle has more rows or columns than messages can number.
    fn board<'a>(
        &self,
        puzzle: &'a Puzzle,
        check: bool,
        request: SearchRequest,
    ) -> Result<Outgoing<'a>, EncodeError>;
}

/// The codec of a core. A device that does not name its core is a published one, which takes options.
pub fn by_core(core: Option<CoreKind>) -> &'static dyn Codec {
    match core {
        Some(CoreKind::Clue) => &Clues,
        Some(CoreKind::Classic | CoreKind::Parallel) | None => &Options,
    }
}
