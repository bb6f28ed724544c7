//! The payloads of a clue board's messages: the blocks of a line, in pairs or one by one with their colours (control 100), and the requests:
//! the extent of the search, its limit in units of 1,024 clock cycles, and the number of colours (control 010).
//!
//! [`BlockPair`] and [`OneBlock`] convert to and from a payload; [`pairs`] and [`one_by_one`] split a clue into them. [`SearchRequest`] converts
//! to and from the payloads of its messages, [`colours_of`] returns the number of colours in a payload; [`CANCEL`] cancels a search.

use alloc::vec::Vec;
use core::fmt;

use crate::Message;

/// The largest block length that a message can carry.
pub const MAX_BLOCK: usize = 1 << BLOCK_BITS;

/// The largest block length of a pair.
pub const MAX_PAIRED_BLOCK: usize = MAX_BLOCK - 1;

/// The largest number of colours of a board.
pub const MAX_COLOURS: u8 = 7;

/// A block of a clue: consecutive cells of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Length in cells.
    pub length: usize,
    /// Colour of the cells, from 1.
    pub colour: u8,
}

impl Block {
    /// A block of a black-and-white clue.
    pub const fn filled(length: usize) -> Self {
        Self { length, colour: 1 }
    }
}

/// Number of cells that the blocks of a line need, with one blank between consecutive blocks of the same colour. Saturates at
/// `usize::MAX`.
pub(super) fn needed_cells(blocks: &[Block]) -> usize {
    let gaps = blocks.windows(2).filter(|pair| pair[0].colour == pair[1].colour);
    let lengths = blocks.iter().map(|block| block.length);
    lengths.fold(gaps.count(), usize::saturating_add)
}

/// A block of at least this length begins a new message: as the second block of a message, it could make the low byte equal the high
/// byte of a start board.
pub const OWN_MESSAGE: u8 = 48;

const BLOCK_BITS: u32 = 6;
const BLOCK_MASK: u16 = (1 << BLOCK_BITS) - 1;

/// Up to two blocks of a line; a length of 0 means no block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BlockPair {
    /// Length of the first block in cells, in the index's upper half.
    pub first: u8,
    /// Length of the second block in cells, in the index's lower half.
    pub second: u8,
    /// Whether the pair is the line's last.
    pub last: bool,
}

impl BlockPair {
    /// The pair as a message's payload.
    pub const fn payload(self) -> u16 {
        let index =
            (self.first as u16 & BLOCK_MASK) << BLOCK_BITS | self.second as u16 & BLOCK_MASK;
        index << 1 | self.last as u16
    }

    /// Decodes a payload; every payload is a pair.
    pub const fn from_payload(payload: u16) -> Self {
        let index = payload >> 1;
        Self {
            first: (index >> BLOCK_BITS & BLOCK_MASK) as u8,
            second: (index & BLOCK_MASK) as u8,
            last: payload & 1 != 0,
        }
    }

    /// The block lengths of the pair, in order, without lengths of 0.
    pub fn blocks(self) -> impl Iterator<Item = usize> {
        let blocks = [self.first, self.second].map(usize::from);
        blocks.into_iter().filter(|&block| block > 0)
    }
}

/// A block with its colour, or a line without blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OneBlock {
    /// The block: its length minus 1 in the index's upper half, its colour in the lower half. `None` for index 0.
    pub block: Option<Block>,
    /// Whether the message is the line's last.
    pub last: bool,
}

impl OneBlock {
    /// The block as a message's payload.
    pub const fn payload(self) -> u16 {
        let index = match self.block {
            None => 0,
            Some(Block { length, colour }) => {
                ((length as u16).wrapping_sub(1) & BLOCK_MASK) << BLOCK_BITS
                    | colour as u16 & BLOCK_MASK
            }
        };
        index << 1 | self.last as u16
    }

    /// Decodes a payload, whose colour may be one that the board does not have.
    pub const fn from_payload(payload: u16) -> Self {
        let index = payload >> 1;
        let block = Block {
            length: (index >> BLOCK_BITS & BLOCK_MASK) as usize + 1,
            colour: (index & BLOCK_MASK) as u8,
        };
        Self { block: if index == 0 { None } else { Some(block) }, last: payload & 1 != 0 }
    }
}

