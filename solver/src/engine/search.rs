//! Common parts of all searches: limits, outcomes and counts.
//!
//! A [`Search`] returns one solution after another; [`collect`] passes them to a [`Sink`] until it has enough.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Instant;
use nonogram_puzzles::Grid;

/// Limits at which a search pauses.
#[derive(Clone)]
pub struct Limits {
    /// Maximum number of decisions of a search in total or, for SAT, which reports no counts, for each solution.
    pub decisions: u64,
    /// Time from which the search is late; `None` for no time limit.
    pub deadline: Option<Instant>,
    /// Returns whether the search is cancelled; called once per check of the clock. `None` for a search that cannot be cancelled.
    pub is_cancelled: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { decisions: u64::MAX, deadline: None, is_cancelled: None };

    /// Limits under which the search is cancelled after this number of checks of the clock, which does not depend on the machine.
    #[cfg(test)]
    pub fn of_looks(looks: u64) -> Self {
        let left = std::sync::atomic::AtomicU64::new(looks);
        let one_less = |left: u64| left.checked_sub(1);
        let is_cancelled =
            move || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err();
        Self { is_cancelled: Some(Arc::new(is_cancelled)), ..Self::NONE }
    }

    /// The same limits, and a flag that cancels the search; any thread may set it.
    #[must_use]
    pub fn with_cancel(self, flag: Option<Arc<AtomicBool>>) -> Self {
        let is_cancelled = flag.map(|flag| Arc::new(move || flag.load(Ordering::Relaxed)) as _);
        Self { is_cancelled, ..self }
    }

    /// Whether the deadline has passed or the search was cancelled.
    pub fn is_late(&self) -> bool {
        self.is_cancelled.as_ref().is_some_and(|is_cancelled| is_cancelled())
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// Why a run ended or paused, of a software engine or of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Every solution was found.
    Complete,
    /// The wanted number of solutions was found, or the caller of [`crate::solve_each`] ended the run.
    Enough,
    /// The engine or the core has no search, and its logic decides no further cell.
    Stalled,
    /// A core that searches was requested to use line logic only, which decides no further cell.
    LineLogic,
    /// The time limit was reached, or the run was cancelled.
    TimeLimit,
    /// The node limit was reached.
    NodeLimit,
    /// The puzzle is beyond the limits of the engine; [`crate::fit::check`] or [`crate::fit::check_search`] returns the reason.
    Unfit,
    /// The memory of a core that searches is full.
    MemoryFull,
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
    /// The counts of line logic.
    pub fn of_visits(visits: u64) -> Self {
        Self { visits, ..Self::default() }
    }

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
    /// Continues to the next solution.
    ///
    /// # Errors
    /// Returns why there is no further solution. After [`End::NodeLimit`] and [`End::TimeLimit`] the next call continues the search.
    fn next(&mut self, limits: &Limits) -> Result<Grid, End>;

    /// Counters so far.
    fn counts(&self) -> Counts;
}

/// Receives solutions as they are found until there are enough.
pub struct Sink<'a> {
    each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    wanted: usize,
    count: usize,
}

impl<'a> Sink<'a> {
    /// Creates a sink that passes up to `wanted` solutions to `each`, which may end the search earlier.
    pub fn new(wanted: usize, each: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Self {
        Self { each, wanted, count: 0 }
    }

    /// Receives one more solution. Returns whether it was the last one wanted.
    pub fn push(&mut self, solution: &Grid) -> bool {
        self.count += 1;
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
}

/// Passes solutions to `sink` until it has enough or the search stops, and returns the reason.
pub fn collect(search: &mut dyn Search, limits: &Limits, sink: &mut Sink<'_>) -> End {
    loop {
        match search.next(limits) {
            Ok(solution) if sink.push(&solution) => return End::Enough,
            // A search may find many solutions between two of its own checks of the clock.
            Ok(_) if limits.is_late() => return End::TimeLimit,
            Ok(_) => {}
            Err(end) => return end,
        }
    }
}

/// Runs a search until `sink` has enough or the search stops.
pub fn exhaust(mut search: impl Search, limits: &Limits, sink: &mut Sink<'_>) -> (End, Counts) {
    (collect(&mut search, limits, sink), search.counts())
}

/// Collects at most `wanted` solutions into a list. Also returns why [`collect`] stopped.
#[cfg(test)]
pub fn gather(search: &mut dyn Search, wanted: usize, limits: &Limits) -> (End, Vec<Grid>) {
    let mut found = Vec::new();
    let mut each = |solution: &Grid| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    };
    let end = collect(search, limits, &mut Sink::new(wanted, &mut each));
    (end, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the same solution a given number of times.
    struct Stub(u64);

    impl Search for Stub {
        fn next(&mut self, _: &Limits) -> Result<Grid, End> {
            self.0 = self.0.checked_sub(1).ok_or(End::Complete)?;
            Ok(Grid::new(1, 1))
        }

        fn counts(&self) -> Counts {
            Counts::default()
        }
    }

    #[test]
    fn clock_is_checked_after_each_solution() {
        let (end, found) = gather(&mut Stub(100), usize::MAX, &Limits::of_looks(4));
        assert_eq!((end, found.len()), (End::TimeLimit, 5));
        // A search that finds enough solutions, or is exhausted, does not report the time limit.
        let (end, found) = gather(&mut Stub(100), 5, &Limits::of_looks(4));
        assert_eq!((end, found.len()), (End::Enough, 5));
        let (end, found) = gather(&mut Stub(4), usize::MAX, &Limits::of_looks(4));
        assert_eq!((end, found.len()), (End::Complete, 4));
    }

    #[test]
    fn search_is_late_when_cancelled_or_past_its_deadline() {
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits::NONE.with_cancel(Some(cancel.clone()));
        assert!(!limits.is_late());
        cancel.store(true, Ordering::Relaxed);
        assert!(limits.is_late());
        assert!(Limits { deadline: Some(Instant::now()), ..Limits::NONE }.is_late());
    }
}
