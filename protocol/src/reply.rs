//! The answer to a board, FPGA to host: size, cells, optional check, status.
//!
//! A [`ReplyStream`] has each known cell by its index, or all cells packed twelve per message. Packed cells are the planes
//! of the bits of their colours, then the known plane unless every cell is known, in row-major order, first cell in an index's top bit.
//! [`ReplyDecoder`] decodes both forms and identities, which have the form of a reply; [`decode_reply`] decodes exactly one whole reply.
//! Messages that are missing or out of order are errors.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use crate::option_board::{cell_outside, cell_repeated, cells_missing};
use crate::stream::{Body, StreamDecoder, decode_whole, framed, unexpected};
use crate::{
    BuildIdentity, Check, DecodeError, IDENTITY_STATUS, IDENTITY_WORDS, MAX_COLOURS, MAX_INDEX,
    Message, PAYLOAD_MASK, Status,
};

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

/// A reply to encode.
#[derive(Clone, Debug)]
pub struct ReplyStream<'a> {
    size: [u16; 2],
    cells: &'a [Option<u8>],
    /// The number of planes of colours; `None` to send one message per known cell.
    planes: Option<usize>,
    status: Status,
    seed: Option<u16>,
}

impl<'a> ReplyStream<'a> {
    /// A reply for a board of this size, with a message for each known cell that an index can address, or
    /// no cells if the status has no picture. Only the lowest twelve bits of the row and column counts are sent. A blank cell is 0, a filled
    /// one the number of its colour.
    pub fn new(rows: u16, columns: u16, cells: &'a [Option<u8>], status: Status) -> Self {
        let cells = if status.has_cells() { cells } else { &[] };
        Self { size: [rows, columns], cells, planes: None, status, seed: None }
    }

    /// Adds a check message that starts from this value, or removes the check message.
    pub fn with_seed(self, seed: Option<u16>) -> Self {
        Self { seed, ..self }
    }

    /// Selects packed cells, as the clue core sends them for a black-and-white board, or one message per known cell.
    pub fn with_packed_cells(self, packs: bool) -> Self {
        Self { planes: packs.then_some(1), ..self }
    }

    /// Selects packed cells, as the clue core sends them for a board of `colours` colours.
    pub fn with_packed_colours(self, colours: u8) -> Self {
        Self { planes: Some(colour_planes(colours)), ..self }
    }

    /// The messages of the reply.
    pub fn messages(self) -> impl Iterator<Item = Message> {
        let cells = match self.planes {
            Some(planes) => packed(self.cells, planes),
            None => addressed(self.cells),
        };
        let check = self.seed.map(Check::starting_from);
        framed(self.size, cells.into_iter(), check, self.status.index())
    }

    /// The bytes of the reply.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        self.messages().flat_map(Message::to_bytes)
    }
}

/// One message per known cell that an index can address.
fn addressed(cells: &[Option<u8>]) -> Vec<Message> {
    let cells = (0..=MAX_INDEX).zip(cells);
    let message = |(index, cell): (u16, &Option<u8>)| {
        cell.map(|colour| Message::Assignment { index, value: colour > 0 })
    };
    cells.filter_map(message).collect()
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

/// What a device answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// The reply to a board.
    Reply(Reply),
    /// The answer to an identity request.
    Identity(BuildIdentity),
}

/// Decodes replies and identities from bytes as they arrive.
pub type ReplyDecoder = StreamDecoder<ReplyCells>;

impl ReplyDecoder {
    /// Whether no message of a reply has been received, unless it is the start of an identity.
    pub fn may_be_identity(&self) -> bool {
        match self.last_start() {
            Some(_) if self.has_size() => self.body.is_identity(),
            start => start.is_none_or(|rows| rows == 0),
        }
    }
}

/// The cells of a reply, or the words of an identity, as far as received.
#[derive(Clone, Debug, Default)]
pub struct ReplyCells {
    rows: usize,
    columns: usize,
    /// Cells with an index; empty before the first one.
    addressed: Vec<Option<u8>>,
    /// The payloads of packed cells, plane by plane, or of the words of an identity.
    payloads: Vec<u16>,
}

/// The value bit of packed cells: whether they belong to the known plane.
fn is_known_plane(payload: u16) -> bool {
    payload & 1 != 0
}

/// Whether the index of a message with packed cells has the bit of the cell at this place in the message.
fn has_cell(payload: u16, place: usize) -> bool {
    (payload >> 1) & (FIRST_CELL >> place) != 0
}

impl ReplyCells {
    /// Number of cells in the picture.
    fn count(&self) -> usize {
        self.rows * self.columns
    }

    /// Number of messages in a plane.
    fn plane_length(&self) -> usize {
        self.count().div_ceil(CELLS_PER_MESSAGE)
    }

    /// Whether it can be the body of an identity.
    fn is_identity(&self) -> bool {
        (self.rows, self.columns) == (0, 0)
    }

