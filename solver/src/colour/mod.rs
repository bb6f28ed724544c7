//! Engines for puzzles with several colours: `lines`, `probing`, `sat`, and the `portfolio` of `probing` and `sat`.
//!
//! [`crate::solve_each`] calls [`solve`] if the palette has several colours. `line` solves a line with one bit set per value,
//! [`board::Sweeper`] solves lines up to their fixpoint, [`probing::Prober`] probes cells and backtracks. The filled cells of a solution determine its colours, because the filled cells of a row
//! have the colours of its clue in order; solutions are therefore excluded by their filled cells alone.

pub(crate) mod board;

use std::ops::ControlFlow;

use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::Instant;
use crate::engine::Engine;
use crate::engine::sat::{self, Sat};
use crate::engine::search::{Counts, End, Limits, Search, Sink, collect};
use crate::line::Contradiction;
use crate::solve::SolveOptions;
use crate::solve::{LineOutcome, Propagation, Report};
use crate::word::with_words;
use board::{Board, Shape, Sweeper, places};

/// Number of decisions of the prober before SAT takes over.
const SHARE: u64 = 8;

/// Number of solutions above which SAT is not used: the prober lists them faster.
const MANY: usize = Sink::KEPT;

/// Solves a puzzle with several colours that the engine supports. Without `may_search`, only line logic runs.
pub(crate) fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    may_search: bool,
    sink: &mut Sink<'_>,
) -> Report {
    with_words!(places(puzzle), N => run::<N>(puzzle, options, may_search, sink))
}

fn run<const N: usize>(
    puzzle: &Puzzle,
    options: &SolveOptions,
    may_search: bool,
    sink: &mut Sink<'_>,
) -> Report {
    let start = Instant::now();
    let limits = options.limits(start);
    let unknown = || Grid::new(puzzle.row_count(), puzzle.column_count());
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    let given = options.fixed.as_ref();
    let settled = puzzle.sums_agree()
        && given.is_none_or(|grid| board.give(&shape, grid))
        && sweeper.settle_all(&mut board, &limits).is_ok();
    let mut counts = Counts { visits: sweeper.visits(), ..Counts::default() };
    let (end, lines) = if !settled {
        (End::Complete, unknown())
    } else if !sweeper.is_settled() {
        (End::TimeLimit, board.to_grid(&shape))
    } else if board.is_complete(&shape) {
        let grid = board.to_grid(&shape);
        sink.push(&grid);
        (End::Complete, grid)
    } else if !may_search {
        (End::Unfit, board.to_grid(&shape))
    } else {
        let lines = board.to_grid(&shape);
        let (end, searched) = search(puzzle, &shape, board, options, &limits, sink);
        counts = counts.and(searched);
        (end, lines)
    };
    Report::of(sink, end, lines, counts, start)
}

/// [`crate::propagate_with`] for a puzzle with several colours. Returns [`LineOutcome::Stalled`] when a limit is reached.
pub(crate) fn propagate(puzzle: &Puzzle, fixed: Option<&Grid>, limits: &Limits) -> Propagation {
    with_words!(places(puzzle), N => propagate_packed::<N>(puzzle, fixed, limits))
}

