//! A whole board, host to FPGA, as the clues of its lines, rows first: the form that the clue core receives.
//!
//! [`ClueStream`] encodes it; [`ClueDecoder`] and [`decode_clue_board`] decode it into a [`ClueBoard`].

mod blocks;
mod decode;
mod request;
mod stream;

pub use blocks::{BlockPair, MAX_BLOCK};
pub use decode::{ClueBoard, ClueDecoder, ClueLines, decode_clue_board};
pub use request::{CANCEL, LIMIT_UNIT, MAX_LIMIT, SearchMode, SearchRequest, request_kind};
pub use stream::ClueStream;
