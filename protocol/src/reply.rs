//! The answer to a board, FPGA to host: size, known cells, status.
//!
//! [`ReplyStream`] writes it; [`ReplyDecoder`] reads it byte by byte, so that a caller can show
//! cells as they arrive; [`decode_reply`] reads a whole one.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Check, DecodeError, DecodeErrorKind, Framer, MAX_INDEX, Message, Status};

/// Cells that a reply can name: its index is twelve bits.
pub const MAX_CELLS: usize = MAX_INDEX as usize + 1;

/// A decoded reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Row count, m, as the device understood it.
    pub rows: usize,
    /// Column count, n.
    pub columns: usize,
    /// Cell `r * n + c`, or `None` where unknown; empty for a status that has no picture.
    pub cells: Vec<Option<bool>>,
    /// The verdict.
    pub status: Status,
    /// Whether the check message matched; `None` when the reply had none.
    pub check: Option<bool>,
}

/// Messages in a reply with `cells` known cells.
pub fn reply_messages(cells: usize, check: bool) -> u64 {
    cells as u64 + 3 + u64::from(check)
}

/// The messages of a reply.
#[derive(Clone, Debug)]
pub struct ReplyStream<'a> {
    size: [u16; 2],
    cells: &'a [Option<bool>],
    status: Status,
    check: Option<Check>,
    next: Next,
}

/// The message to send next.
#[derive(Clone, Copy, Debug)]
enum Next {
    Rows,
    Columns,
    /// The first known cell from this index on.
    Cell(usize),
    EndBoard,
    Nothing,
}

impl<'a> ReplyStream<'a> {
    /// A reply for a board of this size (twelve bits each are sent). Unknown cells are left out,
    /// and so are cells that no index can name; a status without a picture sends none.
    pub fn new(rows: u16, columns: u16, cells: &'a [Option<bool>], status: Status) -> Self {
        let cells = if status.has_cells() { cells } else { &[] };
        Self {
            size: [rows, columns],
            cells: &cells[..cells.len().min(MAX_CELLS)],
            status,
            check: None,
            next: Next::Rows,
        }
    }

    /// With a check message before the end board, or without. Call it before iterating.
    pub fn with_check(mut self, check: bool) -> Self {
        self.check = check.then(Check::new);
        self
    }

    /// The stream as bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        self.flat_map(Message::to_bytes)
    }

    /// The first known cell at or after `from`.
    fn cell(&self, from: usize) -> Option<(usize, bool)> {
        let mut rest = self.cells.iter().enumerate().skip(from);
        rest.find_map(|(index, cell)| cell.map(|value| (index, value)))
    }
}

impl Iterator for ReplyStream<'_> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let (message, next) = match self.next {
            Next::Rows => (Message::StartBoard(self.size[0]), Next::Columns),
            Next::Columns => (Message::StartBoard(self.size[1]), Next::Cell(0)),
            Next::Cell(from) => match (self.cell(from), &self.check) {
                (Some((index, value)), _) => {
                    // `new` has cut the cells to those an index can name.
                    let index = index as u16;
                    let next = Next::Cell(usize::from(index) + 1);
                    (Message::Assignment { index, value }, next)
                }
                (None, Some(check)) => (check.message(), Next::EndBoard),
                (None, None) => (Message::EndBoard(self.status.index()), Next::Nothing),
            },
            Next::EndBoard => (Message::EndBoard(self.status.index()), Next::Nothing),
            Next::Nothing => return None,
        };
        self.next = next;
        if let Some(check) = &mut self.check {
            check.add(message);
        }
        Some(message)
    }
}

/// What a byte of a reply completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyEvent {
    /// The board's size.
    Size {
        /// Row count.
        rows: usize,
        /// Column count.
        columns: usize,
    },
    /// A cell became known.
    Cell {
        /// Row, from the top.
        row: usize,
        /// Column, from the left.
        column: usize,
        /// True for a filled cell.
        value: bool,
    },
    /// A check message, and whether it matched.
    Check(bool),
    /// The reply is complete.
    End(Reply),
}

/// Decodes a reply from bytes as they arrive.
///
/// After a whole reply it waits for the next one; after an error, start with a new decoder.
#[derive(Clone, Debug, Default)]
pub struct ReplyDecoder {
    framer: Framer,
    check: Check,
    state: State,
    rows: usize,
    columns: usize,
    cells: Vec<Option<bool>>,
    matches: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first start board.
    #[default]
    Rows,
    /// Between the two start boards.
    Columns,
    /// Among the cells.
    Cells,
    /// After the check message.
    Checked,
}

impl ReplyDecoder {
    /// A decoder waiting for a reply.
    pub fn new() -> Self {
        Self::default()
    }

