//! A whole board, host to FPGA, as the clues of its lines, rows first: the form that the clue core receives.
//!
//! A [`ClueStream`] has the requests, then the clues, with up to two block lengths per message, or with one block and its colour.
//! [`ClueDecoder`] and [`decode_clue_board`] decode it into a [`ClueBoard`].

mod payloads;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use payloads::{colours_request, needed_cells, one_by_one, pairs};

use crate::stream::{Body, StreamDecoder, decode_whole, framed, sendable, unexpected};
use crate::{BoardSize, Check, DecodeError, EncodeError, MESSAGE_BYTES, Message};

pub use payloads::{
    Block, BlockPair, CANCEL, LIMIT_UNIT, MAX_BLOCK, MAX_COLOURS, MAX_LIMIT, MAX_PAIRED_BLOCK,
    OneBlock, SearchMode, SearchRequest, request_kind,
};
pub(crate) use payloads::{colours_of, write_meaning};

/// A clue board.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueStream {
    size: [u16; 2],
    request: SearchRequest,
    /// The number of colours, if the board states it.
    colours: Option<u8>,
    /// The payloads of the messages of the lines.
    payloads: Vec<u16>,
    check: bool,
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
    /// Returns [`EncodeError`] if there are no rows, no columns, or more than [`MAX_INDEX`](crate::MAX_INDEX) of either, if a block is longer than
    /// [`MAX_BLOCK`], if its colour is not 1 to `colours`, or if `colours` is not 1 to [`MAX_COLOURS`].
    pub fn coloured<C: AsRef<[Block]>>(
        rows: &[C],
        columns: &[C],
        colours: u8,
    ) -> Result<Self, EncodeError> {
        if !(1..=MAX_COLOURS).contains(&colours) {
            return Err(EncodeError::Colours { colours, most: MAX_COLOURS });
        }
        sendable(rows.len(), columns.len())?;
        let mut lines: Vec<Vec<Block>> = Vec::new();
        for (axis, clues) in [("row", rows), ("column", columns)] {
            for (line, clue) in (1..).zip(clues) {
                let blocks = clue.as_ref().iter().filter(|block| block.length > 0);
                let clue: Vec<Block> = blocks.copied().collect();
                for &Block { length, colour } in &clue {
                    let fault = if length > MAX_BLOCK {
                        format!("of {length} cells cannot be sent; expected at most {MAX_BLOCK}")
                    } else if !(1..=colours).contains(&colour) {
                        format!("of colour {colour}; expected 1 to {colours}")
                    } else {
                        continue;
                    };
                    return Err(EncodeError::Block(format!("{axis} {line}: a block {fault}")));
                }
                lines.push(clue);
            }
        }
        let is_long = |block: &Block| block.length > MAX_PAIRED_BLOCK;
        let states = colours > 1 || lines.iter().flatten().any(is_long);
        let payloads = |clue: &Vec<Block>| -> Vec<u16> {
            if states {
                one_by_one(clue).map(OneBlock::payload).collect()
            } else {
                pairs(clue).into_iter().map(BlockPair::payload).collect()
            }
        };
        Ok(Self {
            // Both counts fit into an index.
            size: [rows.len() as u16, columns.len() as u16],
            request: SearchRequest::default(),
            colours: states.then_some(colours),
            payloads: lines.iter().flat_map(payloads).collect(),
            check: false,
        })
    }

    /// Adds or removes a check message before the end board.
    pub fn with_check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    /// Sets the search request.
    pub fn with_request(self, request: SearchRequest) -> Self {
        Self { request, ..self }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        let requests = self.request.messages().count() + usize::from(self.colours.is_some());
        // Two start boards and the end board frame the lines.
        let frame = 3 + usize::from(self.check);
        let [rows, columns] = self.size.map(usize::from);
        BoardSize {
            rows,
            columns,
            colours: self.colours.unwrap_or(1).into(),
            most_options: 0,
            store_words: 0,
            bytes: ((frame + requests + self.payloads.len()) * MESSAGE_BYTES) as u64,
        }
    }

    /// The messages of the board.
    pub fn messages(self) -> impl Iterator<Item = Message> {
        let requests = self.request.messages().chain(self.colours.map(colours_request));
        let lines = self.payloads.into_iter().map(Message::Cells);
        framed(self.size, requests.chain(lines), self.check.then(Check::new), 0)
    }

    /// The bytes of the board.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        self.messages().flat_map(Message::to_bytes)
    }
}

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

    fn request(&mut self, payload: u16) -> Result<(), String> {
        if let Some(colours) = colours_of(payload) {
            return match self.colours.replace(colours) {
                None => Ok(()),
                Some(_) => Err(format!(
                    "request 0x{payload:04x} states the number of colours again; expected it at most once"
                )),
            };
        }
        if self.request.get_or_insert_default().take(payload) {
            return Ok(());
        }
        Err(format!(
            "request 0x{payload:04x} is unknown, or makes the limit longer than 26 bits; expected a mode (0x0100 to 0x0102), \
             a digit of a limit (0x0200 to 0x027f), or a number of colours (0x0301 to 0x0307)"
        ))
    }

    /// Accepts the payload of a message with blocks.
    fn blocks(&mut self, payload: u16) -> Result<(), String> {
        let (line, cells) = (self.line(), self.line_length());
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
                        return Err(format!(
                            "{line}: cells without a block; expected them only as the one message of a line"
                        ));
                    }
                    Some(Block { colour, .. }) if !(1..=colours).contains(&colour) => {
                        return Err(format!(
                            "{line}: a block of colour {colour}; expected 1 to {colours}"
                        ));
                    }
                    block => clue.extend(block),
                }
                last
            }
        };
        let needed = needed_cells(clue);
        if needed > cells {
            return Err(format!(
                "{line}: the blocks need {needed} cells; expected at most {cells}"
            ));
        }
        if last {
            self.clues.extend(self.clue.take());
        }
        Ok(())
    }

    /// The name of the current line, such as `row 1`.
    fn line(&self) -> String {
        let line = self.clues.len() + 1;
        match line.checked_sub(self.rows) {
            None | Some(0) => format!("row {line}"),
            Some(column) => format!("column {column}"),
        }
    }
}

impl Body for ClueLines {
    type Output = ClueBoard;

    const IS_REPLY: bool = false;

    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, ..Self::default() }
    }

    fn take(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::Request(payload) if self.clue.is_none() && self.clues.is_empty() => {
                self.request(payload)
            }
            Message::Cells(payload) if !self.is_whole() => self.blocks(payload),
            found => Err(unexpected(found, &self.expected())),
        }
    }

    fn is_begun(&self) -> bool {
        self.request.is_some()
            || self.colours.is_some()
            || self.clue.is_some()
            || !self.clues.is_empty()
    }

    fn is_whole(&self) -> bool {
        self.clue.is_none() && self.clues.len() == self.rows + self.columns
    }

    fn expected(&self) -> String {
        let line = self.line();
        if self.is_whole() {
            "check, or end board 0".into()
        } else if self.clue.is_none() && self.clues.is_empty() {
            format!("a request, or cells with the blocks of {line}")
        } else {
            format!("cells with the blocks of {line}")
        }
    }

    fn end(self, _: u16, seed: Option<u16>) -> Result<ClueBoard, String> {
        Ok(ClueBoard {
            rows: self.rows,
            columns: self.columns,
            clues: self.clues,
            colours: self.colours.unwrap_or(1),
            request: self.request.unwrap_or_default(),
            check: seed.map(|seed| seed == 0),
        })
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
