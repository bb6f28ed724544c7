//! What the module returns: the classes of `module/nonogram/_results.py`, and the iterator `Solutions`.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nonogram_kit::{Answer, Clues, HintRecord, Item, Judgement, may_be_more};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, Rating, SolveOptions, solve_each};
use numpy::PyArray2;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::limit_reached;
use crate::limits::Cancel;
use crate::{convert, puzzle, worker};

/// What a method returns.
pub type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// An object of a class of `_results.py`, made from the values of its attributes.
fn object<'py>(py: Python<'py>, class: &str, attributes: impl PyCallArgs<'py>) -> Object<'py> {
    py.import("nonogram._results")?.getattr(class)?.call1(attributes)
}

/// The `Solution` of a puzzle from the answer of a back end, the name of the back end, and the time that it took.
pub fn solution<'py>(
    py: Python<'py>,
    puzzle: Arc<Puzzle>,
    answer: &Answer,
    backend: &str,
    elapsed: Duration,
) -> Object<'py> {
    let traffic = answer.traffic;
    let attributes = PyDict::new(py);
    attributes.set_item("grid", convert::of_grid(py, &answer.grid)?)?;
    attributes.set_item("status", answer.verdict.status().name())?;
    attributes.set_item("unique", answer.verdict.unique())?;
    attributes.set_item("limit", answer.limit())?;
    attributes.set_item("backend", backend)?;
    attributes.set_item("core", answer.core())?;
    attributes.set_item("cycles", answer.cycles())?;
    attributes.set_item("clocks", traffic.and_then(|traffic| traffic.clocks))?;
    attributes.set_item("bytes_sent", traffic.map(|traffic| traffic.bytes_sent))?;
    attributes.set_item("bytes_received", traffic.map(|traffic| traffic.bytes_received))?;
    attributes.set_item("retries", traffic.map(|traffic| traffic.plan.retries))?;
    attributes.set_item("elapsed_seconds", elapsed.as_secs_f64())?;
    attributes.set_item("_puzzle", puzzle::Puzzle(puzzle))?;
    py.import("nonogram._results")?.getattr("Solution")?.call((), Some(&attributes))
}

/// A `Validation`, whose cells are numbered from 0.
pub fn validation(py: Python<'_>, judgement: Judgement) -> Object<'_> {
    let Judgement { verdict, logic, depth, difficulty, why, differs, .. } = judgement;
    let differs = differs.map(|place| (place.row - 1, place.column - 1));
    let attributes = (verdict.uniqueness(), logic.name(), depth, difficulty, why, differs);
    object(py, "Validation", attributes)
}

/// A `Rating`.
pub fn rating(py: Python<'_>, Rating { difficulty, depth }: Rating) -> Object<'_> {
    object(py, "Rating", (difficulty, depth))
}

/// A `Hint`, whose cells are numbered from 0.
pub fn hint(py: Python<'_>, hint: HintRecord) -> Object<'_> {
    let cells = hint.cells.into_iter();
    let cells: Vec<_> = cells.map(|cell| (cell.row - 1, cell.column - 1, cell.value)).collect();
    object(py, "Hint", (hint.rule, hint.line, cells, hint.text))
}

/// A `Decoded`.
pub fn decoded(py: Python<'_>, item: Item) -> Object<'_> {
    let clues = item.clues.map(|Clues { clues, palette }| convert::clues(&palette, &clues));
    let grid = item.grid.map(|picture| convert::of_grid(py, &picture.grid)).transpose()?;
    let check = item.check.flatten();
    let attributes =
        (item.kind, item.rows, item.columns, item.status, check, item.text, clues, grid);
    object(py, "Decoded", attributes)
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
