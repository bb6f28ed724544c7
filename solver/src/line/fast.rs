//! The `fast` line solver: overlaps of the leftmost and the rightmost placement.
//!
//! A cell in the same block in both placements is filled; a cell in the same gap in both is blank. This finds
//! every contradiction but not every cell. Source: the method of the same name in Steve Simpson's solver.

use nonogram_puzzles::Cell;

use super::Contradiction;
use super::placement::{leftmost, rightmost, run_numbers};

/// Returns the line with the decided cells, known cells included.
pub fn solve(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    let left = leftmost(clue, cells).ok_or(Contradiction)?;
    let right = rightmost(clue, cells).ok_or(Contradiction)?;
    let left = run_numbers(clue, &left, cells.len());
    let right = run_numbers(clue, &right, cells.len());
    let mut decided = cells.to_vec();
    for (cell, (l, r)) in decided.iter_mut().zip(left.into_iter().zip(right)) {
        if l == r {
            *cell = Cell::from(l % 2 == 1);
        }
    }
    Ok(decided)
}
