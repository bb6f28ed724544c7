//! Bit sets over the cells of one line: bit `i` is cell `i` (0 = left or top).
//!
//! [`Word`] has the operations that the bit-parallel algorithms need. It is implemented by `u64` and `u128` (lines up
//! to 64 and 128 cells), by a fixed number of machine words ([`Wide`]) and by any number of them ([`Long`]), so that each algorithm is
//! written once.

mod many;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

pub use many::{Long, Wide};

/// A set of cells of one line.
pub trait Word: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A word for sets with more elements than a line has cells: wider than `Self`, or [`Long`].
    type Wider: Word;
    /// Number of cells that the word can hold.
    const ROOM: usize;
    /// The empty set, with capacity for `length` cells.
    fn zero(length: usize) -> Self;
    /// The set of the first `length` cells, with capacity for `length` cells.
    fn ones(length: usize) -> Self;
    /// The cells among the first `length` for which `test` is true.
    fn from_fn(length: usize, test: impl Fn(usize) -> bool) -> Self;
    /// The set itself if `keep`, else the empty set.
    fn if_true(&self, keep: bool) -> Self;
    /// The set shifted up by `n` cells (towards the right or bottom).
    fn up(&self, n: usize) -> Self;
    /// The set shifted down by `n` cells (towards the left or top).
    fn down(&self, n: usize) -> Self;
    /// [`Word::up`] for `n` below [`Word::ROOM`].
    fn up_within(&self, n: usize) -> Self;
    /// [`Word::down`] for `n` below [`Word::ROOM`].
    fn down_within(&self, n: usize) -> Self;
    /// Cells in both sets.
    fn and(&self, other: &Self) -> Self;
    /// Cells in either set.
    fn or(&self, other: &Self) -> Self;
    /// Cells of `self` that are not in `other`.
    fn without(&self, other: &Self) -> Self;
    /// `seeds` spread upwards over adjacent cells of `self`, which must include the seeds. One addition is enough: the carry
    /// propagates through the cells above each seed (Myers, "A fast bit-vector algorithm for approximate
    /// string matching", 1999).
    fn flood(&self, seeds: &Self) -> Self;
    /// `seeds` spread downwards over adjacent cells of `self`, which must include the seeds, in doubling steps (Kogge and Stone, 1973).
    /// Each seed spreads by at least `far` cells if `self` has that many below it without a gap.
    #[inline]
    fn flood_down(&self, seeds: &Self, far: usize) -> Self {
        let (mut open, mut wet) = (self.clone(), seeds.clone());
        let mut step = 1;
        while step <= far {
            wet = wet.or(&open.and(&wet.down_within(step)));
            open = open.and(&open.down_within(step));
            step *= 2;
        }
        wet
    }
    /// All cells below every cell of the set; the whole capacity if the set is empty.
    fn below_all(&self) -> Self;
    /// All cells above every cell of the set, up to the capacity of the word; the whole capacity if the set is empty.
    fn above_all(&self) -> Self;
    /// Whether no cell is in the set.
    fn is_empty(&self) -> bool;
    /// Number of cells in the set.
    fn count(&self) -> usize;
    /// Whether cell `i` is in the set.
    fn has(&self, i: usize) -> bool;
    /// Adds cell `i`.
    fn insert(&mut self, i: usize);
    /// Removes cell `i`.
    fn remove(&mut self, i: usize);
    /// Cells 64·`n` to 64·`n` + 63, lowest first.
    fn part(&self, n: usize) -> u64;
    /// The lowest cell; `None` if the set is empty.
    fn lowest(&self) -> Option<usize>;
    /// The highest cell; `None` if the set is empty.
    fn highest(&self) -> Option<usize>;

    /// Removes and returns the lowest cell; `None` if the set is empty.
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let cell = self.lowest()?;
        self.remove(cell);
        Some(cell)
    }

    /// The cells in ascending order.
    fn cells(&self) -> Cells<Self> {
        Cells(self.clone())
    }
}

/// Iterator over the cells of a set (see [`Word::cells`]).
#[derive(Debug, Clone)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }
}

macro_rules! machine_word {
    ($word:ty, $wider:ty) => {
        impl Word for $word {
            type Wider = $wider;
            const ROOM: usize = <$word>::BITS as usize;

            #[inline]
            fn zero(_length: usize) -> Self {
                0
            }
            #[inline]
            fn ones(length: usize) -> Self {
                if length == 0 {
                    0
                } else {
                    <$word>::MAX >> (<$word>::BITS as usize - length)
                }
            }
            #[inline]
            fn from_fn(length: usize, test: impl Fn(usize) -> bool) -> Self {
                (0..length).fold(0, |set, i| set | Self::from(test(i)) << i)
            }
            #[inline]
            fn if_true(&self, keep: bool) -> Self {
                self & Self::from(keep).wrapping_neg()
            }
            #[inline]
            fn up(&self, n: usize) -> Self {
                self.checked_shl(n as u32).unwrap_or(0)
            }
            #[inline]
            fn down(&self, n: usize) -> Self {
                self.checked_shr(n as u32).unwrap_or(0)
            }
            #[inline]
            fn up_within(&self, n: usize) -> Self {
                self.wrapping_shl(n as u32)
            }
            #[inline]
            fn down_within(&self, n: usize) -> Self {
                self.wrapping_shr(n as u32)
            }
            #[inline]
            fn and(&self, other: &Self) -> Self {
                self & other
            }
            #[inline]
            fn or(&self, other: &Self) -> Self {
                self | other
            }
            #[inline]
            fn without(&self, other: &Self) -> Self {
                self & !other
            }
            #[inline]
            fn flood(&self, seeds: &Self) -> Self {
                (self.wrapping_add(*seeds) ^ self) & self | seeds
            }
            #[inline]
            fn below_all(&self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline]
            fn above_all(&self) -> Self {
                match self.highest() {
                    Some(highest) => Self::MAX << 1 << highest,
                    None => Self::MAX,
                }
            }
            #[inline]
            fn is_empty(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn count(&self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn has(&self, i: usize) -> bool {
                self >> i & 1 != 0
            }
            #[inline]
            fn insert(&mut self, i: usize) {
                *self |= 1 << i;
            }
            #[inline]
            fn remove(&mut self, i: usize) {
                *self &= !(1 << i);
            }
            #[inline]
            fn part(&self, n: usize) -> u64 {
                self.checked_shr(64 * n as u32).unwrap_or(0) as u64
            }
            #[inline]
            fn lowest(&self) -> Option<usize> {
                (*self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn highest(&self) -> Option<usize> {
                self.checked_ilog2().map(|highest| highest as usize)
            }
            #[inline]
            fn pop(&mut self) -> Option<usize> {
                let cell = self.lowest()?;
                *self &= *self - 1;
                Some(cell)
            }
        }
    };
}

machine_word!(u64, u128);
machine_word!(u128, Wide<4>);
