//! The bit-parallel complete line solver: O(k log n) operations on bit sets for a line of n cells and k blocks.
//!
//! Interface: [`decide`] on sets of filled and blank cells. Method: a sweep from the left finds the possible starts of each block given
//! the blocks before it; a sweep from the right keeps the starts that are also possible given the blocks after it. A cell is decided
//! if the remaining starts can only fill it or only leave it blank. Sets spread by an addition (Myers) or by doubling (Kogge and
//! Stone). No sweep is needed in three cases: no cell is known; the cells known to be filled are at least as many as the clue fills;
//! the cells not known to be blank are at most as many as the clue fills.

use super::Contradiction;
use crate::word::Bits;

/// Working memory of [`decide`], kept between calls to avoid allocation.
#[derive(Debug, Clone, Default)]
pub struct Scratch<const N: usize> {
    /// Results of the first sweep, one entry per block.
    sets: Vec<Sets<N>>,
}

/// Result of the first sweep for block `j`, counted from 0.
#[derive(Debug, Clone)]
struct Sets<const N: usize> {
    /// Cells that can be blank with exactly the `j` blocks before block `j` on their left.
    before: Bits<N>,
    /// Cells at which block `j` can start, given the blocks before it.
    starts: Bits<N>,
}

impl<const N: usize> Scratch<N> {
    /// Entries for `blocks` blocks.
    #[inline]
    fn sets(&mut self, blocks: usize) -> &mut [Sets<N>] {
        if self.sets.len() < blocks {
            let empty = Sets { before: Bits::EMPTY, starts: Bits::EMPTY };
            self.sets.resize(blocks, empty);
        }
        &mut self.sets[..blocks]
    }
}

/// Properties of a clue in its line, computed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Number of cells of the line.
    length: usize,
    /// Number of cells to fill.
    filled: usize,
    /// Number of cells of the longest block.
    longest: usize,
    /// Slack: number of cells that the blocks, one blank apart, leave free. `None` if they do not fit.
    slack: Option<usize>,
}

impl Shape {
    /// The shape of `clue` in a line of `length` cells.
    #[inline]
    pub fn new(clue: &[usize], length: usize) -> Self {
        let (mut filled, mut longest) = (0, 0);
        for &block in clue {
            filled += block;
            longest = longest.max(block);
        }
        let least = filled + clue.len().saturating_sub(1);
        Self { length, filled, longest, slack: length.checked_sub(least) }
    }

    /// Number of cells to fill.
    #[inline]
    pub fn filled(&self) -> usize {
        self.filled
    }
}

/// Cells of a line that were unknown and have only one possible value.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided<const N: usize> {
    /// Decided cells that are filled.
    pub filled: Bits<N>,
    /// Decided cells that are blank.
    pub blank: Bits<N>,
}

/// Finds every cell that the clue and the known cells decide. `shape` is that of the clue; `filled` and `blank` are the known cells,
/// which must be disjoint sets. Block lengths must not be 0.
///
/// # Errors
/// Returns [`Contradiction`] if no placement of the blocks agrees with the known cells.
#[inline]
pub fn decide<const N: usize>(
    clue: &[usize],
    shape: &Shape,
    filled: &Bits<N>,
    blank: &Bits<N>,
    scratch: &mut Scratch<N>,
) -> Result<Decided<N>, Contradiction> {
    let length = shape.length;
    let solid = Bits::ones(length).without(blank);
    let open = solid.without(filled);
    if filled.or(blank).is_empty() {
        return untouched(clue, shape);
    }
    if filled.count() >= shape.filled {
        return if spells(filled, clue) {
            Ok(Decided { filled: Bits::EMPTY, blank: open })
        } else {
            Err(Contradiction)
        };
    }
    if solid.count() <= shape.filled {
        return if spells(&solid, clue) {
            Ok(Decided { filled: open, blank: Bits::EMPTY })
        } else {
            Err(Contradiction)
        };
    }
    let allowed = sweep(clue, shape, filled, blank, scratch)?;
    Ok(Decided { filled: open.without(&allowed.blank), blank: open.without(&allowed.filled) })
}

/// Cells that a clue decides in a line without known cells: in each block longer than the slack, the cells common to its leftmost and
/// its rightmost position; all cells if the slack is 0 or the clue is empty.
fn untouched<const N: usize>(clue: &[usize], shape: &Shape) -> Result<Decided<N>, Contradiction> {
    let slack = shape.slack.ok_or(Contradiction)?;
    let mut filled = Bits::EMPTY;
    if slack < shape.longest {
        let mut start = 0;
        for &block in clue {
            if block > slack {
                let sure = Bits::ones(shape.length).down(shape.length - (block - slack));
                filled = filled.or(&sure.up(start + slack));
            }
            start += block + 1;
        }
    }
    let blank = if slack == 0 || clue.is_empty() {
        Bits::ones(shape.length).without(&filled)
    } else {
        Bits::EMPTY
    };
    Ok(Decided { filled, blank })
}

