//! What all searches have in common: limits, steps from solution to solution, and counts.
//!
//! A [`Search`] hands out one solution after the other; [`collect`] gathers as many as are wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use nonogram_puzzles::Grid;

/// When a search is to pause.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Time of day.
    pub deadline: Option<Instant>,
    /// Set by others who no longer need the search.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self = Self {
        conflicts: u64::MAX,
        decisions: u64::MAX,
        deadline: None,
        cancel: None,
    };

    /// Whether the deadline passed, or the search was cancelled.
    pub fn is_late(&self) -> bool {
        self.cancel
            .as_ref()
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// How a search paused or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// One more solution; the search can go on to the next.
    Solution(Grid),
    /// There is no further solution.
    Exhausted,
    /// Out of conflicts or decisions; the search can go on when it is given more.
    OutOfNodes,
    /// The deadline passed, or the search was cancelled.
    OutOfTime,
}

/// Counts of what a search did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Decisions.
    pub decisions: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Lines solved.
    pub visits: u64,
    /// The most decision levels at a time.
    pub depth: usize,
}

impl Counts {
    /// The work of both; the greater depth.
    pub fn and(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            visits: self.visits + other.visits,
            depth: self.depth.max(other.depth),
        }
    }
}

/// A search that hands out the solutions of a puzzle, each once.
pub trait Search {
    /// Goes on to the next solution; the limits count from here.
    fn next(&mut self, limits: &Limits) -> Step;

    /// What was done so far.
    fn counts(&self) -> Counts;
}

/// Adds solutions to `found` until it holds `wanted` of them; the result is why it stopped:
/// [`Step::Solution`] with the last one when there are enough. The limits count from here.
pub fn collect(
    search: &mut dyn Search,
    wanted: usize,
    limits: &Limits,
    found: &mut Vec<Grid>,
) -> Step {
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
        let step = search.next(&left);
        let Step::Solution(solution) = &step else {
            return step;
        };
        found.push(solution.clone());
        if found.len() >= wanted {
            return step;
        }
        // A search reads the clock now and then only, and many solutions may take no time each.
        if limits.is_late() {
            return Step::OutOfTime;
        }
    }
}
