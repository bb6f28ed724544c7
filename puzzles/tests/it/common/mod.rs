//! Random grids, puzzles and metadata for property tests.

pub mod mutants;
pub mod shapes;

use nonogram_puzzles::{Clue, Format, Grid, Metadata, Puzzle, WriteError, read_from};
use proptest::option;
use proptest::prelude::*;

/// Complete grids up to 12 x 70: a row may be longer than a machine word.
pub fn grids() -> impl Strategy<Value = Grid> {
    (1usize..=12, 1usize..=70).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(any::<bool>(), rows * columns)
            .prop_map(move |cells| Grid::from_fn(rows, columns, |r, c| cells[r * columns + c]))
    })
}

/// Clues that fit lines of `length` cells, from independent random cells.
fn clues(count: usize, length: usize) -> impl Strategy<Value = Vec<Clue>> {
    let line = prop::collection::vec(any::<bool>(), length).prop_map(Clue::of_cells);
    prop::collection::vec(line, count)
}

/// Puzzles of two kinds: with a goal, or with clues that need not have a solution.
pub fn puzzles() -> impl Strategy<Value = Puzzle> {
    prop_oneof![
        grids().prop_map(|grid| Puzzle::from_grid(&grid).with_goal(grid).unwrap()),
        (1usize..=12, 1usize..=70).prop_flat_map(|(rows, columns)| {
            (clues(rows, columns), clues(columns, rows))
                .prop_map(|(rows, columns)| Puzzle::new(rows, columns).unwrap())
        }),
    ]
}

/// Any metadata, including control characters and quotes.
pub fn words() -> impl Strategy<Value = Metadata> {
    let text = || option::of(prop_oneof![any::<String>(), "[&\"#;= \\PCa-z]{0,20}"]);
    (text(), text(), text(), text(), text()).prop_map(metadata)
}

type Words = (Option<String>, Option<String>, Option<String>, Option<String>, Option<String>);

/// Metadata of five fields in the order of a file.
pub fn metadata((catalogue, title, by, copyright, license): Words) -> Metadata {
    Metadata { catalogue, title, by, copyright, license }
}

/// A puzzle with a goal and every field of metadata.
pub fn fish() -> Puzzle {
    let grid = Grid::from_lines(&["#-#", "---", "-##", "###"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_goal(grid).unwrap();
    puzzle.with_metadata(Metadata {
        catalogue: Some("ours 1".into()),
        title: Some("Fish & \"<chips>\"".into()),
        by: Some("me".into()),
        copyright: Some("2026 all of it".into()),
        license: Some("CC0-1.0".into()),
    })
}

/// Whether a format, which is read and written, keeps the goal and the metadata of [`fish`].
pub fn kept(format: Format) -> [bool; 2] {
    let fish = fish();
    let read = read_from(&format.write(&fish, None).unwrap()[..], "t", Some(format)).unwrap();
    [read[0].goal() == fish.goal(), read[0].metadata() == fish.metadata()]
}

/// Whether a format writes pictures, and so no puzzle without a goal.
pub fn is_drawn(format: Format) -> bool {
    let bare = Puzzle::new(vec![Clue::from([1])], vec![Clue::from([1])]).unwrap();
    matches!(format.write(&bare, None), Err(WriteError::NoPicture { .. }))
}

/// A PNG picture of the given samples, encoded with the crate `png`.
pub fn png(width: u32, height: u32, color: png::ColorType, samples: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    if color == png::ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255, 0, 0, 90]);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(samples).unwrap();
    drop(writer);
    bytes
}
