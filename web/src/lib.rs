//! The page's WebAssembly module: puzzles, the solver and the simulated FPGA. Arguments and results are numbers, text, JSON and bytes.
//! Interface: `bindings` is the API for JavaScript, which is compiled only for WebAssembly; the other modules are plain Rust and are tested
//! without it.
//! An error is a message to the user. Cells are passed as text, in row-major order: `#` for the first colour, `b` to `z` for the others, `-` for blank, `?` for unknown.

pub mod advice;
#[cfg(target_arch = "wasm32")]
pub mod bindings;
pub mod draw;
pub mod paper;
pub mod sheet;
#[cfg(test)]
mod types;
pub mod watch;
pub mod wire;
