//! Nonogram solvers: models of the hardware cores, and the software engines.
//!
//! [`solve`] is the entry point to every [`Engine`]; [`propagate`] runs complete line logic to the fixpoint.
//! [`model`] contains the models of the option cores, [`mod@reference`] checks the steps of the clue core, [`mod@line`] the line solvers, [`published`] engines of other authors, [`hint`]
//! the next deduction in words, and [`fit`] the limits of the engines. [`check()`] finds the mistakes of a partial grid,
//! [`disambiguate()`] finds edits of a drawing after which its puzzle has exactly one solution, [`rate`] rates the difficulty, and
//! [`Random`] generates puzzles.

#[cfg(test)]
mod boards;
mod check;
mod colour;
mod disambiguate;
mod engine;
pub mod fit;
pub mod hint;
pub mod line;
pub mod model;
mod partial_grid;
mod propagate;
pub mod published;
mod random;
mod rating;
pub mod reference;
mod solve;
mod word;
mod worklist;

pub use check::{Check, Mistake, Standing, broken_lines, check};
pub use disambiguate::{Edit, Proposal, disambiguate};
pub use engine::search::{Counts, End};
pub use engine::{Engine, Unfit, UnknownEngine};
pub use line::{Contradiction, LineSolver};
pub use propagate::{propagate, propagate_with};
pub use random::{Demand, Random};
pub use rating::{Rating, rate};
pub use solve::{
    LineOutcome, Methods, Propagation, Report, SolveOptions, Verdict, solve, solve_each,
};
pub use worklist::{Selection, score};

/// The clock of time limits: that of the system, or in a browser that of the page.
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;
#[cfg(target_arch = "wasm32")]
pub use web_time::Instant;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
