//! Decodes a reply; messages that are missing or out of order are errors.
//!
//! [`ReplyDecoder`] accepts bytes as they arrive, so that a caller can show cells at once;
//! [`decode_reply`] accepts exactly one whole reply.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::planes::Planes;
use super::{MAX_CELLS, Reply};
use crate::{Check, DecodeError, DecodeErrorKind, Framer, Message, Status};

/// An event completed by a byte of a reply. Packed cells are reported only by [`ReplyEvent::End`].
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
    /// A check message, with the value from which the check started (see [`Reply::seed`]).
    Check(u16),
    /// The reply is complete.
    End(Reply),
}

/// Decodes a reply from bytes as they arrive.
///
/// After a whole reply it waits for the next one; after an error, use a new decoder.
#[derive(Clone, Debug, Default)]
pub struct ReplyDecoder {
    framer: Framer,
    check: Check,
    state: State,
    rows: usize,
    columns: usize,
    cells: Vec<Option<u8>>,
    planes: Planes,
    seed: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first start board.
    #[default]
    Rows,
    /// Between the two start boards.
    Columns,
    /// Within the cells.
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

    /// Accepts one byte.
    ///
    /// # Errors
    /// Returns [`DecodeError`] if the byte completes a message that is illegal at its position, has a cell that is repeated or outside
    /// the picture, or ends a reply with an unknown status, cells that the status does not allow, missing cells, or a cell with
    /// a colour that is not known.
    pub fn push(&mut self, byte: u8) -> Result<Option<ReplyEvent>, DecodeError> {
        let Some((number, message)) = self.framer.push(byte) else {
            return Ok(None);
        };
        self.take(message).map_err(|kind| DecodeError {
            message: number,
            kind,
        })
    }

    /// The error for a stream that ends here, before the reply is complete.
    pub fn cut_short(&self) -> DecodeError {
        self.framer.cut_short(self.expected())
    }

    fn take(&mut self, message: Message) -> Result<Option<ReplyEvent>, DecodeErrorKind> {
        let before = self.check.clone();
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
            (State::Cells, Message::Assignment { index, value }) if self.planes.is_empty() => {
                self.assign(index, value)?
            }
            (State::Cells, Message::Cells(payload)) if self.cells.is_empty() => {
                let taken = self.planes.push(payload, self.rows * self.columns);
                taken.unwrap_or_else(|| Err(self.unexpected(message)))?;
                return Ok(None);
            }
            (State::Cells, Message::Check(_) | Message::EndBoard(_)) if !self.is_whole() => {
                return Err(self.unexpected(message));
            }
            (State::Cells, Message::Check(sum)) => {
                let seed = before.seed_of(sum);
                self.seed = Some(seed);
                self.state = State::Checked;
                ReplyEvent::Check(seed)
            }
            (State::Cells | State::Checked, Message::EndBoard(index)) => {
                ReplyEvent::End(self.end(message, index)?)
            }
            (_, found) => return Err(self.unexpected(found)),
        };
        Ok(Some(event))
    }

    /// Whether every plane of cells is complete or absent.
    fn is_whole(&self) -> bool {
        self.planes.is_whole(self.rows * self.columns)
    }

    fn unexpected(&self, found: Message) -> DecodeErrorKind {
        DecodeErrorKind::Unexpected {
            found,
            expected: self.expected(),
        }
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<ReplyEvent, DecodeErrorKind> {
        let place = usize::from(index);
        let cells = self.rows * self.columns;
        if place >= cells {
            return Err(DecodeErrorKind::CellOutside {
                index: place,
                cells,
            });
        }
        if self.cells.is_empty() {
            self.cells = vec![None; cells.min(MAX_CELLS)];
        }
        if self.cells[place].replace(value.into()).is_some() {
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
        let cells = self.rows * self.columns;
        let planes = self.planes.count(cells);
        if planes > 0 {
            self.cells = self.planes.cells(cells)?;
        }
        let known = self.cells.iter().flatten().count();
        match status {
            Status::Solved | Status::Multiple if known < cells => {
                return Err(DecodeErrorKind::CellsMissing { ends, known, cells });
            }
            Status::Solved | Status::Multiple | Status::Stalled => self.cells.resize(cells, None),
            _ if known > 0 => {
                return Err(DecodeErrorKind::CellsWithoutPicture { status, known });
            }
            _ => self.cells.clear(),
        }
        self.state = State::Rows;
        Ok(Reply {
            rows: self.rows,
            columns: self.columns,
            cells: core::mem::take(&mut self.cells),
            planes,
            status,
            seed: self.seed,
        })
    }

    /// Describes the messages that are legal next.
    fn expected(&self) -> String {
        match self.state {
            State::Rows => "start board with the row count",
            State::Columns => "start board with the column count",
            State::Cells if !self.cells.is_empty() => "an assignment, a check, or end board",
            State::Cells => self.planes.expected(self.rows * self.columns),
            State::Checked => "end board",
        }
        .into()
    }
}

/// Decodes exactly one whole reply.
///
/// # Errors
/// Returns [`DecodeError`] if the bytes are not exactly one reply. The value of a check message is not an error here; see
/// [`Reply::seed`].
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
