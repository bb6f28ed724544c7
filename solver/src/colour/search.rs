//! Backtracking over probed boards.
//!
//! [`Prober`] keeps a stack of boards at the fixpoint of their lines. It probes the top board and splits it on the cell
//! that decides the most.

use nonogram_puzzles::Grid;

use super::board::{Board, Shape};
use super::probe::{Branch, Probed, Trials};
use crate::engine::search::{Counts, Limits, Search, Step};
use crate::word::Word;

/// A backtracking search that probes every cell.
#[derive(Debug)]
pub(crate) struct Prober<'s, W> {
    shape: &'s Shape,
    trials: Trials<'s, W>,
    stack: Vec<Board<W>>,
    /// The first board; once it has been probed, with the values that probing excluded removed.
    root: Board<W>,
    is_root: bool,
    excluded: Vec<Grid>,
    counts: Counts,
}

impl<'s, W: Word> Prober<'s, W> {
    /// Creates a search that continues from a board at the fixpoint of its lines.
    pub(crate) fn new(shape: &'s Shape, board: Board<W>) -> Self {
        Self {
            shape,
            trials: Trials::new(shape),
            root: board.clone(),
            stack: vec![board],
            is_root: true,
            excluded: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// The board with everything that is known without decisions.
    pub(crate) fn root(&self) -> &Board<W> {
        &self.root
    }

    /// Excludes a solution that has been found elsewhere.
    pub(crate) fn exclude(&mut self, solution: &Grid) {
        self.excluded.push(solution.clone());
    }

    /// Splits a board in two and drops halves with a contradiction; the half with the value is on top of the stack.
    fn split(&mut self, board: &Board<W>, branch: Branch) {
        self.counts.decisions += 1;
        for is_it in [false, true] {
            let mut half = board.clone();
            match self.trials.decide(&mut half, branch, is_it, &Limits::NONE) {
                Ok(()) => self.stack.push(half),
                Err(_) => self.counts.conflicts += 1,
            }
        }
        self.counts.depth = self.counts.depth.max(self.stack.len());
    }
}

impl<W: Word> Search for Prober<'_, W> {
    fn next(&mut self, limits: &Limits) -> Step {
        let decided = self.counts.decisions;
        let conflicts = self.counts.conflicts;
        loop {
            let Some(mut board) = self.stack.pop() else {
                return Step::Exhausted;
            };
            let probed = self.trials.probe(&mut board, limits);
            self.counts.visits = self.trials.visits();
            if std::mem::take(&mut self.is_root) && probed.is_ok() {
                self.root.copy(&board);
            }
            match probed {
                Err(_) => self.counts.conflicts += 1,
                Ok(Probed::Late) => {
                    self.stack.push(board);
                    return Step::OutOfTime;
                }
                Ok(Probed::Complete) => {
                    let solution = board.to_grid(self.shape);
                    if !self.excluded.contains(&solution) {
                        return Step::Solution(solution);
                    }
                }
                Ok(Probed::Stalled(branch)) => {
                    let is_enough = self.counts.decisions - decided >= limits.decisions
                        || self.counts.conflicts - conflicts >= limits.conflicts;
                    if is_enough {
                        self.stack.push(board);
                        return Step::OutOfNodes;
                    }
                    self.split(&board, branch);
                }
            }
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
