//! Tests of the parallel core's model on small boards, and a comparison with the classic core's model.

use super::*;
use crate::model::classic::{Classic, options};
use proptest::collection::vec;
use proptest::prelude::*;

/// The options of all lines of a puzzle with these clues.
fn board(rows: &[Vec<usize>], columns: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let row_options = rows.iter().map(|clue| options(columns.len(), clue));
    let column_options = columns.iter().map(|clue| options(rows.len(), clue));
    row_options.chain(column_options).collect()
}

/// The row clues and the column clues of a picture.
fn clues(picture: &[Vec<bool>]) -> [Vec<Vec<usize>>; 2] {
    let clue = |cells: Vec<bool>| -> Vec<usize> {
        cells
            .split(|filled| !filled)
            .map(<[bool]>::len)
            .filter(|&length| length > 0)
            .collect()
    };
    let column = |place: usize| picture.iter().map(|row| row[place]).collect();
    [
        picture.iter().cloned().map(clue).collect(),
        (0..picture[0].len()).map(column).map(clue).collect(),
    ]
}

#[test]
fn a_plus_is_solved() {
    let lines = [vec![1], vec![3], vec![1]];
    let mut model = Parallel::new(3, 3, 1, board(&lines, &lines));
    assert_eq!(model.run(), Status::Solved);
    assert_eq!(model.assigned(), [0b010, 0b111, 0b010]);
}

#[test]
fn a_diagonal_stalls_with_nothing_known() {
    let lines = [vec![1], vec![1]];
    let mut model = Parallel::new(2, 2, 2, board(&lines, &lines));
    assert_eq!(model.run(), Status::Stalled);
    assert_eq!(model.known(), [0, 0]);
    assert_eq!(model.visits(), 0);
}

#[test]
fn contradicting_lines_are_unsolvable() {
    let rows = [vec![3], vec![], vec![3]];
    let columns = [vec![2], vec![1, 1], vec![1]];
    let mut model = Parallel::new(3, 3, 1, board(&rows, &columns));
    assert_eq!(model.run(), Status::Unsolvable);
}

proptest! {
    #[test]
    fn result_equals_that_of_the_classic_core(
        picture in (1..9_usize, 1..9_usize)
            .prop_flat_map(|(rows, columns)| vec(vec(any::<bool>(), columns), rows)),
        lanes in 1..5_usize,
        swap in any::<bool>(),
        repeats in vec(1..4_usize, 1..9),
    ) {
        let [rows, mut columns] = clues(&picture);
        if swap {
            columns.rotate_left(1);
        }
        // Each option occurs up to three times.
        let mut repeats = repeats.into_iter().cycle();
        let mut repeated = |line: Vec<u32>| -> Vec<u32> {
            let copies = |option: u32| std::iter::repeat_n(option, repeats.next().unwrap_or(1));
            line.into_iter().flat_map(copies).collect()
        };
        let options = board(&rows, &columns);
        let once = Classic::new(rows.len(), columns.len(), options.clone()).run();
        let options: Vec<Vec<u32>> = options.into_iter().map(&mut repeated).collect();
        let mut classic = Classic::new(rows.len(), columns.len(), options.clone());
        let mut parallel = Parallel::new(rows.len(), columns.len(), lanes, options);
        let status = classic.run();
        prop_assert_eq!(status, once);
        prop_assert_eq!(parallel.run(), status);
        if status != Status::Unsolvable {
            prop_assert_eq!(parallel.known(), classic.known());
            prop_assert_eq!(parallel.assigned(), classic.assigned());
        }
    }
}
