//! The page's door to puzzles, solver and simulated FPGA: text and JSON in, JSON out.
//! Interface: [`door`] is what JavaScript sees; the modules behind it are plain Rust, and tested as such.
//! Cells cross it as text, row by row: `#` filled, `-` blank, `?` unknown.

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
