//! The next deduction from a partial grid, easiest first, with its reason.
//!
//! [`next_step`] tries the rules that people use on single lines, then all placements of a line, then the consequences of each value
//! of a cell. If none of these decides a cell, [`reveal()`] can take one from the solution.
//! [`Step::explain`] describes a step in words.

mod colours;
mod rules;
mod words;

use std::cmp::Reverse;
use std::time::Duration;

use crate::Instant;
use nonogram_puzzles::{Cell, Clue, Grid, Line, Puzzle};

use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::options::Methods;
use crate::propagate::propagate_within;
use crate::report::LineOutcome;

pub use rules::Rule;

/// A cell that becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// New value of the cell.
    pub cell: Cell,
}

/// Reason why a step is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule on one line decides the cells.
    Line {
        /// Line to which the rule applies.
        line: Line,
        /// Rule that decides the cells.
        rule: Rule,
    },
    /// With any other value of the cell, line logic leaves a line without a placement.
    Contradiction {
        /// The line without a placement; if several values were refuted, the line for the value tried last.
        broken: Line,
    },
    /// Line logic decides the cells in the same way for every value of another cell that it does not refute.
    Agreement {
        /// Row of the other cell, from 0.
        row: usize,
        /// Column of the other cell, from 0.
        column: usize,
    },
    /// Only a search decides the cell; see [`reveal()`].
    Search,
}

impl Reason {
    /// Identifier in JSON, such as "overlap" or "contradiction".
    pub fn name(&self) -> &'static str {
        match self {
            Self::Line { rule, .. } => rule.name(),
            Self::Contradiction { .. } => "contradiction",
            Self::Agreement { .. } => "agreement",
            Self::Search => "search",
        }
    }

    /// The line to which the rule applies; `None` unless the reason is a rule on one line.
    pub fn line(&self) -> Option<Line> {
        match self {
            Self::Line { line, .. } => Some(*line),
            _ => None,
        }
    }
}

/// A deduction: the cells that follow, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Reason for the deduction.
    pub reason: Reason,
    /// The decided cells, at least one.
    pub changes: Vec<Change>,
}

/// Advice on a partial grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Every cell is known and every clue is satisfied.
    Solved,
    /// The clue of this line has no placement that agrees with its known cells or, in a coloured puzzle, with the colours that the
    /// crossing lines leave.
    Wrong(Line),
    /// These cells follow from the known ones.
    Step(Step),
    /// No step was found: every further cell requires several assumptions at once or differs between solutions, the known cells have no
    /// completion, or the time limit was reached.
    Stuck,
}

