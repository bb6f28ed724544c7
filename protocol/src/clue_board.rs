//! A whole board, host to FPGA, as the clues of its lines, rows first: the form that the clue core receives.
//!
//! [`ClueStream`] is an iterator of messages: the requests, then the clues, with up to two block lengths per message, or with one block and its
//! colour; its size hint is exact. [`ClueDecoder`] and [`decode_clue_board`] decode it into a [`ClueBoard`].

mod payloads;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use payloads::{colours_request, needed_cells, one_by_one, pairs};

use crate::board::{Lines, StreamDecoder, decode_whole};
use crate::{Check, DecodeError, DecodeErrorKind, EncodeError, MAX_INDEX, MESSAGE_BYTES, Message};

pub use payloads::{
    Block, BlockPair, CANCEL, LIMIT_UNIT, MAX_BLOCK, MAX_COLOURS, MAX_LIMIT, MAX_PAIRED_BLOCK,
    OneBlock, SearchMode, SearchRequest, request_kind,
};
pub(crate) use payloads::{colours_of, write_meaning};

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
            return Err(EncodeError::Size { rows: rows.len(), columns: columns.len() });
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
                        return Err(EncodeError::BlockColour { axis, line, colour, colours });
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
        Ok(Self { messages, request: 0, check: None, sent: 0 })
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

/// A decoded clue board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueBoard {
    /// Row count, m.
    pub rows: usize,
    /// Column count, n.
    pub columns: usize,
    /// The clue of each line, rows first.
    pub clues: Vec<Vec<Block>>,
    /// The number of colours; 1 for a board that does not state it.
    pub colours: u8,
    /// The board's search request.
    pub request: SearchRequest,
    /// Whether the check message matched; `None` if the board had no check message.
    pub check: Option<bool>,
}

/// Decodes clue boards from bytes as they arrive.
pub type ClueDecoder = StreamDecoder<ClueLines>;

/// The lines and the requests received so far.
#[derive(Clone, Debug, Default)]
pub struct ClueLines {
    rows: usize,
    columns: usize,
    clues: Vec<Vec<Block>>,
    /// The blocks of the current line received so far; `None` between lines.
    clue: Option<Vec<Block>>,
    /// The number of colours, if the board states it.
    colours: Option<u8>,
    /// The search request received so far; `None` before its first message.
    request: Option<SearchRequest>,
}

impl ClueLines {
    /// Cells of the current line.
    fn line_length(&self) -> usize {
        if self.clues.len() < self.rows { self.columns } else { self.rows }
    }

    fn request(&mut self, payload: u16) -> Result<(), DecodeErrorKind> {
        if let Some(colours) = colours_of(payload) {
            if self.colours.replace(colours).is_some() {
                return Err(DecodeErrorKind::ColoursRepeated { payload });
            }
            return Ok(());
        }
        let request = self.request.get_or_insert_default();
        if !request.take(payload) {
            return Err(DecodeErrorKind::UnknownRequest { payload });
        }
        Ok(())
    }

    /// Accepts the payload of a message with blocks.
    fn blocks(&mut self, payload: u16) -> Result<(), DecodeErrorKind> {
        let (axis, line) = self.line();
        let cells = self.line_length();
        let begun = self.clue.is_some();
        let clue = self.clue.get_or_insert_default();
        let last = match self.colours {
            None => {
                let pair = BlockPair::from_payload(payload);
                clue.extend(pair.blocks().map(Block::filled));
                pair.last
            }
            Some(colours) => {
                let OneBlock { block, last } = OneBlock::from_payload(payload);
                match block {
                    None if begun || !last => {
                        return Err(DecodeErrorKind::EmptyBlock { axis, line });
                    }
                    Some(Block { colour, .. }) if !(1..=colours).contains(&colour) => {
                        return Err(DecodeErrorKind::BlockColour { axis, line, colour, colours });
                    }
                    block => clue.extend(block),
                }
                last
            }
        };
        let needed = needed_cells(clue);
        if needed > cells {
            return Err(DecodeErrorKind::ClueTooLong { axis, line, needed, cells });
        }
        if last {
            self.clues.extend(self.clue.take());
        }
        Ok(())
    }

    /// `row` or `column`, and the number of the current line, from 0.
    fn line(&self) -> (&'static str, usize) {
        match self.clues.len().checked_sub(self.rows) {
            None => ("row", self.clues.len()),
            Some(column) => ("column", column),
        }
    }
}

impl Lines for ClueLines {
    type Board = ClueBoard;

    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, ..Self::default() }
    }

    fn take(&mut self, message: Message) -> Result<(), DecodeErrorKind> {
        match message {
            Message::Request(payload) if self.clue.is_none() && self.clues.is_empty() => {
                self.request(payload)
            }
            Message::Cells(payload) => self.blocks(payload),
            found => Err(self.unexpected(found)),
        }
    }

    fn is_begun(&self) -> bool {
        self.request.is_some()
            || self.colours.is_some()
            || self.clue.is_some()
            || !self.clues.is_empty()
    }

    fn is_full(&self) -> bool {
        self.clue.is_none() && self.clues.len() == self.rows + self.columns
    }

    fn expected(&self) -> String {
        let (axis, line) = self.line();
        let cells = format!("cells with the blocks of {axis} {}", line + 1);
        if self.clue.is_none() && self.clues.is_empty() {
            format!("a request, or {cells}")
        } else {
            cells
        }
    }

    fn board(self, check: Option<bool>) -> ClueBoard {
        ClueBoard {
            rows: self.rows,
            columns: self.columns,
            clues: self.clues,
            colours: self.colours.unwrap_or(1),
            request: self.request.unwrap_or_default(),
            check,
        }
    }
}

/// Decodes exactly one whole clue board.
///
/// # Errors
/// Returns [`DecodeError`] if the bytes are not exactly one clue board whose clues fit their lines. A check message that does not
/// match is not an error here; see [`ClueBoard::check`].
pub fn decode_clue_board(bytes: impl IntoIterator<Item = u8>) -> Result<ClueBoard, DecodeError> {
    decode_whole::<ClueLines>(bytes)
}
