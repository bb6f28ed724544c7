//! Tests of reading files: detection of the format, and errors of files that cannot be read. Also tests of the files in `cases/field`: one
//! drawing in many formats. The README of the folder states what each file contains.

use std::fs;
use std::path::PathBuf;

use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{
    Format, ImageOptions, Puzzle, PuzzleFile, ReadError, ReadOptions, read_file, read_from,
};

const SMALL: &[u8] = b"width 1\nheight 1\nrows\n1\ncolumns\n1\n";

/// A file called `name` in a temporary folder, which is removed when the first value is dropped.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// The error of a file, without its folder.
fn refusal(name: &str, content: &[u8], format: Option<Format>) -> String {
    let (folder, path) = file(name, content);
    let text = read_file(&path, format).unwrap_err().to_string();
    text.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn format_is_determined_by_caller_extension_or_content() {
    for (name, format) in [
        ("a.non", None),
        ("a.NON", None),
        ("a.nonpack", None),
        ("a.txt", None),
        ("a", None),
        ("a.non", Some(Format::Non)),
        ("a.xyz", Some(Format::Non)),
    ] {
        let (_folder, path) = file(name, SMALL);
        assert_eq!(read_file(&path, format).unwrap().len(), 1, "{name} {format:?}");
    }
    assert_eq!(read_from(SMALL, "<stdin>", None).unwrap().len(), 1);
}

#[test]
fn a_bundle_is_read_puzzle_by_puzzle() {
    let text = "#-\n\n##\n\n#?\n\n#\n";
    let file = PuzzleFile::from_stream(text.as_bytes(), "t", Some(Format::Text)).unwrap();
    let mut puzzles = file.puzzles();
    assert_eq!(puzzles.next().unwrap().unwrap().row_count(), 1);
    assert_eq!(puzzles.next().unwrap().unwrap().columns().len(), 2);
    let error = puzzles.next().unwrap().unwrap_err().to_string();
    assert!(error.starts_with("t:5: '?' is an unknown cell; "), "{error}");
    assert!(puzzles.next().is_none());
    assert_eq!(file.count().unwrap_err().to_string(), error);
    let whole = PuzzleFile::from_stream(&text.as_bytes()[..6], "t", None).unwrap();
    assert_eq!(whole.count().unwrap(), 2);
}

#[test]
fn read_errors_are_one_line() {
    insta::assert_snapshot!(refusal("a.non", b"", None), @"a.non:1: no puzzle; expected clues or a drawing; check that this is the right file");
    insta::assert_snapshot!(refusal("a.non", b"title \"\xa9\"\n", None), @"a.non:1: not UTF-8 text; expected a puzzle file; save it as UTF-8, or check that this is the right file");
    insta::assert_snapshot!(refusal("a.non", b"width 1\n\xff\xfe", None), @"a.non:2: not UTF-8 text; expected a puzzle file; save it as UTF-8, or check that this is the right file");
    insta::assert_snapshot!(refusal("a.bin", b"\x00\x01", None), @"a.bin: neither its name nor its content shows its format, it begins with the bytes 00 01; expected clues, a drawing or a picture; name the format with --format");
    let missing = read_file("no/such.non", None).unwrap_err().to_string();
    insta::assert_snapshot!(missing, @"no/such.non: No such file or directory (os error 2); expected a puzzle file; check its name and permissions");
    let folder = read_file("src", Some(Format::Non)).unwrap_err().to_string();
    insta::assert_snapshot!(folder, @"src: Is a directory (os error 21); expected a puzzle file; check its name and permissions");
    let endless = read_from(std::io::repeat(b'1'), "<stdin>", None).unwrap_err().to_string();
    insta::assert_snapshot!(endless, @"<stdin>: more than 67108864 bytes, packed or unpacked; expected a smaller file; check that this is the right one");
}

#[test]
fn a_format_has_one_name_and_its_own_extensions() {
    let mut extensions: Vec<&str> = Vec::new();
    for &format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(format.to_string(), format.name());
        assert!(!format.about().is_empty());
        for extension in format.extensions() {
            assert_eq!(Format::from_extension(extension), Some(format), "{extension}");
            assert_eq!(extension.parse(), Ok(format), "called by its extension");
            assert!(!extensions.contains(extension), "{extension} belongs to two formats");
            extensions.push(extension);
        }
    }
    assert_eq!(Format::from_extension("xyz"), None);
    assert!(
        "xyz".parse::<Format>().unwrap_err().to_string().starts_with("\"xyz\" is not a format")
    );
}

/// A byte order mark is also skipped if only the content shows the format.
#[test]
fn byte_order_mark_is_skipped() {
    for text in [SMALL, b"#-#\n---\n", b"2x1:1//1\n", b": r\n1\n: c\n1\n:\n"] {
        let marked = [b"\xef\xbb\xbf", text].concat();
        let plain = read_from(text, "plain", None).unwrap();
        assert_eq!(read_from(&marked[..], "marked", None).unwrap(), plain);
    }
}

