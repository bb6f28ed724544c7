//! The values of options: each function parses one kind of value; [`BadValue`] states what was expected.

use std::ops::RangeInclusive;
use std::time::Duration;

use nonogram_kit::MAX_THREADS;
use nonogram_puzzles::{MAX_COLOURS, MAX_SIDE};
use thiserror::Error;

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

/// Reads a population of the genetic engine: at least two parents, and no more than fit in memory with large boards.
pub fn population(text: &str) -> Result<usize, BadValue> {
    within(text, &(2..=100_000), "a number")
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
            BadValue::expected(format!(
                "rows x columns such as 10x15, each from 1 to {MAX_SIDE}"
            ))
        })
}

/// Reads a probability from 0 to 1.
pub fn probability(text: &str) -> Result<f64, BadValue> {
    let chance = text.parse().ok();
    let chance = chance.filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| BadValue::expected("a probability from 0 to 1, such as 0.001"))
}
