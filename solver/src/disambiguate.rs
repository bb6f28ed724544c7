//! Small edits that give a drawing's puzzle one solution.
//!
//! [`disambiguate`] tries every cell of the lines that stay open, then pairs that begin with the cells that
//! settle most; each edit is solved anew, by line logic first and by search where that is not enough.

use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Puzzle};
use web_time::Instant;

use crate::options::SolveOptions;
use crate::propagate::{LineOutcome, propagate};
use crate::solve::solve;
use crate::verdict::Verdict;

/// Cells of a drawing to turn over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Row and column of each, from 0.
    pub cells: Vec<(usize, usize)>,
    /// Cells that line logic knows with it, beyond those it knows without.
    pub settles: usize,
    /// Whether line logic alone solves the puzzle then.
    pub line_solvable: bool,
}

/// What [`disambiguate`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// Edits after which there is one solution, those of one cell and of line logic first, then by what they settle.
    pub edits: Vec<Edit>,
    /// Whether the puzzle had one solution already.
    pub was_unique: bool,
    /// Whether everything was tried; if not, the time was up.
    pub complete: bool,
}

/// Edits from which pairs are made.
const PARTNERS: usize = 12;
/// Decisions after which an edit does not count as unique. A count, so that the outcome is the same everywhere.
const MOST_DECISIONS: u64 = 500;

/// Proposes edits of one cell, or, where there is none, of two; for `time_limit` at most. Unknown cells are blank.
///
/// ```
/// use std::time::Duration;
///
/// use nonogram_puzzles::Grid;
/// use nonogram_solver::disambiguate;
///
/// let drawing = Grid::from_lines(&["#-", "-#"])?;
/// let proposal = disambiguate(&drawing, Duration::from_secs(60));
/// assert_eq!(proposal.edits.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the drawing has no cell.
pub fn disambiguate(drawing: &Grid, time_limit: Duration) -> Proposal {
    let end = Instant::now().checked_add(time_limit);
    let is_late = || end.is_some_and(|end| Instant::now() >= end);
    let puzzle = Puzzle::from_grid(drawing);
    let open = match propagate(&puzzle) {
        LineOutcome::Solved(_) => {
            return Proposal {
                was_unique: true,
                complete: true,
                ..Proposal::default()
            };
        }
        LineOutcome::Stalled(known) => known,
        LineOutcome::Contradiction { .. } => unreachable!("the drawing is a solution"),
    };
    if is_unique(&puzzle) {
        return Proposal {
            was_unique: true,
            complete: true,
            ..Proposal::default()
        };
    }
    let candidates = candidates(&open);
    let mut trial = Trial {
        drawing: drawing.clone(),
        known: open.known_cells(),
    };
    let (mut edits, mut partial) = (Vec::new(), Vec::new());
    for &cell in &candidates {
        if is_late() {
            return ranked(edits, false);
        }
        match trial.of(&[cell]) {
            (edit, true) => edits.push(edit),
            (edit, false) => partial.push(edit),
        }
    }
    if !edits.is_empty() {
        return ranked(edits, true);
    }
    partial.sort_by_key(|edit| std::cmp::Reverse(edit.settles));
    for first in partial.iter().take(PARTNERS) {
        for &second in candidates
            .iter()
            .filter(|&&second| second != first.cells[0])
        {
            if is_late() {
                return ranked(edits, false);
            }
            let (edit, unique) = trial.of(&[first.cells[0], second]);
            let is_new = || !edits.iter().any(|other| same(other, &edit));
            if unique && is_new() {
                edits.push(edit);
            }
        }
    }
    ranked(edits, true)
}

fn same(one: &Edit, other: &Edit) -> bool {
    one.cells.iter().all(|cell| other.cells.contains(cell))
}

fn ranked(mut edits: Vec<Edit>, complete: bool) -> Proposal {
    edits.sort_by_key(|edit| {
        (
            edit.cells.len(),
            !edit.line_solvable,
            std::cmp::Reverse(edit.settles),
        )
    });
    Proposal {
        edits,
        was_unique: false,
        complete,
    }
}

