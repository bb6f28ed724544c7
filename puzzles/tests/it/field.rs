//! Tests of the files in `cases/field`: one drawing in many formats. The README of the folder states what each file contains.

use std::path::PathBuf;

use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{
    ImageOptions, Puzzle, PuzzleFile, ReadError, ReadOptions, read_file, read_from,
};

/// Path of a file in the folder.
fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/cases/field")).join(name)
}

fn read(name: &str, options: ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
    read_file(path(name), options)
}

fn fish() -> Puzzle {
    read("fish.non", ReadOptions::default()).unwrap().remove(0)
}

/// Asserts that every puzzle of a file has the clues of the fish.
#[track_caller]
fn is_fish(name: &str, options: ReadOptions) {
    let puzzles = read(name, options).unwrap_or_else(|error| panic!("{error}"));
    for puzzle in puzzles {
        assert_eq!(puzzle.rows(), fish().rows(), "{name}");
        assert_eq!(puzzle.columns(), fish().columns(), "{name}");
    }
}

#[test]
fn every_form_is_read_as_the_fish() {
    let names = "plain.json strings.json clues-synonyms.json pretty-synonyms.json hor-ver.json several.jsonl \
                 grid-dots.txt grid-digits.txt grid-spaced.txt grid-x.txt grid-underscore.txt grid-blocks.txt grid-emoji.txt \
                 copied-spaces.txt copied-commas.txt copied-dots.txt numbered.txt one-line-each.txt windows-tabs.txt \
                 margins.csv margins.tsv margins-semicolon.csv \
                 save.sgt lists.dzn latin1.xml colon.non trailing-comment.non fish.non";
    for name in names.split(' ') {
        is_fish(name, ReadOptions::default());
    }
    let latin1 = read("latin1.xml", ReadOptions::default()).unwrap();
    assert_eq!(latin1[0].metadata().title.as_deref(), Some("Fischgrät"));
}

#[test]
fn titles_of_json_objects_are_read() {
    let title = |name| {
        read(name, ReadOptions::default()).unwrap()[0]
            .metadata()
            .title
            .clone()
    };
    assert_eq!(title("pretty-synonyms.json").as_deref(), Some("Fish"));
    assert_eq!(title("several.jsonl").as_deref(), Some("Fish 0"));
}

#[test]
fn json_holds_several_puzzles() {
    let several = PuzzleFile::open(path("several.jsonl"), None).unwrap();
    assert_eq!(several.count().unwrap(), 3);
    let unknown = &several.notes()[0];
    assert!(
        unknown.text.contains("\"id\"") && !unknown.matters,
        "{unknown:?}"
    );
    let array = read("array.json", ReadOptions::default()).unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!(array[1].rows(), fish().columns());
    assert_eq!(array[1].columns(), fish().rows());
}

/// The transpose of a puzzle is also a puzzle, so the clues alone do not show which list is the rows.
#[test]
fn lists_without_headings_start_with_the_rows_by_default() {
    let columns_first = |columns_first| ReadOptions {
        lists: ListOptions {
            columns_first,
            rows: None,
        },
        ..ReadOptions::default()
    };
    is_fish("sizeless-tabs.txt", columns_first(true));
    let transposed = read("sizeless-tabs.txt", columns_first(false)).unwrap();
    assert_eq!(transposed[0].rows(), fish().columns());
    assert_eq!(transposed[0].columns(), fish().rows());

    let notes = |options| {
        let file = PuzzleFile::open(path("sizeless-tabs.txt"), options).unwrap();
        file.count().unwrap();
        file.notes()
    };
    let note = &notes(columns_first(false))[0];
    assert!(
        note.matters && note.text.contains("the rows are read first (8 clues)"),
        "{note:?}"
    );
    assert!(notes(columns_first(true)).is_empty());
}

/// Read options with these image options.
fn image(image: ImageOptions) -> ReadOptions {
    ReadOptions {
        image,
        ..ReadOptions::default()
    }
}

#[test]
fn pictures_with_one_pixel_per_cell_are_read_as_the_fish() {
    let light_paper = ImageOptions {
        threshold: 128,
        ..ImageOptions::default()
    };
    for name in [
        "paper-240.png",
        "drawing.bmp",
        "drawing.gif",
        "drawing.webp",
        "drawing.pgm",
    ] {
        if cfg!(feature = "photos") || name.ends_with("png") {
            is_fish(name, image(light_paper));
        }
    }
    let inverted = ImageOptions {
        invert: true,
        ..ImageOptions::default()
    };
    is_fish("dark-mode.png", image(inverted));
}

#[cfg(feature = "photos")]
#[test]
fn scan_with_a_given_size_is_read_as_the_fish() {
    let sized = ImageOptions {
        size: Some((5, 8)),
        ..ImageOptions::default()
    };
    is_fish("scan.jpg", image(sized));
}

#[test]
fn picture_without_a_filled_cell_is_refused_and_a_mostly_dark_one_is_noted() {
    let error = read("white.png", ReadOptions::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("a picture without any filled cell; expected dark cells"),
        "{error}"
    );
    let file = PuzzleFile::open(path("paper-240.png"), None).unwrap();
    file.count().unwrap();
    assert!(
        file.notes()[0]
            .text
            .contains("65 % of the picture is dark: --invert")
    );
}

/// A stream has no file name, so only its content can show its format.
#[test]
fn content_alone_shows_the_format() {
    for file in std::fs::read_dir(path("")).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        let is_picture = ["jpg", "gif", "bmp", "webp", "pgm"]
            .iter()
            .any(|end| name.ends_with(end));
        if ["README.md", "white.png"].contains(&name) || (is_picture && !cfg!(feature = "photos")) {
            continue;
        }
        let bytes = std::fs::read(&file).unwrap();
        let puzzles = read_from(&bytes[..], "<stdin>", None);
        assert!(puzzles.is_ok(), "{name}: {}", puzzles.unwrap_err());
    }
}
