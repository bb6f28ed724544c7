//! The error for a puzzle beyond the limits of an engine; see [`crate::fit`].

use thiserror::Error;

/// A puzzle beyond the limits of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine {engine} would need {needs}; expected {limit}; choose {instead}")]
pub struct Unfit {
    /// Name of the engine, and of its line solver if only that is the obstacle.
    pub engine: &'static str,
    /// What the engine would need for the puzzle.
    pub needs: String,
    /// The limit of the engine.
    pub limit: String,
    /// What to choose instead of the engine.
    pub instead: &'static str,
}
