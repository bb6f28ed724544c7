//! Common parts of all searches: limits, steps from solution to solution, and counts.
//!
//! A [`Search`] returns one solution after another; [`collect`] passes them to a [`Sink`] until it has enough.

use std::ops::ControlFlow;
use std::sync::Arc;
#[cfg(test)]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};

use nonogram_puzzles::Grid;
use web_time::Instant;

/// Limits at which a search pauses.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Number of conflicts after which the search makes no further decision. The engine `genetic` has no such limit.
    pub conflicts: u64,
    /// Maximum number of decisions.
    pub decisions: u64,
    /// Time from which the search is late; `None` for no time limit.
    pub deadline: Option<Instant>,
    /// Flag that cancels the search; any thread may set it. `None` for no flag.
    pub cancel: Option<Arc<AtomicBool>>,
    /// A second flag that cancels the search: the portfolio sets it when it no longer needs the result of SAT. `None` for no flag.
    pub superfluous: Option<Arc<AtomicBool>>,
    /// Number of further calls of [`Limits::is_late`] before the search is late, regardless of the deadline and the flags: a limit that
    /// does not depend on the machine. `None` for no such limit.
    #[cfg(test)]
    pub looks: Option<Arc<AtomicU64>>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        conflicts: u64::MAX,
        decisions: u64::MAX,
        deadline: None,
        cancel: None,
        superfluous: None,
        #[cfg(test)]
        looks: None,
    };

    /// Limits under which the search is late after this number of checks of the clock.
    #[cfg(test)]
    pub fn of_looks(looks: u64) -> Self {
        Self {
            looks: Some(Arc::new(AtomicU64::new(looks))),
            ..Self::NONE
        }
    }

    /// Number of checks of the clock so far, if `looks` were allowed at first.
    #[cfg(test)]
    pub fn looked(&self, looks: u64) -> u64 {
        let left = self.looks.as_ref().map(|left| left.load(Ordering::Relaxed));
        looks - left.unwrap_or(looks)
    }

    /// Whether the deadline has passed or the search was cancelled.
    pub fn is_late(&self) -> bool {
        #[cfg(test)]
        if let Some(looks) = &self.looks {
            let one_less = |looks: u64| looks.checked_sub(1);
            return looks
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
                .is_err();
        }
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.cancel.as_ref().is_some_and(is_set)
            || self.superfluous.as_ref().is_some_and(is_set)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// Result of [`Search::next`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// One more solution; the search can continue to the next.
    Solution(Grid),
    /// There is no further solution.
    Exhausted,
    /// A limit on conflicts or decisions was reached, and the next call continues the search; or a published engine stalled or gave up.
    OutOfNodes,
    /// The deadline passed or the search was cancelled.
    OutOfTime,
}

/// Counters of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of decisions.
    pub decisions: u64,
    /// Number of conflicts.
    pub conflicts: u64,
    /// Number of line visits.
    pub visits: u64,
    /// Maximum decision level. The engine `probing`, and the portfolio for several colours, count trials as one level more.
    pub depth: usize,
}

impl Counts {
    /// The sum of both counts, with the greater depth.
    pub fn and(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            visits: self.visits + other.visits,
            depth: self.depth.max(other.depth),
        }
    }
}

/// A search that returns the solutions of a puzzle, each once.
pub trait Search {
    /// Continues to the next solution. The limits on conflicts and decisions count from this call.
    fn next(&mut self, limits: &Limits) -> Step;

    /// Counters so far.
    fn counts(&self) -> Counts;
}

/// Why [`collect`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// There is no further solution.
    Exhausted,
    /// The wanted number of solutions was found, or the receiver ended the search.
    Enough,
    /// A limit on conflicts or decisions was reached, or a published engine stalled or gave up.
    OutOfNodes,
    /// The deadline passed or the search was cancelled.
    OutOfTime,
}

/// Receives solutions as they are found until there are enough. Stores only the first few.
pub struct Sink<'a> {
    each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    wanted: usize,
    count: usize,
    first: Vec<Grid>,
}

impl<'a> Sink<'a> {
    /// Maximum number of solutions stored.
    pub const KEPT: usize = 16;

    /// Creates a sink that passes up to `wanted` solutions to `each`, which may end the search earlier.
    pub fn new(wanted: usize, each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Self {
        Self {
            each,
            wanted,
            count: 0,
            first: Vec::new(),
        }
    }

    /// Receives one more solution. Returns whether it was the last one wanted.
    pub fn push(&mut self, solution: &Grid) -> bool {
        self.count += 1;
        if self.first.len() < Self::KEPT {
            self.first.push(solution.clone());
        }
        if (self.each)(solution).is_break() {
            self.wanted = self.count;
        }
        self.left() == 0
    }

    /// Number of solutions so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of solutions still wanted.
    pub fn left(&self) -> usize {
        self.wanted - self.count
    }

    /// The first solutions, at most [`Sink::KEPT`].
    pub fn first(&self) -> &[Grid] {
        &self.first
    }
}

/// Passes solutions to `sink` until it has enough or the search stops, and returns the reason. The limits on conflicts and decisions
/// count from this call or, for SAT, which reports no counts, anew for each solution.
pub fn collect(search: &mut dyn Search, limits: &Limits, sink: &mut Sink<'_>) -> Pause {
    let before = search.counts();
    loop {
        let spent = search.counts();
        let left = Limits {
            conflicts: limits
                .conflicts
                .saturating_sub(spent.conflicts - before.conflicts),
            decisions: limits
                .decisions
                .saturating_sub(spent.decisions - before.decisions),
            ..limits.clone()
        };
        match search.next(&left) {
            Step::Solution(solution) if sink.push(&solution) => return Pause::Enough,
            // A search may find many solutions between two of its own checks of the clock.
            Step::Solution(_) if limits.is_late() => return Pause::OutOfTime,
            Step::Solution(_) => {}
            Step::Exhausted => return Pause::Exhausted,
            Step::OutOfNodes => return Pause::OutOfNodes,
            Step::OutOfTime => return Pause::OutOfTime,
        }
    }
}

/// Collects at most `wanted` solutions into a list. Also returns why [`collect`] stopped.
pub fn gather(search: &mut dyn Search, wanted: usize, limits: &Limits) -> (Pause, Vec<Grid>) {
    let mut found = Vec::new();
    let mut each = |solution: &Grid| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    };
    let pause = collect(search, limits, &mut Sink::new(wanted, &mut each));
    (pause, found)
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
