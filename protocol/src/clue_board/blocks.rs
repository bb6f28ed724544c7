//! The blocks of a line in messages with control 100: in pairs, or one by one with their colours.
//!
//! [`BlockPair`] and [`OneBlock`] convert to and from a payload; [`pairs`] and [`one_by_one`] split a clue into them.

use alloc::vec::Vec;
use core::fmt;

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
    let gaps = blocks
        .windows(2)
        .filter(|pair| pair[0].colour == pair[1].colour);
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
        Self {
            block: if index == 0 { None } else { Some(block) },
            last: payload & 1 != 0,
        }
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
    (0..messages).map(move |place| OneBlock {
        block: clue.get(place).copied(),
        last: place + 1 == messages,
    })
}

/// The pairs of a clue: at least one, the last of which ends the line. The caller has checked that lengths are 1 to [`MAX_PAIRED_BLOCK`].
pub(super) fn pairs(clue: &[Block]) -> Vec<BlockPair> {
    let mut pairs: Vec<BlockPair> = Vec::new();
    for block in clue {
        let block = block.length as u8;
        match pairs.last_mut() {
            Some(pair) if pair.second == 0 && block < OWN_MESSAGE => pair.second = block,
            _ => pairs.push(BlockPair {
                first: block,
                ..BlockPair::default()
            }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    #[test]
    fn every_payload_is_a_pair() {
        for payload in 0..1 << 13 {
            assert_eq!(BlockPair::from_payload(payload).payload(), payload);
        }
    }

    #[test]
    fn no_low_byte_looks_like_a_start_board() {
        let blocks = 1..=MAX_PAIRED_BLOCK;
        for clue in blocks
            .clone()
            .flat_map(|first| blocks.clone().map(move |second| [first, second]))
        {
            let pairs = pairs(&clue.map(Block::filled));
            assert!(pairs.iter().flat_map(|pair| pair.blocks()).eq(clue));
            assert_eq!(pairs.len(), if clue[1] < 48 { 1 } else { 2 });
            for pair in pairs {
                assert!(
                    Message::Cells(pair.payload()).to_bytes()[1] < 0xe0,
                    "{clue:?}"
                );
            }
        }
    }

    #[test]
    fn every_block_of_a_coloured_board_has_its_payload() {
        for length in 1..=MAX_BLOCK {
            for (colour, last) in (1..=MAX_COLOURS).flat_map(|c| [(c, false), (c, true)]) {
                let block = Some(Block { length, colour });
                let payload = OneBlock { block, last }.payload();
                let fields = (length as u16 - 1) << 7 | u16::from(colour) << 1 | u16::from(last);
                assert_eq!(payload, fields);
                assert_eq!(OneBlock::from_payload(payload), OneBlock { block, last });
                assert!(Message::Cells(payload).to_bytes()[1] < 0x90);
            }
        }
    }

    #[test]
    fn a_line_without_blocks_is_one_message() {
        let blank = [BlockPair {
            first: 0,
            second: 0,
            last: true,
        }];
        assert_eq!(pairs(&[]), blank);
        assert_eq!(Message::Cells(blank[0].payload()).to_bytes(), [0x80, 0x01]);
    }
}
