//! Encodes a board as messages: its search request, then its clues, with up to two block lengths per message.
//!
//! [`ClueStream`] is an iterator of messages; its size hint is exact.

use alloc::vec::Vec;

use super::SearchRequest;
use super::blocks::{MAX_BLOCK, pairs};
use crate::{Check, EncodeError, MAX_INDEX, MESSAGE_BYTES, Message};

/// Number of messages before the request: the two start boards.
const STARTS: usize = 2;

/// The messages of a clue board.
///
/// ```
/// use nonogram_protocol::{ClueStream, decode_clue_board};
///
/// let (rows, columns) = ([vec![1, 1], vec![1]], [vec![1], vec![1], vec![1]]);
/// let stream = ClueStream::new(&rows, &columns)?.with_check(true);
/// let board = decode_clue_board(stream.bytes()).unwrap();
/// assert_eq!(board.clues, [&rows[..], &columns[..]].concat());
/// # Ok::<(), nonogram_protocol::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueStream {
    /// The messages of the start boards, the request and the lines.
    messages: Vec<Message>,
    /// How many of `messages` belong to the request.
    request: usize,
    check: Option<Check>,
    sent: usize,
}

impl ClueStream {
    /// The stream for these row clues (top first) and column clues (left first). Blocks of 0 are
    /// skipped; a clue that does not fit its line is sent unchanged.
    ///
    /// # Errors
    /// Returns [`EncodeError`] if there are no rows, no columns, or more than [`MAX_INDEX`] of either, or if a block is longer than
    /// [`MAX_BLOCK`].
    pub fn new<C: AsRef<[usize]>>(rows: &[C], columns: &[C]) -> Result<Self, EncodeError> {
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
        for (axis, clues) in [("row", rows), ("column", columns)] {
            for (line, clue) in clues.iter().enumerate() {
                let clue = clue.as_ref();
                if let Some(&length) = clue.iter().find(|&&length| length > MAX_BLOCK) {
                    return Err(EncodeError::Block { axis, line, length });
                }
                messages.extend(
                    pairs(clue)
                        .iter()
                        .map(|pair| Message::Cells(pair.payload())),
                );
            }
        }
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
