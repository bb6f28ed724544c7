//! Deductions beyond single lines in black and white: tries both values of each unknown cell with line logic.
//!
//! [`step`] finds the cell with the value that is refuted in the fewest line visits or, if no value is refuted, other cells that both
//! values of a cell imply.

use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::{Change, Reason, Step};
use crate::engine::search::Limits;
use crate::propagate::{LineOutcome, Methods, propagate_within};

/// The step from the value that is refuted in the fewest line visits, or else from the cell whose two values imply the most
/// cells in common. Only values tried within the limits count. `None` if there is no such step.
pub fn step(puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Option<Step> {
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
