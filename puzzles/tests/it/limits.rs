//! Tests of the limits of readers: texts that are long, deep or damaged.

use std::io::{Read, Write};

use nonogram_puzzles::{Format, Puzzle, ReadError, read_from};

fn read(text: &str, format: Format) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), "t", Some(format))
}

const SMALL: &[u8] = b"width 1\nheight 1\nrows\n1\ncolumns\n1\n";

fn refusal(text: &str, format: Format) -> String {
    read(text, format).unwrap_err().to_string()
}

/// Nesting is limited, so that no text exhausts the stack.
#[test]
fn deep_nesting_is_refused() {
    for (open, close) in
        [("[", "]"), ("{\"a\":", "}"), ("{\"clues\":", "}"), ("[{\"puzzles\":", "}]")]
    {
        for depth in [10, 100, 100_000] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            refusal(&text, Format::Json);
        }
    }
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let depth = 200_000;
    let text = "<a>".repeat(depth) + "<puzzle/>" + &"</a>".repeat(depth);
    let error = read(&text, Format::Webpbn).unwrap_err().to_string();
    assert!(error.starts_with("t:1: elements nested more than 64 deep; "));
    let puzzle = "<puzzle><solution><image>|X|</image></solution></puzzle>";
    let nested = |depth| "<a>".repeat(depth) + puzzle + &"</a>".repeat(depth);
    assert_eq!(read(&nested(61), Format::Webpbn).unwrap().len(), 1);
    assert!(read(&nested(62), Format::Webpbn).is_err());
}

/// Regression test: reading many attributes took 40 seconds, because each was compared with all earlier ones.
#[test]
fn many_attributes_are_skipped() {
    let attributes = "a=\"\" ".repeat(400_000);
    let text = format!("<puzzle {attributes}><solution><image>|X|</image></solution></puzzle>");
    assert_eq!(read(&text, Format::Webpbn).unwrap().len(), 1);
}

/// Blank lines at the end are accepted; the limit is 64 MiB.
#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn a_file_may_be_as_large_as_the_limit() {
    let read = |size: u64| {
        let rest = std::io::repeat(b'\n').take(size - SMALL.len() as u64);
        read_from(SMALL.chain(rest), "t", Some(Format::Non))
    };
    assert_eq!(read(64 << 20).unwrap().len(), 1);
    let error = read((64 << 20) + 1).unwrap_err().to_string();
    assert!(error.starts_with("t: "), "{error}");
}

/// Regression test: a message contained a whole clue of 200,000 blocks.
#[test]
fn long_clues_are_cut_in_messages() {
    let clue = "1".repeat(400_000);
    for text in [
        format!("width 1\nheight 1\nrows\n{clue}\ncolumns\n1\n"),
        format!("width 1\nheight 1\nrows\n{}\ncolumns\n1\n", "x".repeat(400_000)),
        format!("width {}\nheight 1\n", "1".repeat(400_000)),
    ] {
        let error = read_from(text.as_bytes(), "t", Some(Format::Non)).unwrap_err().to_string();
        assert!(error.len() < 300 && error.contains('…'), "{error}");
    }
}

#[test]
fn packed_files_and_utf_16_are_read() {
    let text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n";
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.nonpack.gz", "a.nonopack.gz", "a"] {
        let path = folder.path().join(name);
        std::fs::write(&path, &packed).unwrap();
        assert_eq!(nonogram_puzzles::read_file(&path, None).unwrap().len(), 1);
    }
    let cut = read_from(&packed[..20], "t", None).unwrap_err().to_string();
    assert!(cut.starts_with("t: a damaged gzip file; "), "{cut}");
    let utf16: Vec<u8> =
        "\u{feff}2 1\n\n1\n1\n0\n1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read_from(&utf16[..], "t", None).unwrap()[0].row_count(), 1);
}

/// The content decompresses to more than the maximum size of 64 MiB.
#[test]
fn decompression_bomb_is_refused() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..65 {
        packer.write_all(&vec![0; 1 << 20]).unwrap();
    }
    let error = read_from(&packer.finish().unwrap()[..], "t", None).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { .. }), "{error}");
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn long_lines_are_read_in_seconds() {
    let mut start = std::time::Instant::now();
    let mut check = |what: &str| {
        let time = std::mem::replace(&mut start, std::time::Instant::now()).elapsed();
        assert!(time.as_secs() < 60, "{what}: {time:?}");
    };
    let pairs = format!("[{}]", vec!["[[[1]],[[1]]]"; 40_000].join(","));
    assert_eq!(read(&pairs, Format::Json).unwrap().len(), 40_000);
    check("pairs");
    refusal(&"1 ".repeat(5 << 20), Format::Lists);
    check("a line of numbers");
    refusal(&format!("rows = [{}]", "1,".repeat(2 << 20)), Format::Lists);
    check("a list of numbers");
}
