//! Tests of drawings: conversion to puzzles, pictures, verdicts and proposed edits.

use super::*;
use nonogram_puzzles::Rgb;

const LONG: Duration = Duration::from_secs(60);

fn drawing(lines: &[impl AsRef<str>], palette: &Palette) -> Drawing {
    let cells: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    Drawing {
        rows: cells.len(),
        columns: cells[0].len(),
        cells: cells.concat(),
        paints: Paints::from(palette),
        title: None,
    }
}

#[test]
fn a_puzzle_has_the_colours_that_are_used() {
    let palette = Palette::standard(3).with_background(Rgb::new(255, 240, 224));
    let drawn = drawing(&["c-", "#c"], &palette);
    let puzzle = drawn.puzzle().unwrap();
    assert_eq!(puzzle.palette().count(), 2);
    assert_eq!(puzzle.palette().rgb(Colour::FIRST), palette.inks()[0].rgb);
    assert_eq!(puzzle.palette().letter(Colour::new(1).unwrap()), 'c');
    assert_eq!(puzzle.palette().background(), palette.background());
    assert_eq!(sheet::text(puzzle.goal().unwrap()), "b-#b");
    let plain = drawing(&["#-", "-#"], &Palette::standard(3));
    assert!(plain.puzzle().unwrap().palette().is_black_and_white());
    let beyond = drawing(&["d-"], &palette).puzzle().unwrap_err();
    assert!(
        beyond.contains("colour 4; expected a colour of the palette, at most 3"),
        "{beyond}"
    );
    assert!(drawing(&["", ""], &palette).puzzle().is_err());
}

#[test]
fn a_picture_is_drawn_in_at_most_the_requested_number_of_colours() {
    let [red, blue, white] = [[208, 32, 32, 255], [32, 80, 208, 255], [255; 4]];
    let samples = [red, white, white, blue].concat();
    let wanted = |colours| Wanted {
        rows: 2,
        columns: 2,
        threshold: 128,
        invert: false,
        colours,
    };
    let drawn = traced((2, 2), &samples, wanted(None)).unwrap();
    // Both colours are equally frequent, so the one with the lower RGB value comes first.
    assert_eq!(drawn.cells, "b--#");
    assert_eq!(drawn.paints.inks.len(), 2);
    let plain = traced((2, 2), &samples, wanted(Some(1))).unwrap();
    assert!(plain.puzzle().unwrap().palette().is_black_and_white());
    assert!(traced((2, 2), &[255; 16], wanted(None)).is_err());
}

#[test]
fn proposed_edits_of_coloured_drawings_leave_one_solution() {
    let drawn = drawing(&["#-b-", "-#b-", "b--#"], &Palette::standard(2));
    assert_eq!(judge(&drawn, LONG).unwrap().verdict, "multiple");
    let proposed = propose(&drawn, LONG).unwrap();
    assert!(!proposed.edits.is_empty());
    for Change { cells, values, .. } in proposed.edits {
        let mut changed: Vec<char> = drawn.cells.chars().collect();
        for (place, value) in cells.into_iter().zip(values.chars()) {
            assert_ne!(changed[place], value);
            changed[place] = value;
        }
        let cells = changed.into_iter().collect();
        let judged = judge(
            &Drawing {
                cells,
                ..drawn.clone()
            },
            LONG,
        )
        .unwrap();
        assert_eq!(judged.verdict, "unique");
    }
}

#[test]
fn the_best_edits_are_proposed_when_none_leaves_one_solution() {
    // Four separate squares of 2 x 2 cells, with two solutions each: no edit of one or two cells settles all of them.
    let block = ["#-", "-#"];
    let lines: Vec<String> = (0..12)
        .map(|row| {
            (0..4)
                .map(|nth| {
                    if row / 3 == nth && row % 3 < 2 {
                        format!("{}-", block[row % 3])
                    } else {
                        "---".to_owned()
                    }
                })
                .collect()
        })
        .collect();
    let drawn = drawing(&lines, &Palette::default());
    let before = open(&drawn.puzzle().unwrap());
    let proposed = propose(&drawn, LONG).unwrap();
    assert!(!proposed.edits.is_empty());
    assert!(
        proposed
            .edits
            .iter()
            .all(|edit| 0 < edit.leaves && edit.leaves < before),
        "{before}: {proposed:?}"
    );
    assert!(proposed.edits.is_sorted_by_key(|edit| edit.leaves));
}
