//! Probing, for any number of colours: tries every value of every open cell, and keeps what the consistent values have in common.
//!
//! When probing excludes no further value, the search branches on the cell of the highest score, depth first. Source: Jan Wolter's
//! pbnsolve, and Yu, Lee and Chen, "An efficient algorithm for solving nonograms" (2011).

use nonogram_puzzles::{Grid, Puzzle};

use crate::board::{Board, Shape, Sweeper, places};
use crate::engine::lines::in_colours;
use crate::engine::search::{Counts, End, Limits, Search, Sink, exhaust};
use crate::line::Contradiction;
use crate::solve::{Report, SolveOptions};
use crate::word::with_words;

/// Runs line logic, then the prober.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    with_words!(places(puzzle), N => {
        in_colours::<N>(puzzle, options, sink, Some(|shape, board, limits, sink| {
            exhaust(Prober::new(shape, board), limits, sink)
        }))
    })
}

/// A depth-first search with probing at every node.
#[derive(Debug)]
pub(crate) struct Prober<'s, const N: usize> {
    shape: &'s Shape,
    sweeper: Sweeper<'s, N>,
    /// Boards to search, the next one last.
    stack: Vec<Node<N>>,
    /// The first board, without the values that probing has excluded.
    root: Board<N>,
    /// Solutions found by another engine, which are not returned.
    excluded: Vec<Grid>,
    /// Board of the current trial.
    trial: Board<N>,
    /// Values that the consistent trials of the current cell leave.
    union: Board<N>,
    counts: Counts,
}

/// A board to search.
#[derive(Debug)]
struct Node<const N: usize> {
    board: Board<N>,
    /// Number of decisions that led to the board.
    level: usize,
    /// The cell of the last decision, if line logic has not drawn all of its consequences.
    decided: Option<(usize, usize)>,
}

/// Result of probing a board.
enum Probed {
    /// Every cell has one value.
    Complete,
    /// Probing excludes no further value. Contains the best cell to branch on, and the value to try first.
    Branch((usize, usize), usize),
    /// A limit was reached.
    Late,
}

/// Result of the trials of a cell.
struct Tried {
    /// Whether they exclude a value of any cell. [`Prober::union`] then has the other values.
    has_news: bool,
    /// Lowest and highest number of values that a consistent trial excludes. The cell with the largest lowest number is the best to
    /// branch on.
    score: (usize, usize),
    /// The consistent value that excludes the most; the last one of several.
    best: usize,
}

