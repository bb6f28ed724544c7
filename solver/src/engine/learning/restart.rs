//! Restart policy: the search restarts when recent clauses are clearly worse than the average.
//!
//! Source: Audemard and Simon, "Refining restarts strategies for SAT and UNSAT" (2012), with moving averages. The LBD (literal block
//! distance) of a clause is the number of decision levels in it; the higher it is, the worse the clause.

/// Time constants of the recent and of the overall average, in conflicts.
const RECENT: f64 = 32.0;
const OVERALL: f64 = 4096.0;
/// Ratio of the recent to the overall average above which the search restarts.
const WORSE: f64 = 1.2;
/// Minimum number of conflicts between two restarts.
const SHORTEST: u64 = 20;

/// Moving averages of LBD.
#[derive(Debug, Clone, Default)]
pub struct Restarts {
    recent: f64,
    overall: f64,
    /// Number of conflicts at the last restart.
    last: u64,
}

impl Restarts {
    /// Records the LBD of a learned clause.
    pub fn conflict(&mut self, lbd: u32) {
        self.recent += (f64::from(lbd) - self.recent) / RECENT;
        self.overall += (f64::from(lbd) - self.overall) / OVERALL;
    }

    /// Whether a restart is due after `conflicts` conflicts in total. If so, the caller must restart: it is recorded as done.
    pub fn due(&mut self, conflicts: u64) -> bool {
        let due = conflicts >= self.last + SHORTEST && self.recent > WORSE * self.overall;
        if due {
            self.last = conflicts;
        }
        due
    }

    /// The last restart and the averages, for snapshots.
    #[cfg(test)]
    pub fn in_words(&self) -> String {
        let Self {
            recent,
            overall,
            last,
        } = self;
        format!("last restart at {last}, LBD {recent:.4} of late, {overall:.4} overall")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A restart is due if recent clauses are worse than the average by more than a fifth.
    #[test]
    fn restart_requires_clearly_worse_clauses() {
        let is_due = |recent, overall| {
            let mut restarts = Restarts {
                recent,
                overall,
                last: 0,
            };
            restarts.due(1000)
        };
        assert!(!is_due(11.5, 10.0));
        assert!(!is_due(WORSE * 10.0, 10.0));
        assert!(is_due(12.5, 10.0));
        assert!(is_due(1.5, 1.0));
    }

    #[test]
    fn worse_clauses_make_restarts_due() {
        let mut restarts = Restarts {
            recent: 5.0,
            overall: 5.0,
            last: 0,
        };
        assert!(!restarts.due(1000));
        (0..50).for_each(|_| restarts.conflict(9));
        assert!(restarts.due(1000));
        assert!(!restarts.due(1010));
        assert!(restarts.due(1020));
    }
}
