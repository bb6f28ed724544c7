//! What stands in for the engine `sat` where the feature `sat` is off: nothing fits it.
//!
//! [`check`] refuses every puzzle, so the portfolio goes without it.

use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::learning::Literal;
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::unfit::Unfit;

/// No puzzle is within the engine.
///
/// # Errors
/// Always.
pub fn check(_: &Puzzle) -> Result<(), Unfit> {
    Err(Unfit {
        engine: "sat",
        needs: "CaDiCaL".to_owned(),
        limit: "a build with the feature `sat`".to_owned(),
    })
}

/// An engine that ends before it begins.
pub struct Sat;

impl Sat {
    /// The interface of the engine.
    pub fn new(_: &Puzzle, _: &Grid, _: &Limits) -> Self {
        Self
    }

    /// The interface of the engine.
    pub fn add(&mut self, _: &[Literal]) {}

    /// The interface of the engine.
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