fn propagate_packed<const N: usize>(
    puzzle: &Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Propagation {
    let shape = Shape::new(puzzle);
    let mut board = Board::<N>::new(&shape);
    let mut sweeper = Sweeper::new(&shape);
    if let Some(grid) = fixed {
        board.give(&shape, grid);
    }
    let outcome = match sweeper.settle_all(&mut board, limits) {
        Err(Contradiction) => LineOutcome::Contradiction { line: shape.name(sweeper.broken()) },
        Ok(()) if sweeper.is_settled() && board.is_complete(&shape) => {
            LineOutcome::Solved(board.to_grid(&shape))
        }
        Ok(()) => LineOutcome::Stalled(board.to_grid(&shape)),
    };
    Propagation { outcome, visits: sweeper.visits() }
}

/// Lines whose clue has no placement that agrees with the known cells of `grid`.
pub(crate) fn broken_lines(puzzle: &Puzzle, grid: &Grid) -> Vec<Line> {
    with_words!(places(puzzle), N => {
        let shape = Shape::new(puzzle);
        let mut board = Board::<N>::new(&shape);
        board.give(&shape, grid);
        let mut sweeper = Sweeper::new(&shape);
        let is_broken = |line: &usize| sweeper.starts(&board, *line).is_err();
        let broken = (0..shape.lines.len()).filter(is_broken);
        broken.map(|line| shape.name(line)).collect()
    })
}

/// Runs the search of the engine from a board at the fixpoint of line logic.
fn search<const N: usize>(
    puzzle: &Puzzle,
    shape: &Shape,
    board: Board<N>,
    options: &SolveOptions,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    match options.engine {
        Engine::Lines => (End::Stalled, Counts::default()),
        Engine::Sat => {
            let mut sat = Sat::of_board(shape, &board, limits);
            let end = collect(&mut sat, limits, sink);
            (end, sat.counts())
        }
        Engine::Probing => {
            let mut prober = Prober::new(shape, board);
            let end = collect(&mut prober, limits, sink);
            (end, prober.counts())
        }
        _ => {
            let with_sat = options.node_limit.is_none() && sat::check(puzzle).is_ok();
            portfolio(shape, board, with_sat, limits, sink)
        }
    }
}

/// Runs probing with few decisions, then SAT while there are few solutions, then probing to the end; or probing alone.
fn portfolio<const N: usize>(
    shape: &Shape,
    board: Board<N>,
    with_sat: bool,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    let mut prober = Prober::new(shape, board);
    let alone =
        Limits { decisions: if with_sat { SHARE } else { limits.decisions }, ..limits.clone() };
    let mut end = collect(&mut prober, &alone, sink);
    if end == End::NodeLimit && with_sat {
        if sink.count() <= MANY {
            let mut sat = Sat::of_board(shape, prober.root(), limits);
            for solution in sink.first() {
                sat.exclude(solution);
            }
            end = by_sat(&mut sat, &mut prober, limits, sink);
        }
        if end == End::NodeLimit {
            end = collect(&mut prober, limits, sink);
        }
    }
    (end, prober.counts())
}

/// Runs SAT until the puzzle is settled, enough solutions are found, or a limit is reached. Returns [`End::NodeLimit`] also when
/// more than [`MANY`] solutions are found. The prober excludes the solutions that SAT finds.
fn by_sat<const N: usize>(
    sat: &mut Sat,
    prober: &mut Prober<'_, N>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> End {
    while sink.count() <= MANY {
        let mut found = None;
        let mut each = |solution: &Grid| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let end = collect(sat, limits, &mut Sink::new(1, &mut each));
        let Some(solution) = found else {
            return end;
        };
        prober.exclude(&solution);
        if sink.push(&solution) {
            return End::Enough;
        }
    }
    End::NodeLimit
}

/// A backtracking search that probes every cell.
#[derive(Debug)]
pub(crate) struct Prober<'s, const N: usize> {
    shape: &'s Shape,
    trials: Trials<'s, N>,
    /// Boards to search, and the number of decisions that led to each.
    stack: Vec<(Board<N>, usize)>,
    /// The first board, without the values that probing has excluded.
    root: Board<N>,
    /// Solutions found by another engine, which are not returned.
    excluded: Vec<Grid>,
    counts: Counts,
}

impl<'s, const N: usize> Prober<'s, N> {
    /// Creates a search that continues from a board at the fixpoint of line logic.
    pub(crate) fn new(shape: &'s Shape, board: Board<N>) -> Self {
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
    pub(crate) fn root(&self) -> &Board<N> {
        &self.root
    }

    /// Excludes a solution that another engine has found.
    pub(crate) fn exclude(&mut self, solution: &Grid) {
        self.excluded.push(solution.clone());
    }

    /// Pushes the board without the value of the branch, then the board with it. Discards those with a contradiction. `level` is the
    /// number of decisions that led to `board`. A limit may stop line logic on a pushed board before its fixpoint.
    fn split(&mut self, board: &Board<N>, level: usize, branch: Branch, limits: &Limits) {
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

impl<const N: usize> Search for Prober<'_, N> {
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        let decided = self.counts.decisions;
        let conflicts = self.counts.conflicts;
        loop {
            let Some((mut board, level)) = self.stack.pop() else {
                return Err(End::Complete);
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
                    return Err(End::TimeLimit);
                }
                Ok(Probed::Complete) => {
                    let solution = board.to_grid(self.shape);
                    if !self.excluded.contains(&solution) {
                        return Ok(solution);
                    }
                }
                Ok(Probed::Stalled(branch)) => {
                    let is_enough = self.counts.decisions - decided >= limits.decisions
                        || self.counts.conflicts - conflicts >= limits.conflicts;
                    if is_enough {
                        self.stack.push((board, level));
                        return Err(End::NodeLimit);
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

/// A cell to branch on, and the value to try first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Branch {
    pub cell: (usize, usize),
    pub value: usize,
}

/// Result of probing a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Probed {
    /// Every cell has one value.
    Complete,
    /// Probing excludes no further value. Contains the best cell to branch on.
    Stalled(Branch),
    /// A limit was reached.
    Late,
}

/// Working memory for trials of values.
#[derive(Debug)]
pub(crate) struct Trials<'s, const N: usize> {
    shape: &'s Shape,
    sweeper: Sweeper<'s, N>,
    trial: Board<N>,
    union: Board<N>,
}

impl<'s, const N: usize> Trials<'s, N> {
    pub(crate) fn new(shape: &'s Shape) -> Self {
        Self {
            shape,
            sweeper: Sweeper::new(shape),
            trial: Board::new(shape),
            union: Board::new(shape),
        }
    }

    /// Number of visits to lines so far.
    pub(crate) fn visits(&self) -> u64 {
        self.sweeper.visits()
    }

    /// Sets the cell of a branch to its value, or excludes the value if `is_it` is false, and settles the board.
    pub(crate) fn decide(
        &mut self,
        board: &mut Board<N>,
        branch: Branch,
        is_it: bool,
        limits: &Limits,
    ) -> Result<(), Contradiction> {
        if is_it {
            board.set(self.shape, branch.cell, branch.value);
        } else {
            board.remove(self.shape, branch.cell, branch.value);
        }
        self.sweeper.touch(branch.cell);
        self.sweeper.settle(board, limits)
    }

    /// Tries every value of every open cell until a whole round excludes no value or a limit is reached. Fails if a cell has no
    /// consistent value.
    pub(crate) fn probe(
        &mut self,
        board: &mut Board<N>,
        limits: &Limits,
    ) -> Result<Probed, Contradiction> {
        let cells = self.shape.height * self.shape.width;
        let mut best: Option<(usize, Branch)> = None;
        // The next cell, and the number of consecutive cells whose trials excluded nothing.
        let (mut at, mut fruitless) = (0, 0);
        while fruitless < cells {
            let cell = (at / self.shape.width, at % self.shape.width);
            at = (at + 1) % cells;
            fruitless += 1;
            if !board.open(self.shape, cell.0).has(cell.1) {
                continue;
            }
            if limits.is_late() {
                return Ok(Probed::Late);
            }
            let (has_news, score, branch) = self.try_cell(board, cell, limits)?;
            if has_news {
                (fruitless, best) = (0, None);
            } else if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, branch));
            }
        }
        if limits.is_late() {
            return Ok(Probed::Late);
        }
        Ok(match best {
            Some((_, branch)) => Probed::Stalled(branch),
            None => Probed::Complete,
        })
    }

