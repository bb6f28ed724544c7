//! The class `Solutions`: an iterator over a puzzle's solutions, which a separate thread finds.
//!
//! The thread waits while [`AHEAD`] solutions are in the queue, and its search is cancelled when the iterator is dropped.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

use nonogram_kit::may_be_more;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, SolveOptions, solve_each};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arrays;
use crate::error::limit_reached;
use crate::limits::Cancel;
use crate::worker;

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
