//! Option boards: every line as the list of its options; replies list cells. Source: the published protocol.

use nonogram_protocol::{BoardStream, EncodeError, MESSAGE_BYTES, SearchRequest, reply_messages};
use nonogram_puzzles::Puzzle;

use super::Codec;
use crate::link::{Demand, Outgoing, Plan};

/// The codec of the cores that receive options.
pub struct Options;

impl Codec for Options {
    /// `request` is ignored: every request includes line logic, and these cores do nothing else.
    fn board<'a>(
        &self,
        puzzle: &'a Puzzle,
        check: bool,
        _: SearchRequest,
    ) -> Result<Outgoing<'a>, EncodeError> {
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
}
