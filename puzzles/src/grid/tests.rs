//! Tests of grids: cells, words, lines, errors.

use super::*;
use proptest::prelude::*;

/// Some rows end within a word, and some consist of several words.
#[test]
fn rows_of_any_width_are_read_from_words() {
    for columns in [5, 63, 64, 65, 130, 200] {
        let filled =
            |row: usize, column: usize| (row * 7 + column * column + column / 64 * 5) % 11 < 4;
        let word = |row: usize, word: usize| {
            let bits = (0..64).filter(|bit| filled(row, word * 64 + bit));
            (u64::MAX, bits.fold(0, |word, bit| word | 1 << bit))
        };
        let grid = Grid::from_words(3, columns, word);
        assert!(grid.is_complete());
        assert_eq!(grid, Grid::from_fn(3, columns, filled));
    }
}

#[test]
fn errors_have_the_number_of_their_row_and_debug_output_shows_the_picture() {
    let row = |lines: &[&str]| Grid::from_lines(lines).unwrap_err().row();
    assert_eq!(row(&[]), None);
    assert_eq!(row(&["#-", "#"]), Some(2));
    assert_eq!(row(&["#-", "--", "#x"]), Some(3));
    let grid = Grid::from_lines(&["#-", "?-"]).unwrap();
    assert_eq!(format!("{grid:?}"), "Grid 2x2\n#-\n?-");
}

#[test]
fn cells_of_a_new_grid_are_unknown_until_they_are_set() {
    let mut grid = Grid::new(2, 3);
    assert_eq!(grid.to_lines(), ["???", "???"]);
    assert_eq!((grid.known_cells(), grid.is_complete()), (0, false));
    grid.set(1, 2, Cell::Filled);
    grid.set(0, 0, Cell::Blank);
    assert_eq!(grid.to_string(), "-??\n??#");
    assert_eq!((grid.known_cells(), grid.filled_cells()), (2, 1));
    grid.set(1, 2, Cell::Unknown);
    assert_eq!((grid.known_cells(), grid.filled_cells()), (1, 0));
}

#[test]
fn unknown_cells_of_words_remain_unknown() {
    let value = |row: usize, column: usize| match (row * 70 + column) % 7 {
        0..3 => Cell::Filled,
        3..5 => Cell::Blank,
        _ => Cell::Unknown,
    };
    let (rows, columns) = (3, 70);
    let mut expected = Grid::new(rows, columns);
    for row in 0..rows {
        (0..columns).for_each(|column| expected.set(row, column, value(row, column)));
    }
    let grid = Grid::from_words(rows, columns, |row, n| {
        let bits = |test: &dyn Fn(Cell) -> bool| {
            (0..64).fold(0, |bits, i| {
                bits | u64::from(test(value(row, 64 * n + i))) << i
            })
        };
        (
            bits(&|cell| cell != Cell::Unknown),
            bits(&|cell| cell == Cell::Filled),
        )
    });
    assert_eq!(grid, expected);
}

#[test]
fn line_with_unknown_cells_has_no_clue() {
    let grid = Grid::from_lines(&["##-#", "-?-#"]).unwrap();
    assert_eq!(grid.row_clue(0), Some(Clue::from([2, 1])));
    assert_eq!(grid.row_clue(1), None);
    assert_eq!(grid.column_clue(1), None);
    assert_eq!(grid.column_clue(3), Some(Clue::from([2])));
}

#[test]
fn errors_name_row_and_cell() {
    let error = |lines: &[&str]| Grid::from_lines(lines).unwrap_err().to_string();
    insta::assert_snapshot!(error(&[]), @"the grid is empty; expected one line per row, of at least one cell");
    insta::assert_snapshot!(error(&["##", "#"]), @"row 2 has length 1; expected 2 as in row 1");
    insta::assert_snapshot!(error(&["##", "#x"]), @"row 2, cell 2 is 'x'; expected '#', '-' or '?'");
}

proptest! {
    #[test]
    fn lines_round_trip(rows in 1usize..9, columns in 1usize..80, seed: u64) {
        let mut grid = Grid::new(rows, columns);
        let mut state = seed | 1;
        for index in 0..rows * columns {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let cell = [Cell::Unknown, Cell::Blank, Cell::Filled][(state >> 40) as usize % 3];
            grid.set(index / columns, index % columns, cell);
        }
        prop_assert_eq!(&Grid::from_lines(&grid.to_lines()).unwrap(), &grid);
    }
}

proptest! {
    #[test]
    fn grid_from_bit_sets_has_their_values(
        (columns, cells) in (1usize..140).prop_flat_map(|columns| {
            (Just(columns), prop::collection::vec(0..8usize, columns..3 * columns))
        }),
        values in 2usize..7,
    ) {
        let rows = cells.len() / columns;
        // Cells that are in no set are unknown.
        let value = |row: usize, column: usize| cells[row * columns + column];
        let grid = Grid::from_values(rows, columns, values, |row, wanted, n| {
            let places = 64 * n..(64 * n + 64).min(columns);
            places.filter(|&column| value(row, column) == wanted)
                .fold(0, |word, column| word | 1 << (column % 64))
        });
        let expected = Grid::from_cells(rows, columns, |row, column| match value(row, column) {
            0 => Cell::Blank,
            value if value < values => Cell::Colour(Colour::new(value - 1).unwrap()),
            _ => Cell::Unknown,
        });
        prop_assert_eq!(grid, expected);
    }
}