    /// Tries the values of a cell and keeps what the consistent ones have in common. Returns whether that excluded a value of any cell,
    /// the score of the cell, and its value that excludes the most. Fails if no value is consistent.
    fn try_cell(
        &mut self,
        board: &mut Board<N>,
        cell: (usize, usize),
        limits: &Limits,
    ) -> Result<(bool, usize, Branch), Contradiction> {
        let tried = self.values(board, cell, limits);
        if tried.consistent == 0 {
            return Err(Contradiction);
        }
        // If a limit stopped a trial before its fixpoint, its exclusions are still valid.
        let has_news = self.union.size(self.shape) < tried.before;
        if has_news {
            board.copy(&self.union);
            self.sweeper.settle_all(board, limits)?;
        }
        let score = tried.least.saturating_mul(16).saturating_add(tried.most);
        let value = tried.best;
        Ok((has_news, score, Branch { cell, value }))
    }

    /// Tries each value of a cell. [`Trials::union`] then has the values that the consistent trials leave.
    pub(crate) fn values(
        &mut self,
        board: &Board<N>,
        cell: (usize, usize),
        limits: &Limits,
    ) -> Tried {
        let shape = self.shape;
        let before = board.size(shape);
        let mut tried = Tried { before, consistent: 0, best: 0, least: usize::MAX, most: 0 };
        for value in (0..shape.values).filter(|&value| board.can(shape, cell, value)) {
            self.trial.copy(board);
            self.trial.set(shape, cell, value);
            self.sweeper.touch(cell);
            if self.sweeper.settle(&mut self.trial, limits).is_err() {
                continue;
            }
            let gain = before - self.trial.size(shape);
            tried.least = tried.least.min(gain);
            if gain >= tried.most {
                (tried.most, tried.best) = (gain, value);
            }
            if tried.consistent == 0 {
                self.union.copy(&self.trial);
            } else {
                self.union.unite(&self.trial);
            }
            tried.consistent += 1;
        }
        tried
    }
}

/// Result of the trials of a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tried {
    /// Number of possible values of all cells before the trials.
    before: usize,
    /// Number of values without a contradiction.
    pub consistent: usize,
    /// The consistent value that excludes the most; the last one of several.
    pub best: usize,
    /// Lowest and highest number of values that a consistent trial excludes.
    least: usize,
    most: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Cell, Clue, Puzzle};

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
        let branch = Branch { cell: (0, 0), value: 1 };
        prober.split(&board, 0, branch, &Limits::of_looks(0));
        // Line logic checks the clock after every 64 lines, and here runs on two boards.
        assert_eq!(prober.trials.visits(), 2 * 64);
    }
}
