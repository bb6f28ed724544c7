//! Tests of copied clues: accepted forms, ambiguity and refusals; and of tables, files of other programs, and encodings.

use std::io::Write;

use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{Format, Puzzle, ReadError, ReadOptions, read_from};

fn with(text: &str, lists: ListOptions) -> Result<Vec<Puzzle>, ReadError> {
    let options = ReadOptions {
        lists,
        ..ReadOptions::default()
    };
    read_from(text.as_bytes(), "t", options)
}

fn read(text: &str) -> Puzzle {
    with(text, ListOptions::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .remove(0)
}

fn refusal(text: &str) -> String {
    with(text, ListOptions::default()).unwrap_err().to_string()
}

/// A puzzle of 2 x 3 cells: rows 1,1 and 3, columns 2, 1 and 2.
fn small() -> Puzzle {
    read("rows\n1 1\n3\ncolumns\n2\n1\n2\n")
}

#[test]
fn clues_are_read_in_many_layouts() {
    for text in [
        "1 1\n3\n2\n1\n2\n",
        "1 1; 3\n2; 1; 2",
        "1 1; 3; 2; 1; 2",
        "1,1/3/2/1/2",
        "Rows (2)\n1 1\n3\n\nColumns (3)\n2\n1\n2",
        "Rows: 2\n1 1\n3\nColumns: 3\n2\n1\n2",
        "2x3\n1 1\n3\n2\n1\n2",
        "3 x 2\n1 1\n3\n2\n1\n2",
        "size: 2x3\n1 1\n3\n2\n1\n2",
        "height: 2\nwidth: 3\n1 1\n3\n2\n1\n2",
        "3 2\n1 1\n3\n2\n1\n2",
        "2 3\n1 1\n3\n2\n1\n2",
        "Fish\n\nCols\n2\n1\n2\nRows\n1 1\n3",
        "row 1: 1 1\nrow 2: 3\ncolumn 1: 2\ncolumn 2: 1\ncolumn 3: 2",
        "R1 = 1 1\nR2 = 3\nC1 = 2\nC2 = 1\nC3 = 2",
        "Rows\n1) 1 1\n2) 3\nColumns\n1) 2\n2) 1\n3) 2",
        "Rows\n1. 1.1\n2. 3\nColumns\n1. 2\n2. 1\n3. 2",
        "rows = [[1, 1], [3]]\ncols = [[2], [1], [2]]",
        "rows = [\n[1, 1],\n[3],\n]\ncols = [\n[2],\n[1],\n[2],\n]\n",
        "# rows\n1 1\n3\n# columns\n2\n1\n2",
        "Horizontal clues\n1 1\n3\nVertical clues\n2\n1\n2",
        ",2,1,2\n1 1,,,\n3,,,\n",
        ";;2;1;2\n1;1;;;\n;3;;;\n;;;;\n",
        "[Dimensions]\n2\n3\n[Row clues]\n1,1\n3\n[Column clues]\n2\n1\n2\n",
        "[Description]\nT\n[Dimensions]\n2\n3\n[Solution grid]\n2 1 2\n2 2 2\n",
        "rows = 2;\ncols = 3;\nrow_rules = [| 1, 1 | 3, 0 |];\ncol_rules = [|2|1|2|];\n",
    ] {
        let found = read(text);
        assert_eq!(
            (found.rows(), found.columns()),
            (small().rows(), small().columns()),
            "{text}"
        );
    }
    assert_eq!(
        read("Fish\nRows\n1\nCols\n1").metadata().title.as_deref(),
        Some("Fish")
    );
}

#[test]
fn the_caller_chooses_between_two_splits() {
    // The third clue may be the last row or the first column.
    let two = "2\n2\n0\n2\n2\n0";
    let split = |text: &str, rows| {
        let options = ReadOptions {
            // The first two lines may also be sizes.
            format: Some(Format::Lists),
            lists: ListOptions {
                rows,
                ..ListOptions::default()
            },
            ..ReadOptions::default()
        };
        read_from(text.as_bytes(), "t", options)
    };
    insta::assert_snapshot!(split(two, None).unwrap_err().to_string(), @"t:1: 6 clues may be 2 rows and 4 columns or 3 rows and 3 columns; expected an empty line between rows and columns, or headings; choose with --rows 2 or --rows 3");
    assert_eq!(split(two, Some(2)).unwrap()[0].row_count(), 2);
    assert_eq!(split(two, Some(3)).unwrap()[0].row_count(), 3);
    insta::assert_snapshot!(split(two, Some(6)).unwrap_err().to_string(), @"t:1: --rows 6 leaves none of 6 clues for the columns; expected a number of rows that leaves clues for both sides; choose another number, or leave out --rows");
    let apart = split("2\n2\n0\n\n2\n2\n0", None).unwrap();
    assert_eq!(apart[0].row_count(), 3);
}

#[test]
fn invalid_or_unsupported_content_is_refused_with_the_reason() {
    insta::assert_snapshot!(refusal("3 1\n2\n1\n"), @"t:1: 3 clues, but no split gives rows and columns with equal sums and clues that fit their lines; expected the clues of the rows and those of the columns, such as 3 1, one per line; correct it, or put headings such as Rows and Columns above the lists");
    insta::assert_snapshot!(refusal("rows\n1\n2\n"), @"t:2: 2 clues, but no split gives rows and columns with equal sums and clues that fit their lines; expected the clues of the rows and those of the columns, such as 3 1, one per line; correct it, or put headings such as Rows and Columns above the lists");
    insta::assert_snapshot!(refusal("rows 2\n1\ncolumns 1\n1\n"), @"t:2: 1 row clue; expected 2 to match the height; add what is missing (0 for a blank row) or correct the height");
    insta::assert_snapshot!(refusal("Rows\n1\nthen\nColumns\n1\n"), @"t: neither its name nor its content shows its format; expected clues, a drawing or a picture; name the format with --format");
    insta::assert_snapshot!(refusal("Dear all,\nhere is my puzzle.\n"), @"t: neither its name nor its content shows its format; expected clues, a drawing or a picture; name the format with --format");
    insta::assert_snapshot!(refusal("%PDF-1.4 \n"), @"t: a PDF document; expected a puzzle, or a picture of it; save the page with the puzzle as PNG");
    insta::assert_snapshot!(refusal("\0\0\0\x18ftypheic"), @"t: a HEIC photograph; expected a puzzle, or a picture of it; save or export it as PNG or JPEG");
    insta::assert_snapshot!(refusal("PK\x03\x04"), @"t: a ZIP archive, or a document such as XLSX, ODS or DOCX; expected a puzzle, or a picture of it; unpack the archive, export the sheet as CSV, or save the document as plain text");
    insta::assert_snapshot!(refusal("<!DOCTYPE html>"), @"t: a web page; expected a puzzle, or a picture of it; copy the clues into a text file");
    insta::assert_snapshot!(refusal("ab\nba\n"), @"t: neither its name nor its content shows its format; expected clues, a drawing or a picture; name the format with --format");
    insta::assert_snapshot!(refusal("SAVEFILE:1:x\nGAME    :4:Solo\n"), @r#"t:2: a game of "Solo"; expected a saved game of Pattern, with lines such as DESC:9:1/1/1/1/1; choose a saved game of Pattern, or save the game again"#);
    insta::assert_snapshot!(refusal("row_rules = array2d(1..1, 1..2, [1]);"), @r#"t:1: "array2d(1..1, 1..2, [1]);" is not a matrix of clues; expected array2d(1..2, 1..2, [3, 1, 5, 1]) or [| 3, 1 | 5, 1 |]; correct it"#);
}

#[test]
fn a_named_symbol_is_the_filled_one() {
    let options = ReadOptions {
        filled: Some('a'),
        ..ReadOptions::default()
    };
    let drawing = read_from(&b"ab\nba\n"[..], "t", options).unwrap().remove(0);
    assert_eq!(drawing.goal().unwrap().to_lines(), ["#-", "-#"]);
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
    let utf16: Vec<u8> = "\u{feff}2 1\n\n1\n1\n0\n1\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
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
fn read_only_formats_refuse_to_write() {
    let error = Format::Lists.write(&small(), None).unwrap_err().to_string();
    assert!(
        error.starts_with("lists files are read, not written; "),
        "{error}"
    );
    assert!(!Format::Table.is_written() && Format::Json.is_written());
}

#[test]
fn a_pattern_id_of_a_square_may_have_one_size() {
    let square = read("2:1/1/1/1\n");
    assert_eq!((square.row_count(), square.column_count()), (2, 2));
}