    /// Whether packed cells with value 0, and with value 1, are legal next.
    fn legal_planes(&self) -> [bool; 2] {
        let (length, count) = (self.plane_length(), self.payloads.len());
        match self.payloads.last().map(|&last| is_known_plane(last)) {
            _ if self.is_identity() => [count < IDENTITY_WORDS; 2],
            None => [length > 0 && self.addressed.is_empty(), false],
            Some(known) if !count.is_multiple_of(length) => [!known, known],
            Some(true) => [false; 2],
            Some(false) => [count < MAX_PLANES * length, true],
        }
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<(), String> {
        let (place, cells) = (usize::from(index), self.count());
        if place >= cells {
            return Err(cell_outside(place, cells));
        }
        if self.addressed.is_empty() {
            self.addressed = vec![None; cells.min(MAX_CELLS)];
        }
        match self.addressed[place].replace(value.into()) {
            None => Ok(()),
            Some(_) => Err(cell_repeated(index)),
        }
    }

    /// Adds packed cells, which are legal here, or a word of an identity.
    fn pack(&mut self, payload: u16) -> Result<(), String> {
        if !self.is_identity() {
            let before = self.payloads.len() % self.plane_length() * CELLS_PER_MESSAGE;
            let places = (0..CELLS_PER_MESSAGE).filter(|&place| has_cell(payload, place));
            let cells = self.count();
            if let Some(outside) = places.map(|place| before + place).find(|&cell| cell >= cells) {
                return Err(cell_outside(outside, cells));
            }
        }
        self.payloads.push(payload);
        Ok(())
    }

    /// The packed cells, and the number of their planes of colours. Returns an error if a cell that is not known has a colour.
    fn unpacked(&self) -> Result<(Vec<Option<u8>>, usize), String> {
        let is_colour = |payload: &&u16| !is_known_plane(**payload);
        let colours = self.payloads.iter().filter(is_colour).count();
        let (colours, known) = self.payloads.split_at(colours);
        let bit = |plane: &[u16], cell: usize| {
            has_cell(plane[cell / CELLS_PER_MESSAGE], cell % CELLS_PER_MESSAGE)
        };
        let planes = colours.chunks(self.plane_length().max(1));
        let cell = |index| {
            let add = |colour, plane: &[u16]| colour << 1 | u8::from(bit(plane, index));
            let colour = planes.clone().fold(0, add);
            match (known.is_empty() || bit(known, index), colour) {
                (false, 1..) => Err(format!(
                    "cell {index} is filled but not known; expected every filled cell to be known"
                )),
                (known, _) => Ok(known.then_some(colour)),
            }
        };
        let cells: Result<_, String> = (0..self.count()).map(cell).collect();
        Ok((cells?, planes.len()))
    }

    /// The identity with these words; its check starts from 0.
    fn identity(&self, index: u16, seed: Option<u16>) -> Result<Received, String> {
        let words = <&[u16; IDENTITY_WORDS]>::try_from(&self.payloads[..]).ok();
        let words = words.filter(|_| (index, seed) == (IDENTITY_STATUS, Some(0)));
        let words =
            words.ok_or("an identity that does not match its check; expected one that does")?;
        Ok(Received::Identity(BuildIdentity::from_words(words)))
    }
}

impl Body for ReplyCells {
    type Output = Received;

    const IS_REPLY: bool = true;

    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, ..Self::default() }
    }

    fn take(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::Assignment { index, value } if self.payloads.is_empty() => {
                self.assign(index, value)
            }
            Message::Cells(payload) if self.legal_planes()[usize::from(payload & 1)] => {
                self.pack(payload & PAYLOAD_MASK)
            }
            _ => Err(unexpected(message, &self.expected())),
        }
    }

    fn is_begun(&self) -> bool {
        !self.addressed.is_empty() || !self.payloads.is_empty()
    }

    fn is_whole(&self) -> bool {
        if self.is_identity() {
            return [0, IDENTITY_WORDS].contains(&self.payloads.len());
        }
        // A picture without cells has no planes.
        self.payloads.is_empty() || self.payloads.len().is_multiple_of(self.plane_length())
    }

    fn expected(&self) -> String {
        let cells = match self.legal_planes() {
            [true, true] => "cells",
            [true, false] => "cells with value 0",
            [false, true] => "cells with value 1",
            [false, false] => "",
        };
        let assignment = if self.payloads.is_empty() { "an assignment" } else { "" };
        let end = if self.is_whole() { "a check, or end board" } else { "" };
        let all = [assignment, cells, end].into_iter().filter(|words| !words.is_empty());
        all.collect::<Vec<_>>().join(", ")
    }

    fn end(mut self, index: u16, seed: Option<u16>) -> Result<Received, String> {
        if self.is_identity() && !self.payloads.is_empty() {
            return self.identity(index, seed);
        }
        let status = Status::try_from(index).map_err(|error| error.to_string())?;
        let cells = self.count();
        let mut planes = 0;
        if !self.payloads.is_empty() {
            (self.addressed, planes) = self.unpacked()?;
        }
        let mut found = self.addressed;
        let known = found.iter().flatten().count();
        match status {
            Status::Solved | Status::Multiple if known < cells => {
                return Err(cells_missing(Message::EndBoard(index), known, cells));
            }
            Status::Solved | Status::Multiple | Status::Stalled => found.resize(cells, None),
            _ if known > 0 => {
                return Err(format!(
                    "status \"{status}\" with cells ({known} of them); expected none with this status"
                ));
            }
            _ => found.clear(),
        }
        let Self { rows, columns, .. } = self;
        Ok(Received::Reply(Reply { rows, columns, cells: found, planes, status, seed }))
    }
}

/// Decodes exactly one whole reply.
///
/// # Errors
/// Returns [`DecodeError`] if the bytes are not exactly one reply. The value of a check message is not an error here; see
/// [`Reply::seed`].
pub fn decode_reply(bytes: impl IntoIterator<Item = u8>) -> Result<Reply, DecodeError> {
    match decode_whole::<ReplyCells>(bytes)? {
        Received::Reply(reply) => Ok(reply),
        Received::Identity(_) => Err(DecodeError {
            message: 1,
            fault: "an identity; expected the reply to a board".into(),
        }),
    }
}
