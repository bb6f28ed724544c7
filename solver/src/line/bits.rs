//! The bit-parallel complete line solver: O(k) word operations for a line of k blocks.
//!
//! Interface: [`solve`] on [`Word`] planes. Method: sets of reachable prefixes (and, on the mirrored
//! line, suffixes) are moved over a block by one shift and spread over free cells by one addition;
//! a block start that both sides reach is alive, and what no living start explains is decided.

use super::Contradiction;
use crate::word::Word;

/// Working space of [`solve`], kept between calls so that none of them allocates.
#[derive(Debug, Clone)]
pub struct Scratch<W> {
    /// For each number of blocks left of it, the cells that can be blank as seen from the right.
    suffixes: Vec<W>,
}

impl<W> Default for Scratch<W> {
    fn default() -> Self {
        Self {
            suffixes: Vec::new(),
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

    sweep_from_the_right(clue, length, &solid, &open, scratch);

    // `prefix`: cells that can be blank with exactly the blocks so far all to their left.
    let mut prefix = open.flood(&first_cell(&open, length));
    let mut allowed = Allowed {
        filled: W::zero(length),
        blank: prefix.and(&scratch.suffixes[clue.len()]),
    };
    for (j, &block) in clue.iter().enumerate() {
        let suffix = &scratch.suffixes[clue.len() - 1 - j];
        let mut starts = prefix.up(1);
        if j == 0 {
            starts.insert(0);
        }
        starts = starts.and(&runs(&solid, block));

        let mut fits = suffix.down(block);
        if j + 1 == clue.len() {
            // The last block may end at the line's edge.
            match length.checked_sub(block) {
                Some(last) => fits.insert(last),
                None => return Err(Contradiction),
            }
        }
        let alive = starts.and(&fits);
        if alive.is_empty() {
            return Err(Contradiction);
        }
        allowed.filled = allowed.filled.or(&stretched(alive, block));

        prefix = open.flood(&starts.up(block).and(&open));
        allowed.blank = allowed.blank.or(&prefix.and(suffix));
    }
    Ok(allowed)
}

/// Fills `scratch.suffixes`: entry `i` holds the cells that can be blank with exactly the last `i`
/// blocks all to their right. Works on the mirrored line, as additions only carry upwards.
#[inline]
fn sweep_from_the_right<W: Word>(
    clue: &[usize],
    length: usize,
    solid: &W,
    open: &W,
    scratch: &mut Scratch<W>,
) {
    let (solid, open) = (solid.reversed(length), open.reversed(length));
    scratch.suffixes.clear();
    let mut suffix = open.flood(&first_cell(&open, length));
    scratch.suffixes.push(suffix.reversed(length));
    for (i, &block) in clue.iter().rev().enumerate() {
        let mut starts = suffix.up(1);
        if i == 0 {
            starts.insert(0);
        }
        starts = starts.and(&runs(&solid, block));
        suffix = open.flood(&starts.up(block).and(&open));
        scratch.suffixes.push(suffix.reversed(length));
    }
}

/// The first cell, if it is in `open`.
#[inline]
fn first_cell<W: Word>(open: &W, length: usize) -> W {
    W::ones(1.min(length)).and(open)
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
