//! The values of options: each function parses one kind of value; [`BadValue`] states what was expected. [`Timing`] has the options
//! for the clock and the baud rate of a design.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;
use nonogram_kit::MAX_THREADS;
use nonogram_puzzles::{MAX_COLOURS, MAX_SIDE};
use nonogram_verilog::Parameters;
use thiserror::Error;

use crate::exit::{Exit, Failure, OrExit};

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadValue(String);

impl BadValue {
    /// The error with this message.
    pub fn new(message: String) -> Self {
        Self(message)
    }

    /// The error for a value other than `expected`.
    pub fn expected(expected: impl std::fmt::Display) -> Self {
        Self(format!("expected {expected}"))
    }
}

/// Reads a time in seconds, more than 0 and less than 2^64.
pub fn seconds(text: &str) -> Result<Duration, BadValue> {
    let duration = (text.parse().ok())
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|duration| !duration.is_zero());
    let expected = "seconds, more than 0 and less than 2^64, such as 2.5";
    duration.ok_or_else(|| BadValue::expected(expected))
}

/// Reads a number of at least 1.
pub fn at_least_one(text: &str) -> Result<usize, BadValue> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| BadValue::expected("a number of at least 1"))
}

/// Reads a number within a range.
fn within(text: &str, range: &RangeInclusive<usize>, what: &str) -> Result<usize, BadValue> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        BadValue::expected(format!("{what} from {} to {}", range.start(), range.end()))
    })
}

/// Reads a number of threads, from 1 to [`MAX_THREADS`].
pub fn threads(text: &str) -> Result<usize, BadValue> {
    within(text, &(1..=MAX_THREADS), "a number")
}

/// Reads a number of colours, from 1 to [`MAX_COLOURS`].
pub fn colours(text: &str) -> Result<usize, BadValue> {
    within(text, &(1..=MAX_COLOURS), "a number")
}

/// Reads a number of cells per side, from 1 to [`MAX_SIDE`].
pub fn side(text: &str) -> Result<usize, BadValue> {
    within(text, &(1..=MAX_SIDE), "a number of cells,")
}

/// Reads a size in rows and columns, such as `10x15`, each from 1 to [`MAX_SIDE`].
pub fn size(text: &str) -> Result<(usize, usize), BadValue> {
    text.split_once('x')
        .and_then(|(rows, columns)| Some((side(rows).ok()?, side(columns).ok()?)))
        .ok_or_else(|| {
            BadValue::expected(format!("rows x columns such as 10x15, each from 1 to {MAX_SIDE}"))
        })
}

/// Reads a probability from 0 to 1.
pub fn probability(text: &str) -> Result<f64, BadValue> {
    let chance = text.parse().ok();
    let chance = chance.filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| BadValue::expected("a probability from 0 to 1, such as 0.001"))
}

/// The options for a design's clock frequency and baud rate.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The design's clock frequency, such as 12e6 [default: 50e6; for a board, the frequency that its wrapper generates]
    #[arg(long, value_name = "HZ", value_parser = hertz)]
    pub clock: Option<u64>,

    /// The design's baud rate [default: 9600; for a board, the rate of its description]
    #[arg(long, value_name = "N", value_parser = hertz)]
    pub baud: Option<u64>,
}

impl Timing {
    /// The parameters of a design; `default` has the values of options that are not given.
    ///
    /// # Errors
    /// The designs do not support this clock frequency and baud rate.
    pub fn parameters(&self, default: &Parameters) -> Result<Parameters, Failure> {
        let clock_hz = self.clock.unwrap_or(default.clock_hz.into());
        let baud = self.baud.unwrap_or(default.baud.into());
        Parameters::new(clock_hz, baud).or_exit(Exit::Usage)
    }

    /// The baud rate, or `default` without the option.
    pub fn baud_or(&self, default: u32) -> u32 {
        let baud = self.baud.and_then(|baud| u32::try_from(baud).ok());
        baud.unwrap_or(default)
    }
}

/// A whole number above 0, also with an exponent, such as `100e6`.
fn hertz(text: &str) -> Result<u64, BadValue> {
    let number = text.parse::<f64>().ok();
    let whole = number.filter(|number| number.fract() == 0.0 && (1.0..1e12).contains(number));
    let whole = whole.map(|number| number as u64);
    whole.ok_or_else(|| BadValue::expected("a whole number such as 50000000 or 50e6"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_may_have_an_exponent() {
        assert_eq!(hertz("100e6"), Ok(100_000_000));
        assert_eq!(hertz("9600"), Ok(9600));
        for wrong in ["", "0", "-1", "1.5", "12 MHz", "inf", "nan"] {
            assert!(hertz(wrong).is_err(), "{wrong}");
        }
    }
}
