//! The page's WebAssembly module: puzzles, the solver and the simulated FPGA. Arguments and results are numbers, text, JSON and bytes.
//! Interface: [`door`] is the API for JavaScript; the other modules are plain Rust and are tested without WebAssembly.
//! Cells are passed as text, in row-major order: `#` for the first colour, `b` to `z` for the others, `-` for blank, `?` for unknown.

pub mod advice;
pub mod door;
pub mod draw;
pub mod paints;
pub mod paper;
pub mod random;
pub mod record;
pub mod sheet;
#[cfg(test)]
mod types;
pub mod verdict;
pub mod watch;
pub mod wire;
