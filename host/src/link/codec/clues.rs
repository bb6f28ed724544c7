//! Clue boards: every line as its blocks; replies pack the cells (ARCHITECTURE.md, "Clue boards").

use nonogram_protocol::{
    ClueStream, DecodeError, EncodeError, MESSAGE_BYTES, Reply, ReplyDecoder, decode_reply,
    packed_reply_messages,
};
use nonogram_puzzles::Puzzle;

use super::{Codec, Decoder};
use crate::link::{Demand, Outgoing, Plan};

/// The codec of the clue core.
pub struct Clues;

impl Codec for Clues {
    fn board<'a>(&self, puzzle: &'a Puzzle, check: bool) -> Result<Outgoing<'a>, EncodeError> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let stream = ClueStream::new(puzzle.rows(), puzzle.columns())?.with_check(check);
        Ok(Outgoing {
            plan: Plan {
                rows,
                columns,
                bytes: stream.byte_count(),
                reply_bytes: MESSAGE_BYTES as u64 * packed_reply_messages(rows * columns, check),
                demand: Demand::Clues,
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
