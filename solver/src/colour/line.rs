//! Complete line logic for several colours, with O(k log n) operations on bit sets for k blocks in n cells.
//!
//! Place `p` is the boundary before cell `p`, so a line of n cells has places 0 to n; a set of cells has bit `p` for cell `p`, and
//! bit n is 0. One plane per value holds the cells that can have this value: value 0 is blank, value c + 1 is colour c.
//! A sweep from the left finds the possible starts of each block given the blocks before it; a sweep from the right keeps the
//! starts that are also possible given the blocks after it.

use nonogram_puzzles::Clue;

use super::board::Shape;
use crate::line::{Contradiction, bits};
use crate::word::Bits;

/// A block of a line in terms of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Length in cells.
    pub length: usize,
    /// Value of the block's cells in the planes.
    pub value: usize,
    /// Whether the next block has the same value, so that at least one blank separates them.
    pub is_apart: bool,
}

/// Converts a clue into runs.
pub(crate) fn runs(clue: &Clue) -> Vec<Run> {
    let next = clue.blocks().skip(1).map(Some).chain([None]);
    let run = |(block, next): (nonogram_puzzles::Block, Option<nonogram_puzzles::Block>)| Run {
        length: block.length,
        value: block.colour.index() + 1,
        is_apart: next.is_some_and(|next| next.colour == block.colour),
    };
    clue.blocks().zip(next).map(run).collect()
}

/// Working memory of [`Sweep::line`], kept between calls to avoid allocation.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<const N: usize> {
    /// For each number j from 0 to k, the places up to which the first j blocks and blanks can fill the line.
    reached: Vec<Bits<N>>,
    /// Possible starts of each block; after both sweeps, those that the whole line allows.
    pub starts: Vec<Bits<N>>,
    /// Cells that can have each value according to the line, one plane per value.
    pub found: Vec<Bits<N>>,
}

impl<const N: usize> Sweep<N> {
    /// Creates working memory that is large enough for every line of a board.
    pub(crate) fn new(shape: &Shape) -> Self {
        let blocks = shape.lines.iter().map(Vec::len).max().unwrap_or(0);
        Self::with_room(blocks, shape.values)
    }

    /// Creates working memory for lines of up to `blocks` blocks and cells of up to `values` values.
    pub(crate) fn with_room(blocks: usize, values: usize) -> Self {
        Self {
            reached: vec![Bits::EMPTY; blocks + 1],
            starts: vec![Bits::EMPTY; blocks],
            found: vec![Bits::EMPTY; values],
        }
    }

    /// Finds the possible values of each cell (`found`) and the possible starts of each block (`starts`). Fails if the blocks have no
    /// placement.
    pub(crate) fn line(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        self.forwards(runs, length, planes)?;
        self.backwards(runs, length, planes)
    }

    fn forwards(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        let blank = &planes[0];
        let mut ends = Bits::EMPTY;
        ends.insert(0);
        let mut is_apart = false;
        for (j, run) in runs.iter().enumerate() {
            let reached = behind_blanks(&ends, blank);
            let free = if is_apart {
                reached.and(blank).up_within(1)
            } else {
                reached
            };
            let starts = free.and(&bits::runs(&planes[run.value], run.length));
            if starts.is_empty() {
                return Err(Contradiction);
            }
            ends = starts.up_within(run.length);
            is_apart = run.is_apart;
            self.reached[j] = reached;
            self.starts[j] = starts;
        }
        let reached = behind_blanks(&ends, blank);
        if !reached.has(length) {
            return Err(Contradiction);
        }
        self.reached[runs.len()] = reached;
        Ok(())
    }

