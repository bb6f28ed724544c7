//! What the methods of `Puzzle` return: the classes `Solution`, `Solutions` (an iterator), `Validation`, `Rating` and `Hint`.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nonogram_kit::{Answer, HintRecord, Judgement, may_be_more};
use nonogram_puzzles::{Format, Grid, Puzzle};
use nonogram_solver::{End, SolveOptions, solve_each};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::error::{bad_input, limit_reached};
use crate::limits::Cancel;
use crate::{convert, puzzle, worker};

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

#[pymethods]
impl Solution {
    /// The picture: an array of int8 of the puzzle's shape: 1 filled or the number of a colour, 0 blank, -1 unknown.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        convert::of_grid(py, &self.grid)
    }

    #[getter]
    fn _puzzle(&self) -> puzzle::Puzzle {
        puzzle::Puzzle(self.puzzle.clone())
    }

    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "a solution has as many attributes")]
    fn _restore(
        puzzle: puzzle::Puzzle,
        grid: &Bound<'_, PyAny>,
        status: String,
        unique: Option<bool>,
        limit: Option<String>,
        backend: String,
        core: Option<String>,
        cycles: Option<u64>,
        clocks: Option<u64>,
        bytes_sent: Option<u64>,
        bytes_received: Option<u64>,
        retries: Option<u32>,
        elapsed_seconds: f64,
    ) -> PyResult<Self> {
        let grid = convert::to_grid(&puzzle.0, grid)?;
        let puzzle = puzzle.0;
        Ok(Self {
            puzzle,
            grid,
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
        Ok(Self { found: Mutex::new(found), cancel })
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
            Some(Found::Solution(grid)) => convert::of_grid(py, &grid).map(Some),
            Some(Found::Stopped(count)) => Err(limit_reached(may_be_more(count))),
            None => Ok(None),
        }
    }
}

/// Uniqueness and difficulty of a puzzle.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Validation {
    /// "unique", "multiple", "none" or "unsettled".
    verdict: String,
    /// The method that the verdict requires: "line-solvable" (line logic finds the solution), "contradiction" (the sums of the clues
    /// differ, or line logic finds a contradiction) or "search".
    logic: String,
    /// Maximum depth of nested assumptions in probing; None unless the verdict is "unique" and probing proves it within the time limit and
    /// 1,000 decisions.
    depth: Option<usize>,
    /// Mean number of times that probing solves each line, rounded to a tenth; None if `depth` is None.
    difficulty: Option<f64>,
    /// Why the verdict is not "unique"; None if it is "unique".
    why: Option<String>,
    /// Row and column, from 0, of the first cell, row by row, in which two solutions differ; None unless the verdict is "multiple".
    differs: Option<(usize, usize)>,
}

impl From<Judgement> for Validation {
    fn from(judgement: Judgement) -> Self {
        Self {
            verdict: judgement.verdict.name().to_owned(),
            logic: judgement.logic.name().to_owned(),
            depth: judgement.depth,
            difficulty: judgement.difficulty,
            why: judgement.why,
            differs: (judgement.differs).map(|place| (place.row - 1, place.column - 1)),
        }
    }
}

#[pymethods]
impl Validation {
    #[staticmethod]
    fn _restore(
        verdict: String,
        logic: String,
        depth: Option<usize>,
        difficulty: Option<f64>,
        why: Option<String>,
        differs: Option<(usize, usize)>,
    ) -> Self {
        Self { verdict, logic, depth, difficulty, why, differs }
    }

    fn __repr__(&self) -> String {
        let difficulty = self.difficulty.map(|d| format!(", difficulty {d:.1}"));
        let why = self.why.as_ref().map(|why| format!(": {why}"));
        format!(
            "<nonogram.Validation {}, {}{}{}>",
            self.verdict,
            self.logic,
            difficulty.unwrap_or_default(),
            why.unwrap_or_default()
        )
    }
}

/// Difficulty of a puzzle with exactly one solution.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Rating {
    /// Mean number of times that probing solves each line until the solution is proven to be the only one.
    difficulty: f64,
    /// Maximum number of nested assumptions; 0 if line logic is enough, 1 if probing single cells is enough.
    depth: usize,
}

impl From<nonogram_solver::Rating> for Rating {
    fn from(rating: nonogram_solver::Rating) -> Self {
        let nonogram_solver::Rating { difficulty, depth } = rating;
        Self { difficulty, depth }
    }
}

#[pymethods]
impl Rating {
    #[staticmethod]
    fn _restore(difficulty: f64, depth: usize) -> Self {
        Self { difficulty, depth }
    }

    fn __repr__(&self) -> String {
        format!("<nonogram.Rating {:.1}, depth {}>", self.difficulty, self.depth)
    }
}

/// The next deduction, or the reason why there is none.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Hint {
    /// Name of the rule, or "solved", "wrong", "unsolvable" or "stuck".
    rule: String,
    /// The line of the deduction, or the first line without a placement, such as "row 3", counted from 1; None if there is no such
    /// line.
    line: Option<String>,
    /// The deduced cells, or the wrong cells with the values that they have in the grid: row and column from 0, and "filled", "blank" or
    /// a colour's name.
    cells: Vec<(usize, usize, String)>,
    /// Explanation of the hint.
    text: String,
}

impl From<HintRecord> for Hint {
    fn from(hint: HintRecord) -> Self {
        let cells = hint.cells.into_iter();
        Self {
            rule: hint.rule.to_owned(),
            line: hint.line,
            cells: cells.map(|cell| (cell.row - 1, cell.column - 1, cell.value)).collect(),
            text: hint.text,
        }
    }
}

#[pymethods]
impl Hint {
    #[staticmethod]
    fn _restore(
        rule: String,
        line: Option<String>,
        cells: Vec<(usize, usize, String)>,
        text: String,
    ) -> Self {
        Self { rule, line, cells, text }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<nonogram.Hint {}: {}>", self.rule, self.text)
    }
}
