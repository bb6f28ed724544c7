//! Number of solutions of a puzzle, and why the search for them ended.

use std::fmt;

use crate::engine::Engine;
use crate::engine::search::Pause;

/// Verdict on the number of solutions of a puzzle. Only solutions that agree with the given cells count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has more than one solution.
    Multiple,
    /// The puzzle has no solution: the clues contradict each other or the given cells.
    None,
    /// The number is not settled: the run ended first, for example at a limit or after the only solution that was wanted.
    Unsettled,
}

impl Verdict {
    /// The verdict for this number of solutions and this end of the search.
    pub(crate) fn of(solutions: usize, end: End) -> Self {
        match (solutions, end) {
            (0, End::Complete) => Self::None,
            (1, End::Complete) => Self::Unique,
            (0 | 1, _) => Self::Unsettled,
            _ => Self::Multiple,
        }
    }

    /// Name of the verdict: "unique", "multiple", "none" or "unsettled".
    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Unsettled => "unsettled",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Every solution was found.
    Complete,
    /// The wanted number of solutions was found, or the caller of [`crate::solve_each`] ended the run.
    Enough,
    /// The engine has no search, and its logic decides no further cell.
    Stalled,
    /// The time limit was reached, or the run was cancelled.
    TimeLimit,
    /// The node limit was reached, or the engine gave up.
    NodeLimit,
    /// The puzzle is beyond the limits of the engine; [`crate::fit::check`] or [`crate::fit::check_search`] returns the reason.
    Unfit,
}

impl End {
    /// Converts the reason why the search of an engine paused for the last time.
    pub(crate) fn of(pause: Pause, engine: Engine) -> Self {
        match pause {
            Pause::Exhausted => Self::Complete,
            Pause::Enough => Self::Enough,
            Pause::OutOfTime => Self::TimeLimit,
            Pause::OutOfNodes if matches!(engine, Engine::Lines | Engine::Dnf) => Self::Stalled,
            Pause::OutOfNodes => Self::NodeLimit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_print_their_names() {
        let verdicts = [
            Verdict::Unique,
            Verdict::Multiple,
            Verdict::None,
            Verdict::Unsettled,
        ];
        let words = verdicts.map(|verdict| verdict.to_string());
        assert_eq!(words, ["unique", "multiple", "none", "unsettled"]);
        assert_eq!(words, verdicts.map(Verdict::name));
    }
}
