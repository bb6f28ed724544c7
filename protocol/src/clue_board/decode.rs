//! Decodes the clues of a board.
//!
//! [`ClueLines`] accepts the messages between the start boards and the check or end board; [`decode_clue_board`] decodes a whole board.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::blocks::needed_cells;
use super::{Block, BlockPair, OneBlock, SearchRequest, colours_of};
use crate::decoder::{Lines, StreamDecoder, decode_whole};
use crate::{DecodeError, DecodeErrorKind, Message};

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
        if self.clues.len() < self.rows {
            self.columns
        } else {
            self.rows
        }
    }

    fn unexpected(&self, found: Message) -> DecodeErrorKind {
        DecodeErrorKind::Unexpected {
            found,
            expected: self.expected(),
        }
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
                        return Err(DecodeErrorKind::BlockColour {
                            axis,
                            line,
                            colour,
                            colours,
                        });
                    }
                    block => clue.extend(block),
                }
                last
            }
        };
        let needed = needed_cells(clue);
        if needed > cells {
            return Err(DecodeErrorKind::ClueTooLong {
                axis,
                line,
                needed,
                cells,
            });
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
        Self {
            rows,
            columns,
            ..Self::default()
        }
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
