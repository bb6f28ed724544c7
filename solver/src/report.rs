//! What [`crate::solve`] found, and why it ended.

use std::time::Duration;

use nonogram_puzzles::Grid;

use crate::engine::search::Counts;
use crate::verdict::{End, Verdict};

/// What [`crate::solve`] found.
#[derive(Debug, Clone)]
pub struct Report {
    /// How many solutions there are.
    pub verdict: Verdict,
    /// The solutions found, at most as many as were wanted. The same for every run without a time limit.
    pub solutions: Vec<Grid>,
    /// What line logic alone knows; complete when the puzzle is line-solvable.
    pub lines: Grid,
    /// Why the search ended.
    pub end: End,
    /// Decisions, conflicts and visited lines, of line logic and search together.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
}

impl Report {
    /// Whether line logic alone solves the puzzle.
    pub fn is_line_solvable(&self) -> bool {
        self.lines.is_complete() && self.verdict == Verdict::Unique
    }
}