/// Whether the runs of a set are the blocks of a clue.
#[inline]
fn spells<const N: usize>(set: &Bits<N>, clue: &[usize]) -> bool {
    let mut starts = set.without(&set.up_within(1)).cells();
    let mut ends = set.without(&set.down_within(1)).cells();
    clue.iter().all(|&block| match (starts.next(), ends.next()) {
        (Some(start), Some(end)) => end + 1 - start == block,
        _ => false,
    }) && starts.next().is_none()
}

/// What the placements that agree with the known cells allow.
#[derive(Debug, Clone, PartialEq)]
struct Allowed<const N: usize> {
    /// Cells that some placement fills.
    filled: Bits<N>,
    /// Cells that some placement leaves blank.
    blank: Bits<N>,
}

/// Finds which cells of a line can be filled and which can be blank.
#[inline]
fn sweep<const N: usize>(
    clue: &[usize],
    shape: &Shape,
    filled: &Bits<N>,
    blank: &Bits<N>,
    scratch: &mut Scratch<N>,
) -> Result<Allowed<N>, Contradiction> {
    let length = shape.length;
    let slack = shape.slack.ok_or(Contradiction)?;
    let last = *clue.last().ok_or(Contradiction)?;
    let all = Bits::ones(length);
    let solid = all.without(blank);
    let open = all.without(filled);
    let sets = scratch.sets(clue.len());

    let mut before = all.and(&filled.below_all());
    let mut start = before.up_within(1);
    start.insert(0);
    for (set, &block) in sets.iter_mut().zip(clue) {
        let starts = start.and(&runs(&solid, block));
        set.before = before;
        before = open.flood(&past(&starts, block).and(&open));
        start = before.up_within(1);
        set.starts = starts;
    }

    let behind = all.and(&filled.above_all());
    let mut allowed = Allowed { filled: Bits::EMPTY, blank: before.and(&behind) };
    // Possible starts of block `j`, given the blocks after it. The last block may end at the end of the line.
    let mut end = ahead_of(&behind, last);
    end.insert(length - last);
    for (j, &block) in clue.iter().enumerate().rev() {
        let set = &sets[j];
        let alive = end.and(&set.starts);
        if alive.is_empty() {
            return Err(Contradiction);
        }
        allowed.filled = allowed.filled.or(&stretched(alive, block));
        let after = open.flood_down(&alive.down_within(1).and(&open), slack);
        allowed.blank = allowed.blank.or(&set.before.and(&after));
        if let Some(&next) = j.checked_sub(1).and_then(|j| clue.get(j)) {
            end = ahead_of(&after, next);
        }
    }
    Ok(allowed)
}

/// The cells immediately after blocks of `block` cells that begin at `starts`.
#[inline]
fn past<const N: usize>(starts: &Bits<N>, block: usize) -> Bits<N> {
    starts.up_within(1).up_within(block - 1)
}

/// Starts of blocks of `block` cells whose next cell, immediately after the block, is in `cells`.
#[inline]
fn ahead_of<const N: usize>(cells: &Bits<N>, block: usize) -> Bits<N> {
    cells.down_within(1).down_within(block - 1)
}

/// Maximum distances of the first steps of [`runs`] and [`stretched`], which are enough for blocks of up to 8 cells. These steps are
/// unconditional, because a mispredicted branch costs more than a superfluous step.
const FIRST_STEPS: [usize; 3] = [1, 2, 4];

/// Cells at which `block` consecutive cells of `solid` begin (erosion in logarithmically many steps).
#[inline]
pub fn runs<const N: usize>(solid: &Bits<N>, block: usize) -> Bits<N> {
    let mut runs = *solid;
    let mut left = block - 1;
    for step in FIRST_STEPS {
        let step = step.min(left);
        runs = runs.and(&runs.down_within(step));
        left -= step;
    }
    while left > 0 {
        let step = (block - left).min(left);
        runs = runs.and(&runs.down_within(step));
        left -= step;
    }
    runs
}

/// Cells of the blocks that begin at `starts` (dilation in logarithmically many steps).
#[inline]
pub fn stretched<const N: usize>(starts: Bits<N>, block: usize) -> Bits<N> {
    let mut cells = starts;
    let mut left = block - 1;
    for step in FIRST_STEPS {
        let step = step.min(left);
        cells = cells.or(&cells.up_within(step));
        left -= step;
    }
    while left > 0 {
        let step = (block - left).min(left);
        cells = cells.or(&cells.up_within(step));
        left -= step;
    }
    cells
}
