//! The bit-parallel complete line solver: O(k) word operations for a line of k blocks.
//!
//! Interface: [`solve`] on [`Word`] planes. Method: a sweep from the right finds where each block can start for
//! the rest to fit, a sweep from the left where it can for those before it; a start that both sides
//! reach is alive, and what no living start explains is decided. Cells spread upwards by one addition
//! (Myers), downwards by doubling (Kogge and Stone's parallel prefix).

use super::Contradiction;
use crate::word::Word;

/// Working space of [`solve`], kept between calls so that none of them allocates.
#[derive(Debug, Clone)]
pub struct Scratch<W> {
    /// Entry `i`: the cells that can be blank with exactly the last `i` blocks all to their right.
    suffixes: Vec<W>,
    /// For each block, the last first, where it can start for the rest to fit.
    starts: Vec<W>,
    /// Entry `i`: cells that are the lowest of 2^i cells that may be blank.
    open: Vec<W>,
}

impl<W> Default for Scratch<W> {
    fn default() -> Self {
        Self {
            suffixes: Vec::new(),
            starts: Vec::new(),
            open: Vec::new(),
        }
    }
}

/// What the placements of a line that agree with the known cells allow.
#[derive(Debug, Clone, PartialEq)]
pub struct Allowed<W> {
    /// Cells that some placement fills.
    pub filled: W,
    /// Cells that some placement leaves blank.
    pub blank: W,
}

/// Finds which cells can be filled and which can be blank in a line of `length` cells of which
/// `filled` and `blank` are known (disjoint sets).
///
/// # Errors
/// [`Contradiction`] when no placement of the blocks agrees with the known cells.
#[inline]
pub fn solve<W: Word>(
    clue: &[usize],
    length: usize,
    filled: &W,
    blank: &W,
    scratch: &mut Scratch<W>,
) -> Result<Allowed<W>, Contradiction> {
    let all = W::ones(length);
    if clue.is_empty() {
        return match filled.is_empty() {
            true => Ok(Allowed {
                filled: W::zero(length),
                blank: all,
            }),
            false => Err(Contradiction),
        };
    }
    // Cells that may be covered by a block, and cells that may stay blank.
    let solid = all.without(blank);
    let open = all.without(filled);

    sweep_from_the_right(clue, length, filled, &solid, &open, scratch)?;

    // `prefix`: cells that can be blank with exactly the blocks so far all to their left.
    let mut prefix = all.below(filled.lowest().unwrap_or(length));
    let mut allowed = Allowed {
        filled: W::zero(length),
        blank: prefix.and(&scratch.suffixes[clue.len()]),
    };
    for (j, &block) in clue.iter().enumerate() {
        let later = clue.len() - 1 - j;
        let mut alive = prefix.up(1);
        if j == 0 {
            alive.insert(0);
        }
        alive = alive.and(&scratch.starts[later]);
        if alive.is_empty() {
            return Err(Contradiction);
        }
        prefix = open.flood(&alive.up(block).and(&open));
        allowed.blank = allowed.blank.or(&prefix.and(&scratch.suffixes[later]));
        allowed.filled = allowed.filled.or(&stretched(alive, block));
    }
    Ok(allowed)
}

/// Fills `scratch.suffixes` and `scratch.starts`.
#[inline]
fn sweep_from_the_right<W: Word>(
    clue: &[usize],
    length: usize,
    filled: &W,
    solid: &W,
    open: &W,
    scratch: &mut Scratch<W>,
) -> Result<(), Contradiction> {
    let Scratch {
        suffixes,
        starts,
        open: low,
    } = scratch;
    low.clear();
    low.push(open.clone());
    let mut reach = 1;
    while 2 * reach < length {
        let last = &low[low.len() - 1];
        low.push(last.and(&last.down(reach)));
        reach *= 2;
    }
    suffixes.clear();
    starts.clear();
    let all = W::ones(length);
    let mut suffix = all.without(&all.below(filled.highest().map_or(0, |i| i + 1)));
    for (i, &block) in clue.iter().rev().enumerate() {
        let mut fits = suffix.down(block);
        if i == 0 {
            // The last block may end at the line's edge.
            fits.insert(length.checked_sub(block).ok_or(Contradiction)?);
        }
        let start = fits.and(&runs(solid, block));
        suffixes.push(suffix);
        suffix = start.down(1).and(open);
        for (n, low) in low.iter().enumerate() {
            suffix = suffix.or(&suffix.down(1 << n).and(low));
        }
        starts.push(start);
    }
    suffixes.push(suffix);
    Ok(())
}

/// Cells at which `block` cells of `solid` begin (erosion in logarithmically many steps).
#[inline]
fn runs<W: Word>(solid: &W, block: usize) -> W {
    let mut runs = solid.clone();
    let mut covered = 1;
    while covered < block {
        let step = covered.min(block - covered);
        runs = runs.and(&runs.down(step));
        covered += step;
    }
    runs
}

/// Cells of the blocks that begin at `starts` (dilation in logarithmically many steps).
#[inline]
fn stretched<W: Word>(starts: W, block: usize) -> W {
    let mut cells = starts;
    let mut covered = 1;
    while covered < block {
        let step = covered.min(block - covered);
        cells = cells.or(&cells.up(step));
        covered += step;
    }
    cells
}
