//! Random grids, puzzles and metadata for property tests.

pub mod mutants;
pub mod shapes;

use nonogram_puzzles::{Clue, Grid, Metadata, Puzzle};
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
