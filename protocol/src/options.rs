//! The options of a line: every way to place a clue's blocks in it.
//!
//! [`count_options`] counts them by a binomial coefficient; [`Options`] yields them one at a
//! time, leftmost first, then in lexicographic order of the blocks' starts (last block fastest).

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// One way to fill a line; true is a filled cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineOption(Vec<bool>);

impl LineOption {
    /// The option with these cells.
    pub fn new(cells: Vec<bool>) -> Self {
        Self(cells)
    }

    /// The cells as a number, cell 0 in bit 0; `None` for a line of more than 64 cells.
    pub fn bits(&self) -> Option<u64> {
        (self.0.len() <= 64).then(|| {
            let cells = self.0.iter().enumerate();
            cells.fold(0, |bits, (place, &filled)| bits | u64::from(filled) << place)
        })
    }

    /// The block lengths of this option.
    pub fn clue(&self) -> Vec<usize> {
        self.0.chunk_by(|a, b| a == b).filter(|run| run[0]).map(<[bool]>::len).collect()
    }
}

impl Deref for LineOption {
    type Target = [bool];

    fn deref(&self) -> &[bool] {
        &self.0
    }
}

impl fmt::Display for LineOption {
    /// `#` for a filled cell, `-` for a blank one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let mut cells = self.0.iter();
        cells.try_for_each(|&filled| f.write_char(if filled { '#' } else { '-' }))
    }
}

/// Number of options of a clue in a line of `length` cells: 0 if the clue does not fit, `None` if
/// the number exceeds 64 bits. Block lengths of 0 count as no block.
///
/// With `k` blocks, and `f` cells beyond the blocks and the gaps between them,
/// the number is the binomial coefficient C(f + k, k).
pub fn count_options(length: usize, clue: &[usize]) -> Option<u64> {
    let Some((blocks, slack)) = slack(length, clue) else {
        return Some(0);
    };
    binomial(slack as u64 + blocks as u64, blocks as u64)
}

/// The number of blocks, and the number of cells beyond the blocks and the gaps between them; `None` if the
/// clue does not fit.
fn slack(length: usize, clue: &[usize]) -> Option<(usize, usize)> {
    let mut blocks = 0;
    let mut needed = 0usize;
    for &block in clue.iter().filter(|&&block| block > 0) {
        needed = needed.checked_add(block)?.checked_add(usize::from(blocks > 0))?;
        blocks += 1;
    }
    Some((blocks, length.checked_sub(needed)?))
}

fn binomial(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n - k);
    (1..=k).try_fold(1u64, |product, i| {
        // product is C(n - k + i - 1, i - 1), so this division is exact.
        let next = u128::from(product) * u128::from(n - k + i) / u128::from(i);
        u64::try_from(next).ok()
    })
}

/// The options of a line, generated one at a time.
#[derive(Clone, Debug)]
pub struct Options {
    length: usize,
    blocks: Vec<usize>,
    /// The starts of the blocks in the next option; `None` after the last option, or if the clue does not fit.
    starts: Option<Vec<usize>>,
}

impl Options {
    /// The options of `clue` in a line of `length` cells. Block lengths of 0 count as no block.
    pub fn new(length: usize, clue: &[usize]) -> Self {
        let blocks: Vec<usize> = clue.iter().copied().filter(|&block| block > 0).collect();
        let starts = slack(length, clue).map(|_| packed(&blocks, 0).collect());
        Self { length, blocks, starts }
    }
}

/// The starts of these blocks, as far left as possible from `start` on.
fn packed(blocks: &[usize], start: usize) -> impl Iterator<Item = usize> {
    blocks.iter().scan(start, |next, block| {
        let start = *next;
        *next += block + 1;
        Some(start)
    })
}

impl Iterator for Options {
    type Item = LineOption;

    fn next(&mut self) -> Option<LineOption> {
        let Self { length, blocks, starts } = self;
        let mut now = starts.take()?;
        let mut cells = vec![false; *length];
        for (&start, &block) in now.iter().zip(&*blocks) {
            cells[start..start + block].fill(true);
        }
        // The last block that can move does so by one cell, and those after it are packed behind it. A blank separates blocks.
        let can_move = |block: &usize| {
            let limit = now.get(block + 1).map_or(*length, |next| next - 1);
            now[*block] + blocks[*block] < limit
        };
        if let Some(moved) = (0..blocks.len()).rev().find(can_move) {
            let start = now[moved] + 1;
            now.truncate(moved);
            now.extend(packed(&blocks[moved..], start));
            *starts = Some(now);
        }
        Some(LineOption(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn shown(length: usize, clue: &[usize]) -> Vec<String> {
        Options::new(length, clue).map(|o| o.to_string()).collect()
    }

    #[test]
    fn options_are_ordered_by_the_starts_of_their_blocks() {
        assert_eq!(shown(6, &[2, 1]), ["##-#--", "##--#-", "##---#", "-##-#-", "-##--#", "--##-#"]);
        assert_eq!(shown(3, &[]), ["---"]);
        assert_eq!(shown(3, &[0]), ["---"]);
        assert_eq!(shown(3, &[3]), ["###"]);
        assert!(shown(3, &[2, 1]).is_empty());
        assert!(shown(3, &[usize::MAX, usize::MAX]).is_empty());
    }

    #[test]
    fn large_counts_are_exact_or_none() {
        assert_eq!(count_options(11, &[1, 1, 1]), Some(84));
        assert_eq!(count_options(16, &[1, 1, 1, 1, 1]), Some(792));
        assert_eq!(count_options(4095, &[1; 1000]), None);
    }

    #[test]
    fn option_converts_to_bits_and_clue() {
        let option = LineOption::new(alloc::vec![true, false, true, true]);
        assert_eq!(option.bits(), Some(0b1101));
        assert_eq!(option.clue(), [1, 2]);
        assert_eq!(LineOption::new(alloc::vec![false; 65]).bits(), None);
    }
}
