//! A whole board, host to FPGA, as the clues of its lines, rows first: the form that the clue core receives.
//!
//! [`ClueStream`] encodes it; [`ClueDecoder`] and [`decode_clue_board`] decode it into a [`ClueBoard`].

mod blocks;
mod decode;
mod request;
mod stream;

pub use blocks::{Block, BlockPair, MAX_BLOCK, MAX_COLOURS, MAX_PAIRED_BLOCK, OneBlock};
pub use decode::{ClueBoard, ClueDecoder, ClueLines, decode_clue_board};
pub use request::{CANCEL, LIMIT_UNIT, MAX_LIMIT, SearchMode, SearchRequest, request_kind};
pub(crate) use request::{colours_of, write_meaning};
pub use stream::ClueStream;
