//! Backtracking over probed boards.
//!
//! [`Prober`] keeps a stack of boards on which line logic has run. It probes the top board and splits it on the cell with the
//! highest score.

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
    /// Boards to search, and the number of decisions that led to each.
    stack: Vec<(Board<W>, usize)>,
    /// The first board, without the values that probing has excluded.
    root: Board<W>,
    /// Solutions found by another engine, which are not returned.
    excluded: Vec<Grid>,
    counts: Counts,
}

impl<'s, W: Word> Prober<'s, W> {
    /// Creates a search that continues from a board at the fixpoint of line logic.
    pub(crate) fn new(shape: &'s Shape, board: Board<W>) -> Self {
        Self {
            shape,
            trials: Trials::new(shape),
            root: board.clone(),
            stack: vec![(board, 0)],
            excluded: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// The board with everything that is known without decisions.
    pub(crate) fn root(&self) -> &Board<W> {
        &self.root
    }

    /// Excludes a solution that another engine has found.
    pub(crate) fn exclude(&mut self, solution: &Grid) {
        self.excluded.push(solution.clone());
    }

    /// Pushes the board without the value of the branch, then the board with it. Discards those with a contradiction. `level` is the
    /// number of decisions that led to `board`. A limit may stop line logic on a pushed board before its fixpoint.
    fn split(&mut self, board: &Board<W>, level: usize, branch: Branch, limits: &Limits) {
        self.counts.decisions += 1;
        for is_it in [false, true] {
            let mut half = board.clone();
            match self.trials.decide(&mut half, branch, is_it, limits) {
                Ok(()) => self.stack.push((half, level + 1)),
                Err(_) => self.counts.conflicts += 1,
            }
        }
    }
}

impl<W: Word> Search for Prober<'_, W> {
    fn next(&mut self, limits: &Limits) -> Step {
        let decided = self.counts.decisions;
        let conflicts = self.counts.conflicts;
        loop {
            let Some((mut board, level)) = self.stack.pop() else {
                return Step::Exhausted;
            };
            // Trials count as one level more than the decisions, as in the one-colour engine `probing`.
            self.counts.depth = self.counts.depth.max(level + 1);
            let probed = self.trials.probe(&mut board, limits);
            self.counts.visits = self.trials.visits();
            if level == 0 && probed.is_ok() {
                self.root.copy(&board);
            }
            match probed {
                Err(_) => self.counts.conflicts += 1,
                Ok(Probed::Late) => {
                    self.stack.push((board, level));
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
                        self.stack.push((board, level));
                        return Step::OutOfNodes;
                    }
                    self.split(&board, level, branch, limits);
                }
            }
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue, Puzzle};

    use super::*;

    /// The board has two solutions. Without a limit, one decision lets line logic solve all 120 lines, one after the other.
    #[test]
    fn line_logic_after_a_decision_stops_at_the_time_limit() {
        let side = 60;
        let clues = vec![Clue::from([1]); side];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        let given = Grid::from_cells(side, side, |row, column| {
            match column == row || column == (row + 1) % side {
                true => Cell::Unknown,
                false => Cell::Blank,
            }
        });
        let shape = Shape::new(&puzzle);
        let mut board = Board::<u64>::new(&shape);
        assert!(board.give(&shape, &given));
        let mut prober = Prober::new(&shape, board.clone());
        let branch = Branch {
            cell: (0, 0),
            value: 1,
        };
        prober.split(&board, 0, branch, &Limits::of_looks(0));
        // Line logic checks the clock after every 64 lines, and here runs on two boards.
        assert_eq!(prober.trials.visits(), 2 * 64);
    }
}
