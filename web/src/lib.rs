//! The page's WebAssembly module: puzzles, solver and simulated FPGA; text and JSON in, JSON out.
//! Interface: [`door`] is the API for JavaScript; the modules behind it are plain Rust, and tested as such.
//! Cells are passed as text, in row-major order: `#` filled, `-` blank, `?` unknown, `b` to `z` the other colours.

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
