//! `dnf`: every line is the disjunction of its options, and known cells eliminate options.
//!
//! [`Dnf`] runs [`crate::model::classic`], the model of the classic core, on a puzzle. Source: the published FPGA
//! design (a student project of MIT 6.205), whose host sends each line in disjunctive normal form.

use nonogram_protocol::Status;
use nonogram_puzzles::{Grid, Puzzle};

use super::options;
use crate::engine::Engine;
use crate::engine::search::{Counts, End, Limits, Search, Sink};
use crate::model::classic::Classic;
use crate::solve::{Report, SolveOptions};

/// Runs the model of the classic core.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    super::run(puzzle, options, sink, |limits| Dnf::new(puzzle, options.fixed.as_ref(), limits))
}

/// The model of the classic core as an engine.
pub struct Dnf {
    model: Classic,
    /// Whether the solution has been returned.
    reported: bool,
}

impl Dnf {
    /// Creates the model with every line's options except those that contradict the cells known in `fixed`.
    ///
    /// # Errors
    /// Returns the error of [`options`].
    pub fn new(puzzle: &Puzzle, fixed: Option<&Grid>, limits: &Limits) -> Result<Self, End> {
        let lines = options(puzzle, Engine::Dnf, fixed, limits)?;
        let model = Classic::new(puzzle.row_count(), puzzle.column_count(), lines);
        Ok(Self { model, reported: false })
    }
}

impl Search for Dnf {
    /// Runs the model. Returns [`End::Stalled`] if the model stalls, because it makes no decisions.
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        while self.model.status().is_none() {
            if limits.is_late() {
                return Err(End::TimeLimit);
            }
            self.model.visit();
        }
        match self.model.status() {
            Some(Status::Solved) if !std::mem::replace(&mut self.reported, true) => {
                Ok(self.model.grid())
            }
            Some(Status::Stalled) => Err(End::Stalled),
            _ => Err(End::Complete),
        }
    }

    fn counts(&self) -> Counts {
        Counts::of_visits(self.model.visits())
    }
}
