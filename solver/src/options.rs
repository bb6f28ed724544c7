//! What [`crate::solve`] is asked: the engine, how many solutions, and the limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use nonogram_puzzles::Grid;
use web_time::Instant;

use crate::engine::Engine;
use crate::engine::search::Limits;
use crate::propagate::Methods;

/// What [`crate::solve`] is to find and how.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// The engine.
    pub engine: Engine,
    /// How many solutions are wanted: 1 (or 0) ends at the first without a verdict on others, 2 (the
    /// default) is enough for a verdict, `usize::MAX` means all.
    pub max_solutions: usize,
    /// How long it may take.
    pub time_limit: Option<Duration>,
    /// Set by others to end the run, as if the time were up; it is looked at as often as the clock.
    pub cancel: Option<Arc<AtomicBool>>,
    /// How many decisions it may make. The portfolio then goes without SAT, whose decisions it cannot
    /// count.
    pub node_limit: Option<u64>,
    /// How many threads it may use; 0 for one per core. The result does not depend on it.
    pub threads: usize,
    /// Cells that are given, in a grid of the puzzle's size.
    pub fixed: Option<Grid>,
    /// How [`Engine::Lines`] solves a line, and which one it takes next.
    pub methods: Methods,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            max_solutions: 2,
            time_limit: None,
            cancel: None,
            node_limit: None,
            threads: 1,
            fixed: None,
            methods: Methods::default(),
        }
    }
}

impl SolveOptions {
    /// The limits of a search that began at `start`.
    pub(crate) fn limits(&self, start: Instant) -> Limits {
        Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            decisions: self.node_limit.unwrap_or(u64::MAX),
            cancel: self.cancel.clone(),
            ..Limits::NONE
        }
    }
}
