//! Rates the difficulty of a puzzle by a number and by the depth of assumptions.
//!
//! [`rate`] measures the work of the probing engine, which solves as a patient person would. The number does not depend on
//! the machine, and hardly on the size.

use std::time::Duration;

use nonogram_puzzles::Puzzle;

use crate::engine::Engine;
use crate::options::SolveOptions;
use crate::solve::solve;
use crate::verdict::Verdict;

/// Limit on decisions. Puzzles that exceed it are not rated: they are beyond solving by hand.
const MOST_DECISIONS: u64 = 1000;

/// Difficulty of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Average number of times that the probing engine solves a line before the solution is proven to be unique. Puzzles for
    /// line logic alone have values of a few units.
    pub difficulty: f64,
    /// Maximum depth of nested assumptions: 0 if line logic is enough, 1 if single values must be refuted, and one more for
    /// each nested decision. In puzzles with several colours, refuted values without decisions count as 0.
    pub depth: usize,
}

impl Rating {
    /// The difficulty for display, rounded to a tenth.
    pub fn rounded(self) -> f64 {
        (self.difficulty * 10.0).round() / 10.0
    }
}

/// Rates a puzzle with exactly one solution. Returns `None` for other puzzles, for puzzles that take more than 1,000 decisions or
/// are too large to be searched, and when the time limit is reached.
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

/// Rates a puzzle within a limit on decisions.
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
        // Probing alone does not settle this puzzle.
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
