//! Stub of the engine `sat` for builds without the feature `sat`.
//!
//! [`check`] refuses every puzzle, so the portfolio does not use SAT.

use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::learning::Literal;
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::unfit::Unfit;

/// Always fails: no puzzle fits the engine.
///
/// # Errors
/// Always returns [`Unfit`].
pub fn check(_: &Puzzle) -> Result<(), Unfit> {
    Err(Unfit {
        engine: "sat",
        instead: "another engine",
        needs: "CaDiCaL".to_owned(),
        limit: "a build with the feature `sat`".to_owned(),
    })
}

/// An engine that is never started.
pub struct Sat;

impl Sat {
    /// Never called: required by the callers, which are compiled with and without the feature.
    pub fn new(_: &Puzzle, _: &Grid, _: &Limits) -> Self {
        Self
    }

    /// Never called: required by the callers, which are compiled with and without the feature.
    pub fn add(&mut self, _: &[Literal]) {}

    /// Never called: required by the callers, which are compiled with and without the feature.
    pub fn exclude(&mut self, _: &Grid) {}
}

impl Search for Sat {
    fn next(&mut self, _: &Limits) -> Step {
        Step::OutOfNodes
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }
}
