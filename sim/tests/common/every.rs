//! Every board of a size in a number of colours: each combination of clues that fit, solvable or not.
//! Interface: `clues` returns the clues of a line, [`count`] counts the boards, [`board`] returns one by its number.

use nonogram_puzzles::{Block, Clue, Colour, Palette, Puzzle};

/// The clues that fit a line of `length` cells, the empty clue first.
pub fn clues(length: usize, colours: usize) -> Vec<Clue> {
    let mut all = vec![Clue::default()];
    let mut next = 0;
    while let Some(clue) = all.get(next).cloned() {
        for colour in (0..colours).filter_map(Colour::new) {
            for length_of_block in 1..=length {
                let block = Block {
                    length: length_of_block,
                    colour,
                };
                let longer = Clue::of_blocks(clue.blocks().chain([block]));
                if longer.min_length() <= length {
                    all.push(longer);
                }
            }
        }
        next += 1;
    }
    all
}

/// The number of boards of a size.
///
/// # Panics
/// There are 2^64 boards or more.
pub fn count(rows: usize, columns: usize, colours: usize) -> u64 {
    let ways = |length, lines| {
        let clues = clues(length, colours).len() as u64;
        clues.checked_pow(lines as u32).expect("a small board")
    };
    let (of_rows, of_columns) = (ways(columns, rows), ways(rows, columns));
    of_rows.checked_mul(of_columns).expect("a small board")
}

/// The board with the number `number`, counted from 0.
///
/// # Panics
/// The board has no cells.
pub fn board(rows: usize, columns: usize, colours: usize, number: u64) -> Puzzle {
    let mut left = number as usize;
    let mut take = |length, lines| -> Vec<Clue> {
        let clues = clues(length, colours);
        let mut one = || {
            let clue = clues[left % clues.len()].clone();
            left /= clues.len();
            clue
        };
        (0..lines).map(|_| one()).collect()
    };
    let (of_rows, of_columns) = (take(columns, rows), take(rows, columns));
    let palette = match colours {
        1 => Palette::default(),
        _ => Palette::standard(colours),
    };
    Puzzle::in_colours(of_rows, of_columns, palette).expect("clues that fit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_line_of_four_cells_has_eight_clues() {
        let texts: Vec<Vec<usize>> = (clues(4, 1).iter())
            .map(|clue| clue.iter().copied().collect())
            .collect();
        let wanted: [&[usize]; 8] = [&[], &[1], &[2], &[3], &[4], &[1, 1], &[1, 2], &[2, 1]];
        assert_eq!(texts, wanted);
    }

    #[test]
    fn blocks_of_two_colours_may_touch() {
        // None, a, b, aa, bb, ab, ba.
        assert_eq!(clues(2, 2).len(), 7);
    }

    #[test]
    fn every_board_has_one_number() {
        assert_eq!(count(2, 3, 1), 5 * 5 * 3 * 3 * 3);
        let boards: HashSet<Puzzle> = (0..count(2, 3, 1))
            .map(|number| board(2, 3, 1, number))
            .collect();
        assert_eq!(boards.len() as u64, count(2, 3, 1));
    }
}
