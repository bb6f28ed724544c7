//! A whole board, host to FPGA: every option of every line, rows first.
//!
//! [`BoardStream`] encodes it; [`BoardDecoder`] and [`decode_board`] decode it into a [`BoardMessage`].

mod decode;
mod stream;

pub use decode::{BoardDecoder, BoardMessage, OptionLines, decode_board};
pub use stream::{BoardStream, StreamSize};
