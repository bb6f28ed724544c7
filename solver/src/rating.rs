//! Rates the difficulty of a puzzle by a number and by the depth of assumptions.
//!
//! [`rate`] measures the work of the probing engine, which solves as a patient person would. Unless a time limit
//! is reached, the rating is the same on every machine.

use std::time::Duration;

use nonogram_puzzles::Puzzle;

use crate::engine::Engine;
use crate::solve::{SolveOptions, Verdict, solve};

/// Limit on decisions. Puzzles that exceed it are not rated: they are beyond solving by hand.
const MOST_DECISIONS: u64 = 1000;

/// Difficulty of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Mean number of times that the probing engine solves a line until it has proven that the solution is unique.
    pub difficulty: f64,
    /// Maximum depth of nested assumptions: 0 if line logic is enough, 1 if probing single cells is enough, and one more for each
    /// nested decision.
    pub depth: usize,
}

impl Rating {
    /// The difficulty, rounded to a tenth for display.
    pub fn rounded(self) -> f64 {
        (self.difficulty * 10.0).round() / 10.0
    }
}

/// Rates a puzzle with exactly one solution. Returns `None` for other puzzles, for puzzles that take more than 1,000 decisions or
/// are too large for the engine, and when the time limit is reached.
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

/// Like `rate`, but with the limit `decisions` on decisions.
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
    use nonogram_puzzles::{Grid, Palette, library, read_file};

    use super::*;

    fn rated(lines: &[&str]) -> Option<Rating> {
        rate(&Puzzle::from_grid(&Grid::from_lines(lines).unwrap()), None)
    }

    #[test]
    fn line_logic_has_depth_0() {
        let easy = rated(&["###", "---", "###"]).unwrap();
        assert_eq!(easy.depth, 0);
        assert!(easy.difficulty >= 1.0 && easy.difficulty < 3.0, "{easy:?}");
    }

    #[test]
    fn search_puzzles_have_a_depth_and_a_higher_difficulty() {
        for file in library::files(library::cases().join("search")).unwrap() {
            for puzzle in read_file(&file, None).unwrap() {
                let hard = rate(&puzzle, None).unwrap();
                assert!(hard.depth >= 1 && hard.difficulty > 5.0, "{hard:?}");
            }
        }
    }

    #[test]
    fn puzzle_beyond_the_limit_on_decisions_has_no_rating() {
        // Probing does not settle this puzzle without a decision.
        let puzzle = crate::boards::random(11, 45, 46);
        assert_eq!(rate_within(&puzzle, 0, None), None);
        let rating = rate_within(&puzzle, MOST_DECISIONS, None);
        assert_eq!(rating.map(|rating| rating.depth), Some(2));
    }

    #[test]
    fn puzzle_has_no_rating_when_time_runs_out() {
        let puzzle = crate::boards::drawing("32-search/three-points.non");
        assert_eq!(rate(&puzzle, Some(Duration::ZERO)), None);
        assert_eq!(rate(&puzzle, None).map(|rating| rating.depth), Some(1));
    }

    #[test]
    fn probing_without_decisions_has_depth_1_in_several_colours() {
        let puzzle = crate::boards::drawing("32-search/three-points.non");
        let coloured = puzzle.with_palette(Palette::standard(2)).unwrap();
        assert_eq!(rate(&coloured, None).map(|rating| rating.depth), Some(1));
    }

    #[test]
    fn puzzle_with_several_solutions_has_no_rating() {
        assert_eq!(rate(&crate::boards::permutations(2), None), None);
    }
}
