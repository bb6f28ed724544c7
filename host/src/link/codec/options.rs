//! Option boards: every line as the list of its options; replies list cells (protocol version 1, as published).

use nonogram_protocol::{
    BoardStream, DecodeError, EncodeError, MESSAGE_BYTES, Reply, ReplyDecoder, ReplyEvent,
    decode_reply, reply_messages,
};
use nonogram_puzzles::Puzzle;

use super::{Codec, Decoder};
use crate::link::{Demand, Outgoing, Plan};

/// The codec of the cores that take options.
pub struct Options;

impl Codec for Options {
    fn board<'a>(&self, puzzle: &'a Puzzle, check: bool) -> Result<Outgoing<'a>, EncodeError> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let stream = BoardStream::new(puzzle.rows(), puzzle.columns())?.with_check(check);
        let size = stream.size();
        Ok(Outgoing {
            plan: Plan {
                rows,
                columns,
                bytes: size.bytes,
                reply_bytes: MESSAGE_BYTES as u64 * reply_messages(rows * columns, check),
                demand: Demand::Options {
                    per_line: size.most_options,
                    words: size.fifo_words,
                },
            },
            bytes: Box::new(stream.bytes()),
        })
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(ReplyDecoder::new())
    }

    fn decode(&self, bytes: &[u8]) -> Result<Reply, DecodeError> {
        decode_reply(bytes.iter().copied())
    }
}

impl Decoder for ReplyDecoder {
    fn push(&mut self, byte: u8) -> Result<Option<Reply>, DecodeError> {
        Ok(match self.push(byte)? {
            Some(ReplyEvent::End(reply)) => Some(reply),
            _ => None,
        })
    }

    fn cut_short(&self) -> DecodeError {
        self.cut_short()
    }
}