/// Regression test: quotation marks and the like in Windows-1252 became control characters.
#[test]
fn text_in_windows_1252_is_converted() {
    let head = &b"<?xml version=\"1.0\" encoding=\"Windows-1252\"?>\n<puzzle><title>\x93caf\xe9\x94 \x80\x9f</title>"[..];
    let side = |kind: &str| format!("<clues type=\"{kind}\"><line><count>1</count></line></clues>");
    let rest = side("rows") + &side("columns") + "</puzzle>";
    let text = [head, rest.as_bytes()].concat();
    let puzzles = read_from(&text[..], "t.xml", Some(Format::Webpbn)).unwrap();
    assert_eq!(puzzles[0].metadata().title.as_deref(), Some("“café” €Ÿ"));
}

/// Trailing spaces are common in edited files.
#[test]
fn spaces_at_the_end_of_a_drawings_row_do_not_count() {
    let plain = read_from(&b"#-#\n---\n"[..], "plain", None).unwrap();
    let spaced = read_from(&b"#-# \r\n---\t\n \n"[..], "spaced", None).unwrap();
    assert_eq!(spaced, plain);
}

/// The error of the system is part of the message, so a chain of sources does not repeat it.
#[test]
fn error_chain_prints_each_cause_once() {
    let missing = read_file("no/such.non", None).unwrap_err();
    assert!(std::error::Error::source(&missing).is_none());
    assert!(missing.to_string().contains("No such file"));
}

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
    let title = |name| read(name, ReadOptions::default()).unwrap()[0].metadata().title.clone();
    assert_eq!(title("pretty-synonyms.json").as_deref(), Some("Fish"));
    assert_eq!(title("several.jsonl").as_deref(), Some("Fish 0"));
}

#[test]
fn json_holds_several_puzzles() {
    let several = PuzzleFile::open(path("several.jsonl"), None).unwrap();
    assert_eq!(several.count().unwrap(), 3);
    let unknown = &several.notes()[0];
    assert!(unknown.text.contains("\"id\"") && !unknown.matters, "{unknown:?}");
    let array = read("array.json", ReadOptions::default()).unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!(array[1].rows(), fish().columns());
    assert_eq!(array[1].columns(), fish().rows());
}

/// The transpose of a puzzle is also a puzzle, so the clues alone do not show which list is the rows.
#[test]
fn lists_without_headings_start_with_the_rows_by_default() {
    let columns_first = |columns_first| ReadOptions {
        lists: ListOptions { columns_first, rows: None },
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
    assert!(note.matters && note.text.contains("the rows are read first (8 clues)"), "{note:?}");
    assert!(notes(columns_first(true)).is_empty());
}

/// Read options with these image options.
fn image(image: ImageOptions) -> ReadOptions {
    ReadOptions { image, ..ReadOptions::default() }
}

#[test]
fn pictures_with_one_pixel_per_cell_are_read_as_the_fish() {
    let light_paper = ImageOptions { threshold: 128, ..ImageOptions::default() };
    for name in ["paper-240.png", "drawing.bmp", "drawing.gif", "drawing.webp", "drawing.pgm"] {
        if cfg!(feature = "photos") || name.ends_with("png") {
            is_fish(name, image(light_paper));
        }
    }
    let inverted = ImageOptions { invert: true, ..ImageOptions::default() };
    is_fish("dark-mode.png", image(inverted));
}

#[cfg(feature = "photos")]
#[test]
fn scan_with_a_given_size_is_read_as_the_fish() {
    let sized = ImageOptions { size: Some((5, 8)), ..ImageOptions::default() };
    is_fish("scan.jpg", image(sized));
}

#[test]
fn picture_without_a_filled_cell_is_refused_and_a_mostly_dark_one_is_noted() {
    let error = read("white.png", ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("a picture without any filled cell; expected dark cells"), "{error}");
    let file = PuzzleFile::open(path("paper-240.png"), None).unwrap();
    file.count().unwrap();
    assert!(file.notes()[0].text.contains("65 % of the picture is dark: --invert"));
}

/// A stream has no file name, so only its content can show its format.
#[test]
fn content_alone_shows_the_format() {
    for file in std::fs::read_dir(path("")).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        let is_picture = ["jpg", "gif", "bmp", "webp", "pgm"].iter().any(|end| name.ends_with(end));
        if ["README.md", "white.png"].contains(&name) || (is_picture && !cfg!(feature = "photos")) {
            continue;
        }
        let bytes = std::fs::read(&file).unwrap();
        let puzzles = read_from(&bytes[..], "<stdin>", None);
        assert!(puzzles.is_ok(), "{name}: {}", puzzles.unwrap_err());
    }
}

#[test]
fn a_named_symbol_is_the_filled_one() {
    let options = ReadOptions { filled: Some('a'), ..ReadOptions::default() };
    let drawing = read_from(&b"ab\nba\n"[..], "t", options).unwrap().remove(0);
    assert_eq!(drawing.goal().unwrap().to_lines(), ["#-", "-#"]);
}
