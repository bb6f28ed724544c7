//! Bit sets over the cells of one line: bit `i` is cell `i` (0 = left or top).
//!
//! [`Word`] is what the bit-parallel algorithms need; it is met by one machine word (lines up to
//! 64 cells), two of them, a fixed few ([`Wide`]) and any number ([`Long`]), so that each
//! algorithm is written once.

use std::fmt::Debug;

/// A set of cells of one line. Operations never set a bit at or past the word's own width.
pub trait Word: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A word with more room, for sets that are somewhat larger than a line.
    type Wider: Word;
    /// How many cells there is room for.
    const ROOM: usize;
    /// The empty set, with room for `length` cells.
    fn zero(length: usize) -> Self;
    /// The first `length` cells.
    fn ones(length: usize) -> Self;
    /// The cells among the first `length` of which `test` is true.
    fn from_fn(length: usize, test: impl Fn(usize) -> bool) -> Self;
    /// The set itself if `keep`, else the empty set.
    fn if_true(&self, keep: bool) -> Self;
    /// Each cell moved `n` places up (towards the right or bottom).
    fn up(&self, n: usize) -> Self;
    /// Each cell moved `n` places down (towards the left or top).
    fn down(&self, n: usize) -> Self;
    /// Cells in both sets.
    fn and(&self, other: &Self) -> Self;
    /// Cells in either set.
    fn or(&self, other: &Self) -> Self;
    /// Cells of `self` that are not in `other`.
    fn without(&self, other: &Self) -> Self;
    /// `seeds` spread upwards over the cells of `self` (which hold all the seeds), by one addition:
    /// the carry runs through the ones above each seed (Myers, "A fast bit-vector algorithm for
    /// approximate string matching", 1999).
    fn flood(&self, seeds: &Self) -> Self;
    /// The cells, in a line or not, below every cell of the set; all there is room for if it is empty.
    fn below_all(&self) -> Self;
    /// The set with the first `length` cells in reverse order; it has no others.
    fn mirrored(&self, length: usize) -> Self;
    /// Whether no cell is in the set.
    fn is_empty(&self) -> bool;
    /// How many cells are in the set.
    fn count(&self) -> usize;
    /// Whether cell `i` is in the set.
    fn has(&self, i: usize) -> bool;
    /// Puts cell `i` into the set.
    fn insert(&mut self, i: usize);
    /// Takes cell `i` out of the set.
    fn remove(&mut self, i: usize);
    /// Cells 64·`n` to 64·`n` + 63, the first of them lowest.
    fn part(&self, n: usize) -> u64;
    /// The lowest cell.
    fn lowest(&self) -> Option<usize>;

    /// The cells in ascending order.
    fn cells(&self) -> Cells<Self> {
        Cells(self.clone())
    }
}

/// Iterator over the cells of a set, see [`Word::cells`].
#[derive(Debug, Clone)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.lowest()?;
        self.0.remove(cell);
        Some(cell)
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
            fn mirrored(&self, length: usize) -> Self {
                self.reverse_bits().down(Self::ROOM - length)
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
        }
    };
}

machine_word!(u64, u128);
machine_word!(u128, Wide<4>);

/// A set over a fixed number of machine words, lowest cells first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide<const N: usize>([u64; N]);

/// A set over as many machine words as the line needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Long(Box<[u64]>);

macro_rules! many_words {
    ($set:ty, [$($generic:tt)*], $room:expr, $zero:expr) => {
        impl<$($generic)*> Word for $set {
            type Wider = Long;
            const ROOM: usize = $room;

            fn zero(length: usize) -> Self {
                $zero(length)
            }
            fn ones(length: usize) -> Self {
                let mut set = Self::zero(length);
                for (i, word) in set.0.iter_mut().enumerate() {
                    *word = u64::ones(length.saturating_sub(64 * i).min(64));
                }
                set
            }
            fn from_fn(length: usize, test: impl Fn(usize) -> bool) -> Self {
                let mut set = Self::zero(length);
                (0..length).filter(|&i| test(i)).for_each(|i| set.insert(i));
                set
            }
            fn if_true(&self, keep: bool) -> Self {
                let mut set = self.clone();
                set.0.iter_mut().for_each(|word| *word = word.if_true(keep));
                set
            }
            fn up(&self, n: usize) -> Self {
                let mut set = self.clone();
                shift_up(&mut set.0, n);
                set
            }
            fn down(&self, n: usize) -> Self {
                let mut set = self.clone();
                shift_down(&mut set.0, n);
                set
            }
            fn and(&self, other: &Self) -> Self {
                let mut set = self.clone();
                set.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
                set
            }
            fn or(&self, other: &Self) -> Self {
                let mut set = self.clone();
                set.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
                set
            }
            fn without(&self, other: &Self) -> Self {
                let mut set = self.clone();
                set.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
                set
            }
            fn flood(&self, seeds: &Self) -> Self {
                let mut set = self.clone();
                flood(&mut set.0, &seeds.0);
                set
            }
            fn below_all(&self) -> Self {
                let mut set = self.clone();
                let mut below = true;
                for word in &mut set.0 {
                    let lowest = below.then(|| word.below_all());
                    below &= *word == 0;
                    *word = lowest.unwrap_or(0);
                }
                set
            }
            fn mirrored(&self, length: usize) -> Self {
                let mut set = self.clone();
                set.0.reverse();
                set.0.iter_mut().for_each(|word| *word = word.reverse_bits());
                let unused = 64 * set.0.len() - length;
                shift_down(&mut set.0, unused);
                set
            }
            fn is_empty(&self) -> bool {
                self.0.iter().all(|&word| word == 0)
            }
            fn count(&self) -> usize {
                self.0.iter().map(Word::count).sum()
            }
            fn has(&self, i: usize) -> bool {
                self.0[i / 64] >> (i % 64) & 1 != 0
            }
            fn insert(&mut self, i: usize) {
                self.0[i / 64] |= 1 << (i % 64);
            }
            fn remove(&mut self, i: usize) {
                self.0[i / 64] &= !(1 << (i % 64));
            }
            fn part(&self, n: usize) -> u64 {
                self.0.get(n).copied().unwrap_or(0)
            }
            fn lowest(&self) -> Option<usize> {
                let i = self.0.iter().position(|&word| word != 0)?;
                Some(64 * i + self.0[i].trailing_zeros() as usize)
            }
        }
    };
}

