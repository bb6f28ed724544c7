//! The bit-parallel complete line solver: O(k) word operations for a line of k blocks.
//!
//! Interface: [`solve`] on [`Word`] planes. Method: one sweep finds which cells can be blank with the first j
//! blocks before them, the same sweep over the mirrored line which can with the last j behind; a start between
//! two such cells is alive, and what no living start explains is decided. Cells spread by one addition (Myers).

use super::Contradiction;
use crate::word::Word;

/// Working space of [`solve`], kept between calls so that none of them allocates.
#[derive(Debug, Clone)]
pub struct Scratch<W> {
    /// For each number of blocks what [`solve`] knows of it.
    sets: Vec<Sets<W>>,
}

/// What the sweeps find for a number `j` of blocks.
#[derive(Debug, Clone)]
struct Sets<W> {
    /// Cells that can be blank with exactly the first `j` blocks all before them.
    before: W,
    /// Cells that can be blank with exactly the last `j` blocks all behind them.
    after: W,
    /// Cells at which block `j` has room.
    room: W,
}

impl<W> Default for Scratch<W> {
    fn default() -> Self {
        Self { sets: Vec::new() }
    }
}

impl<W: Word> Scratch<W> {
    /// Room for a line of `length` cells with `blocks` blocks.
    #[inline]
    fn sets(&mut self, blocks: usize, length: usize) -> &mut [Sets<W>] {
        if self.sets.len() <= blocks {
            let empty = Sets {
                before: W::zero(length),
                after: W::zero(length),
                room: W::zero(length),
            };
            self.sets.resize(blocks + 1, empty);
        }
        &mut self.sets[..=blocks]
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
    let Some(&last) = clue.last() else {
        return match filled.is_empty() {
            true => Ok(Allowed {
                filled: W::zero(length),
                blank: all,
            }),
            false => Err(Contradiction),
        };
    };
    let k = clue.len();
    let sets = scratch.sets(k, length);
    // Where the last block starts when it ends with the line.
    let at_the_end = length.checked_sub(last).ok_or(Contradiction)?;

    let line = Sweep::new(all.without(blank), all.without(filled));
    let mirrored = Sweep::new(line.solid.mirrored(length), line.open.mirrored(length));
    let mut forth = all.and(&filled.below_all());
    let mut back = all.and(&filled.mirrored(length).below_all());
    sets[0].before = forth.clone();
    sets[0].after = back.mirrored(length);
    for j in 0..k {
        let (room, next) = line.past(&forth, clue[j], j == 0);
        forth = next;
        sets[j].room = room;
        sets[j + 1].before = forth.clone();
        back = mirrored.past(&back, clue[k - 1 - j], j == 0).1;
        sets[j + 1].after = back.mirrored(length);
    }

    let mut allowed = Allowed {
        filled: W::zero(length),
        blank: sets[0].before.and(&sets[k].after),
    };
    for (j, &block) in clue.iter().enumerate() {
        let after = &sets[k - 1 - j].after;
        let mut start = sets[j].before.up(1);
        let mut end = after.down(block);
        if j == 0 {
            start.insert(0);
        }
        if j + 1 == k {
            end.insert(at_the_end);
        }
        let alive = start.and(&end).and(&sets[j].room);
        if alive.is_empty() {
            return Err(Contradiction);
        }
        allowed.blank = allowed.blank.or(&sets[j + 1].before.and(after));
        allowed.filled = allowed.filled.or(&stretched(alive, block));
    }
    Ok(allowed)
}

/// A line as a sweep from its lowest cell up sees it.
struct Sweep<W> {
    /// Cells that a block may cover.
    solid: W,
    /// Cells that may be blank.
    open: W,
}

impl<W: Word> Sweep<W> {
    #[inline]
    fn new(solid: W, open: W) -> Self {
        Self { solid, open }
    }

    /// The starts at which a block has room, and the cells that can be blank behind it when those of `before` can be
    /// blank ahead of it; the first block may also start with the line.
    #[inline]
    fn past(&self, before: &W, block: usize, is_first: bool) -> (W, W) {
        let room = runs(&self.solid, block);
        let mut start = before.up(1);
        if is_first {
            start.insert(0);
        }
        let behind = start.and(&room).up(block).and(&self.open);
        (room, self.open.flood(&behind))
    }
}

/// How many cells the first few steps of [`runs`] and [`stretched`] come to cover at most, which is enough for
/// most blocks. They are taken whatever the block is: a branch that is foretold wrongly costs more.
const FIRST_STEPS: [usize; 3] = [1, 2, 4];

/// Cells at which `block` cells of `solid` begin (erosion in logarithmically many steps).
#[inline]
fn runs<W: Word>(solid: &W, block: usize) -> W {
    let mut runs = solid.clone();
    let mut left = block - 1;
    for step in FIRST_STEPS {
        let step = step.min(left);
        runs = runs.and(&runs.down(step));
        left -= step;
    }
    while left > 0 {
        let step = (block - left).min(left);
        runs = runs.and(&runs.down(step));
        left -= step;
    }
    runs
}

/// Cells of the blocks that begin at `starts` (dilation in logarithmically many steps).
#[inline]
fn stretched<W: Word>(starts: W, block: usize) -> W {
    let mut cells = starts;
    let mut left = block - 1;
    for step in FIRST_STEPS {
        let step = step.min(left);
        cells = cells.or(&cells.up(step));
        left -= step;
    }
    while left > 0 {
        let step = (block - left).min(left);
        cells = cells.or(&cells.up(step));
        left -= step;
    }
    cells
}
