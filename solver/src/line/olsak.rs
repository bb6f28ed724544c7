//! The `olsak` line solver: `fast`, then a conjecture wherever both extreme placements agree.
//!
//! Only a cell that has the same colour in both can be decided at all, so trying the other colour
//! there, and finding no placement, decides every cell that is left. After the idea in Mirek and
//! Petr Olšák's `grid` program.

use nonogram_puzzles::Cell;

use super::placement::{leftmost, rightmost, run_numbers};
use super::{Contradiction, fast};

/// The decided cells of the line, known ones included.
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