impl fmt::Display for OneBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            None => f.write_str("no block")?,
            Some(Block { length, colour }) => write!(f, "block of {length}, colour {colour}")?,
        }
        f.write_str(if self.last { ", ends the line" } else { "" })
    }
}

/// The messages of a clue with one block each: at least one, the last of which ends the line. The caller has checked that lengths are 1 to
/// [`MAX_BLOCK`].
pub(super) fn one_by_one(clue: &[Block]) -> impl Iterator<Item = OneBlock> {
    let messages = clue.len().max(1);
    (0..messages)
        .map(move |place| OneBlock { block: clue.get(place).copied(), last: place + 1 == messages })
}

/// The pairs of a clue: at least one, the last of which ends the line. The caller has checked that lengths are 1 to [`MAX_PAIRED_BLOCK`].
pub(super) fn pairs(clue: &[Block]) -> Vec<BlockPair> {
    let mut pairs: Vec<BlockPair> = Vec::new();
    for block in clue {
        let block = block.length as u8;
        match pairs.last_mut() {
            Some(pair) if pair.second == 0 && block < OWN_MESSAGE => pair.second = block,
            _ => pairs.push(BlockPair { first: block, ..BlockPair::default() }),
        }
    }
    if pairs.is_empty() {
        pairs.push(BlockPair::default());
    }
    if let Some(pair) = pairs.last_mut() {
        pair.last = true;
    }
    pairs
}

/// Ends the search that is running. Sent between boards while no search is running, it has no effect.
pub const CANCEL: Message = Message::EndBoard(0);

/// Clock cycles of the core in one unit of [`SearchRequest::limit`].
pub const LIMIT_UNIT: u32 = 1024;

/// The largest [`SearchRequest::limit`]: 26 bits.
pub const MAX_LIMIT: u32 = (1 << 26) - 1;

/// The kinds of request, in the payload's upper five bits.
pub mod request_kind {
    /// The lower bits are a [`SearchMode`](super::SearchMode).
    pub const MODE: u16 = 1;
    /// The lower bits are the next digit of the limit, the most significant digit first.
    pub const LIMIT: u16 = 2;
    /// The lower bits are the number of colours of the board, and each message of its lines has one block.
    pub const COLOURS: u16 = 3;
    /// Bit position of the kind in the payload.
    pub const KIND_SHIFT: u32 = 8;
    /// Bits of a digit; the bit above them is 0, so that a digit's byte never equals a start board's high byte.
    pub const DIGIT_BITS: u32 = 7;
}
use request_kind::{DIGIT_BITS, KIND_SHIFT};

const DIGIT_MASK: u16 = (1 << DIGIT_BITS) - 1;

/// The extent of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum SearchMode {
    /// Search until it is proven whether a solution exists and whether it is the only one.
    #[default]
    Proof = 0,
    /// Line logic alone: no search.
    LineLogic = 1,
    /// Search until the first solution.
    FirstSolution = 2,
}

impl SearchMode {
    /// Every mode, by its number.
    pub const ALL: [Self; 3] = [Self::Proof, Self::LineLogic, Self::FirstSolution];

    /// The mode in words.
    const fn name(self) -> &'static str {
        match self {
            Self::Proof => "full proof",
            Self::LineLogic => "line logic",
            Self::FirstSolution => "first solution",
        }
    }
}

/// A search request. A board without one has the default request: search for a proof, without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchRequest {
    /// The extent of the search.
    pub mode: SearchMode,
    /// Limit of the search in units of [`LIMIT_UNIT`] cycles, counted from the end of the board, up to [`MAX_LIMIT`]; 0 for no limit.
    pub limit: u32,
}

impl SearchRequest {
    /// The messages that encode the request; none for the default. A limit above [`MAX_LIMIT`] is sent as [`MAX_LIMIT`].
    pub fn messages(self) -> impl Iterator<Item = Message> {
        let mode = self.mode as u16;
        let mode = (mode != 0).then_some(Message::Request(request_kind::MODE << KIND_SHIFT | mode));
        let limit = self.limit.min(MAX_LIMIT);
        let digits = (u32::BITS - limit.leading_zeros()).div_ceil(DIGIT_BITS);
        let limit = (0..digits).rev().map(move |place| {
            let digit = (limit >> (DIGIT_BITS * place)) as u16 & DIGIT_MASK;
            Message::Request(request_kind::LIMIT << KIND_SHIFT | digit)
        });
        mode.into_iter().chain(limit)
    }

