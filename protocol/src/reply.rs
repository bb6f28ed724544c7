//! The answer to a board, FPGA to host: size, cells, optional check, status.
//!
//! [`ReplyStream`] is an iterator of messages: each known cell by its index, or all cells packed twelve per message. Packed cells are the planes
//! of the bits of their colours, then the known plane unless every cell is known, in row-major order, first cell in an index's top bit.
//! [`ReplyDecoder`] decodes both forms byte by byte, so that a caller can show cells at once; [`decode_reply`] decodes exactly one whole reply.
//! Messages that are missing or out of order are errors.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Check, DecodeError, DecodeErrorKind, Framer, MAX_COLOURS, MAX_INDEX, Message, Status};

/// Number of cells that an index of twelve bits can address. Packed cells are not addressed, so they are not limited to it.
pub const MAX_CELLS: usize = MAX_INDEX as usize + 1;

/// A decoded reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Row count, m, as the device received it.
    pub rows: usize,
    /// Column count, n, as the device received it.
    pub columns: usize,
    /// At index `r * n + c`, the colour of the cell, or `None` if it is unknown. Empty if the status has no picture. A blank cell has colour
    /// 0, a filled cell of a black-and-white board colour 1.
    pub cells: Vec<Option<u8>>,
    /// Number of planes in which the colours of packed cells were sent; 0 for other cells and without cells.
    pub planes: usize,
    /// The verdict on the board.
    pub status: Status,
    /// The value from which the reply's check started; `None` if the reply had no check. It is the check of the board that the reply
    /// answers, or 0 from a device whose identity does not have [`binds_replies`](crate::BuildIdentity::binds_replies). Any other value
    /// means that the reply answers another board, or is corrupted.
    pub seed: Option<u16>,
}

/// Number of messages around the cells: two start boards and an end board.
const FRAME: u64 = 3;

/// Number of messages in a reply with `cells` known cells, one message per cell.
pub fn reply_messages(cells: usize, check: bool) -> u64 {
    cells as u64 + FRAME + u64::from(check)
}

/// Maximum number of messages in a packed reply for a board of `cells` cells in `colours` colours, with the known plane.
pub fn packed_reply_messages(cells: usize, colours: u8, check: bool) -> u64 {
    let planes = colour_planes(colours) as u64 + 1;
    planes * cells.div_ceil(CELLS_PER_MESSAGE) as u64 + FRAME + u64::from(check)
}

/// The messages of a reply.
#[derive(Clone, Debug)]
pub struct ReplyStream<'a> {
    size: [u16; 2],
    cells: &'a [Option<u8>],
    /// The messages of all cells if they are packed; `None` to send one message per known cell.
    packed: Option<Vec<Message>>,
    status: Status,
    check: Option<Check>,
    next: Next,
}

/// The message to send next.
#[derive(Clone, Copy, Debug)]
enum Next {
    Rows,
    Columns,
    /// The next known cell from this index on; for packed cells, the message with this index.
    Cell(usize),
    EndBoard,
    Nothing,
}

impl<'a> ReplyStream<'a> {
    /// A reply for a board of this size, with a message for each known cell that an index can address, or
    /// no cells if the status has no picture. Only the lowest twelve bits of the row and column counts are sent. A blank cell is 0, a filled
    /// one the number of its colour.
    pub fn new(rows: u16, columns: u16, cells: &'a [Option<u8>], status: Status) -> Self {
        let cells = if status.has_cells() { cells } else { &[] };
        Self { size: [rows, columns], cells, packed: None, status, check: None, next: Next::Rows }
    }

    /// Adds a check message that starts from this value, or removes the check message. Call it before iterating.
    pub fn with_seed(mut self, seed: Option<u16>) -> Self {
        self.check = seed.map(Check::starting_from);
        self
    }

    /// Selects packed cells, as the clue core sends them for a black-and-white board, or one message per known cell. Call it before
    /// iterating.
    pub fn with_packed_cells(mut self, packs: bool) -> Self {
        self.packed = packs.then(|| packed(self.cells, 1));
        self
    }

    /// Selects packed cells, as the clue core sends them for a board of `colours` colours. Call it before iterating.
    pub fn with_packed_colours(mut self, colours: u8) -> Self {
        self.packed = Some(packed(self.cells, colour_planes(colours)));
        self
    }

    /// The stream as bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        self.flat_map(Message::to_bytes)
    }

    /// The message of the first known cell at or after `from` (or the packed message `from`), and the step after it; `None` if no
    /// cell is left.
    fn cell(&self, from: usize) -> Option<(Message, Next)> {
        if let Some(packed) = &self.packed {
            return Some((*packed.get(from)?, Next::Cell(from + 1)));
        }
        let mut rest = self.cells.iter().enumerate().take(MAX_CELLS).skip(from);
        let (index, value) = rest.find_map(|(index, cell)| cell.map(|value| (index, value)))?;
        // An index below MAX_CELLS fits into twelve bits.
        let message = Message::Assignment { index: index as u16, value: value > 0 };
        Some((message, Next::Cell(index + 1)))
    }
}

