//! The function `generate`.

use nonogram_kit::next_random;
use nonogram_solver::{Demand, Random};
use pyo3::prelude::*;

use crate::error::raise;
use crate::limits;
use crate::puzzle::Puzzle;
use crate::worker;

/// Make a random puzzle, with its picture as its goal.
///
/// rows, columns: size in cells. density: probability that a cell is filled. seed: the same seed and arguments give the
/// same puzzle, also in the command `nonogram generate`; without it, a random seed is used, which is in the title.
/// unique: only puzzles with one solution. line_solvable: only puzzles that line logic solves. difficulty: minimum and
/// maximum difficulty, as `Puzzle.rate` measures it, rounded to a tenth; implies unique. colours: number of colours besides the
/// background, 1 to 26.
/// Raises LimitError if none of `tries` puzzles meets these conditions, and InputError if an argument is out of range.
#[pyfunction]
#[pyo3(signature = (rows=10, columns=10, *, density=0.5, seed=None, unique=false, line_solvable=false, difficulty=None,
                    tries=100_000, colours=1))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are keyword arguments in Python"
)]
pub fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = limits::rows)] rows: usize,
    #[pyo3(from_py_with = limits::columns)] columns: usize,
    #[pyo3(from_py_with = limits::density)] density: f64,
    #[pyo3(from_py_with = limits::seed)] seed: Option<u64>,
    unique: bool,
    line_solvable: bool,
    #[pyo3(from_py_with = limits::difficulty)] difficulty: Option<(f64, f64)>,
    #[pyo3(from_py_with = limits::tries)] tries: u32,
    #[pyo3(from_py_with = limits::colours)] colours: usize,
) -> PyResult<Puzzle> {
    let demand = Demand {
        unique,
        line_solvable,
        difficulty: difficulty.map(|(least, most)| least..=most),
        ..Demand::default()
    };
    let seed = match seed {
        Some(seed) => seed,
        None => (py.import("secrets")?.call_method1("randbits", (64,))?).extract()?,
    };
    let mut random = Random::new((rows, columns), density, seed, demand).in_colours(colours);
    let made = worker::run_session(py, move || next_random(&mut random, tries))?;
    made.map(Puzzle::from).map_err(raise)
}
