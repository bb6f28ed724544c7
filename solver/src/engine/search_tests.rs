//! Tests of limits, counts and sinks with a stub search.

use super::*;

/// Returns the same solution a given number of times; each takes 3 decisions and 2 conflicts.
struct Stub {
    left: u64,
    limits: Vec<Limits>,
    counts: Counts,
}

impl Stub {
    fn new(left: u64) -> Self {
        Self {
            left,
            limits: Vec::new(),
            counts: Counts::default(),
        }
    }
}

impl Search for Stub {
    fn next(&mut self, limits: &Limits) -> Step {
        self.limits.push(limits.clone());
        if limits.decisions < 3 || limits.conflicts < 2 {
            return Step::OutOfNodes;
        }
        if self.left == 0 {
            return Step::Exhausted;
        }
        self.left -= 1;
        self.counts.decisions += 3;
        self.counts.conflicts += 2;
        Step::Solution(Grid::new(1, 1))
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

#[test]
fn sum_of_counts_has_the_greater_depth() {
    let one = Counts {
        decisions: 2,
        conflicts: 3,
        visits: 5,
        depth: 7,
    };
    let other = Counts {
        decisions: 11,
        conflicts: 13,
        visits: 17,
        depth: 4,
    };
    let both = Counts {
        decisions: 13,
        conflicts: 16,
        visits: 22,
        depth: 7,
    };
    assert_eq!((one.and(other), other.and(one)), (both, both));
}

/// The limits apply to all solutions together and count from the call.
#[test]
fn limits_apply_to_all_solutions_together() {
    for (decisions, conflicts) in [(10, u64::MAX), (u64::MAX, 7)] {
        let limits = Limits {
            decisions,
            conflicts,
            ..Limits::NONE
        };
        let mut stub = Stub::new(100);
        for _ in 0..2 {
            stub.limits.clear();
            let (pause, found) = gather(&mut stub, usize::MAX, &limits);
            assert_eq!((pause, found.len()), (Pause::OutOfNodes, 3));
            let left = |spent: u64| (decisions - spent * 3, conflicts - spent * 2);
            let given: Vec<_> = (stub.limits.iter())
                .map(|limits| (limits.decisions, limits.conflicts))
                .collect();
            let saturating = |spent| match decisions {
                u64::MAX => (u64::MAX - spent * 3, conflicts - spent * 2),
                _ => left(spent),
            };
            assert_eq!(given, [0, 1, 2, 3].map(saturating));
        }
    }
}

#[test]
fn clock_is_checked_after_each_solution() {
    let (pause, found) = gather(&mut Stub::new(100), usize::MAX, &Limits::of_looks(4));
    assert_eq!((pause, found.len()), (Pause::OutOfTime, 5));
    // A search that finds enough solutions, or is exhausted, does not report `OutOfTime`.
    let (pause, found) = gather(&mut Stub::new(100), 5, &Limits::of_looks(4));
    assert_eq!((pause, found.len()), (Pause::Enough, 5));
    let (pause, found) = gather(&mut Stub::new(4), usize::MAX, &Limits::of_looks(4));
    assert_eq!((pause, found.len()), (Pause::Exhausted, 4));
}

#[test]
fn sink_keeps_the_first_solutions_and_ends_on_request() {
    let mut seen = 0;
    let mut each = |_: &Grid| {
        seen += 1;
        match seen {
            20 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let mut sink = Sink::new(100, &mut each);
    for number in 1..=20 {
        let solution = Grid::from_fn(1, 20, |_, column| column + 1 == number);
        assert_eq!(sink.push(&solution), number == 20);
        assert_eq!(sink.count(), number);
        assert_eq!(sink.left(), if number == 20 { 0 } else { 100 - number });
        assert_eq!(sink.first().len(), number.min(Sink::KEPT));
        assert_eq!(sink.first().contains(&solution), number <= Sink::KEPT);
    }
}

#[test]
fn search_is_late_when_cancelled_or_past_its_deadline() {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        cancel: Some(cancel.clone()),
        ..Limits::NONE
    };
    assert!(!limits.is_late());
    // A second flag does not replace the first.
    let both = Limits {
        superfluous: Some(Arc::default()),
        ..limits.clone()
    };
    assert!(!both.is_late());
    cancel.store(true, Ordering::Relaxed);
    assert!(limits.is_late() && both.is_late());
    let limits = Limits {
        superfluous: Some(cancel),
        ..Limits::NONE
    };
    assert!(limits.is_late());
    let limits = Limits {
        deadline: Some(Instant::now()),
        ..Limits::NONE
    };
    assert!(limits.is_late());
}
