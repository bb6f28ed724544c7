//! Faults of a serial line, drawn at random from a seed: what a bad cable does to bytes.
//! Interface: [`Noise::pass`] takes each byte and gives what comes through; [`Kind`] names the faults.
//! Source: the usual faults of asynchronous lines (flipped bits, lost, doubled and stray bytes, breaks).

use std::fmt;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A fault at one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of its bits is flipped.
    Flip,
    /// It does not come.
    Lost,
    /// It comes twice.
    Doubled,
    /// A byte that nobody sent comes before it.
    Stray,
    /// The line is held low in its place.
    Break,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Flip,
        Self::Lost,
        Self::Doubled,
        Self::Stray,
        Self::Break,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flip => "flipped bit",
            Self::Lost => "lost byte",
            Self::Doubled => "doubled byte",
            Self::Stray => "stray byte",
            Self::Break => "break",
        }
    }
}

/// What comes through a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A byte.
    Byte(u8),
    /// The line is low for longer than a byte.
    Break,
}

/// A line with faults.
#[derive(Clone, Debug)]
pub struct Noise {
    random: ChaCha8Rng,
    rate: f64,
    kinds: Vec<Kind>,
    counts: [u64; Kind::ALL.len()],
    bytes: u64,
}

impl Noise {
    /// A line on which a byte meets a fault with the chance `rate` (0 to 1), of any kind alike.
    pub fn new(rate: f64, seed: u64) -> Self {
        Self::of(&Kind::ALL, rate, seed)
    }

    /// A line with these kinds of faults only.
    pub fn of(kinds: &[Kind], rate: f64, seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            rate: rate.clamp(0.0, 1.0),
            kinds: kinds.to_vec(),
            counts: [0; Kind::ALL.len()],
            bytes: 0,
        }
    }

    /// What comes through of a byte.
    pub fn pass(&mut self, byte: u8) -> impl Iterator<Item = Symbol> + use<> {
        self.bytes += 1;
        let mut symbols = [Some(Symbol::Byte(byte)), None];
        if !self.kinds.is_empty() && self.random.random_bool(self.rate) {
            let kind = self.kinds[self.random.random_range(0..self.kinds.len())];
            self.counts[kind as usize] += 1;
            symbols = match kind {
                Kind::Flip => [
                    Some(Symbol::Byte(byte ^ 1 << self.random.random_range(0..8))),
                    None,
                ],
                Kind::Lost => [None, None],
                Kind::Doubled => [Some(Symbol::Byte(byte)); 2],
                Kind::Stray => [
                    Some(Symbol::Byte(self.random.random())),
                    Some(Symbol::Byte(byte)),
                ],
                Kind::Break => [Some(Symbol::Break), None],
            };
        }
        symbols.into_iter().flatten()
    }

    /// Faults so far.
    pub fn faults(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} faults in {} bytes", self.faults(), self.bytes)?;
        for (place, kind) in Kind::ALL.iter().enumerate() {
            let lead = if place == 0 { ": " } else { ", " };
            write!(f, "{lead}{} {}", self.counts[place], kind.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_faults_and_the_rate_is_kept() {
        let run = |seed| {
            let mut noise = Noise::new(0.1, seed);
            let out: Vec<Symbol> = (0..20_000u32).flat_map(|n| noise.pass(n as u8)).collect();
            (out, noise.counts)
        };
        let (first, counts) = run(1);
        assert_eq!((first.clone(), counts), run(1));
        assert_ne!(first, run(2).0);
        // 2000 are expected, 400 of each kind.
        assert!(
            counts.iter().all(|count| (300..500).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_perfect_line_changes_nothing() {
        let mut noise = Noise::new(0.0, 1);
        let out: Vec<Symbol> = (0..=255).flat_map(|byte| noise.pass(byte)).collect();
        assert_eq!(out, (0..=255).map(Symbol::Byte).collect::<Vec<_>>());
        assert_eq!(noise.faults(), 0);
    }
}