    /// Messages received so far.
    pub fn messages(&self) -> u64 {
        self.framer.messages()
    }

    /// Takes one byte.
    ///
    /// # Errors
    /// When the byte completes a message that has no place there.
    pub fn push(&mut self, byte: u8) -> Result<Option<ReplyEvent>, DecodeError> {
        let Some((number, message)) = self.framer.push(byte) else {
            return Ok(None);
        };
        self.take(message).map_err(|kind| DecodeError {
            message: number,
            kind,
        })
    }

    /// The error for a stream that ends here, short of a reply.
    pub fn cut_short(&self) -> DecodeError {
        let kind = if self.framer.is_halfway() {
            DecodeErrorKind::HalfMessage
        } else {
            DecodeErrorKind::Truncated {
                expected: self.expected(),
            }
        };
        DecodeError {
            message: self.framer.messages() + 1,
            kind,
        }
    }

    fn take(&mut self, message: Message) -> Result<Option<ReplyEvent>, DecodeErrorKind> {
        let sum_before = self.check.value();
        self.check.add(message);
        let event = match (self.state, message) {
            (State::Rows, Message::StartBoard(rows)) => {
                *self = Self {
                    framer: core::mem::take(&mut self.framer),
                    state: State::Columns,
                    rows: usize::from(rows),
                    ..Self::default()
                };
                self.check.add(message);
                return Ok(None);
            }
            (State::Columns, Message::StartBoard(columns)) => {
                self.columns = usize::from(columns);
                self.state = State::Cells;
                ReplyEvent::Size {
                    rows: self.rows,
                    columns: self.columns,
                }
            }
            (State::Cells, Message::Assignment { index, value }) => self.assign(index, value)?,
            (State::Cells, Message::Check(sum)) => {
                let matches = sum == sum_before;
                self.matches = Some(matches);
                self.state = State::Checked;
                ReplyEvent::Check(matches)
            }
            (State::Cells | State::Checked, Message::EndBoard(index)) => {
                ReplyEvent::End(self.end(message, index)?)
            }
            (_, found) => {
                return Err(DecodeErrorKind::Unexpected {
                    found,
                    expected: self.expected(),
                });
            }
        };
        Ok(Some(event))
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<ReplyEvent, DecodeErrorKind> {
        let place = usize::from(index);
        let cells = self.rows * self.columns;
        if place >= cells {
            return Err(DecodeErrorKind::CellOutside { index, cells });
        }
        if self.cells.is_empty() {
            self.cells = vec![None; cells.min(MAX_CELLS)];
        }
        if self.cells[place].replace(value).is_some() {
            return Err(DecodeErrorKind::CellRepeated { index });
        }
        Ok(ReplyEvent::Cell {
            row: place / self.columns,
            column: place % self.columns,
            value,
        })
    }

    fn end(&mut self, ends: Message, index: u16) -> Result<Reply, DecodeErrorKind> {
        let status = Status::try_from(index).map_err(|_| DecodeErrorKind::UnknownStatus(index))?;
        let known = self.cells.iter().flatten().count();
        let cells = self.rows * self.columns;
        match status {
            Status::Solved | Status::Multiple if known < cells => {
                return Err(DecodeErrorKind::CellsMissing { ends, known, cells });
            }
            Status::Solved | Status::Multiple | Status::Stalled => self.cells.resize(cells, None),
            _ if known > 0 => {
                return Err(DecodeErrorKind::CellsWithoutPicture { status, known });
            }
            _ => {}
        }
        self.state = State::Rows;
        Ok(Reply {
            rows: self.rows,
            columns: self.columns,
            cells: core::mem::take(&mut self.cells),
            status,
            check: self.matches,
        })
    }

    /// The messages that can stand next, in words.
    fn expected(&self) -> String {
        match self.state {
            State::Rows => "start board with the row count",
            State::Columns => "start board with the column count",
            State::Cells => "an assignment, a check, or end board",
            State::Checked => "end board",
        }
        .into()
    }
}

/// Decodes one whole reply.
///
/// # Errors
/// When the bytes are anything else than exactly one reply. A check message that does not match
/// is no error here: see [`Reply::check`].
pub fn decode_reply(bytes: impl IntoIterator<Item = u8>) -> Result<Reply, DecodeError> {
    let mut decoder = ReplyDecoder::new();
    let mut reply = None;
    for byte in bytes {
        if reply.is_some() {
            return Err(DecodeError {
                message: decoder.messages() + 1,
                kind: DecodeErrorKind::Trailing,
            });
        }
        if let Some(ReplyEvent::End(whole)) = decoder.push(byte)? {
            reply = Some(whole);
        }
    }
    reply.ok_or_else(|| decoder.cut_short())
}
