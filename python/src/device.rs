//! The class `Device`: a board on a serial port or behind UDP.

use std::time::Instant;

use nonogram_kit::Session;
use nonogram_kit::device::PortOptions;
use pyo3::prelude::*;

use crate::limits::{self, duration};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::worker::Actor;

/// A board on a serial port, a virtual board behind a pseudo-terminal, or a board behind UDP.
///
/// port: the name of the port, such as "/dev/ttyUSB1" or "udp://192.168.1.50:5000". baud: bits per second of a serial port, 8N1.
/// check: whether to send check messages; by default only if the device reports its identity; if False, the identity is not requested,
/// and boards of options are sent. retries: maximum number of times that a board is retransmitted if its reply is corrupted, short or
/// missing (at most 1 if the device has never sent anything). timeout: seconds of silence after which to give up; by default derived
/// from the board's size and the baud rate of a serial port.
/// Raises LinkError if the port cannot be opened, and InputError if a number or the address is out of range.
#[pyclass(module = "nonogram", frozen)]
pub struct Device {
    /// The name of the port.
    #[pyo3(get)]
    port: String,
    board: Actor,
}

#[pymethods]
impl Device {
    #[new]
    #[pyo3(signature = (port, *, baud=9600, check=None, retries=7, timeout=None))]
    fn new(
        py: Python<'_>,
        port: String,
        #[pyo3(from_py_with = limits::baud)] baud: u32,
        check: Option<bool>,
        #[pyo3(from_py_with = limits::retries)] retries: u32,
        #[pyo3(from_py_with = limits::timeout)] timeout: Option<f64>,
    ) -> PyResult<Self> {
        let options = PortOptions {
            baud,
            check,
            retries: Some(retries),
            timeout: timeout.map(duration),
            ..PortOptions::default()
        };
        let name = port.clone();
        let board = Actor::start(py, move || Session::on_port(&name, options))?;
        Ok(Self { port, board })
    }

    /// Send a puzzle to the board, and check the reply against every clue.
    ///
    /// limit: seconds after which a clue core ends its search.
    /// A puzzle whose row and column clues have different sums is unsolvable, and is not sent.
    /// Raises LinkError if there is no valid reply, and InputError if the puzzle is too large for the board, takes more than
    /// 64 MiB as a board of options or has several colours, or if `limit` is not above 0.
    #[pyo3(signature = (puzzle, *, limit=60.0))]
    fn solve(
        &self,
        py: Python<'_>,
        puzzle: &Puzzle,
        #[pyo3(from_py_with = limits::limit)] limit: f64,
    ) -> PyResult<Solution> {
        let limit = Some(duration(limit));
        let start = Instant::now();
        let sent = puzzle.0.clone();
        let name = self.port.clone();
        let answer = (self.board).call(py, move |board| board.solve(&sent, &name, limit))?;
        Ok(Solution::new(
            puzzle.0.clone(),
            answer,
            &self.port,
            start.elapsed(),
        ))
    }

    fn __repr__(&self) -> String {
        format!("<nonogram.Device {}>", self.port)
    }
}
