//! The options of a line: every way to place a clue's blocks in it.
//!
//! [`count_options`] counts them by a binomial coefficient; [`Options`] yields them one at a
//! time, leftmost first, then in lexicographic order of the blocks' starts (last block fastest).

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

/// The options of a line, generated one at a time; only one option is in memory.
#[derive(Clone, Debug)]
pub struct Options {
    length: usize,
    blocks: Vec<usize>,
    starts: Vec<usize>,
    option: LineOption,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Exhausted,
}

impl Options {
    /// The options of `clue` in a line of `length` cells. Block lengths of 0 count as no block.
    pub fn new(length: usize, clue: &[usize]) -> Self {
        let fits = slack(length, clue).is_some();
        let blocks: Vec<usize> = if fits {
            clue.iter().copied().filter(|&block| block > 0).collect()
        } else {
            Vec::new()
        };
        Self {
            length,
            starts: Vec::with_capacity(blocks.len()),
            blocks,
            option: LineOption::default(),
            state: if fits { State::Fresh } else { State::Exhausted },
        }
    }

    /// Advances to the next option and returns a reference to it; `None` after the last option, or if the clue does not fit. The
    /// iterator's `next` returns a copy.
    pub fn advance(&mut self) -> Option<&LineOption> {
        let moved = match self.state {
            State::Fresh => {
                self.pack_after(0, 0);
                true
            }
            State::Running => self.shift(),
            State::Exhausted => false,
        };
        if !moved {
            self.state = State::Exhausted;
            return None;
        }
        self.state = State::Running;
        self.draw();
        Some(&self.option)
    }

    /// The last option that [`advance`](Self::advance) has returned; an option without cells before the first one.
    pub(crate) fn current(&self) -> &LineOption {
        &self.option
    }

    /// Places the blocks from `first` on as far left as possible, the first of them at `start`.
    fn pack_after(&mut self, first: usize, start: usize) {
        self.starts.truncate(first);
        let mut start = start;
        for &block in &self.blocks[first..] {
            self.starts.push(start);
            start += block + 1;
        }
    }

    /// Moves the last movable block one cell to the right, and packs the blocks after it. Returns false if no block can move.
    fn shift(&mut self) -> bool {
        let mut limit = self.length;
        for j in (0..self.blocks.len()).rev() {
            if self.starts[j] + self.blocks[j] < limit {
                self.pack_after(j, self.starts[j] + 1);
                return true;
            }
            // A blank must separate the block before from this one.
            limit = self.starts[j].saturating_sub(1);
        }
        false
    }

    fn draw(&mut self) {
        self.option.0.clear();
        self.option.0.resize(self.length, false);
        for (&start, &block) in self.starts.iter().zip(&self.blocks) {
            self.option.0[start..start + block].fill(true);
        }
    }
}

impl Iterator for Options {
    type Item = LineOption;

    fn next(&mut self) -> Option<LineOption> {
        self.advance().cloned()
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
    fn counts_match_the_generated_options() {
        for length in 1..=12 {
            for clue in [&[][..], &[1], &[1, 1], &[2, 1], &[1, 1, 1], &[3, 2, 1], &[5]] {
                let count = Options::new(length, clue).count() as u64;
                assert_eq!(count_options(length, clue), Some(count), "{length} {clue:?}");
            }
        }
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
