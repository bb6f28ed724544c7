//! Tests of all formats together: malformed files, what is written is read, and damaged files and puzzles, which are read right or refused;
//! `make mutated-files` tries many more.

use std::sync::LazyLock;
use std::time::Instant;

use crate::common;

use common::{mutants, puzzles, shapes, words};
use nonogram_puzzles::{Cell, Colour, Format, Grid, Metadata, Palette, Puzzle, read_from};
use proptest::option;
use proptest::prelude::*;

/// The numbers of random cases: some, or one for each `share` of those that the environment states as `FIRST..END`.
fn numbers(share: u64) -> std::ops::Range<u64> {
    let stated = std::env::var("MUTANTS").unwrap_or_else(|_| "0..40000".to_owned());
    let number = |text: &str| text.parse::<u64>().expect("two numbers");
    let (first, end) = stated.split_once("..").expect("numbers as in 0..1000");
    number(first) / share..number(end) / share
}

#[test]
fn a_malformed_picture_is_refused_with_its_place_and_the_next_step() {
    let grid = Grid::from_lines(&["#-#", "---", "-##", "###"]).unwrap();
    let written = Format::Png.write(&Puzzle::from_grid(&grid), Some(&grid)).unwrap();
    let mut flipped = written.clone();
    flipped[20] ^= 1;
    let huge = [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\0\0\0\0\x31\xa2\x54\xba".as_slice(),
        b"\0\0\0\0IDAT\x35\xaf\x06\x1e",
    ]
    .concat();
    let pictures: [(Format, &[u8]); 13] = [
        (Format::Text, b""),
        (Format::Pbm, b""),
        (Format::Pbm, b"P4\n2 2"),
        (Format::Pbm, b"P4\n9 2\n\x00\x00\x00"),
        (Format::Pbm, b"P4\n1 1\n\x00P4\n1 1\n"),
        (Format::Png, b""),
        (Format::Png, b"P1\n1 1\n0"),
        (Format::Png, &written[..20]),
        (Format::Png, &written[..written.len() - 30]),
        (Format::Png, &flipped),
        (Format::Png, &huge),
        (Format::Xbm, b"#define x_width 1"),
        (Format::Svg, b"<svg/>"),
    ];
    let mut messages = String::new();
    for (format, bytes) in pictures {
        let shown: String = String::from_utf8_lossy(bytes).chars().take(24).collect();
        let error = read_from(bytes, "t", Some(format)).expect_err(&shown).to_string();
        assert_eq!(
            error.matches("; ").count(),
            2,
            "expected three parts (what; expected; next step): {error}"
        );
        messages += &format!("{format} {shown:?}\n    {error}\n");
    }
    insta::assert_snapshot!(messages);
}

/// Damaged copies of files: a panic, or more than ten seconds, is a fault.
#[test]
fn damaged_files_are_read_or_refused() {
    let seeds = mutants::seeds();
    assert!(seeds.len() > 45, "{}", seeds.len());
    for number in numbers(100) {
        let mutant = mutants::mutant(&seeds, number);
        let start = Instant::now();
        let read = std::panic::catch_unwind(|| mutants::read_all(&mutant));
        let time = start.elapsed();
        assert!(read.is_ok() && time.as_secs() < 10, "mutant {number}, {}: {time:?}", mutant.0);
    }
}

#[test]
fn a_damaged_text_gives_the_puzzle_or_an_error() {
    let faults = numbers(10).filter_map(|number| shapes::check(number).err());
    let faults: Vec<String> = faults.take(20).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Metadata that XML preserves: no control characters, no space at the ends.
fn plain_words() -> impl Strategy<Value = Metadata> {
    let text = || option::of("[!-~&<>\"'é漢]([ !-~&<>\"'é漢]{0,9}[!-~])?");
    (text(), text(), text(), text(), text()).prop_map(common::metadata)
}

#[test]
fn guide_has_a_row_for_every_format() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/formats.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    for format in Format::ALL {
        let extensions: Vec<String> =
            format.extensions().iter().map(|name| format!("`{name}`")).collect();
        let row = format!("| `{format}` | {} |", extensions.join(", "));
        assert!(guide.contains(&row), "no row {row:?} in docs/guide/formats.md");
    }
}

