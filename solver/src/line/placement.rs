//! The leftmost and the rightmost placement of a line's blocks that agree with its known cells.
//!
//! The line solvers `fast` and `olsak`, the rules of hints and the engine `sat` use these placements. Each block is placed at the
//! first possible position from the left; a filled cell that remains uncovered moves the block before it. A start therefore only
//! increases, and is at every step a lower bound for the start of this block in all placements.

use nonogram_puzzles::Cell;

/// Start of each block in the leftmost placement, or `None` if no placement agrees with the known cells.
pub fn leftmost(clue: &[usize], cells: &[Cell]) -> Option<Vec<usize>> {
    let mut starts: Vec<usize> = Vec::with_capacity(clue.len());
    let mut at_least = 0;
    loop {
        let placed = starts.len();
        let free_from = starts.last().map_or(0, |start| start + clue[placed - 1]);
        let free_to = match clue.get(placed) {
            Some(&block) => first_room(cells, at_least, block)?,
            None => cells.len(),
        };
        let left_over = cells[free_from..free_to]
            .iter()
            .rposition(|&cell| cell == Cell::Filled);
        match (left_over, clue.get(placed)) {
            (None, None) => return Some(starts),
            (None, Some(block)) => {
                starts.push(free_to);
                at_least = free_to + block + 1;
            }
            (Some(offset), _) => {
                starts.pop()?;
                at_least = free_from + offset + 1 - clue[starts.len()];
            }
        }
    }
}

/// Start of each block in the rightmost placement, or `None` if no placement agrees with the known cells.
pub fn rightmost(clue: &[usize], cells: &[Cell]) -> Option<Vec<usize>> {
    let mirrored_clue: Vec<usize> = clue.iter().rev().copied().collect();
    let mirrored: Vec<Cell> = cells.iter().rev().copied().collect();
    let mut starts = leftmost(&mirrored_clue, &mirrored)?;
    starts.reverse();
    for (start, block) in starts.iter_mut().zip(clue) {
        *start = cells.len() - *start - block;
    }
    Some(starts)
}

/// First position from `from` on at which `block` cells contain no blank and the next cell is not filled; `None` if there is none.
fn first_room(cells: &[Cell], from: usize, block: usize) -> Option<usize> {
    let mut start = from;
    loop {
        let room = cells.get(start..start.checked_add(block)?)?;
        if let Some(blank) = room.iter().rposition(|&cell| cell == Cell::Blank) {
            start += blank + 1;
        } else if cells.get(start + block) == Some(&Cell::Filled) {
            start += 1;
        } else {
            return Some(start);
        }
    }
}

/// Number of the run that contains each cell of a placement: block `j` is run `2j + 1`, the gap before it `2j`; the gap after the last
/// of `n` blocks is `2n`.
pub fn run_numbers(clue: &[usize], starts: &[usize], length: usize) -> Vec<usize> {
    let mut runs = vec![2 * clue.len(); length];
    let mut end = 0;
    for (j, (&start, &block)) in starts.iter().zip(clue).enumerate() {
        runs[end..start].fill(2 * j);
        runs[start..start + block].fill(2 * j + 1);
        end = start + block;
    }
    runs
}
