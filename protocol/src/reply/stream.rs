//! A reply as messages: each known cell by its index, or all cells packed.
//!
//! [`ReplyStream`] is an iterator of messages.

use alloc::vec::Vec;

use super::MAX_CELLS;
use super::planes::{CELLS_PER_MESSAGE, colour_planes, packed};
use crate::{Check, Message, Status};

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
        Self {
            size: [rows, columns],
            cells,
            packed: None,
            status,
            check: None,
            next: Next::Rows,
        }
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
        let message = Message::Assignment {
            index: index as u16,
            value: value > 0,
        };
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