#[test]
fn every_text_format_has_a_shape() {
    for &format in Format::ALL.iter().filter(|format| format.is_read() && !format.is_picture()) {
        assert!(
            shapes::has(format),
            "no row of the format {format} in SHAPES in puzzles/tests/it/common/shapes.rs: add one{}",
            if format.is_written() { format!(", with the text ={format}") } else { String::new() }
        );
    }
}

/// The formats that are written and read; for each, whether it keeps goals and metadata, and whether it is drawn. A format keeps the same
/// parts of every puzzle; the snapshot of `written.rs` has them.
static BOTH_WAYS: LazyLock<Vec<(Format, [bool; 2], bool)>> = LazyLock::new(|| {
    let both = Format::ALL.iter().filter(|format| format.is_written() && format.is_read());
    both.map(|&format| (format, common::kept(format), common::is_drawn(format))).collect()
});

proptest! {
    #[test]
    fn what_is_written_is_read(dressed in prop::collection::vec((puzzles(), plain_words(), words()), 1..4)) {
        for &(format, [keeps_goal, keeps_metadata], is_drawn) in BOTH_WAYS.iter() {
            let dress = |(puzzle, plain, words): (Puzzle, Metadata, Metadata)| {
                puzzle.with_metadata(if format == Format::Webpbn { plain } else { words })
            };
            let mut puzzles: Vec<Puzzle> = dressed.iter().cloned().map(dress).collect();
            if is_drawn {
                puzzles.retain(|puzzle| puzzle.goal().is_some_and(|goal| goal.filled_cells() > 0));
            }
            if format.write_all(&puzzles).is_err() {
                puzzles.truncate(1);
            }
            if puzzles.is_empty() {
                continue;
            }
            let expected = puzzles.iter().map(|puzzle| {
                let mut kept = Puzzle::new(puzzle.rows().to_vec(), puzzle.columns().to_vec()).unwrap();
                if let Some(goal) = puzzle.goal().filter(|_| keeps_goal) {
                    kept = kept.with_goal(goal.clone()).unwrap();
                }
                if keeps_metadata { kept.with_metadata(puzzle.metadata().clone()) } else { kept }
            });
            let expected: Vec<Puzzle> = expected.collect();
            let bytes = format.write_all(&puzzles).unwrap();
            prop_assert_eq!(&read_from(&bytes[..], "t", Some(format)).unwrap(), &expected, "{}", format);
            if !keeps_metadata && !format.is_picture() {
                let text = String::from_utf8(bytes).unwrap().replace('\n', "\r\n");
                let read = read_from(text.as_bytes(), "t", Some(format)).unwrap();
                prop_assert_eq!(&read, &expected, "{}", format);
            }
        }
    }

    /// What is read from a damaged file has a goal that is a solution, or none.
    #[test]
    fn a_file_cut_or_changed_anywhere_is_read_or_refused(
        cells in prop::collection::vec(0..4usize, 12),
        colours in 1..4usize,
        at: prop::sample::Index,
        with: u8,
    ) {
        let grid = Grid::from_cells(3, 4, |row, column| {
            let colour = (cells[4 * row + column] % (1 + colours)).checked_sub(1);
            colour.and_then(Colour::new).map_or(Cell::Blank, Cell::Colour)
        });
        let puzzle = Puzzle::from_grid(&grid).with_palette(Palette::standard(colours)).unwrap();
        let puzzle = puzzle.with_goal(grid).unwrap();
        for &format in Format::ALL {
            let Ok(bytes) = format.write(&puzzle, None) else {
                continue;
            };
            let at = at.index(bytes.len());
            let cut = read_from(&bytes[..at], "t", Some(format));
            prop_assert!(format != Format::Webpbn || at + 1 == bytes.len() || cut.is_err());
            let mut changed = bytes;
            changed[at] = with;
            for format in [Some(format), None] {
                for puzzle in read_from(&changed[..], "t", format).into_iter().flatten() {
                    prop_assert!(puzzle.goal().is_none_or(|goal| puzzle.is_solved_by(goal)));
                }
            }
        }
    }
}
