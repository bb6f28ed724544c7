//! Stub for SAT without the feature `sat`: every puzzle is unfit for it.

use nonogram_puzzles::Grid;

use super::board::{Board, Shape};
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::word::Word;

/// Always false: no puzzle fits the engine.
pub(super) fn fits(_: &Shape) -> bool {
    false
}

/// An engine that is never started.
pub(super) struct Sat;

impl Sat {
    /// Never called, but required by callers that are also compiled without the feature.
    pub(super) fn new<W: Word>(_: &Shape, _: &Board<W>, _: &Limits) -> Self {
        Self
    }

    /// Never called, but required by callers that are also compiled without the feature.
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
