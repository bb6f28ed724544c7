//! Bit sets over the cells of one line: bit `i` is cell `i` (0 = left or top).
//!
//! [`Bits`] holds `N` machine words. Every algorithm is written once for all widths; [`with_words!`] selects the width that a puzzle
//! needs. Sets of one and of two words are shifted as a whole, wider ones word by word.

/// Number of words of the widest set, which holds every line of a puzzle: up to 4095 cells, and the states of its automaton.
#[cfg(any(test, feature = "native"))]
pub const MOST_WORDS: usize = 65;

/// Runs `$body` with the constant `$N` bound to a number of words that hold `$room` cells, which must be at most 64 * 65.
macro_rules! with_words {
    ($room:expr, $N:ident => $body:expr) => {
        match $room {
            0..=64 => {
                const $N: usize = 1;
                $body
            }
            65..=128 => {
                const $N: usize = 2;
                $body
            }
            129..=256 => {
                const $N: usize = 4;
                $body
            }
            #[cfg(feature = "native")]
            257..=1024 => {
                const $N: usize = 16;
                $body
            }
            #[cfg(not(feature = "native"))]
            257.. => panic!("puzzles of more than 254 rows or columns need the feature `native`"),
            #[cfg(feature = "native")]
            _ => {
                const $N: usize = $crate::word::MOST_WORDS;
                $body
            }
        }
    };
}
pub(crate) use with_words;

