//! Probing: tries each value of each open cell and keeps what all consistent values have in common.
//!
//! [`Trials::probe`] probes to the fixpoint and proposes the cell to branch on.

use super::board::{Board, Shape, Sweeper};
use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::word::Word;

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
pub(crate) struct Trials<'s, W> {
    shape: &'s Shape,
    sweeper: Sweeper<'s, W>,
    trial: Board<W>,
    union: Board<W>,
}

impl<'s, W: Word> Trials<'s, W> {
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
        board: &mut Board<W>,
        branch: Branch,
        is_it: bool,
        limits: &Limits,
    ) -> Result<(), Contradiction> {
        match is_it {
            true => board.set(self.shape, branch.cell, branch.value),
            false => board.remove(self.shape, branch.cell, branch.value),
        }
        self.sweeper.touch(branch.cell);
        self.sweeper.settle(board, limits)
    }

    /// Tries every value of every open cell until a whole round excludes no value or a limit is reached. Fails if a cell has no
    /// consistent value.
    pub(crate) fn probe(
        &mut self,
        board: &mut Board<W>,
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
        board: &mut Board<W>,
        cell: (usize, usize),
        limits: &Limits,
    ) -> Result<(bool, usize, Branch), Contradiction> {
        let shape = self.shape;
        let before = board.size(shape);
        let (mut least, mut most, mut is_possible) = (usize::MAX, 0, false);
        let mut branch = Branch { cell, value: 0 };
        for value in 0..shape.values {
            if !board.can(shape, cell, value) {
                continue;
            }
            self.trial.copy(board);
            self.trial.set(shape, cell, value);
            self.sweeper.touch(cell);
            if self.sweeper.settle(&mut self.trial, limits).is_err() {
                continue;
            }
            let gain = before - self.trial.size(shape);
            least = least.min(gain);
            if gain >= most {
                most = gain;
                branch.value = value;
            }
            match is_possible {
                false => self.union.copy(&self.trial),
                true => self.union.unite(&self.trial),
            }
            is_possible = true;
        }
        if !is_possible {
            return Err(Contradiction);
        }
        // If a limit stopped a trial before its fixpoint, its exclusions are still valid.
        let has_news = self.union.size(shape) < before;
        if has_news {
            board.copy(&self.union);
            self.sweeper.settle_all(board, limits)?;
        }
        Ok((
            has_news,
            least.saturating_mul(16).saturating_add(most),
            branch,
        ))
    }
}
