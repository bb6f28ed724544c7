//! Encodes a board as messages: its requests, then its clues, with up to two block lengths per message, or with one block and its colour.
//!
//! [`ClueStream`] is an iterator of messages; its size hint is exact.

use alloc::vec::Vec;

use super::blocks::{MAX_BLOCK, MAX_COLOURS, MAX_PAIRED_BLOCK, one_by_one, pairs};
use super::request::colours_request;
use super::{Block, BlockPair, OneBlock, SearchRequest};
use crate::{Check, EncodeError, MAX_INDEX, MESSAGE_BYTES, Message};

/// Number of messages before the request: the two start boards.
const STARTS: usize = 2;

/// The messages of a clue board.
///
/// ```
/// use nonogram_protocol::{Block, ClueStream, decode_clue_board};
///
/// let (rows, columns) = ([vec![1, 1], vec![1]], [vec![1], vec![1], vec![1]]);
/// let stream = ClueStream::new(&rows, &columns)?.with_check(true);
/// let board = decode_clue_board(stream.bytes()).unwrap();
/// assert_eq!(board.clues[0], [Block::filled(1), Block::filled(1)]);
/// # Ok::<(), nonogram_protocol::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueStream {
    /// The messages of the start boards, the requests and the lines.
    messages: Vec<Message>,
    /// How many of `messages` belong to the search request.
    request: usize,
    check: Option<Check>,
    sent: usize,
}

impl ClueStream {
    /// The stream for a black-and-white board with these row clues (top first) and column clues (left first). Blocks of 0 are
    /// skipped; a clue that does not fit its line is sent unchanged.
    ///
    /// # Errors
    /// Returns [`EncodeError`] under the same conditions as [`ClueStream::coloured`].
    pub fn new<C: AsRef<[usize]>>(rows: &[C], columns: &[C]) -> Result<Self, EncodeError> {
        let filled = |clue: &C| clue.as_ref().iter().copied().map(Block::filled).collect();
        let blocks = |clues: &[C]| clues.iter().map(filled).collect::<Vec<Vec<Block>>>();
        Self::coloured(&blocks(rows), &blocks(columns), 1)
    }

    /// The stream for a board of `colours` colours with these row clues (top first) and column clues (left first). Blocks of 0 are
    /// skipped; a clue that does not fit its line is sent unchanged. Only a board that needs it states its number of colours: one of
    /// several colours, or with a block longer than [`MAX_PAIRED_BLOCK`].
    ///
    /// # Errors
    /// Returns [`EncodeError`] if there are no rows, no columns, or more than [`MAX_INDEX`] of either, if a block is longer than
    /// [`MAX_BLOCK`], if its colour is not 1 to `colours`, or if `colours` is not 1 to [`MAX_COLOURS`].
    pub fn coloured<C: AsRef<[Block]>>(
        rows: &[C],
        columns: &[C],
        colours: u8,
    ) -> Result<Self, EncodeError> {
        if !(1..=MAX_COLOURS).contains(&colours) {
            let most = MAX_COLOURS;
            return Err(EncodeError::Colours { colours, most });
        }
        let sendable = 1..=usize::from(MAX_INDEX);
        if !sendable.contains(&rows.len()) || !sendable.contains(&columns.len()) {
            return Err(EncodeError::Size {
                rows: rows.len(),
                columns: columns.len(),
            });
        }
        // Both counts fit into an index.
        let starts = [rows.len(), columns.len()].map(|lines| Message::StartBoard(lines as u16));
        let mut messages = starts.to_vec();
        let mut lines: Vec<Vec<Block>> = Vec::new();
        for (axis, clues) in [("row", rows), ("column", columns)] {
            for (line, clue) in clues.iter().enumerate() {
                let blocks = clue.as_ref().iter().filter(|block| block.length > 0);
                let clue: Vec<Block> = blocks.copied().collect();
                for &Block { length, colour } in &clue {
                    if length > MAX_BLOCK {
                        return Err(EncodeError::Block { axis, line, length });
                    }
                    if !(1..=colours).contains(&colour) {
                        return Err(EncodeError::BlockColour {
                            axis,
                            line,
                            colour,
                            colours,
                        });
                    }
                }
                lines.push(clue);
            }
        }
        let is_long = |block: &Block| block.length > MAX_PAIRED_BLOCK;
        let payloads: Vec<u16> = if colours > 1 || lines.iter().flatten().any(is_long) {
            messages.push(colours_request(colours));
            let payload = |clue| one_by_one(clue).map(OneBlock::payload);
            lines.iter().flat_map(|clue| payload(clue)).collect()
        } else {
            let payload = |clue: &Vec<Block>| pairs(clue).into_iter().map(BlockPair::payload);
            lines.iter().flat_map(payload).collect()
        };
        messages.extend(payloads.into_iter().map(Message::Cells));
        Ok(Self {
            messages,
            request: 0,
            check: None,
            sent: 0,
        })
    }

    /// Adds or removes a check message before the end board. Call it before iterating.
    pub fn with_check(mut self, check: bool) -> Self {
        self.check = check.then(Check::new);
        self
    }

    /// Sets the search request. Call it before iterating.
    pub fn with_request(mut self, request: SearchRequest) -> Self {
        let before = self.messages.len();
        let old = STARTS..STARTS + self.request;
        self.messages.splice(old, request.messages());
        self.request = self.messages.len() + self.request - before;
        self
    }

    /// The number of bytes of the whole stream, including those already sent.
    pub fn byte_count(&self) -> u64 {
        (self.total() * MESSAGE_BYTES) as u64
    }

    /// The stream as bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        self.flat_map(Message::to_bytes)
    }

    /// The number of messages of the whole stream: `messages`, the check, if any, and the end board.
    fn total(&self) -> usize {
        self.messages.len() + usize::from(self.check.is_some()) + 1
    }
}

impl Iterator for ClueStream {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let place = self.sent;
        let message = match (self.messages.get(place), &self.check) {
            (Some(&message), _) => message,
            (None, Some(check)) if place == self.messages.len() => check.message(),
            (None, _) if place < self.total() => Message::EndBoard(0),
            (None, _) => return None,
        };
        self.sent += 1;
        if let Some(check) = &mut self.check {
            check.add(message);
        }
        Some(message)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.total() - self.sent;
        (left, Some(left))
    }
}

impl ExactSizeIterator for ClueStream {}
