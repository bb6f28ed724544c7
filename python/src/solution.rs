//! The class `Solution`: the result of solving a puzzle on a board, on the simulated board or in software.

use std::sync::Arc;
use std::time::Duration;

use nonogram_host::Answer;
use nonogram_puzzles::{Format, Puzzle};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arrays;
use crate::error::bad_input;

/// The result of solving a puzzle.
#[pyclass(module = "nonogram", frozen)]
pub struct Solution {
    puzzle: Arc<Puzzle>,
    answer: Answer,
    /// What solved the puzzle: "software", "sim", or the name of a serial port.
    #[pyo3(get)]
    backend: String,
    /// Seconds from the call to the answer.
    #[pyo3(get)]
    elapsed_seconds: f64,
}

impl Solution {
    /// Creates the result from a puzzle, the answer of a back end, the name of the back end, and the time that it took.
    pub fn new(puzzle: Arc<Puzzle>, answer: Answer, backend: &str, elapsed: Duration) -> Self {
        Self {
            puzzle,
            answer,
            backend: backend.to_owned(),
            elapsed_seconds: elapsed.as_secs_f64(),
        }
    }
}

#[pymethods]
impl Solution {
    /// "solved", "unsolvable", "stalled" (not settled; some cells may be known) or "multiple" (there are other solutions).
    #[getter]
    fn status(&self) -> &'static str {
        self.answer.verdict.name()
    }

    /// The picture: an array of int8 of the puzzle's shape: 1 filled or the number of a colour, 0 blank, -1 unknown.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        arrays::of_grid(py, &self.answer.grid)
    }

    /// Whether the solution is the only one; None if there is no solution, if that was not settled, or if a board without search solved the
    /// puzzle.
    #[getter]
    fn unique(&self) -> Option<bool> {
        self.answer.search.as_ref().and_then(|search| search.unique)
    }

    /// The command's option for the limit that ended the search early, such as "--time-limit"; "--rounds" if the engine "genetic"
    /// gave up. None if no limit ended the search.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.answer.limit()
    }

    /// The core of the board: "classic", "parallel" or "clue"; None if it is not known, if nothing was sent, or if software solved the
    /// puzzle.
    #[getter]
    fn core(&self) -> Option<&'static str> {
        self.answer
            .link
            .and_then(|link| link.core)
            .map(|core| core.name())
    }

    /// Clock cycles from the end of the board message to the verdict, on the simulated board; None for other back ends, or if nothing was
    /// sent.
    #[getter]
    fn cycles(&self) -> Option<u64> {
        self.answer.cycles()
    }

    /// Clock cycles of the whole exchange, including the idle time after the reply, on the simulated board; None for other back ends, or
    /// if nothing was sent.
    #[getter]
    fn clocks(&self) -> Option<u64> {
        self.answer.link.and_then(|link| link.traffic.clocks)
    }

    /// Number of bytes sent to the board; None if nothing was sent.
    #[getter]
    fn bytes_sent(&self) -> Option<u64> {
        self.answer.link.map(|link| link.traffic.bytes_sent)
    }

    /// Number of bytes received in reply; None if nothing was sent.
    #[getter]
    fn bytes_received(&self) -> Option<u64> {
        self.answer.link.map(|link| link.traffic.bytes_received)
    }

    /// Number of times that the board was retransmitted; None if nothing was sent.
    #[getter]
    fn retries(&self) -> Option<u32> {
        self.answer.link.map(|link| link.retries)
    }

    /// The picture as text, one line per row: "#" filled, "-" blank, "?" unknown, letters for colours.
    fn __str__(&self) -> String {
        self.puzzle.palette().to_lines(&self.answer.grid).join("\n")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.answer.grid.rows(), self.answer.grid.columns());
        format!("<nonogram.Solution {}, {rows} x {columns}>", self.status())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let bytes = Format::Svg.write(&self.puzzle, Some(&self.answer.grid));
        String::from_utf8(bytes.map_err(bad_input)?).map_err(bad_input)
    }
}
