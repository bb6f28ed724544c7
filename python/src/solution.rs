//! The classes `Solution`, the result of solving a puzzle on a board, on the simulated board or in software, and `Solutions`, an iterator
//! over a puzzle's solutions, which a separate thread finds.
//!
//! The thread waits while [`AHEAD`] solutions are in the queue, and its search is cancelled when the iterator is dropped.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nonogram_kit::{Answer, may_be_more};
use nonogram_puzzles::{Format, Grid, Puzzle};
use nonogram_solver::{End, SolveOptions, solve_each};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::error::{Reduced, bad_input, limit_reached, reduce};
use crate::limits::Cancel;
use crate::{arrays, puzzle, worker};

/// The result of solving a puzzle.
#[pyclass(module = "nonogram", frozen)]
pub struct Solution {
    puzzle: Arc<Puzzle>,
    grid: Grid,
    /// "solved", "unsolvable", "stalled" (not settled; some cells may be known) or "multiple" (there are other solutions).
    #[pyo3(get)]
    status: String,
    /// Whether the solution is the only one; None if there is no solution, if that was not settled, or if a board without search solved the
    /// puzzle.
    #[pyo3(get)]
    unique: Option<bool>,
    /// The command's option for the limit that ended the search early, such as "--time-limit"; "--rounds" if the engine "genetic"
    /// gave up. None if no limit ended the search.
    #[pyo3(get)]
    limit: Option<String>,
    /// What solved the puzzle: "software", "sim", or the name of a serial port.
    #[pyo3(get)]
    backend: String,
    /// The core of the board: "classic", "parallel" or "clue"; None if it is not known, if nothing was sent, or if software solved the
    /// puzzle.
    #[pyo3(get)]
    core: Option<String>,
    /// Clock cycles from the end of the board message to the verdict, on the simulated board; None for other back ends, or if nothing was
    /// sent.
    #[pyo3(get)]
    cycles: Option<u64>,
    /// Clock cycles of the whole exchange, including the idle time after the reply, on the simulated board; None for other back ends, or
    /// if nothing was sent.
    #[pyo3(get)]
    clocks: Option<u64>,
    /// Number of bytes sent to the board; None if nothing was sent.
    #[pyo3(get)]
    bytes_sent: Option<u64>,
    /// Number of bytes received in reply; None if nothing was sent.
    #[pyo3(get)]
    bytes_received: Option<u64>,
    /// Number of times that the board was retransmitted; None if nothing was sent.
    #[pyo3(get)]
    retries: Option<u32>,
    /// Seconds from the call to the answer.
    #[pyo3(get)]
    elapsed_seconds: f64,
}

impl Solution {
    /// Creates the result from a puzzle, the answer of a back end, the name of the back end, and the time that it took.
    pub fn new(puzzle: Arc<Puzzle>, answer: Answer, backend: &str, elapsed: Duration) -> Self {
        let core = answer.link.and_then(|link| link.core);
        Self {
            puzzle,
            status: answer.verdict.name().to_owned(),
            unique: answer.search.as_ref().and_then(|search| search.unique),
            limit: answer.limit().map(str::to_owned),
            backend: backend.to_owned(),
            core: core.map(|core| core.name().to_owned()),
            cycles: answer.cycles(),
            clocks: answer.link.and_then(|link| link.traffic.clocks),
            bytes_sent: answer.link.map(|link| link.traffic.bytes_sent),
            bytes_received: answer.link.map(|link| link.traffic.bytes_received),
            retries: answer.link.map(|link| link.retries),
            elapsed_seconds: elapsed.as_secs_f64(),
            grid: answer.grid,
        }
    }
}

/// Numbers of a [`Solution`] in a pickle: cycles, clocks, bytes sent and received, retransmissions, and seconds.
type Numbers = (
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<u32>,
    f64,
);
/// The state of a [`Solution`] in a pickle: puzzle, grid, status, uniqueness, limit, back end, core, and numbers.
type State<'py> = (
    puzzle::Puzzle,
    Bound<'py, PyAny>,
    String,
    Option<bool>,
    Option<String>,
    String,
    Option<String>,
    Numbers,
);

#[pymethods]
impl Solution {
    /// The picture: an array of int8 of the puzzle's shape: 1 filled or the number of a colour, 0 blank, -1 unknown.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        arrays::of_grid(py, &self.grid)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, State<'py>> {
        let numbers = (
            self.cycles,
            self.clocks,
            self.bytes_sent,
            self.bytes_received,
            self.retries,
            self.elapsed_seconds,
        );
        let state = (
            puzzle::Puzzle(self.puzzle.clone()),
            self.grid(py)?.into_any(),
            self.status.clone(),
            self.unique,
            self.limit.clone(),
            self.backend.clone(),
            self.core.clone(),
            numbers,
        );
        reduce::<Self, _>(py, state)
    }

    #[staticmethod]
    fn _restore(state: State<'_>) -> PyResult<Self> {
        let (puzzle, grid, status, unique, limit, backend, core, numbers) = state;
        let (cycles, clocks, bytes_sent, bytes_received, retries, elapsed_seconds) = numbers;
        Ok(Self {
            grid: arrays::to_grid(&puzzle.0, &grid)?,
            puzzle: puzzle.0,
            status,
            unique,
            limit,
            backend,
            core,
            cycles,
            clocks,
            bytes_sent,
            bytes_received,
            retries,
            elapsed_seconds,
        })
    }

    /// The picture as text, one line per row: "#" filled, "-" blank, "?" unknown, letters for colours.
    fn __str__(&self) -> String {
        self.puzzle.palette().to_lines(&self.grid).join("\n")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        format!("<nonogram.Solution {}, {rows} x {columns}>", self.status)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let bytes = Format::Svg.write(&self.puzzle, Some(&self.grid));
        String::from_utf8(bytes.map_err(bad_input)?).map_err(bad_input)
    }
}

/// Capacity of the queue of solutions.
const AHEAD: usize = 16;

/// A message from the thread of the search.
enum Found {
    Solution(Grid),
    /// The search was stopped after this many solutions.
    Stopped(usize),
}

/// An iterator over the solutions of a puzzle: arrays of int8 of the puzzle's shape.
#[pyclass(module = "nonogram", frozen)]
pub struct Solutions {
    found: Mutex<Receiver<Found>>,
    cancel: Cancel,
}

impl Solutions {
    /// Starts the search on its own thread.
    ///
    /// # Errors
    /// Returns an exception if the system cannot create a thread.
    pub fn start(puzzle: Arc<Puzzle>, options: SolveOptions, cancel: Cancel) -> PyResult<Self> {
        let (sender, found) = sync_channel(AHEAD);
        worker::spawn(move || {
            let report = solve_each(&puzzle, &options, &mut |solution| match sender
                .send(Found::Solution(solution.clone()))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
            if !matches!(report.end, End::Complete | End::Enough) {
                // The iterator may have been dropped.
                let _ = sender.send(Found::Stopped(report.count));
            }
        })?;
        Ok(Self {
            found: Mutex::new(found),
            cancel,
        })
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.set();
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<i8>>>> {
        match worker::wait(py, &self.found)? {
            Some(Found::Solution(grid)) => arrays::of_grid(py, &grid).map(Some),
            Some(Found::Stopped(count)) => Err(limit_reached(may_be_more(count))),
            None => Ok(None),
        }
    }
}