    fn backwards(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        self.found.fill(Bits::EMPTY);
        let blank = &planes[0];
        let mut rest = Bits::EMPTY;
        rest.insert(length);
        rest = before_blanks(&rest, blank, length);
        let mut blanks = self.reached[runs.len()]
            .and(blank)
            .and(&rest.down_within(1));
        for (j, run) in runs.iter().enumerate().rev() {
            let ends = if run.is_apart {
                blank.and(&rest.down_within(1))
            } else {
                rest
            };
            let starts = self.starts[j].and(&ends.down_within(run.length));
            if starts.is_empty() {
                return Err(Contradiction);
            }
            let cover = &mut self.found[run.value];
            *cover = cover.or(&bits::stretched(starts, run.length));
            rest = before_blanks(&starts, blank, length);
            blanks = blanks.or(&self.reached[j].and(blank).and(&rest.down_within(1)));
            self.starts[j] = starts;
        }
        self.found[0] = blanks;
        Ok(())
    }
}

/// Places that can be reached from the given ones upwards over blank cells.
#[inline]
fn behind_blanks<const N: usize>(places: &Bits<N>, blank: &Bits<N>) -> Bits<N> {
    places.or(&blank.flood(&places.and(blank)).up_within(1))
}

/// Places from which the given ones can be reached upwards over blank cells.
#[inline]
fn before_blanks<const N: usize>(places: &Bits<N>, blank: &Bits<N>, length: usize) -> Bits<N> {
    let seeds = places.down_within(1).and(blank);
    places.or(&blank.flood_down(&seeds, length))
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Colour;
    use proptest::prelude::*;

    use super::*;
    use crate::word::MOST_WORDS;

    const LENGTH: usize = 6;

    /// Possible values of each cell, by enumeration of all lines of three values that have the clue and agree with `domains`;
    /// `None` if there is no such line.
    fn by_all_lines(clue: &Clue, domains: &[u8; LENGTH]) -> Option<[u8; LENGTH]> {
        let mut found = [0; LENGTH];
        for code in 0..3usize.pow(LENGTH as u32) {
            let values: [usize; LENGTH] = std::array::from_fn(|i| code / 3usize.pow(i as u32) % 3);
            let colours = values.map(|value| value.checked_sub(1).and_then(Colour::new));
            let agrees = values
                .iter()
                .zip(domains)
                .all(|(value, domain)| *domain >> value & 1 == 1);
            if agrees && Clue::of_colours(colours) == *clue {
                (found.iter_mut().zip(values)).for_each(|(found, value)| *found |= 1 << value);
            }
        }
        (found != [0; LENGTH]).then_some(found)
    }

    fn by_sweeps<const N: usize>(clue: &Clue, domains: &[u8; LENGTH]) -> Option<[u8; LENGTH]> {
        let shape = Shape {
            height: 1,
            width: LENGTH,
            values: 3,
            lines: vec![runs(clue)],
        };
        let plane = |value: usize| {
            Bits::from_fn(LENGTH + 1, |i| i < LENGTH && domains[i] >> value & 1 == 1)
        };
        let planes: Vec<Bits<N>> = (0..3).map(plane).collect();
        let mut sweep = Sweep::new(&shape);
        sweep.line(&shape.lines[0], LENGTH, &planes).ok()?;
        let domain = |i| {
            (0..3)
                .map(|value| u8::from(sweep.found[value].has(i)) << value)
                .sum()
        };
        Some(std::array::from_fn(domain))
    }

    proptest! {
        #[test]
        fn sweeps_agree_with_enumeration(
            code in 0..3usize.pow(LENGTH as u32),
            domains in proptest::array::uniform6(1..8u8),
        ) {
            let value = |i: usize| code / 3usize.pow(i as u32) % 3;
            let colours = (0..LENGTH).map(|i| value(i).checked_sub(1).and_then(Colour::new));
            let clue = Clue::of_colours(colours);
            let expected = by_all_lines(&clue, &domains);
            prop_assert_eq!(by_sweeps::<1>(&clue, &domains), expected);
            prop_assert_eq!(by_sweeps::<4>(&clue, &domains), expected);
            prop_assert_eq!(by_sweeps::<MOST_WORDS>(&clue, &domains), expected);
        }
    }
}
