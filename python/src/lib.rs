//! The Python module `nonogram`: puzzles, software engines, the simulated FPGA, and boards on serial ports.
//!
//! Calls that search, simulate or wait for a board run on separate threads without the interpreter's lock ([`worker`]), so that Ctrl-C
//! ends them.
//! `module/nonogram` contains the Python part: exceptions, results, and the types in `__init__.pyi`.

mod codec;
mod convert;
mod device;
mod error;
mod limits;
mod puzzle;
mod results;
mod worker;

use pyo3::pymodule;

/// The compiled part of the module `nonogram`.
#[pymodule]
mod _nonogram {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python prescribes the name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::codec::{decode, encode};
    #[pymodule_export]
    use crate::device::{Device, Simulator, builds, verilog};
    #[pymodule_export]
    use crate::puzzle::{Puzzle, generate};
    #[pymodule_export]
    use crate::results::Solutions;
}
