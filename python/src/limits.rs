//! Numeric arguments with bounds, the options of a search, and the flag that cancels it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nonogram_puzzles::MAX_COLOURS;
use nonogram_solver::{Engine, SolveOptions};
use pyo3::PyResult;

use crate::error::{bad_argument, bad_input};

/// Converts a time in seconds.
///
/// # Errors
/// Returns an exception if the time is not above 0 or is too large.
pub fn seconds(name: &str, limit: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds).ok();
        let duration = duration.filter(|duration| !duration.is_zero());
        duration.ok_or_else(|| {
            let expected = "seconds, more than 0 and less than 2^64, such as 2.5";
            bad_argument(name, seconds, expected)
        })
    };
    limit.map(duration).transpose()
}

/// Checks a number of colours.
///
/// # Errors
/// Returns an exception if a palette cannot have that number of colours.
pub fn colours(count: Option<usize>) -> PyResult<Option<usize>> {
    match count {
        Some(count) if !(1..=MAX_COLOURS).contains(&count) => {
            let expected = format!("a number of colours, from 1 to {MAX_COLOURS}");
            Err(bad_argument("colours", count, &expected))
        }
        count => Ok(count),
    }
}

/// A flag that ends a search when it is set.
#[derive(Clone, Default)]
pub struct Cancel(pub Arc<AtomicBool>);

impl Cancel {
    /// Sets the flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The options of a search for up to `most` solutions.
///
/// # Errors
/// Returns an exception if there is no such engine, or if the limit is not above 0 or is too large.
pub fn options(
    engine: &str,
    limit: Option<f64>,
    threads: usize,
    most: usize,
    cancel: &Cancel,
) -> PyResult<SolveOptions> {
    let engine: Engine = engine.parse().map_err(bad_input)?;
    Ok(SolveOptions {
        engine,
        max_solutions: most,
        time_limit: seconds("limit", limit)?,
        cancel: Some(cancel.0.clone()),
        threads,
        ..SolveOptions::default()
    })
}