impl<'s, const N: usize> Prober<'s, N> {
    /// Creates a search that continues from a board at the fixpoint of line logic.
    pub(crate) fn new(shape: &'s Shape, board: Board<N>) -> Self {
        Self {
            shape,
            sweeper: Sweeper::new(shape),
            root: board.clone(),
            trial: board.clone(),
            union: board.clone(),
            stack: vec![Node { board, level: 0, decided: None }],
            excluded: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// The board with everything that is known without decisions.
    pub(crate) fn root(&self) -> &Board<N> {
        &self.root
    }

    /// Excludes a solution that another engine has found.
    pub(crate) fn exclude(&mut self, solution: &Grid) {
        self.excluded.push(solution.clone());
    }

    /// Pushes the board without the value of a cell, then the board with it.
    fn split(&mut self, board: &Board<N>, level: usize, cell: (usize, usize), value: usize) {
        self.counts.decisions += 1;
        for is_it in [false, true] {
            let mut half = board.clone();
            if is_it {
                half.set(self.shape, cell, value);
            } else {
                half.remove(self.shape, cell, value);
            }
            self.stack.push(Node { board: half, level: level + 1, decided: Some(cell) });
        }
    }

    /// Draws the consequences of the last decision, then tries every value of every open cell until a whole round excludes no value or a
    /// limit is reached. Fails if a cell has no consistent value.
    fn probe(&mut self, node: &mut Node<N>, limits: &Limits) -> Result<Probed, Contradiction> {
        if let Some(cell) = node.decided {
            self.sweeper.touch(cell);
            self.sweeper.settle(&mut node.board, limits).map_err(|_| Contradiction)?;
            if !self.sweeper.is_settled() {
                return Ok(Probed::Late);
            }
            node.decided = None;
        }
        let (shape, board) = (self.shape, &mut node.board);
        let cells = shape.height * shape.width;
        let mut best: Option<(Tried, (usize, usize))> = None;
        // The next cell, and the number of consecutive cells whose trials excluded nothing.
        let (mut at, mut fruitless) = (0, 0);
        while fruitless < cells {
            let cell = (at / shape.width, at % shape.width);
            at = (at + 1) % cells;
            fruitless += 1;
            if !board.open(shape, cell.0).has(cell.1) {
                continue;
            }
            let Some(tried) = self.try_cell(board, cell, limits)? else {
                return Ok(Probed::Late);
            };
            if tried.has_news {
                // Every value of the union has a placement in one of the trials, so the union is at the fixpoint of line logic, too.
                board.copy(&self.union);
                (fruitless, best) = (0, None);
            } else if best.as_ref().is_none_or(|(best, _)| tried.score > best.score) {
                best = Some((tried, cell));
            }
        }
        Ok(best.map_or(Probed::Complete, |(tried, cell)| Probed::Branch(cell, tried.best)))
    }

    /// Tries each value of a cell. Returns `None` if a limit is reached. Fails if no value is consistent.
    fn try_cell(
        &mut self,
        board: &Board<N>,
        cell: (usize, usize),
        limits: &Limits,
    ) -> Result<Option<Tried>, Contradiction> {
        if limits.is_late() {
            return Ok(None);
        }
        let shape = self.shape;
        let before = board.size(shape);
        let (mut score, mut best) = ((usize::MAX, 0), None);
        for value in (0..shape.values).filter(|&value| board.can(shape, cell, value)) {
            self.trial.copy(board);
            self.trial.set(shape, cell, value);
            self.sweeper.touch(cell);
            if self.sweeper.settle(&mut self.trial, limits).is_err() {
                continue;
            }
            if !self.sweeper.is_settled() {
                // The trial may have missed a contradiction.
                self.sweeper.clear();
                return Ok(None);
            }
            if best.is_none() {
                self.union.copy(&self.trial);
            } else {
                self.union.unite(&self.trial);
            }
            let gain = before - self.trial.size(shape);
            score.0 = gain.min(score.0);
            if gain >= score.1 {
                (score.1, best) = (gain, Some(value));
            }
        }
        let best = best.ok_or(Contradiction)?;
        Ok(Some(Tried { has_news: self.union.size(shape) < before, score, best }))
    }
}

impl<const N: usize> Search for Prober<'_, N> {
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        while let Some(mut node) = self.stack.pop() {
            // Trials count as one level more than the decisions.
            self.counts.depth = self.counts.depth.max(node.level + 1);
            let probed = self.probe(&mut node, limits);
            if node.level == 0 && probed.is_ok() {
                self.root.copy(&node.board);
            }
            match probed {
                Err(Contradiction) => self.counts.conflicts += 1,
                Ok(Probed::Late) => {
                    self.stack.push(node);
                    return Err(End::TimeLimit);
                }
                Ok(Probed::Complete) => {
                    let solution = node.board.to_grid(self.shape);
                    if !self.excluded.contains(&solution) {
                        return Ok(solution);
                    }
                }
                Ok(Probed::Branch(..)) if self.counts.decisions >= limits.decisions => {
                    self.stack.push(node);
                    return Err(End::NodeLimit);
                }
                Ok(Probed::Branch(cell, value)) => {
                    self.split(&node.board, node.level, cell, value);
                }
            }
        }
        Err(End::Complete)
    }

    fn counts(&self) -> Counts {
        Counts { visits: self.sweeper.visits(), ..self.counts }
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue, Puzzle};

    use super::*;
    use crate::boards::drawing;

    /// The board has two solutions. Without a limit, one decision lets line logic solve all 120 lines, one after the other.
    #[test]
    fn line_logic_after_a_decision_stops_at_the_time_limit() {
        let side = 60;
        let clues = vec![Clue::from([1]); side];
        let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
        let given = Grid::from_cells(side, side, |row, column| {
            if column == row || column == (row + 1) % side { Cell::Unknown } else { Cell::Blank }
        });
        let shape = Shape::new(&puzzle);
        let mut board = Board::<1>::new(&shape);
        assert!(board.give(&shape, &given));
        let mut prober = Prober::new(&shape, board.clone());
        prober.split(&board, 0, (0, 0), 1);
        // Line logic checks the clock after every 64 lines.
        assert_eq!(prober.next(&Limits::of_looks(0)), Err(End::TimeLimit));
        assert_eq!(prober.counts().visits, 64);
        assert!(prober.next(&Limits::NONE).is_ok());
    }

    #[test]
    fn interrupted_probing_decides_nothing_and_continues() {
        let puzzle = drawing("32-search/three-points.non");
        let shape = Shape::new(&puzzle);
        let mut board = Board::<1>::new(&shape);
        Sweeper::new(&shape).settle_all(&mut board, &Limits::NONE).unwrap();
        for looks in 0..120 {
            let mut prober = Prober::new(&shape, board.clone());
            assert_eq!(prober.next(&Limits::of_looks(looks)), Err(End::TimeLimit), "{looks}");
            assert_eq!(prober.counts().decisions, 0, "{looks}");
            if looks % 20 == 0 {
                assert_eq!(prober.next(&Limits::NONE).as_ref().ok(), puzzle.goal());
            }
        }
    }
}
