//! Block lengths in pairs: a message with control 100 carries up to two lengths.
//!
//! [`BlockPair`] converts to and from a payload; [`pairs`] splits a clue into pairs.

use alloc::vec::Vec;

/// The largest block length that a message can carry.
pub const MAX_BLOCK: usize = 63;

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

/// The pairs of a clue: at least one, the last of which ends the line. Blocks of 0 are skipped;
/// the caller has checked that no block is longer than [`MAX_BLOCK`].
pub(super) fn pairs(clue: &[usize]) -> Vec<BlockPair> {
    let mut pairs: Vec<BlockPair> = Vec::new();
    for &block in clue.iter().filter(|&&block| block > 0) {
        let block = block.min(MAX_BLOCK) as u8;
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
        let blocks = 1..=MAX_BLOCK;
        for clue in blocks
            .clone()
            .flat_map(|first| blocks.clone().map(move |second| [first, second]))
        {
            let pairs = pairs(&clue);
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
    fn blocks_of_0_are_skipped() {
        assert_eq!(pairs(&[0, 1, 0, 2, 0, 0]), pairs(&[1, 2]));
    }

    #[test]
    fn a_line_without_blocks_is_one_message() {
        let blank = [BlockPair {
            first: 0,
            second: 0,
            last: true,
        }];
        assert_eq!(pairs(&[]), blank);
        assert_eq!(pairs(&[0, 0]), blank);
        assert_eq!(Message::Cells(blank[0].payload()).to_bytes(), [0x80, 0x01]);
    }
}
