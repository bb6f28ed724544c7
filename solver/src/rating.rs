//! How hard a puzzle is, as a number and as the depth of assumptions it takes.
//!
//! [`rate`] measures the work of the probing engine, which does what a patient person would. The
//! number does not depend on the machine, and hardly on the size.

use std::time::Duration;

use nonogram_puzzles::Puzzle;

use crate::engine::Engine;
use crate::options::SolveOptions;
use crate::solve::solve;
use crate::verdict::Verdict;

/// Puzzles that take more decisions than this are not rated: they are beyond solving by hand.
const MOST_DECISIONS: u64 = 1000;

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// How many times, on average, the probing engine solves a line before the solution is known to be the
    /// only one; line logic alone has numbers of a few units.
    pub difficulty: f64,
    /// How many assumptions stand on top of each other at most: 0 when line logic is enough, 1 when it
    /// takes the refutation of single values, and one more for each decision below which it goes on.
    pub depth: usize,
}

impl Rating {
    /// The difficulty as people see it, to a tenth.
    pub fn rounded(self) -> f64 {
        (self.difficulty * 10.0).round() / 10.0
    }
}

/// Rates a puzzle with exactly one solution; none for others, for those beyond probing, and when the
/// time is up.
///
/// ```
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::rate;
///
/// let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"])?);
/// assert_eq!(rate(&puzzle, None).map(|rating| rating.depth), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(puzzle: &Puzzle, time_limit: Option<Duration>) -> Option<Rating> {
    rate_within(puzzle, MOST_DECISIONS, time_limit)
}

/// The same with at most this many decisions.
fn rate_within(puzzle: &Puzzle, decisions: u64, time_limit: Option<Duration>) -> Option<Rating> {
    let options = SolveOptions {
        engine: Engine::Probing,
        node_limit: Some(decisions),
        time_limit,
        ..SolveOptions::default()
    };
    let report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| Rating {
        difficulty: report.counts.visits as f64 / puzzle.line_count() as f64,
        depth: report.counts.depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Clue, Grid, library, read_file};

    fn rated(lines: &[&str]) -> Option<Rating> {
        rate(&Puzzle::from_grid(&Grid::from_lines(lines).unwrap()), None)
    }

    #[test]
    fn lines_are_the_easiest() {
        let easy = rated(&["###", "---", "###"]).unwrap();
        assert_eq!(easy.depth, 0);
        assert!(easy.difficulty >= 1.0 && easy.difficulty < 3.0, "{easy:?}");
    }

    #[test]
    fn refutations_are_harder() {
        for file in library::files(library::cases().join("search")).unwrap() {
            for puzzle in read_file(&file, None).unwrap() {
                let hard = rate(&puzzle, None).unwrap();
                assert!(hard.depth >= 1 && hard.difficulty > 5.0, "{hard:?}");
            }
        }
    }

    #[test]
    fn beyond_the_limit_of_decisions_there_is_no_rating() {
        // Probing alone does not settle it.
        let puzzle = crate::boards::random(11, 45, 46);
        assert_eq!(rate_within(&puzzle, 0, None), None);
        let rating = rate_within(&puzzle, MOST_DECISIONS, None);
        assert_eq!(rating.map(|rating| rating.depth), Some(2));
    }

    #[test]
    fn without_time_there_is_no_rating() {
        let puzzle = crate::boards::drawing("32-search/three-points.non");
        assert_eq!(rate(&puzzle, Some(Duration::ZERO)), None);
        assert_eq!(rate(&puzzle, None).map(|rating| rating.depth), Some(1));
    }

    #[test]
    fn several_solutions_have_no_rating() {
        let clues = vec![Clue::from([1]); 2];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        assert_eq!(rate(&puzzle, None), None);
    }
}
