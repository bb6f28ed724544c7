//! The solver's results for a puzzle: its solutions, their number, and its difficulty.
//! Interface: [`solve`] and [`count`], with a time limit, and [`rating`], with an optional one.

use std::time::Duration;

use nonogram_puzzles::Puzzle;
use nonogram_solver::{SolveOptions, rate};
use serde::Serialize;

use crate::sheet::text;

/// Result of solving a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solved {
    /// "unique", "multiple", "none" or "unsettled".
    #[cfg_attr(test, ts(type = "Verdict"))]
    pub verdict: &'static str,
    /// Up to two solutions, as text.
    pub solutions: Vec<String>,
    /// The cells that line logic alone decides, as text; `?` where it decides nothing.
    pub lines: String,
    /// Whether line logic alone solves the puzzle.
    pub line_solvable: bool,
    /// Time taken, in milliseconds.
    pub elapsed_ms: f64,
}

/// Solves a puzzle, and searches for a second solution.
pub fn solve(puzzle: &Puzzle, limit: Duration) -> Solved {
    let options = SolveOptions {
        time_limit: Some(limit),
        ..SolveOptions::default()
    };
    let report = nonogram_solver::solve(puzzle, &options);
    Solved {
        verdict: report.verdict.name(),
        solutions: report.solutions.iter().map(text).collect(),
        lines: text(&report.lines),
        line_solvable: report.is_line_solvable(),
        elapsed_ms: report.elapsed.as_secs_f64() * 1000.0,
    }
}

/// Result of counting solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counted {
    /// Number of solutions found.
    pub count: usize,
    /// Whether these are known to be all solutions.
    pub complete: bool,
}

/// Counts the solutions of a puzzle, up to `most`.
pub fn count(puzzle: &Puzzle, most: usize, limit: Duration) -> Counted {
    let options = SolveOptions {
        max_solutions: most,
        time_limit: Some(limit),
        ..SolveOptions::default()
    };
    let counted = nonogram_kit::count(puzzle, &options);
    Counted {
        count: counted.solutions,
        complete: counted.complete,
    }
}

/// Difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rated {
    /// Difficulty, as `nonogram validate` prints it.
    pub difficulty: f64,
    /// Maximum number of nested assumptions; 0 if line logic is enough.
    pub depth: usize,
}

/// Rates the difficulty of a puzzle; `None` if it does not have exactly one solution or is too hard to rate, or if the time limit
/// expires.
pub fn rating(puzzle: &Puzzle, limit: Option<Duration>) -> Option<Rated> {
    rate(puzzle, limit).map(|rating| Rated {
        difficulty: rating.rounded(),
        depth: rating.depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Clue, Grid};

    #[test]
    fn verdicts_counts_and_ratings_are_reported() {
        let limit = Duration::from_secs(60);
        let cross = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap());
        let solved = solve(&cross, limit);
        assert_eq!((solved.verdict, solved.line_solvable), ("unique", true));
        assert_eq!(solved.solutions, ["-#-###-#-"]);
        let ones = vec![Clue::from([1]); 4];
        let several = Puzzle::new(ones.clone(), ones).unwrap();
        assert_eq!(solve(&several, limit).verdict, "multiple");
        assert_eq!(
            count(&several, 1000, limit),
            Counted {
                count: 24,
                complete: true
            }
        );
        assert_eq!(
            count(&several, 10, limit),
            Counted {
                count: 10,
                complete: false
            }
        );
        assert_eq!(rating(&several, None), None);
        assert_eq!(rating(&cross, None).unwrap().depth, 0);
    }
}
