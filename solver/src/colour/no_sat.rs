//! What stands in for SAT where the feature `sat` is off: no puzzle fits it.

use nonogram_puzzles::Grid;

use super::board::{Board, Shape};
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::word::Word;

/// No puzzle is within the engine.
pub(super) fn fits(_: &Shape) -> bool {
    false
}

/// An engine that ends before it begins.
pub(super) struct Sat;

impl Sat {
    /// The interface of the engine.
    pub(super) fn new<W: Word>(_: &Shape, _: &Board<W>, _: &Limits) -> Self {
        Self
    }

    /// The interface of the engine.
    pub(super) fn exclude(&mut self, _: &Grid) {}
}

impl Search for Sat {
    fn next(&mut self, _: &Limits) -> Step {
        Step::OutOfNodes
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }
}
