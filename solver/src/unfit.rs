//! The error for a puzzle beyond the limits of an engine; see [`crate::fit`].

use thiserror::Error;

/// A puzzle beyond the limits of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine {engine} would need {needs}; expected {limit}; choose another {}", replaceable(.engine))]
pub struct Unfit {
    /// Name of the engine, and of its line solver if only that is the obstacle.
    pub engine: &'static str,
    /// What the engine would need for the puzzle.
    pub needs: String,
    /// The limit of the engine.
    pub limit: String,
}

/// The kind of the part that can be replaced: the line solver if the name includes one, else the engine.
fn replaceable(engine: &str) -> &'static str {
    match engine.contains("line solver") {
        true => "line solver",
        false => "engine",
    }
}
