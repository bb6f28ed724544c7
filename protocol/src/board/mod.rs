//! A whole board, host to FPGA: every option of every line, rows first.
//!
//! [`BoardStream`] writes it, [`BoardDecoder`] and [`decode_board`] read it into a [`Board`].

mod decode;
mod stream;

pub use decode::{Board, BoardDecoder, BoardEvent, decode_board};
pub use stream::{BoardStream, StreamSize};
