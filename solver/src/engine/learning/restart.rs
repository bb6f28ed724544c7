//! When to restart: as soon as the clauses of late are clearly worse than those on the whole.
//!
//! After Audemard and Simon, "Refining restarts strategies for SAT and UNSAT" (2012), with moving
//! averages; a clause is the worse the higher its LBD is.

/// Conflicts over which the recent and the overall average run.
const RECENT: f64 = 32.0;
const OVERALL: f64 = 4096.0;
/// How much worse the recent average must be.
const WORSE: f64 = 1.2;
/// Conflicts between two restarts, at least.
const SHORTEST: u64 = 20;

/// The averages.
#[derive(Debug, Clone, Default)]
pub struct Restarts {
    recent: f64,
    overall: f64,
    /// Conflicts at the last restart.
    last: u64,
}

impl Restarts {
    /// A clause of this LBD was learned.
    pub fn conflict(&mut self, lbd: u32) {
        self.recent += (f64::from(lbd) - self.recent) / RECENT;
        self.overall += (f64::from(lbd) - self.overall) / OVERALL;
    }

    /// Whether to restart, after `conflicts` conflicts in all.
    pub fn due(&mut self, conflicts: u64) -> bool {
        let due = conflicts >= self.last + SHORTEST && self.recent > WORSE * self.overall;
        if due {
            self.last = conflicts;
        }
        due
    }

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

    /// By a fifth, not by so much more.
    #[test]
    fn a_restart_takes_clauses_that_are_clearly_worse() {
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
