//! Nonogram solvers: models of the hardware cores, and the software engines.
//!
//! [`solve`] is the entry point to every [`Engine`]; [`propagate`] runs complete line logic to the fixpoint. [`model`] contains the models
//! of the option cores, [`mod@reference`] checks the steps of the clue core, [`hint`] finds the next deduction in words, and [`fit`] has the
//! limits of the engines. [`check()`] finds the mistakes of a partial grid, [`disambiguate()`] edits of a drawing after which its puzzle has
//! exactly one solution, [`rate`] rates the difficulty, and [`Random`] generates puzzles.

/// The error for a name that no value of a type has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {name:?}; expected one of {names}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    names: String,
}

/// Prints the values of a type with `ALL` and `name` as their names, and parses these.
macro_rules! with_names {
    ($type:ident, $what:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let mut all = Self::ALL.into_iter();
                let found = all.find(|value| value.name() == name);
                found.ok_or_else(|| $crate::UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    names: Self::ALL.map(Self::name).join(", "),
                })
            }
        }
    };
}

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
pub use disambiguate::{Edit, Proposal, disambiguate};
pub use engine::search::{Counts, End};
pub use engine::{Engine, Unfit};
pub use propagate::{LineOutcome, propagate};
pub use random::{Demand, Random, Rating, rate};
pub use solve::{Report, SolveOptions, Verdict, solve, solve_each};

/// The clock of time limits: that of the system, or in a browser that of the page.
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;
#[cfg(target_arch = "wasm32")]
pub use web_time::Instant;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
