//! The verdict: a complete board, an exhausted decision, and the picture that is kept for the reply.
//! Interface: [`Search::solved`], [`Search::backtrack`] and [`Search::save_for`] go on from where nothing is dirty any more.

use super::trail::Undoing;
use super::{Search, State};
use crate::model::clue::propagator::Propagator;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A solution, and whether it is the only one.
    #[default]
    Proof,
    /// What follows by line logic.
    LineLogic,
    /// A solution.
    FirstSolution,
}

/// The status of the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Solved; in [`Mode::Proof`] this is the only solution.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// The limit or the end of line logic came first; what is certain is known.
    Undecided,
    /// Solved, and there is another solution.
    Multiple,
}

impl Search {
    /// The board is complete, by the decisions on the trail.
    pub(super) fn solved(&mut self) {
        if self.found {
            self.end(Status::Multiple);
        } else if self.level == 0 || self.mode == Mode::FirstSolution {
            self.save_for(Status::Solved);
        } else {
            self.found = true;
            self.ending = None;
            self.row = 0;
            self.state = State::Save;
        }
    }

    /// The decisions on the trail leave nothing more.
    pub(super) fn backtrack(&mut self) {
        if self.level > 0 {
            self.undo_for(Undoing::Decision);
        } else {
            self.end(if self.found {
                Status::Solved
            } else {
                Status::Unsolvable
            });
        }
    }

    /// Keeps the picture, then ends.
    pub(super) fn save_for(&mut self, status: Status) {
        if self.found {
            self.end(status);
        } else {
            self.ending = Some(status);
            self.row = 0;
            self.state = State::Save;
        }
    }

    fn end(&mut self, status: Status) {
        self.done = Some(status);
        self.state = State::Idle;
    }

    /// Reads a row, and keeps the one read before.
    pub(super) fn save(&mut self, board: &Propagator) {
        if let Some(row) = self.row.checked_sub(1) {
            self.picture[row] = board.filled(row);
        }
        self.row += 1;
        if self.row > board.padded() {
            match self.ending {
                Some(status) => self.end(status),
                None => self.backtrack(),
            }
        }
    }
}
