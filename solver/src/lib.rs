//! Nonogram solvers: the exact model of the hardware core, and the software engines.
//!
//! [`propagate`] is complete line solving to the fixpoint; [`line`] holds the line solvers.

mod board;
pub mod classic;
pub mod line;
mod propagate;
mod select;
mod word;

pub use line::{Contradiction, LineSolver};
pub use propagate::{LineOutcome, Methods, Propagation, propagate, propagate_with};
pub use select::{Selection, score};
