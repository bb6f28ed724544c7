//! The `olsak` line solver: `fast`, then a trial of each undecided cell that has the same value in the leftmost and the rightmost
//! placement.
//!
//! A trial sets the cell to the other value; the cell is decided if this leaves no placement. A cell with different values in the two
//! placements can have either value, so it needs no trial. Source: the program `grid` by Mirek and Petr Olšák.

use nonogram_puzzles::Cell;

use super::placement::{leftmost, rightmost, run_numbers};
use super::{Contradiction, fast};

/// Returns the line with every decided cell, known cells included.
pub fn solve(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    let mut decided = fast::solve(clue, cells)?;
    let left = leftmost(clue, &decided).ok_or(Contradiction)?;
    let right = rightmost(clue, &decided).ok_or(Contradiction)?;
    let left = run_numbers(clue, &left, cells.len());
    let right = run_numbers(clue, &right, cells.len());
    for i in 0..cells.len() {
        let (filled, agreed) = (left[i] % 2 == 1, left[i] % 2 == right[i] % 2);
        if decided[i] == Cell::Unknown && agreed {
            decided[i] = Cell::from(!filled);
            let refuted = leftmost(clue, &decided).is_none();
            decided[i] = if refuted {
                Cell::from(filled)
            } else {
                Cell::Unknown
            };
        }
    }
    Ok(decided)
}
