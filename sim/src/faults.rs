//! Random faults of a serial line, drawn from a seed: the effects of a bad cable.
//! Interface: [`Noise::pass`] takes each byte and returns the symbols that arrive; [`Kind`] lists the faults.
//! Source: the usual faults of asynchronous lines (flipped bits, lost, doubled and stray bytes, breaks).

use std::fmt;

use nonogram_puzzles::counted;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A fault of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One bit of the byte is flipped.
    Flip,
    /// The byte is lost.
    Lost,
    /// The byte arrives twice.
    Doubled,
    /// An additional random byte arrives before the byte.
    Stray,
    /// A break replaces the byte.
    Break,
}

impl Kind {
    /// All kinds of faults.
    pub const ALL: [Self; 5] = [Self::Flip, Self::Lost, Self::Doubled, Self::Stray, Self::Break];

    /// The name of the fault in counts.
    fn name(self) -> &'static str {
        match self {
            Self::Flip => "flipped bit",
            Self::Lost => "lost byte",
            Self::Doubled => "doubled byte",
            Self::Stray => "stray byte",
            Self::Break => "break",
        }
    }
}

/// A symbol that arrives at the far end of the serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A received byte.
    Byte(u8),
    /// A break: the line is low for longer than a byte.
    Break,
}

/// A serial line with faults.
#[derive(Clone, Debug)]
pub struct Noise {
    random: ChaCha8Rng,
    rate: f64,
    kinds: Vec<Kind>,
    counts: [u64; Kind::ALL.len()],
    bytes: u64,
}

impl Noise {
    /// A serial line with faults of all kinds, equally likely; `rate` (0 to 1) is the probability of a fault per byte.
    pub fn new(rate: f64, seed: u64) -> Self {
        Self::of(&Kind::ALL, rate, seed)
    }

    /// A serial line with faults of these kinds only, equally likely; `rate` (0 to 1) is the probability of a fault per byte.
    pub fn of(kinds: &[Kind], rate: f64, seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            rate: rate.clamp(0.0, 1.0),
            kinds: kinds.to_vec(),
            counts: [0; Kind::ALL.len()],
            bytes: 0,
        }
    }

    /// The symbols that arrive when `byte` is sent.
    pub fn pass(&mut self, byte: u8) -> impl Iterator<Item = Symbol> + use<> {
        self.bytes += 1;
        let mut symbols = [Some(Symbol::Byte(byte)), None];
        if !self.kinds.is_empty() && self.random.random_bool(self.rate) {
            let kind = self.kinds[self.random.random_range(0..self.kinds.len())];
            self.counts[kind as usize] += 1;
            symbols = match kind {
                Kind::Flip => {
                    [Some(Symbol::Byte(byte ^ 1 << self.random.random_range(0..8))), None]
                }
                Kind::Lost => [None, None],
                Kind::Doubled => [Some(Symbol::Byte(byte)); 2],
                Kind::Stray => [Some(Symbol::Byte(self.random.random())), Some(Symbol::Byte(byte))],
                Kind::Break => [Some(Symbol::Break), None],
            };
        }
        symbols.into_iter().flatten()
    }

    /// The number of faults so far.
    pub fn faults(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (faults, bytes) = (counted(self.faults(), "fault"), counted(self.bytes, "byte"));
        write!(f, "{faults} in {bytes}")?;
        for (place, kind) in Kind::ALL.iter().enumerate() {
            let lead = if place == 0 { ": " } else { ", " };
            write!(f, "{lead}{} {}", kind.name(), self.counts[place])?;
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
        // 2000 faults are expected, 400 of each kind.
        assert!(counts.iter().all(|count| (300..500).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_perfect_line_changes_nothing() {
        let mut noise = Noise::new(0.0, 1);
        let out: Vec<Symbol> = (0..=255).flat_map(|byte| noise.pass(byte)).collect();
        assert_eq!(out, (0..=255).map(Symbol::Byte).collect::<Vec<_>>());
        assert_eq!(noise.faults(), 0);
    }

    #[test]
    fn one_fault_in_one_byte_is_counted_in_the_singular() {
        let mut noise = Noise::of(&[Kind::Flip], 1.0, 1);
        assert_eq!(noise.pass(0).count(), 1);
        assert_eq!(
            noise.to_string(),
            "1 fault in 1 byte: flipped bit 1, lost byte 0, doubled byte 0, stray byte 0, break 0"
        );
    }
}