many_words!(Wide<N>, [const N: usize], 64 * N, |_| Self([0; N]));
many_words!(Long, [], usize::MAX, |length: usize| Self(
    vec![0; length.div_ceil(64).max(1)].into()
));

fn shift_up(words: &mut [u64], n: usize) {
    let (whole, part) = (n / 64, n % 64);
    for i in (0..words.len()).rev() {
        let at = |k: usize| i.checked_sub(k).map_or(0, |i| words[i]);
        let carried = if part == 0 {
            0
        } else {
            at(whole + 1) >> (64 - part)
        };
        words[i] = at(whole) << part | carried;
    }
}

fn shift_down(words: &mut [u64], n: usize) {
    let (whole, part) = (n / 64, n % 64);
    for i in 0..words.len() {
        let at = |k: usize| words.get(i + k).copied().unwrap_or(0);
        let carried = if part == 0 {
            0
        } else {
            at(whole + 1) << (64 - part)
        };
        words[i] = at(whole) >> part | carried;
    }
}

fn flood(open: &mut [u64], seeds: &[u64]) {
    let mut carry = false;
    for (word, &seed) in open.iter_mut().zip(seeds) {
        let (sum, first) = word.overflowing_add(seed);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        *word &= sum ^ *word | seed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set_of<W: Word>(cells: &[bool]) -> W {
        let mut set = W::zero(cells.len());
        cells
            .iter()
            .enumerate()
            .filter(|(_, c)| **c)
            .for_each(|(i, _)| set.insert(i));
        set
    }

    /// Every operation against the same thing done cell by cell.
    fn agrees_with_cells<W: Word>(a: &[bool], b: &[bool], n: usize) {
        let length = a.len();
        let (x, y) = (set_of::<W>(a), set_of::<W>(b));
        let within = |set: W| -> Vec<bool> { (0..length).map(|i| set.has(i)).collect() };
        let each = |f: &dyn Fn(usize) -> bool| -> Vec<bool> { (0..length).map(f).collect() };
        assert_eq!(within(x.and(&y)), each(&|i| a[i] && b[i]));
        assert_eq!(within(x.or(&y)), each(&|i| a[i] || b[i]));
        assert_eq!(within(x.without(&y)), each(&|i| a[i] && !b[i]));
        assert_eq!(within(x.up(n)), each(&|i| i >= n && a[i - n]));
        assert_eq!(within(x.down(n)), each(&|i| i + n < length && a[i + n]));
        assert_eq!(within(x.below_all()), each(&|i| !a[..=i].contains(&true)));
        assert_eq!(within(x.mirrored(length)), each(&|i| a[length - 1 - i]));
        assert_eq!(x.count(), a.iter().filter(|c| **c).count());
        assert_eq!(x.is_empty(), a.iter().all(|c| !c));
        assert_eq!(x.lowest(), a.iter().position(|c| *c));
        let part = |n: usize| (64 * n..length.min(64 * n + 64)).filter(|&i| a[i]);
        let bits = |n: usize| part(n).fold(0u64, |bits, i| bits | 1 << (i % 64));
        assert!((0..=length / 64).all(|n| x.part(n) == bits(n)));
        assert!(x.cells().eq((0..length).filter(|&i| a[i])));
        assert!((0..length).all(|i| W::ones(length).has(i)));
        assert_eq!(within(W::from_fn(length, |i| a[i])), a);
        assert_eq!(within(x.if_true(true)), a);
        assert!(x.if_true(false).is_empty());
        let mut wet = false;
        let spread: Vec<bool> = (0..length)
            .map(|i| {
                wet = a[i] && (wet || b[i]);
                wet
            })
            .collect();
        assert_eq!(within(x.flood(&x.and(&y))), spread);
    }

    proptest! {
        #[test]
        fn every_width_agrees_with_cells(
            pairs in prop::collection::vec((any::<bool>(), any::<bool>()), 1..=200),
            n in 0usize..220,
        ) {
            let (a, b): (Vec<bool>, Vec<bool>) = pairs.into_iter().unzip();
            if a.len() <= 64 { agrees_with_cells::<u64>(&a, &b, n); }
            if a.len() <= 128 { agrees_with_cells::<u128>(&a, &b, n); }
            agrees_with_cells::<Wide<4>>(&a, &b, n);
            agrees_with_cells::<Long>(&a, &b, n);
        }
    }
}
