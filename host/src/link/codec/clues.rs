//! Clue boards: every line as its blocks; the reply packs the cells. Source: docs/reference/protocol.md, "Clue boards".

use nonogram_protocol::{
    ClueStream, EncodeError, MESSAGE_BYTES, SearchRequest, packed_reply_messages,
};
use nonogram_puzzles::Puzzle;

use super::Codec;
use crate::link::{Demand, Outgoing, Plan};

/// The codec of the clue core.
pub struct Clues;

impl Codec for Clues {
    fn board<'a>(
        &self,
        puzzle: &'a Puzzle,
        check: bool,
        request: SearchRequest,
    ) -> Result<Outgoing<'a>, EncodeError> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let stream = ClueStream::new(puzzle.rows(), puzzle.columns())?
            .with_check(check)
            .with_request(request);
        Ok(Outgoing {
            plan: Plan {
                rows,
                columns,
                bytes: stream.byte_count(),
                reply_bytes: MESSAGE_BYTES as u64 * packed_reply_messages(rows * columns, check),
                demand: Demand::Clues(request),
            },
            bytes: Box::new(stream.bytes()),
        })
    }
}
