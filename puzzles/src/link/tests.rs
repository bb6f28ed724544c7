//! Tests of links: every puzzle round-trips, and damaged links are refused with the invalid part.

use super::*;
use crate::{library, read_file};
use proptest::prelude::*;

/// 60 lines of 30 bits and three bytes before them: no untitled black-and-white puzzle of this size has a longer link.
#[test]
fn link_of_a_30_by_30_puzzle_takes_304_characters() {
    let checkered = Grid::from_fn(30, 30, |row, column| (row + column) % 2 == 0);
    let code = encode(&Puzzle::from_grid(&checkered)).unwrap();
    assert_eq!(code.len(), 304);
}

/// Regression test: sides of 129 to 255 cells were encoded, although [`decode`] rejects them.
#[test]
fn a_side_beyond_the_maximum_is_refused() {
    let row = |columns| Puzzle::from_grid(&Grid::from_fn(1, columns, |_, _| true));
    let largest = row(LARGEST);
    assert_eq!(decode(&encode(&largest).unwrap()), Ok(largest));
    let error = encode(&row(LARGEST + 1)).unwrap_err();
    assert!(error.contains("1 × 129 cells"), "{error}");
}

#[test]
fn library_puzzles_round_trip() {
    for file in library::files(library::root()).unwrap() {
        for puzzle in read_file(&file, None).unwrap() {
            let back = decode(&encode(&puzzle).unwrap()).unwrap();
            let kept = |puzzle: &Puzzle| {
                let inks = puzzle.palette().inks().iter().map(|ink| ink.rgb);
                let words = puzzle.metadata().title.clone();
                (words, puzzle.goal().cloned(), inks.collect::<Vec<_>>())
            };
            assert_eq!(kept(&back), kept(&puzzle));
            assert_eq!(
                (back.rows(), back.columns()),
                (puzzle.rows(), puzzle.columns())
            );
        }
    }
}

#[test]
fn one_colour_and_the_background_are_kept() {
    let grid = Grid::from_lines(&["#-", "-#"]).unwrap();
    let palette = Palette::of([Rgb::new(200, 30, 30)]).unwrap();
    let palette = palette.with_background(Rgb::new(250, 240, 200));
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    assert_eq!(decode(&encode(&puzzle).unwrap()), Ok(puzzle.clone()));
    let drawn = puzzle.with_goal(grid).unwrap();
    assert_eq!(decode(&encode(&drawn).unwrap()), Ok(drawn));
}

#[test]
fn a_title_is_kept_and_a_long_one_shortened() {
    let titled = |title: &str| {
        let words = Metadata {
            title: Some(title.to_owned()),
            ..Metadata::default()
        };
        let puzzle =
            Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap()).with_metadata(words);
        decode(&encode(&puzzle).unwrap())
            .unwrap()
            .metadata()
            .title
            .clone()
            .unwrap()
    };
    assert_eq!(titled("Höhle"), "Höhle");
    assert_eq!(titled(&"é".repeat(200)), "é".repeat(127));
}

#[test]
fn the_damaged_part_is_named() {
    let grid = Grid::from_lines(&["#-#", "###", "-#-"]).unwrap();
    let whole = encode(&Puzzle::from_grid(&grid)).unwrap();
    let why = |code: &str| decode(code).unwrap_err();
    assert!(why("AQ").contains("ends in the size"), "{}", why("AQ"));
    assert!(why("AQ/").contains("character 3 of its code is “/”"));
    let newer = "this link is damaged, or made by a newer version: its first byte is 9";
    assert!(why("CQMD").starts_with(newer), "{}", why("CQMD"));
    assert!(why("AQAD").contains("size is 0 × 3"));
    assert!(why("AQMD").contains("row 1 of 3"));
    assert!(
        why(&whole[..6]).contains("row 3 of 3"),
        "{}",
        why(&whole[..6])
    );
    assert!(why(&whole[..5]).contains("row 1 of 3"));
    assert!(why("AwMDAA").contains("ends in the picture"));
    assert!(why("AgMDBQ").contains("ends in the title"));
    assert!(why("BAMDAA").contains("ends in the colours"));
    assert!(why("BAMDAAA").contains("0 colours"));
}

proptest! {
    #[test]
    fn every_puzzle_round_trips(
        (columns, cells) in (1usize..20).prop_flat_map(|columns| {
            (Just(columns), prop::collection::vec(0..60usize, columns..200))
        }),
        colours in 1usize..9,
    ) {
        let rows = (cells.len() / columns).min(LARGEST);
        let grid = Grid::from_cells(rows, columns, |row, column| {
            let value = cells[row * columns + column];
            let colour = Colour::new(value / 2 % colours).filter(|_| value % 2 == 1);
            colour.map_or(Cell::Blank, Cell::Colour)
        });
        let puzzle = Puzzle::from_grid(&grid);
        prop_assert_eq!(decode(&encode(&puzzle).unwrap()), Ok(puzzle.clone()));
        let drawn = puzzle.with_goal(grid).unwrap();
        prop_assert_eq!(decode(&encode(&drawn).unwrap()), Ok(drawn));
    }

    #[test]
    fn no_text_causes_a_panic(code in "[A-Za-z0-9_-]{0,60}") {
        let _ = decode(&code);
    }
}
