//! Tests of contradicting facts and of the neighbours of lines.

use nonogram_puzzles::Clue;

use super::*;

/// A puzzle of 3 x 4 cells with one filled cell in each row.
fn puzzle() -> Puzzle {
    let rows = vec![Clue::from([1]); 3];
    let columns = [1, 1, 1, 0].map(|block| match block {
        0 => Clue::default(),
        block => Clue::from([block]),
    });
    Puzzle::new(rows, columns.to_vec()).unwrap()
}

#[test]
fn facts_that_contradict_known_cells_are_refused() {
    let puzzle = puzzle();
    let mut board = PartialGrid::<u64>::new(&puzzle);
    assert!(board.set_all(&[(1, true), (6, false)]).is_ok());
    assert!(board.set_all(&[(6, false), (7, true), (1, true)]).is_ok());
    assert_eq!(board.trail(), [1, 6, 7]);
    assert!(board.set_all(&[(8, true), (1, false), (9, true)]).is_err());
    assert_eq!(board.known_since(1), [(6, false), (7, true), (8, true)]);
}

#[test]
fn lines_have_parallel_neighbours_and_crossing_lines() {
    let puzzle = puzzle();
    let mut board = PartialGrid::<u64>::new(&puzzle);
    board.set(1, true);
    board.set(6, false);
    // Rows are lines 0 to 2, columns 3 to 6.
    assert_eq!([0, 2, 3, 6].map(|line| board.across(line)), [3, 3, 0, 0]);
    let (none, whole) = (0, [0b1111, 0b111]);
    assert_eq!(board.beside(0), (none, 0b1011));
    assert_eq!(board.beside(1), (0b1101, whole[0]));
    assert_eq!(board.beside(2), (0b1011, none));
    assert_eq!(board.beside(3), (none, 0b110));
    assert_eq!(board.beside(4), (whole[1], 0b101));
    assert_eq!(board.beside(6), (0b101, none));
}
