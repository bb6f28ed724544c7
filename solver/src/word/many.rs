//! Sets larger than one machine word: [`Wide`] has a fixed number of words, [`Long`] as many as the line needs.
//!
//! Shifts and carries between words are implemented here; all other operations work word by word.

use super::Word;

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
            fn up_within(&self, n: usize) -> Self {
                self.up(n)
            }
            fn down_within(&self, n: usize) -> Self {
                self.down(n)
            }
            fn and(&self, other: &Self) -> Self {
                let mut set = self.clone();
                set.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
                // The other set may have fewer words.
                let shared = other.0.len().min(set.0.len());
                set.0[shared..].fill(0);
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
            fn above_all(&self) -> Self {
                let mut set = self.clone();
                let mut above = true;
                for word in set.0.iter_mut().rev() {
                    let highest = above.then(|| word.above_all());
                    above &= *word == 0;
                    *word = highest.unwrap_or(0);
                }
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
            fn highest(&self) -> Option<usize> {
                let i = self.0.iter().rposition(|&word| word != 0)?;
                Some(64 * i + self.0[i].ilog2() as usize)
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
