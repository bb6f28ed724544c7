//! Nonogram solvers: models of the hardware cores, and the software engines.
//!
//! [`solve`] is the entry point to every [`Engine`]; [`propagate`] runs complete line logic to the fixpoint. [`model`] contains the models
//! of the option cores, [`mod@reference`] checks the steps of the clue core, [`hint`] finds the next deduction in words, and [`fit`] has the
//! limits of the engines. [`check()`] finds the mistakes of a partial grid, [`disambiguate()`] edits of a drawing after which its puzzle has
//! exactly one solution, [`rate`] rates the difficulty, and [`Random`] generates puzzles.

mod board;
#[cfg(test)]
mod boards;
mod check;
mod disambiguate;
mod engine;
pub mod fit;
pub mod hint;
mod line;
/// Exact models of the hardware cores, each of which reproduces the behaviour of its core step by step: [`classic`](model::classic) advances
/// by line visits, [`parallel`](model::parallel) by clock cycles. The simulation compares the hardware with the models in lockstep. The clue
/// core has no model but a [`mod@reference`] of its steps.
pub mod model {
    pub mod classic;
    pub mod parallel;
}
mod partial_grid;
mod propagate;
mod published;
mod random;
pub mod reference;
mod solve;
mod word;

pub use check::{Check, Standing, broken_lines, check};
pub use disambiguate::{Edit, Proposal, disambiguate, narrow};
pub use engine::search::{Counts, End};
pub use engine::{Engine, UnknownEngine};
pub use fit::Unfit;
pub use propagate::{LineOutcome, propagate};
pub use random::{Demand, Random, Rating, rate};
pub use solve::{Report, SolveOptions, Verdict, only_solution, solve, solve_each};

/// The clock of time limits: that of the system, or in a browser that of the page.
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;
#[cfg(target_arch = "wasm32")]
pub use web_time::Instant;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
