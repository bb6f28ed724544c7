//! Options of [`crate::solve`]: engine, number of solutions, limits, threads, given cells and methods of line logic.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Instant;
use nonogram_puzzles::Grid;

use crate::engine::Engine;
use crate::engine::search::Limits;
use crate::line::LineSolver;
use crate::worklist::Selection;

/// Methods of line solving.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Methods {
    /// Method that solves one line.
    pub line_solver: LineSolver,
    /// Strategy that selects the next line.
    pub selection: Selection,
}

/// Options of [`crate::solve`].
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// Engine that solves the puzzle.
    pub engine: Engine,
    /// Number of solutions wanted. 1 (or 0) ends the run at the first solution; the verdict is then unsettled, unless line logic or
    /// the portfolio's failed-literal probing alone found that solution. 2 (the default) is enough for a verdict; `usize::MAX` means all.
    pub max_solutions: usize,
    /// Time limit; `None` for no limit.
    pub time_limit: Option<Duration>,
    /// Flag that ends the run as if the time limit were reached. It is checked as often as the clock, and any thread may set it. `None` for
    /// a run that cannot be cancelled.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Limit on decisions; `None` for no limit. With a limit, the portfolio does not use SAT, whose decisions it cannot count. For
    /// [`Engine::Sat`] the limit applies to each solution anew; for [`Engine::Genetic`] each generation after the first of its round
    /// counts as a decision.
    pub node_limit: Option<u64>,
    /// Maximum number of threads; 0 means one per processor. Only the engines `portfolio` and `probing` use more than one, and only in
    /// puzzles with one colour. Unless the time limit is reached or the run is cancelled, the result does not depend on this number.
    pub threads: usize,
    /// Known cells to start from, in a grid of the puzzle's size; `None` for no known cells.
    pub fixed: Option<Grid>,
    /// How [`Engine::Lines`] solves a line and selects the next one; not used in puzzles with several colours.
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
    /// Limits of a search that began at `start`.
    pub(crate) fn limits(&self, start: Instant) -> Limits {
        Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            decisions: self.node_limit.unwrap_or(u64::MAX),
            cancel: self.cancel.clone(),
            ..Limits::NONE
        }
    }
}
