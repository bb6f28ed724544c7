//! A serial line at bit level, as a USB-UART drives and samples it.
//! Interface: [`UartSource`] returns the level of the line cycle by cycle, [`UartSink`] decodes bytes from levels, and [`Noise`] disturbs
//! bytes as a bad cable does.
//! Source: 8N1 (start bit, 8 data bits LSB first, stop bit); times within a bit are in cycles, with fractions.

use std::fmt;

use nonogram_puzzles::counted;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Sends bytes with `clocks_per_bit` cycles per bit, which can have a fraction, for example to model a baud error.
#[derive(Clone, Debug)]
pub struct UartSource {
    clocks_per_bit: f64,
    /// Levels of the byte being sent, the current one in bit 0; a one above the stop bit marks the end.
    frame: u32,
    /// Remaining cycles of the current bit.
    left: f64,
    /// Remaining cycles of a break, which starts after the current byte, and of the high bit time after the break.
    low: u64,
}

/// The bits of a byte: start bit, eight data bits, stop bit, and the end marker above them.
fn frame(byte: u8) -> u32 {
    const STOP_AND_END: u32 = 0b11 << 9;
    STOP_AND_END | u32::from(byte) << 1
}

impl UartSource {
    /// A sender on an idle line.
    pub fn new(clocks_per_bit: f64) -> Self {
        Self { clocks_per_bit, frame: 1, left: 0.0, low: 0 }
    }

    /// Whether no byte or break is in transit.
    pub fn is_idle(&self) -> bool {
        self.frame == 1 && self.left < 1.0 && self.low == 0
    }

    /// Holds the line low for `bits` bit times, then high for one, after the current byte.
    pub fn send_break(&mut self, bits: u64) {
        self.low = (self.clocks_per_bit * (bits + 1) as f64) as u64;
    }

    /// The level of the line in the next cycle; takes the next byte from `bytes` when the previous byte and the break, if any, are
    /// complete.
    pub fn level(&mut self, bytes: &mut dyn FnMut() -> Option<u8>) -> bool {
        if self.left < 1.0 {
            if self.frame > 1 {
                self.frame >>= 1;
            }
            if self.frame == 1 && self.low > 0 {
                self.low -= 1;
                self.left = 0.0;
                return (self.low as f64) < self.clocks_per_bit;
            }
            if self.frame == 1 {
                match bytes() {
                    Some(byte) => self.frame = frame(byte),
                    None => {
                        self.left = 0.0;
                        return true;
                    }
                }
            }
            self.left += self.clocks_per_bit;
        }
        self.left -= 1.0;
        self.frame & 1 == 1
    }
}

/// A result of a [`UartSink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// A byte with a valid stop bit.
    Byte(u8),
    /// A byte whose stop bit was low.
    FramingError(u8),
}

/// Receives bytes, sampling each bit at its middle.
#[derive(Clone, Debug)]
pub struct UartSink {
    clocks_per_bit: f64,
    /// Cycles until the next sample; `None` on an idle line.
    wait: Option<f64>,
    /// The samples so far, the start bit in bit 0.
    samples: u32,
    count: u32,
    high_before: bool,
}

impl UartSink {
    /// A receiver on an idle line.
    pub fn new(clocks_per_bit: f64) -> Self {
        Self { clocks_per_bit, wait: None, samples: 0, count: 0, high_before: true }
    }

    /// Whether no byte is being received.
    pub fn is_idle(&self) -> bool {
        self.wait.is_none()
    }

    /// Samples the level of the line in one cycle; returns a byte when its stop bit has been sampled.
    pub fn take(&mut self, level: bool) -> Option<Received> {
        const FRAME_BITS: u32 = 10;
        let falling = self.high_before && !level;
        self.high_before = level;
        if self.wait.is_none() && falling {
            self.wait = Some(self.clocks_per_bit / 2.0);
            (self.samples, self.count) = (0, 0);
        }
        let wait = self.wait.as_mut()?;
        *wait -= 1.0;
        if *wait > 0.0 {
            return None;
        }
        *wait += self.clocks_per_bit;
        self.samples |= u32::from(level) << self.count;
        self.count += 1;
        if self.count == 1 && level {
            self.wait = None;
        }
        if self.count < FRAME_BITS {
            return None;
        }
        self.wait = None;
        let byte = (self.samples >> 1 & 0xff) as u8;
        Some(if level { Received::Byte(byte) } else { Received::FramingError(byte) })
    }
}

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
    counts: [u64; Kind::ALL.len()],
    bytes: u64,
}

impl Noise {
    /// A serial line with faults of all kinds, equally likely; `rate` (0 to 1) is the probability of a fault per byte.
    pub fn new(rate: f64, seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            rate: rate.clamp(0.0, 1.0),
            counts: [0; Kind::ALL.len()],
            bytes: 0,
        }
    }

    /// The symbols that arrive when `byte` is sent.
    pub fn pass(&mut self, byte: u8) -> impl Iterator<Item = Symbol> + use<> {
        self.bytes += 1;
        let mut symbols = [Some(Symbol::Byte(byte)), None];
        if self.random.random_bool(self.rate) {
            let kind = Kind::ALL[self.random.random_range(0..Kind::ALL.len())];
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
    fn bytes_cross_the_wire_in_order() {
        for clocks_per_bit in [4.0, 7.3, 5208.0] {
            let sent: Vec<u8> = (0..=255).collect();
            let mut source = UartSource::new(clocks_per_bit);
            let mut sink = UartSink::new(clocks_per_bit);
            let mut bytes = sent.iter().copied();
            let mut got = Vec::new();
            while got.len() < sent.len() {
                let level = source.level(&mut || bytes.next());
                got.extend(sink.take(level));
            }
            let wanted: Vec<_> = sent.into_iter().map(Received::Byte).collect();
            assert_eq!(got, wanted);
        }
    }

    #[test]
    fn a_low_stop_bit_is_a_framing_error() {
        let mut sink = UartSink::new(4.0);
        let got: Vec<_> = (0..60).filter_map(|_| sink.take(false)).collect();
        assert_eq!(got, [Received::FramingError(0)]);
    }

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
        assert_eq!(
            noise.to_string(),
            "0 faults in 256 bytes: flipped bit 0, lost byte 0, doubled byte 0, stray byte 0, break 0"
        );
    }
}