/// The cells of lines with open cells, those that are open themselves first.
fn candidates(open: &Grid) -> Vec<(usize, usize)> {
    let is_open = |row: usize, column: usize| open.get(row, column) == Cell::Unknown;
    let rows: Vec<bool> = (0..open.rows())
        .map(|row| open.row(row).any(|cell| cell == Cell::Unknown))
        .collect();
    let columns: Vec<bool> = (0..open.columns())
        .map(|column| open.column(column).any(|cell| cell == Cell::Unknown))
        .collect();
    let cells =
        (0..open.rows()).flat_map(|row| (0..open.columns()).map(move |column| (row, column)));
    let mut found: Vec<_> = cells
        .filter(|&(row, column)| rows[row] || columns[column])
        .collect();
    found.sort_by_key(|&(row, column)| !is_open(row, column));
    found
}

fn is_unique(puzzle: &Puzzle) -> bool {
    let options = SolveOptions {
        node_limit: Some(MOST_DECISIONS),
        ..SolveOptions::default()
    };
    solve(puzzle, &options).verdict == Verdict::Unique
}

struct Trial {
    drawing: Grid,
    known: usize,
}

impl Trial {
    /// The edit of these cells, and whether there is one solution then.
    fn of(&mut self, cells: &[(usize, usize)]) -> (Edit, bool) {
        self.turn(cells);
        let puzzle = Puzzle::from_grid(&self.drawing);
        self.turn(cells);
        let (known, line_solvable) = match propagate(&puzzle) {
            LineOutcome::Solved(grid) => (grid.known_cells(), true),
            LineOutcome::Stalled(grid) => (grid.known_cells(), false),
            LineOutcome::Contradiction { .. } => unreachable!("the drawing is a solution"),
        };
        let edit = Edit {
            cells: cells.to_vec(),
            settles: known.saturating_sub(self.known),
            line_solvable,
        };
        // What settles nothing more leaves the same cells open, as a rule; proofs are for the others.
        let unique = line_solvable || (edit.settles > 0 && is_unique(&puzzle));
        (edit, unique)
    }

    fn turn(&mut self, cells: &[(usize, usize)]) {
        for &(row, column) in cells {
            let filled = self.drawing.get(row, column) == Cell::Filled;
            self.drawing.set(row, column, Cell::from(!filled));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn every_proposal_is_unique() {
        let drawing = Grid::from_lines(&["#-#--", "-#--#", "#--#-", "-#-#-"]).unwrap();
        let proposal = disambiguate(&drawing, LONG);
        assert!(proposal.complete && !proposal.was_unique && !proposal.edits.is_empty());
        for edit in &proposal.edits {
            let mut drawing = drawing.clone();
            for &(row, column) in &edit.cells {
                let filled = drawing.get(row, column) == Cell::Filled;
                drawing.set(row, column, Cell::from(!filled));
            }
            let report = solve(&Puzzle::from_grid(&drawing), &SolveOptions::default());
            assert_eq!(report.verdict, Verdict::Unique, "{edit:?}");
            assert_eq!(report.is_line_solvable(), edit.line_solvable, "{edit:?}");
        }
    }

    #[test]
    fn pairs_where_one_cell_is_not_enough() {
        // Two corners apart from each other, each with two solutions.
        let drawing =
            Grid::from_lines(&["#-----", "-#----", "------", "------", "----#-", "-----#"])
                .unwrap();
        let proposal = disambiguate(&drawing, LONG);
        assert!(!proposal.edits.is_empty());
        assert!(proposal.edits.iter().all(|edit| edit.cells.len() <= 2));
    }

    #[test]
    fn unique_puzzles_need_none_and_no_time_is_no_proposal() {
        let cross = Grid::from_lines(&["-#-", "###", "-#-"]).unwrap();
        assert!(disambiguate(&cross, LONG).was_unique);
        let open = Grid::from_lines(&["#-", "-#"]).unwrap();
        assert_eq!(disambiguate(&open, Duration::ZERO), Proposal::default());
    }
}
