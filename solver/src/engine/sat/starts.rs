//! Start positions of blocks as variables of the order encoding.
//!
//! Interface: [`Starts`] returns, as a [`Term`], whether the block starts or ends before a place.

use super::problem::{Problem, Term};

/// The variables of one block.
pub(crate) struct Starts {
    /// First possible start.
    pub(crate) first: usize,
    /// Last possible start.
    pub(crate) last: usize,
    /// Number of cells of the block.
    pub(crate) length: usize,
    /// For each possible start but the first, that the block starts before it.
    before: Vec<Term>,
}

impl Starts {
    /// Creates the variables of a block of `length` cells whose possible starts are from `first` to `last`.
    pub(crate) fn new(problem: &mut Problem, first: usize, last: usize, length: usize) -> Self {
        let before = (first..last).map(|_| problem.variable()).collect();
        Self {
            first,
            last,
            length,
            before,
        }
    }

    /// The term that the block starts before `place`.
    pub(crate) fn before(&self, place: usize) -> Term {
        match place {
            _ if place <= self.first => Term::Constant(false),
            _ if place > self.last => Term::Constant(true),
            _ => self.before[place - self.first - 1],
        }
    }

    /// The term that the block ends before `place`.
    pub(crate) fn over(&self, place: usize) -> Term {
        match (place + 1).checked_sub(self.length) {
            Some(start) => self.before(start),
            None => Term::Constant(false),
        }
    }
}