/// The next step from `grid`, by the easiest rule that decides a cell; of several lines, the one in which the rule decides the most
/// cells (for [`Rule::Crossing`], the first one). If no rule on a line decides a cell, the values of unknown cells are tried. When
/// `time_limit` is reached, the best step found so far is returned, or [`Advice::Stuck`] if there is none.
///
/// ```
/// use std::time::Duration;
///
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_solver::hint::{Advice, next_step};
///
/// let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"])?);
/// let advice = next_step(&puzzle, &Grid::new(3, 3), Duration::from_secs(1));
/// let Advice::Step(step) = advice else { panic!("{advice:?}") };
/// assert_eq!(step.reason.name(), "fits");
/// assert_eq!(step.changes.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the size of `grid` differs from that of the puzzle.
pub fn next_step(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> Advice {
    let size = (puzzle.row_count(), puzzle.column_count());
    assert_eq!(
        (grid.rows(), grid.columns()),
        size,
        "the grid has the puzzle's size"
    );
    let limits = Limits {
        deadline: Instant::now().checked_add(time_limit),
        ..Limits::NONE
    };
    if puzzle.palette().is_coloured() {
        return colours::next_step(puzzle, grid, &limits);
    }
    let mut best: Option<(Line, rules::Deduction)> = None;
    let mut late = false;
    for (number, (line, clue)) in puzzle.lines().enumerate() {
        late = number % CLOCK == CLOCK - 1 && limits.is_late();
        if late {
            break;
        }
        let found = match rules::deduce(clue, &cells_of(grid, line)) {
            Err(Contradiction) => return Advice::Wrong(line),
            Ok(found) => found,
        };
        let rank = |found: &rules::Deduction| (found.rule.rank(), Reverse(found.cells.len()));
        if let Some(found) = found
            && best
                .as_ref()
                .is_none_or(|(_, best)| rank(&found) < rank(best))
        {
            best = Some((line, found));
        }
    }
    match best {
        Some((line, rules::Deduction { rule, cells })) => Advice::Step(Step {
            reason: Reason::Line { line, rule },
            changes: changes(line, &cells),
        }),
        None if late => Advice::Stuck,
        None if grid.is_complete() => Advice::Solved,
        None => by_trial(puzzle, grid, &limits).map_or(Advice::Stuck, Advice::Step),
    }
}

/// Cells of a line.
pub(crate) fn cells_of(grid: &Grid, line: Line) -> Vec<Cell> {
    match line {
        Line::Row(row) => grid.row(row).collect(),
        Line::Column(column) => grid.column(column).collect(),
    }
}

/// Number of lines that are examined between two checks of the clock.
const CLOCK: usize = 16;

fn clue_of(puzzle: &Puzzle, line: Line) -> &Clue {
    match line {
        Line::Row(row) => &puzzle.rows()[row],
        Line::Column(column) => &puzzle.columns()[column],
    }
}

fn changes(line: Line, cells: &[(usize, bool)]) -> Vec<Change> {
    let change = |&(place, filled): &(usize, bool)| {
        let (row, column) = match line {
            Line::Row(row) => (row, place),
            Line::Column(column) => (place, column),
        };
        Change {
            row,
            column,
            cell: filled.into(),
        }
    };
    cells.iter().map(change).collect()
}

/// The step from the value that is refuted in the fewest line visits, or else from the cell whose two values imply the most
/// cells in common. Only values tried within the limits count. `None` if there is no such step.
fn by_trial(puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Option<Step> {
    let places = || (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let unknown = places().filter(|&(row, column)| grid.get(row, column) == Cell::Unknown);
    let mut refuted: Option<(u64, Step)> = None;
    let mut agreed: Option<Step> = None;
    for (row, column) in unknown {
        if limits.is_late() {
            break;
        }
        let mut ends = Vec::new();
        for filled in [false, true] {
            let mut tried = grid.clone();
            tried.set(row, column, Cell::from(filled));
            let run = propagate_within(puzzle, Some(&tried), Methods::default(), limits);
            // A contradiction is certain, but a run cut short has not reached its fixpoint.
            let is_late =
                !matches!(run.outcome, LineOutcome::Contradiction { .. }) && limits.is_late();
            if is_late {
                break;
            }
            match run.outcome {
                LineOutcome::Solved(end) | LineOutcome::Stalled(end) => ends.push(end),
                LineOutcome::Contradiction { line: broken } => {
                    if refuted
                        .as_ref()
                        .is_none_or(|(visits, _)| run.visits < *visits)
                    {
                        let change = Change {
                            row,
                            column,
                            cell: Cell::from(!filled),
                        };
                        let step = Step {
                            reason: Reason::Contradiction { broken },
                            changes: vec![change],
                        };
                        refuted = Some((run.visits, step));
                    }
                }
            }
        }
        if let ([one, other], None) = (&ends[..], &refuted) {
            let common = |&(r, c): &(usize, usize)| {
                let (cell, known) = (one.get(r, c), grid.get(r, c));
                known == Cell::Unknown && cell != Cell::Unknown && cell == other.get(r, c)
            };
            let changes: Vec<Change> = (places().filter(common))
                .map(|(r, c)| Change {
                    row: r,
                    column: c,
                    cell: one.get(r, c),
                })
                .collect();
            if changes.len() > agreed.as_ref().map_or(0, |step| step.changes.len()) {
                agreed = Some(Step {
                    reason: Reason::Agreement { row, column },
                    changes,
                });
            }
        }
    }
    refuted.map(|(_, step)| step).or(agreed)
}

/// A step that sets one unknown cell of `grid` to its value in `solution`, which must be the only solution that agrees with the grid. The
/// cell is the first of those whose row and column together have the fewest unknown cells. `None` if every cell is known.
///
/// # Panics
/// Panics if the sizes of `grid` and `solution` differ.
pub fn reveal(grid: &Grid, solution: &Grid) -> Option<Step> {
    let count =
        |cells: &mut dyn Iterator<Item = Cell>| cells.filter(|&cell| cell == Cell::Unknown).count();
    let rows: Vec<usize> = (0..grid.rows())
        .map(|row| count(&mut grid.row(row)))
        .collect();
    let columns: Vec<usize> = (0..grid.columns())
        .map(|column| count(&mut grid.column(column)))
        .collect();
    let places = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    let unknown = places.filter(|&(row, column)| grid.get(row, column) == Cell::Unknown);
    let (row, column) = unknown.min_by_key(|&(row, column)| rows[row] + columns[column])?;
    let change = Change {
        row,
        column,
        cell: solution.get(row, column),
    };
    Some(Step {
        reason: Reason::Search,
        changes: vec![change],
    })
}

#[cfg(test)]
mod tests;
