//! Every board of a size: each combination of clues that fit, solvable or not.
//! Interface: `clues` returns the clues of a line, [`count`] counts the boards, [`board`] returns one by its number.

use nonogram_puzzles::{Clue, Puzzle};

/// The clues that fit a line of `length` cells, the empty clue first.
pub fn clues(length: usize) -> Vec<Clue> {
    let mut all = vec![Vec::new()];
    let mut next = 0;
    while let Some(blocks) = all.get(next).cloned() {
        let used: usize = blocks.iter().map(|block| block + 1).sum();
        for block in 1..=length.saturating_sub(used) {
            all.push([&blocks[..], &[block]].concat());
        }
        next += 1;
    }
    all.into_iter().map(Clue::new).collect()
}

/// The number of boards of a size.
///
/// # Panics
/// There are 2^64 boards or more.
pub fn count(rows: usize, columns: usize) -> u64 {
    let ways = |length, lines| {
        let clues = clues(length).len() as u64;
        clues.checked_pow(lines as u32).expect("a small board")
    };
    let (of_rows, of_columns) = (ways(columns, rows), ways(rows, columns));
    of_rows.checked_mul(of_columns).expect("a small board")
}

/// The board with the number `number`, counted from 0.
///
/// # Panics
/// The board has no cells.
pub fn board(rows: usize, columns: usize, number: u64) -> Puzzle {
    let mut left = number as usize;
    let mut take = |length, lines| -> Vec<Clue> {
        let clues = clues(length);
        let mut one = || {
            let clue = clues[left % clues.len()].clone();
            left /= clues.len();
            clue
        };
        (0..lines).map(|_| one()).collect()
    };
    let (of_rows, of_columns) = (take(columns, rows), take(rows, columns));
    Puzzle::new(of_rows, of_columns).expect("clues that fit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_line_of_four_cells_has_eight_clues() {
        let texts: Vec<Vec<usize>> = (clues(4).iter())
            .map(|clue| clue.iter().copied().collect())
            .collect();
        let wanted: [&[usize]; 8] = [&[], &[1], &[2], &[3], &[4], &[1, 1], &[1, 2], &[2, 1]];
        assert_eq!(texts, wanted);
    }

    #[test]
    fn every_board_has_one_number() {
        assert_eq!(count(2, 3), 5 * 5 * 3 * 3 * 3);
        let boards: HashSet<Puzzle> = (0..count(2, 3)).map(|number| board(2, 3, number)).collect();
        assert_eq!(boards.len() as u64, count(2, 3));
    }
}
