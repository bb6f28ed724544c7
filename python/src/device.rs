//! The classes `Device`, a board on a serial port or behind UDP, and `Simulator`, a simulated board in this process; the functions `builds`
//! and `verilog`.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::time::Instant;

use nonogram_kit::device::{self, PortOptions, SIM, SearchTerms};
use nonogram_sim::Engine;
use nonogram_verilog::{BUILDS, Parameters};
use pyo3::prelude::*;

use crate::error::{bad_argument, bad_input, raise};
use crate::limits::{self, duration};
use crate::puzzle::Puzzle;
use crate::results::{self, Object};
use crate::worker::{self, Actor};

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
        let board = Actor::start(py, move || options.open(&name, SearchTerms::default(), ""))?;
        Ok(Self { port, board })
    }

    /// Send a puzzle to the board, and check the reply against every clue.
    ///
    /// limit: seconds after which a clue core ends its search.
    /// A puzzle whose row and column clues have different sums is unsolvable, and is not sent.
    /// Raises LinkError if there is no valid reply, and InputError if the puzzle is too large for the board, takes more than
    /// 64 MiB as a board of options or has several colours, or if `limit` is not above 0.
    #[pyo3(signature = (puzzle, *, limit=60.0))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        puzzle: &Puzzle,
        #[pyo3(from_py_with = limits::limit)] limit: f64,
    ) -> Object<'py> {
        let limit = Some(duration(limit));
        let start = Instant::now();
        let sent = puzzle.0.clone();
        let name = self.port.clone();
        let answer = (self.board).call(py, move |board| board.solve_within(&sent, &name, limit))?;
        results::solution(py, puzzle.0.clone(), &answer, &self.port, start.elapsed())
    }

    fn __repr__(&self) -> String {
        format!("<nonogram.Device {}>", self.port)
    }
}

/// The simulation engines.
const ENGINES: &[Engine] = &[
    Engine::COMPILED,
    #[cfg(feature = "rust-hdl")]
    nonogram_hdl::ENGINE,
];

/// A cycle-accurate simulated FPGA board.
///
/// build: the name of its build, such as "clue32" (`nonogram.builds()` lists them); without it, each puzzle is solved on
/// the first build of the classic core that fits it or, if none does, of the clue core. engine: "compiled", the Verilog of the design
/// compiled in this process; a module built with the feature rust-hdl also has "rust-hdl", the design's source, which is slower.
/// Raises InputError if there is no such build or engine.
#[pyclass(module = "nonogram", frozen)]
pub struct Simulator {
    /// The name of the build; None if it is chosen for each puzzle.
    #[pyo3(get)]
    build: Option<String>,
    engine: Engine,
    board: Actor,
}

#[pymethods]
impl Simulator {
    #[new]
    #[pyo3(signature = (build=None, *, engine="compiled"))]
    fn new(py: Python<'_>, build: Option<String>, engine: &str) -> PyResult<Self> {
        let known = ENGINES.iter().find(|known| known.name == engine);
        let &engine = known.ok_or_else(|| {
            let names: Vec<String> =
                ENGINES.iter().map(|known| format!("{:?}", known.name)).collect();
            bad_argument("engine", engine, &names.join(" or "))
        })?;
        let name = build.clone();
        let board =
            Actor::start(py, move || device::Device::of_build(name.as_deref(), engine, None))?;
        Ok(Self { build, engine, board })
    }

    /// Solve a puzzle on the simulated board, which receives it through its serial port.
    ///
    /// limit: seconds of simulated time after which a clue core ends its search. The other cores do not search, and need no limit.
    /// vcd: a file for the waveform of all signals, recorded from a new power-on of the board.
    /// A puzzle whose row and column clues have different sums is unsolvable, and is not sent.
    /// Raises InputError if the puzzle is too large for the build, fits no build or has several colours, or if `limit` is not above 0 or
    /// is given for a build without a clue core, and OSError if the file cannot be created.
    #[pyo3(signature = (puzzle, *, limit=None, vcd=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        puzzle: &Puzzle,
        #[pyo3(from_py_with = limits::limit_or_none)] limit: Option<f64>,
        vcd: Option<PathBuf>,
    ) -> Object<'py> {
        let limit = limit.map(duration);
        let start = Instant::now();
        let sent = puzzle.0.clone();
        let answer = match vcd {
            None => (self.board).call(py, move |board| board.solve_within(&sent, SIM, limit))?,
            Some(path) => {
                let file = File::create(&path).map_err(|error| {
                    let text = format!(
                        "{}: cannot create the waveform: {error}; name a file in a writable folder",
                        path.display()
                    );
                    io::Error::new(error.kind(), text)
                })?;
                let file = BufWriter::new(file);
                let (build, engine) = (self.build.clone(), self.engine);
                let solved = worker::run_until_stopped(py, move || {
                    let mut board =
                        device::Device::of_build(build.as_deref(), engine, Some(Box::new(file)))?;
                    board.solve_within(&sent, SIM, limit)
                })?;
                solved.map_err(raise)?
            }
        };
        results::solution(py, puzzle.0.clone(), &answer, SIM, start.elapsed())
    }

    fn __repr__(&self) -> String {
        match &self.build {
            Some(build) => format!("<nonogram.Simulator {build}>"),
            None => "<nonogram.Simulator>".to_owned(),
        }
    }
}

/// The names of the designs.
#[pyfunction]
pub fn builds() -> Vec<&'static str> {
    BUILDS.iter().map(|build| build.name).collect()
}

/// The SystemVerilog of a design, whose top module is `nonogram_BUILD`; clock frequency and baud rate are parameters.
///
/// fast: 4 clock cycles per bit of the serial line as the default, for simulations.
/// Raises InputError if there is no such design.
#[pyfunction]
#[pyo3(signature = (build, *, fast=false))]
pub fn verilog(py: Python<'_>, build: &str, fast: bool) -> PyResult<String> {
    let usual = Parameters::default();
    let parameters = if fast { usual.fast() } else { usual };
    let build = nonogram_verilog::build(build).map_err(bad_input)?;
    Ok(py.detach(|| build.verilog(&parameters)))
}
