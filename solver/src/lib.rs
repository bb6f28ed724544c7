//! Nonogram solvers: the exact model of each hardware core, and the software engines.
//!
//! [`solve`] is the front door to every [`Engine`]; [`propagate`] is complete line solving to the
//! fixpoint; [`line`] holds the line solvers, [`published`] the engines of others, [`hint`] the
//! next deduction in words, and [`check`] the mistakes of a partial grid.

mod belief;
mod board;
mod check;
pub mod classic;
mod engine;
mod failed;
pub mod hint;
mod learn;
pub mod line;
mod open;
pub mod parallel;
mod portfolio;
mod probing;
mod propagate;
pub mod published;
mod rating;
mod sat;
mod search;
mod select;
mod solve;
mod word;

pub use check::{Check, Mistake, Standing, check};
pub use engine::{Engine, UnknownEngine};
pub use line::{Contradiction, LineSolver};
pub use propagate::{LineOutcome, Methods, Propagation, propagate, propagate_with};
pub use rating::{Rating, rate};
pub use search::Counts;
pub use select::{Selection, score};
pub use solve::{End, Report, SolveOptions, Verdict, solve};
