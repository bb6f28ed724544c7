//! The error of a puzzle that is beyond an engine; [`crate::fit`] says which are.

use thiserror::Error;

/// A puzzle that is beyond an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine {engine} would need {needs}; expected {limit}; choose another engine")]
pub struct Unfit {
    /// The engine's name.
    pub engine: &'static str,
    /// What the puzzle asks for.
    pub needs: String,
    /// The most that the engine takes.
    pub limit: String,
}
