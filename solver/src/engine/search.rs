//! What all searches have in common: limits, steps from solution to solution, and counts.
//!
//! A [`Search`] hands out one solution after the other; [`collect`] hands them to a [`Sink`] until it has enough.

use std::ops::ControlFlow;
use std::sync::Arc;
#[cfg(test)]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};

use nonogram_puzzles::Grid;
use web_time::Instant;

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
    /// How many looks at the clock are left before it is late: a deadline that does not depend on the machine.
    #[cfg(test)]
    pub looks: Option<Arc<AtomicU64>>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self = Self {
        conflicts: u64::MAX,
        decisions: u64::MAX,
        deadline: None,
        cancel: None,
        #[cfg(test)]
        looks: None,
    };

    /// Limits that are late from the look at the clock after this many.
    #[cfg(test)]
    pub fn of_looks(looks: u64) -> Self {
        Self {
            looks: Some(Arc::new(AtomicU64::new(looks))),
            ..Self::NONE
        }
    }

    /// How often the clock was looked at, of the `looks` that were allowed.
    #[cfg(test)]
    pub fn looked(&self, looks: u64) -> u64 {
        let left = self.looks.as_ref().map(|left| left.load(Ordering::Relaxed));
        looks - left.unwrap_or(looks)
    }

    /// Whether the deadline passed, or the search was cancelled.
    pub fn is_late(&self) -> bool {
        #[cfg(test)]
        if let Some(looks) = &self.looks {
            let one_less = |looks: u64| looks.checked_sub(1);
            return looks
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
                .is_err();
        }
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

/// Why [`collect`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// There is no further solution.
    Exhausted,
    /// As many solutions were found as were wanted.
    Enough,
    /// Out of conflicts or decisions.
    OutOfNodes,
    /// The deadline passed, or the search was cancelled.
    OutOfTime,
}

/// Takes solutions as they are found, until there are enough; it keeps the first few only.
pub struct Sink<'a> {
    each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    wanted: usize,
    count: usize,
    first: Vec<Grid>,
}

impl<'a> Sink<'a> {
    /// How many solutions are kept.
    pub const KEPT: usize = 16;

    /// Hands up to `wanted` solutions to `each`, which may end the search before.
    pub fn new(wanted: usize, each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Self {
        Self {
            each,
            wanted,
            count: 0,
            first: Vec::new(),
        }
    }

    /// Takes one more solution; whether it was the last that is wanted.
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

    /// Solutions so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Solutions that are still wanted.
    pub fn left(&self) -> usize {
        self.wanted - self.count
    }

    /// The first solutions, up to [`Sink::KEPT`].
    pub fn first(&self) -> &[Grid] {
        &self.first
    }
}

/// Hands solutions to `sink` until it has enough; the result is why it stopped. The limits count from here.
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
            // A search reads the clock now and then only, and many solutions may take no time each.
            Step::Solution(_) if limits.is_late() => return Pause::OutOfTime,
            Step::Solution(_) => {}
            Step::Exhausted => return Pause::Exhausted,
            Step::OutOfNodes => return Pause::OutOfNodes,
            Step::OutOfTime => return Pause::OutOfTime,
        }
    }
}

/// [`collect`] into a list of at most `wanted` solutions.
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
