//! What a search is asked for, and its verdict.
//! Interface: [`Mode`] and [`Status`]; the numbers on the wire are the protocol's.

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A solution, and whether it is the only one.
    #[default]
    Proof,
    /// What follows by line logic.
    LineLogic,
    /// A solution.
    FirstSolution,
}

/// The status of the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Solved; in [`Mode::Proof`] this is the only solution.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// The limit or the end of line logic came first; what is certain is known.
    Undecided,
    /// Solved, and there is another solution.
    Multiple,
}
