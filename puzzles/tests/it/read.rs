//! Tests of reading files: detection of the format, options, and errors of files that cannot be read.

use std::fs;
use std::path::PathBuf;

use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{
    Format, ImageOptions, PuzzleFile, ReadOptions, library, read_file, read_from,
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
    let complete = PuzzleFile::from_stream(&text.as_bytes()[..6], "t", None).unwrap();
    assert_eq!(complete.count().unwrap(), 2);
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

/// Pictures of `cases/field`, and the list in which the columns come first: each is the drawing of `fish.non`.
#[test]
fn options_read_a_file_as_the_fish() {
    let folder = library::cases().join("field");
    let fish = read_file(folder.join("fish.non"), None).unwrap();
    let image = |image| ReadOptions { image, ..ReadOptions::default() };
    let usual = image(ImageOptions::default());
    let columns_first = ListOptions { columns_first: true, rows: None };
    for (name, options) in [
        ("sizeless-tabs.txt", ReadOptions { lists: columns_first, ..usual }),
        ("paper-240.png", usual),
        ("dark-mode.png", image(ImageOptions { invert: true, ..ImageOptions::default() })),
        ("scan.jpg", image(ImageOptions { size: Some((5, 8)), ..ImageOptions::default() })),
        ("drawing.bmp", usual),
        ("drawing.gif", usual),
        ("drawing.webp", usual),
        ("drawing.pgm", usual),
    ] {
        if cfg!(feature = "photos") || name.ends_with("png") || name.ends_with("txt") {
            let puzzles = read_file(folder.join(name), options).unwrap();
            assert_eq!(puzzles[0].rows(), fish[0].rows(), "{name}");
            assert_eq!(puzzles[0].columns(), fish[0].columns(), "{name}");
        }
    }
}
