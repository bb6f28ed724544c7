//! The next step in a puzzle with several colours.
//!
//! [`next_step`] tries each line alone, then lines without the colours that crossing lines exclude, then the values of each cell.

use std::cmp::Reverse;

use nonogram_puzzles::{Cell, Clue, Grid, Line, Puzzle};

use super::{Advice, CLOCK, Change, Reason, Rule, Step, clue_of};
use crate::colour::board::{Board, Shape, Sweeper, cell, places};
use crate::colour::line::Sweep;
use crate::colour::probing::Trials;
use crate::engine::search::Limits;
use crate::word::{Bits, with_words};

/// The next step from `grid`, by the easiest rule that decides a cell.
pub(super) fn next_step(puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Advice {
    with_words!(places(puzzle), N => {
        let shape = Shape::new(puzzle);
        let mut board = Board::<N>::new(&shape);
        board.give(&shape, grid);
        Hints {
            puzzle,
            grid,
            limits,
            shape: &shape,
        }
        .next(board)
    })
}

/// The puzzle, grid and limits of a search for a step.
struct Hints<'a> {
    puzzle: &'a Puzzle,
    grid: &'a Grid,
    limits: &'a Limits,
    shape: &'a Shape,
}

impl Hints<'_> {
    fn next<const N: usize>(&self, mut board: Board<N>) -> Advice {
        match self.by_a_line(&board) {
            Some(advice) => advice,
            None if self.grid.is_complete() => Advice::Solved,
            None => match self.by_crossing_lines(&mut board) {
                Some(advice) => advice,
                None => self.by_trial(&board).map_or(Advice::Stuck, Advice::Step),
            },
        }
    }

    /// The easiest step on a single line; of equally easy ones, the one that decides the most cells. If a line has no placement, the
    /// advice is that line; if the time runs out, it is the best step so far, or [`Advice::Stuck`]. `None` if no line decides a cell.
    fn by_a_line<const N: usize>(&self, board: &Board<N>) -> Option<Advice> {
        let mut sweep = Sweep::new(self.shape);
        let mut best: Option<(_, Step)> = None;
        for line in 0..self.shape.lines.len() {
            if line % CLOCK == CLOCK - 1 && self.limits.is_late() {
                return Some(best.map_or(Advice::Stuck, |(_, step)| Advice::Step(step)));
            }
            let planes = board.line(self.shape, line);
            let (runs, length) = (&self.shape.lines[line], self.shape.length(line));
            if sweep.line(runs, length, planes).is_err() {
                return Some(Advice::Wrong(self.shape.name(line)));
            }
            let decided = self.decided(board, &sweep.found, line);
            if decided.is_empty() {
                continue;
            }
            let (rule, changes) = self.rule(line, &sweep.starts, decided);
            let rank = (rule.rank(), Reverse(changes.len()));
            if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                let line = self.shape.name(line);
                let reason = Reason::Line { line, rule };
                best = Some((rank, Step { reason, changes }));
            }
        }
        best.map(|(_, step)| Advice::Step(step))
    }

    /// Unknown cells of a line that have several possible values on the board and one in `found`.
    fn decided<const N: usize>(
        &self,
        board: &Board<N>,
        found: &[Bits<N>],
        line: usize,
    ) -> Vec<Change> {
        let open = board.open(self.shape, line);
        let change = |place| {
            let mut values = (0..self.shape.values).filter(|&value| found[value].has(place));
            let (value, None) = (values.next()?, values.next()) else {
                return None;
            };
            let (row, column) = self.shape.cell(line, place);
            let cell = cell(value);
            (self.grid.get(row, column) == Cell::Unknown).then_some(Change { row, column, cell })
        };
        open.cells().filter_map(change).collect()
    }

    /// The easiest rule that decides cells of a line, and the cells that it decides.
    fn rule<const N: usize>(
        &self,
        line: usize,
        starts: &[Bits<N>],
        decided: Vec<Change>,
    ) -> (Rule, Vec<Change>) {
        let name = self.shape.name(line);
        let clue: &Clue = clue_of(self.puzzle, name);
        let filled = super::cells_of(self.grid, name).into_iter();
        if clue.is_empty() {
            return (Rule::Blank, decided);
        }
        if clue.min_length() == self.shape.length(line) {
            return (Rule::Fits, decided);
        }
        if filled.filter(|cell| cell.is_filled()).count() == clue.filled() {
            return (Rule::Done, decided);
        }
        let place = |change: &Change| match name {
            Line::Row(_) => change.column,
            Line::Column(_) => change.row,
        };
        for (block, starts) in clue.blocks().zip(starts) {
            let (Some(first), Some(last)) = (starts.lowest(), starts.highest()) else {
                continue;
            };
            let is_covered = |change: &&Change| {
                let covered = last..first + block.length;
                change.cell == Cell::Colour(block.colour) && covered.contains(&place(change))
            };
            let covered: Vec<Change> = decided.iter().filter(is_covered).copied().collect();
            if !covered.is_empty() {
                let room = last - first;
                return (Rule::Covers { block, room }, covered);
            }
        }
        (Rule::Placements, decided)
    }

    /// The step on the first line that decides a cell once the colours that the crossing lines exclude are removed. If a line has no
    /// placement, the advice is that line; if the time runs out, it is [`Advice::Stuck`]. `None` if no line decides a cell.
    fn by_crossing_lines<const N: usize>(&self, board: &mut Board<N>) -> Option<Advice> {
        let mut sweeper = Sweeper::new(self.shape);
        sweeper.begin();
        while let Some((line, result)) = sweeper.step(board) {
            let name = self.shape.name(line);
            if result.is_err() {
                return Some(Advice::Wrong(name));
            }
            let cells = (0..self.shape.length(line)).map(|place| self.shape.cell(line, place));
            let known = cells.filter_map(|(row, column)| {
                let is_news = self.grid.get(row, column) == Cell::Unknown;
                let value = board.value(self.shape, (row, column)).filter(|_| is_news)?;
                let cell = cell(value);
                Some(Change { row, column, cell })
            });
            let changes: Vec<Change> = known.collect();
            if !changes.is_empty() {
                let rule = Rule::Crossing;
                let reason = Reason::Line { line: name, rule };
                return Some(Advice::Step(Step { reason, changes }));
            }
            if self.limits.is_late() {
                return Some(Advice::Stuck);
            }
        }
        None
    }

    /// The step that decides the first cell with only one value that is not refuted or, if there is no such cell, the step with the
    /// most cells on which all consistent values of another cell agree. `None` if neither is found within the limits.
    fn by_trial<const N: usize>(&self, board: &Board<N>) -> Option<Step> {
        let mut trials = Trials::new(self.shape);
        let mut agreed: Option<Step> = None;
        let open = (0..self.shape.height).flat_map(|row| {
            board
                .open(self.shape, row)
                .cells()
                .map(move |column| (row, column))
        });
        for (row, column) in open {
            let tried = trials.values(board, (row, column), self.limits);
            if self.limits.is_late() {
                return agreed;
            }
            if let (1, Some(broken)) = (tried.consistent, tried.broken) {
                let cell = cell(tried.best);
                let broken = self.shape.name(broken);
                return Some(Step {
                    reason: Reason::Contradiction { broken },
                    changes: vec![Change { row, column, cell }],
                });
            }
            if tried.consistent == 0 {
                continue;
            }
            let changes = self.news(&trials.union().to_grid(self.shape));
            if changes.len() > agreed.as_ref().map_or(0, |step| step.changes.len()) {
                let reason = Reason::Agreement { row, column };
                agreed = Some(Step { reason, changes });
            }
        }
        agreed
    }

    /// Cells that are known in `known` and not in the current grid.
    fn news(&self, known: &Grid) -> Vec<Change> {
        let mut news = Vec::new();
        for row in 0..known.rows() {
            for (column, cell) in known.row(row).enumerate() {
                if cell != Cell::Unknown && self.grid.get(row, column) == Cell::Unknown {
                    news.push(Change { row, column, cell });
                }
            }
        }
        news
    }
}