impl Iterator for ReplyStream<'_> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let (message, next) = match self.next {
            Next::Rows => (Message::StartBoard(self.size[0]), Next::Columns),
            Next::Columns => (Message::StartBoard(self.size[1]), Next::Cell(0)),
            Next::Cell(from) => match (self.cell(from), &self.check) {
                (Some(cell), _) => cell,
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

/// Packed cells per message.
pub const CELLS_PER_MESSAGE: usize = 12;

/// The largest number of planes of colours.
const MAX_PLANES: usize = colour_planes(MAX_COLOURS);

/// The bit of an index that holds the message's first cell.
const FIRST_CELL: u16 = 1 << (CELLS_PER_MESSAGE - 1);

/// Number of planes that hold the colours of a picture: the bits of the largest number of a colour, of which 0 is blank.
pub const fn colour_planes(colours: u8) -> usize {
    (u8::BITS - colours.leading_zeros()) as usize
}

/// The messages of the `planes` planes of colours, the most significant bit first, and, unless every cell is known, of the known plane.
fn packed(cells: &[Option<u8>], planes: usize) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut push = |value: u16, bit: &dyn Fn(Option<u8>) -> bool| {
        messages.extend(cells.chunks(CELLS_PER_MESSAGE).map(|cells| {
            let places = cells.iter().enumerate();
            let index = places.fold(0, |index, (place, &cell)| {
                index | if bit(cell) { FIRST_CELL >> place } else { 0 }
            });
            Message::Cells(index << 1 | value)
        }));
    };
    for plane in (0..planes).rev() {
        push(0, &|cell| cell.is_some_and(|colour| colour >> plane & 1 != 0));
    }
    if cells.contains(&None) {
        push(1, &|cell| cell.is_some());
    }
    messages
}

/// The planes of a picture, as far as received.
#[derive(Clone, Debug, Default)]
struct Planes {
    /// The messages of all planes of colours.
    colours: Vec<u16>,
    known: Vec<u16>,
}

impl Planes {
    /// Whether no message of a plane has been received.
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// Number of complete planes of colours in a picture of `cells` cells.
    pub fn count(&self, cells: usize) -> usize {
        self.colours.len() / cells.div_ceil(CELLS_PER_MESSAGE).max(1)
    }

    /// Describes the messages that are legal next in a picture of `cells` cells.
    pub fn expected(&self, cells: usize) -> &'static str {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        match (self.colours.len(), self.known.len()) {
            (0, 0) => "an assignment, cells with value 0, a check, or end board",
            (colours, 0) if !colours.is_multiple_of(whole) => "cells with value 0",
            (colours, 0) if colours < MAX_PLANES * whole => "cells, a check, or end board",
            (_, 0) => "cells with value 1, a check, or end board",
            (_, known) if known < whole => "cells with value 1",
            _ => "a check, or end board",
        }
    }

    /// Whether every plane is complete or absent.
    pub fn is_whole(&self, cells: usize) -> bool {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE).max(1);
        [self.colours.len(), self.known.len()].iter().all(|messages| messages.is_multiple_of(whole))
    }

    /// Accepts one message's payload. Returns `None` if the message is illegal here, and an error if it marks a cell outside the
    /// picture.
    pub fn push(&mut self, payload: u16, cells: usize) -> Option<Result<(), DecodeErrorKind>> {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        let is_known_plane = payload & 1 != 0;
        let (plane, is_legal) = if is_known_plane {
            let follows = !self.is_empty() && self.colours.len().is_multiple_of(whole);
            (&mut self.known, follows)
        } else {
            let precedes = self.known.is_empty() && self.colours.len() < MAX_PLANES * whole;
            (&mut self.colours, precedes)
        };
        if !is_legal || (is_known_plane && plane.len() == whole) {
            return None;
        }
        let before = plane.len() % whole * CELLS_PER_MESSAGE;
        let index = payload >> 1;
        plane.push(index);
        let mut places = (0..CELLS_PER_MESSAGE).filter(|place| index & FIRST_CELL >> place != 0);
        let outside = places.find(|place| before + place >= cells);
        Some(match outside {
            Some(place) => Err(DecodeErrorKind::CellOutside { index: before + place, cells }),
            None => Ok(()),
        })
    }

    /// The cells of complete planes. Returns an error if a cell that is not known has a colour.
    pub fn cells(&self, cells: usize) -> Result<Vec<Option<u8>>, DecodeErrorKind> {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        let bit = |plane: &[u16], cell: usize| {
            let index = plane[cell / CELLS_PER_MESSAGE];
            index & FIRST_CELL >> (cell % CELLS_PER_MESSAGE) != 0
        };
        let cell = |index| {
            let planes = self.colours.chunks(whole);
            let colour = planes.fold(0, |colour, plane| colour << 1 | u8::from(bit(plane, index)));
            let known = self.known.is_empty() || bit(&self.known, index);
            match (known, colour) {
                (false, 1..) => Err(DecodeErrorKind::FilledUnknown { index }),
                _ => Ok(known.then_some(colour)),
            }
        };
        (0..cells).map(cell).collect()
    }
}

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
        self.take(message).map_err(|kind| DecodeError { message: number, kind })
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
                ReplyEvent::Size { rows: self.rows, columns: self.columns }
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
        DecodeErrorKind::Unexpected { found, expected: self.expected() }
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<ReplyEvent, DecodeErrorKind> {
        let place = usize::from(index);
        let cells = self.rows * self.columns;
        if place >= cells {
            return Err(DecodeErrorKind::CellOutside { index: place, cells });
        }
        if self.cells.is_empty() {
            self.cells = vec![None; cells.min(MAX_CELLS)];
        }
        if self.cells[place].replace(value.into()).is_some() {
            return Err(DecodeErrorKind::CellRepeated { index });
        }
        Ok(ReplyEvent::Cell { row: place / self.columns, column: place % self.columns, value })
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