/// A set of cells of one line, in `N` words of 64 cells, lowest cells first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    /// Number of cells that the set can hold.
    pub const ROOM: usize = 64 * N;
    /// The empty set.
    pub const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    fn each(mut f: impl FnMut(usize) -> u64) -> Self {
        let mut words = [0; N];
        for (n, word) in words.iter_mut().enumerate() {
            *word = f(n);
        }
        Self(words)
    }

    /// Index of the word with cell `i`. A set of one word needs no bounds check.
    #[inline]
    fn word_of(i: usize) -> usize {
        if N == 1 { 0 } else { i / 64 }
    }

    /// The set of the first `length` cells.
    #[inline]
    pub fn ones(length: usize) -> Self {
        Self::each(|n| match length.saturating_sub(64 * n) {
            0 => 0,
            left => u64::MAX >> (64 - left.min(64)),
        })
    }

    /// The set of the cells among the first 64 whose bit is set.
    #[inline]
    pub fn of_word(word: u64) -> Self {
        Self::each(|n| if n == 0 { word } else { 0 })
    }

    /// The cells among the first `length` for which `test` is true.
    #[inline]
    pub fn from_fn(length: usize, test: impl Fn(usize) -> bool) -> Self {
        let mut set = Self::EMPTY;
        for i in 0..length {
            set.0[Self::word_of(i)] |= u64::from(test(i)) << (i % 64);
        }
        set
    }

    /// The set itself if `keep`, else the empty set.
    #[inline]
    pub fn if_true(&self, keep: bool) -> Self {
        let mask = u64::from(keep).wrapping_neg();
        Self::each(|n| self.0[n] & mask)
    }

    /// The set shifted up by `n` cells (towards the right or bottom).
    #[inline]
    pub fn up(&self, n: usize) -> Self {
        if n < Self::ROOM { self.up_within(n) } else { Self::EMPTY }
    }

    /// The set shifted down by `n` cells (towards the left or top).
    #[inline]
    pub fn down(&self, n: usize) -> Self {
        if n < Self::ROOM { self.down_within(n) } else { Self::EMPTY }
    }

    /// [`Bits::up`] for `n` below [`Bits::ROOM`].
    #[inline(always)]
    pub fn up_within(&self, n: usize) -> Self {
        match N {
            1 => Self([self.0[0].wrapping_shl(n as u32); N]),
            2 => Self::of_pair(self.pair().wrapping_shl(n as u32)),
            _ => {
                let (words, bits) = (n / 64, n % 64);
                let at = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
                Self::each(|i| {
                    let carried = at(i.checked_sub(words + 1)) >> 1 >> (63 - bits);
                    at(i.checked_sub(words)) << bits | carried
                })
            }
        }
    }

    /// [`Bits::down`] for `n` below [`Bits::ROOM`].
    #[inline(always)]
    pub fn down_within(&self, n: usize) -> Self {
        match N {
            1 => Self([self.0[0].wrapping_shr(n as u32); N]),
            2 => Self::of_pair(self.pair().wrapping_shr(n as u32)),
            _ => {
                let (words, bits) = (n / 64, n % 64);
                Self::each(|i| {
                    self.part(i + words) >> bits | self.part(i + words + 1) << 1 << (63 - bits)
                })
            }
        }
    }

    /// The two words of a set as one number.
    #[inline]
    fn pair(&self) -> u128 {
        u128::from(self.part(0)) | u128::from(self.part(1)) << 64
    }

    #[inline]
    fn of_pair(pair: u128) -> Self {
        Self::each(|n| (pair >> (64 * n)) as u64)
    }

    /// Cells in both sets.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        Self::each(|n| self.0[n] & other.0[n])
    }

    /// Cells in either set.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Self::each(|n| self.0[n] | other.0[n])
    }

    /// Cells of `self` that are not in `other`.
    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        Self::each(|n| self.0[n] & !other.0[n])
    }

    /// `seeds` spread upwards over adjacent cells of `self`, which must include the seeds. One addition is enough: the carry
    /// propagates through the cells above each seed (Myers, "A fast bit-vector algorithm for approximate
    /// string matching", 1999).
    #[inline(always)]
    pub fn flood(&self, seeds: &Self) -> Self {
        let mut carry = false;
        Self::each(|n| {
            let (open, seed) = (self.0[n], seeds.0[n]);
            let (sum, first) = open.overflowing_add(seed);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            (sum ^ open) & open | seed
        })
    }

    /// `seeds` spread downwards over adjacent cells of `self`, which must include the seeds, in doubling steps (Kogge and Stone, 1973).
    /// Each seed spreads by at least `far` cells if `self` has that many below it without a gap.
    #[inline(always)]
    pub fn flood_down(&self, seeds: &Self, far: usize) -> Self {
        let (mut open, mut wet) = (*self, *seeds);
        let mut step = 1;
        while step <= far {
            wet = wet.or(&open.and(&wet.down_within(step)));
            open = open.and(&open.down_within(step));
            step *= 2;
        }
        wet
    }

    /// All cells below every cell of the set; the whole room if the set is empty.
    #[inline]
    pub fn below_all(&self) -> Self {
        let mut below = true;
        Self::each(|n| {
            let (word, all) = (self.0[n], below);
            below &= word == 0;
            if all { !word & word.wrapping_sub(1) } else { 0 }
        })
    }

    /// All cells above every cell of the set, up to the room; the whole room if the set is empty.
    #[inline]
    pub fn above_all(&self) -> Self {
        let first = self.highest().map_or(0, |highest| highest + 1);
        Self::each(|n| match (64 * n + 64).saturating_sub(first) {
            0 => 0,
            left => u64::MAX << (64 - left.min(64)),
        })
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of cells in the set.
    #[inline]
    pub fn count(&self) -> usize {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones() as usize;
        }
        count
    }

    /// Whether cell `i` is in the set.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[Self::word_of(i)] >> (i % 64) & 1 != 0
    }

    /// Adds cell `i`.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[Self::word_of(i)] |= 1 << (i % 64);
    }

    /// Removes cell `i`.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[Self::word_of(i)] &= !(1 << (i % 64));
    }

    /// Cells 64·`n` to 64·`n` + 63, lowest first.
    #[inline]
    pub fn part(&self, n: usize) -> u64 {
        self.0.get(n).copied().unwrap_or(0)
    }

    /// The lowest cell; `None` if the set is empty.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        let n = self.0.iter().position(|&word| word != 0)?;
        Some(64 * n + self.0[n].trailing_zeros() as usize)
    }

    /// The highest cell; `None` if the set is empty.
    #[inline]
    pub fn highest(&self) -> Option<usize> {
        let n = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * n + self.0[n].ilog2() as usize)
    }

    /// Removes and returns the lowest cell; `None` if the set is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let n = self.0.iter().position(|&word| word != 0)?;
        let cell = 64 * n + self.0[n].trailing_zeros() as usize;
        self.0[n] &= self.0[n] - 1;
        Some(cell)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set_of<const N: usize>(cells: &[bool]) -> Bits<N> {
        let mut set = Bits::EMPTY;
        cells.iter().enumerate().filter(|(_, c)| **c).for_each(|(i, _)| set.insert(i));
        set
    }

    /// Compares every operation with a cell-by-cell implementation.
    fn agrees_with_cells<const N: usize>(a: &[bool], b: &[bool], n: usize) {
        let length = a.len();
        let (x, y) = (set_of::<N>(a), set_of::<N>(b));
        let within = |set: Bits<N>| -> Vec<bool> { (0..length).map(|i| set.has(i)).collect() };
        let each = |f: &dyn Fn(usize) -> bool| -> Vec<bool> { (0..length).map(f).collect() };
        assert_eq!(within(x.and(&y)), each(&|i| a[i] && b[i]));
        assert_eq!(within(x.or(&y)), each(&|i| a[i] || b[i]));
        assert_eq!(within(x.without(&y)), each(&|i| a[i] && !b[i]));
        assert_eq!(within(x.up(n)), each(&|i| i >= n && a[i - n]));
        assert_eq!(within(x.down(n)), each(&|i| i + n < length && a[i + n]));
        assert_eq!(within(x.below_all()), each(&|i| !a[..=i].contains(&true)));
        assert_eq!(within(x.above_all()), each(&|i| !a[i..].contains(&true)));
        assert_eq!(within(x.up_within(n % length)), within(x.up(n % length)));
        assert_eq!(within(x.down_within(n % length)), within(x.down(n % length)));
        assert_eq!(x.count(), a.iter().filter(|c| **c).count());
        assert_eq!(x.is_empty(), a.iter().all(|c| !c));
        assert_eq!(x.lowest(), a.iter().position(|c| *c));
        assert_eq!(x.highest(), a.iter().rposition(|c| *c));
        let part = |n: usize| (64 * n..length.min(64 * n + 64)).filter(|&i| a[i]);
        let bits = |n: usize| part(n).fold(0u64, |bits, i| bits | 1 << (i % 64));
        assert!((0..=length / 64).all(|n| x.part(n) == bits(n)));
        assert!(x.cells().eq((0..length).filter(|&i| a[i])));
        let mut fewer = x;
        fewer.remove(n % length);
        assert_eq!(within(fewer), each(&|i| i != n % length && a[i]));
        assert!((0..length).all(|i| Bits::<N>::ones(length).has(i)));
        assert_eq!(within(Bits::from_fn(length, |i| a[i])), a);
        assert_eq!(within(x.if_true(true)), a);
        assert!(x.if_true(false).is_empty());
        let first = n.min(length);
        assert_eq!(within(x.and(&Bits::ones(first))), each(&|i| i < first && a[i]));
        assert_eq!(within(x.without(&Bits::ones(first))), each(&|i| i >= first && a[i]));
        let mut wet = false;
        let spread: Vec<bool> = (0..length)
            .map(|i| {
                wet = a[i] && (wet || b[i]);
                wet
            })
            .collect();
        assert_eq!(within(x.flood(&x.and(&y))), spread);
        let runs_to_seed = |i: usize| (i..length).take_while(|&k| a[k]).any(|k| b[k]);
        assert_eq!(within(x.flood_down(&x.and(&y), length)), each(&runs_to_seed));
        let within_reach = |i: usize| (i..length.min(i + 4)).take_while(|&k| a[k]).any(|k| b[k]);
        assert_eq!(within(x.flood_down(&x.and(&y), 3)), each(&within_reach));
    }

    proptest! {
        #[test]
        fn every_width_agrees_with_cells(
            pairs in prop::collection::vec((any::<bool>(), any::<bool>()), 1..=200),
            n in 0usize..220,
        ) {
            let (a, b): (Vec<bool>, Vec<bool>) = pairs.into_iter().unzip();
            if a.len() <= 64 { agrees_with_cells::<1>(&a, &b, n); }
            if a.len() <= 128 { agrees_with_cells::<2>(&a, &b, n); }
            agrees_with_cells::<4>(&a, &b, n);
            agrees_with_cells::<MOST_WORDS>(&a, &b, n);
        }
    }
}
