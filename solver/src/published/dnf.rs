//! `dnf`: every line is the disjunction of its options, and known cells eliminate options.
//!
//! [`Dnf`] runs [`crate::model::classic`], the model of the classic core, on a puzzle. Source: the published FPGA
//! design (a student project of MIT 6.205), whose host sends each line in disjunctive normal form.

use nonogram_protocol::Status;
use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::Obstacle;
use crate::engine::search::{Counts, End, Limits, Search};
use crate::engine::{Engine, Unfit};
use crate::hint::cells_of;
use crate::line::{count_options, in_words};
use crate::model::classic::{Classic, MAX_LINE, options};

/// Maximum number of options of all lines together: 64 MiB.
const MAX_OPTIONS: u64 = 1 << 24;

/// The model of the classic core as an engine.
pub struct Dnf {
    model: Classic,
    visits: u64,
    /// Whether the solution has been returned.
    reported: bool,
}

impl Dnf {
    /// Creates the model with every line's options except those that contradict the cells known in `fixed`.
    ///
    /// # Errors
    /// Returns the error of [`check`], if any, or [`Obstacle::Late`] if a limit is reached while the options are listed.
    pub fn new(puzzle: &Puzzle, fixed: Option<&Grid>, limits: &Limits) -> Result<Self, Obstacle> {
        check(puzzle)?;
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let mut lines: Vec<Vec<u32>> = Vec::with_capacity(rows + columns);
        for (line, clue) in puzzle.lines() {
            if limits.is_late() {
                return Err(Obstacle::Late);
            }
            let mut listed = options(puzzle.length(line), clue);
            if let Some(fixed) = fixed {
                let cells = cells_of(fixed, line);
                listed.retain(|option| agrees(*option, &cells));
            }
            lines.push(listed);
        }
        Ok(Self { model: Classic::new(rows, columns, lines), visits: 0, reported: false })
    }
}

/// Checks that the model can hold the puzzle.
///
/// # Errors
/// Returns [`Unfit`] if a line is longer than the words of the model, or there are too many options.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let unfit = |needs, limit| Err(Unfit::new(Engine::Dnf, needs, limit));
    if rows.max(columns) > MAX_LINE {
        return unfit(
            format!("a board of {rows} x {columns}"),
            format!("at most {MAX_LINE} x {MAX_LINE}"),
        );
    }
    let counts = puzzle.lines().map(|(line, clue)| count_options(puzzle.length(line), clue));
    let count = counts.fold(0, u64::saturating_add);
    if count > MAX_OPTIONS {
        return unfit(in_words(count), format!("at most {MAX_OPTIONS}"));
    }
    Ok(())
}

/// Whether an option agrees with the known cells of its line.
fn agrees(option: u32, cells: &[Cell]) -> bool {
    let mut cells = cells.iter().enumerate();
    cells
        .all(|(place, cell)| cell.value().is_none_or(|filled| filled == (option >> place & 1 == 1)))
}

impl Search for Dnf {
    /// Runs the model. Returns [`End::Stalled`] if the model stalls, because it makes no decisions.
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        while self.model.status().is_none() {
            if limits.is_late() {
                return Err(End::TimeLimit);
            }
            self.model.visit();
            self.visits += 1;
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
        Counts { visits: self.visits, ..Counts::default() }
    }
}
