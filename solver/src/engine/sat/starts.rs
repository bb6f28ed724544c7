//! Start positions of blocks as variables of the order encoding.
//!
//! Interface: [`Starts`] returns, as a [`Term`], whether the block starts or ends before a place.

/// A constant, or a literal of the solver.
#[derive(Clone, Copy)]
pub(crate) enum Term {
    Constant(bool),
    Literal(i32),
}

impl Term {
    /// The opposite truth value.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Literal(literal) => Self::Literal(-literal),
        }
    }
}

/// The variables of one block. Variable `base + i`, for `i` from 1 to `last - first`, means that the block starts before `first + i`.
pub(crate) struct Starts {
    /// First possible start.
    pub(crate) first: usize,
    /// Last possible start.
    pub(crate) last: usize,
    /// Number of cells of the block.
    pub(crate) length: usize,
    /// Number of the variable before the first one of the block.
    pub(crate) base: i32,
}

impl Starts {
    /// The term that the block starts before `place`.
    pub(crate) fn before(&self, place: usize) -> Term {
        match place {
            _ if place <= self.first => Term::Constant(false),
            _ if place > self.last => Term::Constant(true),
            _ => Term::Literal(self.base + (place - self.first) as i32),
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
