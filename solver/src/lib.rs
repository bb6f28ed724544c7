//! Nonogram solvers: the exact model of the hardware core, and the software engines.

pub mod line;
pub mod word;

pub use line::{Contradiction, LineSolver};