    /// Applies one message's payload; returns false if the request is unknown, or if the limit exceeds [`MAX_LIMIT`].
    #[must_use]
    pub fn take(&mut self, payload: u16) -> bool {
        let (kind, low) = (payload >> KIND_SHIFT, payload & ((1 << KIND_SHIFT) - 1));
        match kind {
            request_kind::MODE => {
                let mode = SearchMode::ALL.get(usize::from(low));
                self.mode = mode.copied().unwrap_or_default();
                mode.is_some()
            }
            request_kind::LIMIT if low <= DIGIT_MASK && self.limit <= MAX_LIMIT >> DIGIT_BITS => {
                self.limit = self.limit << DIGIT_BITS | u32::from(low);
                true
            }
            _ => false,
        }
    }
}

/// The request for a board with this number of colours, whose messages have one block each.
pub(super) fn colours_request(colours: u8) -> Message {
    Message::Request(request_kind::COLOURS << KIND_SHIFT | u16::from(colours))
}

/// The number of colours that a request states; `None` if it is another request, or the number is 0 or above [`MAX_COLOURS`].
pub(crate) fn colours_of(payload: u16) -> Option<u8> {
    (1..=MAX_COLOURS).find(|&colours| Message::Request(payload) == colours_request(colours))
}

/// Writes what a request means, in brackets after a space; nothing for an unknown request.
pub(crate) fn write_meaning(payload: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (kind, low) = (payload >> KIND_SHIFT, payload & ((1 << KIND_SHIFT) - 1));
    match (kind, colours_of(payload)) {
        (_, Some(1)) => f.write_str(" (1 colour)"),
        (_, Some(colours)) => write!(f, " ({colours} colours)"),
        (request_kind::MODE, _) => match SearchMode::ALL.get(usize::from(low)) {
            Some(mode) => write!(f, " ({})", mode.name()),
            None => Ok(()),
        },
        (request_kind::LIMIT, _) if low <= DIGIT_MASK => write!(f, " (digit {low} of the limit)"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_payload_is_a_pair() {
        for payload in 0..1 << 13 {
            assert_eq!(BlockPair::from_payload(payload).payload(), payload);
        }
    }

    #[test]
    fn no_low_byte_looks_like_a_start_board() {
        let blocks = 1..=MAX_PAIRED_BLOCK;
        for clue in
            blocks.clone().flat_map(|first| blocks.clone().map(move |second| [first, second]))
        {
            let pairs = pairs(&clue.map(Block::filled));
            assert!(pairs.iter().flat_map(|pair| pair.blocks()).eq(clue));
            assert_eq!(pairs.len(), if clue[1] < 48 { 1 } else { 2 });
            for pair in pairs {
                assert!(Message::Cells(pair.payload()).to_bytes()[1] < 0xe0, "{clue:?}");
            }
        }
    }

    fn payloads(mode: SearchMode, limit: u32) -> Vec<u16> {
        let messages = SearchRequest { mode, limit }.messages();
        messages.map(|message| message.to_bits() & 0x1fff).collect()
    }

    #[test]
    fn requests_are_encoded_in_the_fewest_messages() {
        assert!(payloads(SearchMode::Proof, 0).is_empty());
        assert_eq!(payloads(SearchMode::LineLogic, 0), [0x101]);
        assert_eq!(payloads(SearchMode::FirstSolution, 5), [0x102, 0x205]);
        assert_eq!(payloads(SearchMode::Proof, 128), [0x201, 0x200]);
        assert_eq!(payloads(SearchMode::Proof, MAX_LIMIT), [0x21f, 0x27f, 0x27f, 0x27f]);
        assert_eq!(payloads(SearchMode::Proof, u32::MAX), payloads(SearchMode::Proof, MAX_LIMIT));
    }

    #[test]
    fn unknown_requests_and_limits_beyond_26_bits_are_refused() {
        for payload in 0..1 << 13 {
            let known = matches!(payload, 0x100..=0x102 | 0x200..=0x27f);
            assert_eq!(SearchRequest::default().take(payload), known, "{payload:#x}");
        }
        let mut request = SearchRequest::default();
        let taken = [0x21f, 0x27f, 0x27f, 0x27f].map(|payload| request.take(payload));
        assert_eq!((taken, request.limit), ([true; 4], MAX_LIMIT));
        assert!(!request.take(0x200));
    }
}
