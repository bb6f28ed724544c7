//! Numeric arguments: a value of another type or out of bounds raises InputError. Also the options of a search, and the flag that cancels it.
//! Interface: one function per argument, for `from_py_with`; [`options`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nonogram_puzzles::{MAX_COLOURS, MAX_SIDE};
use nonogram_solver::{Engine, SolveOptions};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;

use crate::error::{bad_input, bad_value};

/// Converts the argument `name`; `expected` describes the valid values.
fn number<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
    is_valid: impl Fn(&T) -> bool,
    expected: &str,
) -> PyResult<T> {
    let number = value.extract().ok().filter(is_valid);
    number.ok_or_else(|| bad_value(name, value, expected))
}

/// Defines functions that convert numeric arguments, each with the argument's name, its type, a check of its bounds, and a description of the
/// valid values.
macro_rules! arguments {
    ($($function:ident: $type:ty = $name:literal, $is_valid:expr, $expected:expr;)+) => {$(
        #[doc = concat!("Converts the argument `", $name, "`.\n\n# Errors\nReturns an exception if it is no such number, or out of bounds.")]
        pub fn $function(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            number($name, value, $is_valid, $expected)
        }
    )+};
}

const SECONDS: &str = "seconds, more than 0 and less than 2^64, such as 2.5";
const COLOURS: &str = "a number of colours, from 1 to 26";
const CELLS: &str = "a number of cells, from 1 to 4095";

const _: () = assert!(MAX_COLOURS == 26 && MAX_SIDE == 4095, "the texts name these limits");

fn is_side(side: &usize) -> bool {
    (1..=MAX_SIDE).contains(side)
}

fn is_palette(count: &usize) -> bool {
    (1..=MAX_COLOURS).contains(count)
}

fn is_time(seconds: &f64) -> bool {
    Duration::try_from_secs_f64(*seconds).is_ok_and(|time| !time.is_zero())
}

/// Whether an argument that may be None is None or valid.
fn or_none<T>(is_valid: impl Fn(&T) -> bool) -> impl Fn(&Option<T>) -> bool {
    move |value| value.as_ref().is_none_or(&is_valid)
}

arguments! {
    rows: usize = "rows", is_side, CELLS;
    columns: usize = "columns", is_side, CELLS;
    density: f64 = "density", |density| (0.0..=1.0).contains(density), "a probability from 0 to 1, such as 0.5";
    seed: Option<u64> = "seed", |_| true, "a whole number from 0 to 2^64 - 1";
    difficulty: Option<(f64, f64)> = "difficulty", or_none(|(least, most)| 0.0 <= *least && least <= most),
        "a tuple of the minimum and the maximum, such as (2, 4)";
    tries: u32 = "tries", |tries| *tries > 0, "a number of puzzles, from 1 to 2^32 - 1";
    colours: usize = "colours", is_palette, COLOURS;
    most_colours: Option<usize> = "colours", or_none(is_palette), COLOURS;
    threshold: u8 = "threshold", |_| true, "a level from 0 to 255";
    size: Option<(usize, usize)> = "size", or_none(|(rows, columns)| is_side(rows) && is_side(columns)),
        "a tuple of the numbers of rows and columns, from 1 to 4095 each, such as (20, 30)";
    max_side: Option<usize> = "max_side", or_none(is_side), CELLS;
    limit: f64 = "limit", is_time, SECONDS;
    limit_or_none: Option<f64> = "limit", or_none(is_time), SECONDS;
    timeout: Option<f64> = "timeout", or_none(is_time), SECONDS;
    most: Option<usize> = "most", or_none(|most| *most > 0), "a number of solutions, at least 1";
    baud: u32 = "baud", |baud| *baud > 0, "a baud rate, at least 1, such as 9600";
    retries: u32 = "retries", |_| true, "a number, from 0 to 2^32 - 1";
}

/// The duration of a valid time.
pub fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
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
pub fn options(
    engine: &str,
    limit: Option<f64>,
    most: usize,
    cancel: &Cancel,
) -> PyResult<SolveOptions> {
    let engine: Engine = engine.parse().map_err(bad_input)?;
    Ok(SolveOptions {
        engine,
        max_solutions: most,
        time_limit: limit.map(duration),
        cancel: Some(cancel.0.clone()),
        ..SolveOptions::default()
    })
}
