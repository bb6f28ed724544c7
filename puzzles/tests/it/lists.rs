//! Tests of copied clues: accepted forms, ambiguity and refusals; and of tables, files of other programs, and encodings.

use std::io::Write;

use crate::common::halves;
use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{Clue, Format, Puzzle, ReadError, ReadOptions, read_from};

fn with(text: &str, lists: ListOptions) -> Result<Vec<Puzzle>, ReadError> {
    let options = ReadOptions { lists, ..ReadOptions::default() };
    read_from(text.as_bytes(), "t", options)
}

fn read(text: &str) -> Puzzle {
    with(text, ListOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}")).remove(0)
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
        assert_eq!((found.rows(), found.columns()), (small().rows(), small().columns()), "{text}");
    }
    assert_eq!(read("Fish\nRows\n1\nCols\n1").metadata().title.as_deref(), Some("Fish"));
}

/// Clues in brackets, all of them rows 2, 1 1 and 3, and columns 3, 1 1 and 2.
#[test]
fn declarations_of_several_languages_are_read() {
    for text in [
        "rows = [[2], [1, 1], [3]]  # comment\ncols = [\n    [3],\n    [1, 1],  # the middle\n    [2],\n]\n",
        "ROWS: Final[List[List[int]]] = [[2], [1, 1], [3]]\nCOLS: list[list[int]] = ((3,), (1, 1), (2,))\n",
        "puzzle = {'rows': [[2], [1, 1], [3]], 'columns': [\"3\", \"1 1\", \"2\"]}\n",
        "Nonogram(rows=[[2], [1, 1], [3]], cols=[[3], [1, 1], [2]])\n",
        "([[2], [1, 1], [3]], [[3], [1, 1], [2]])\n",
        "var rows = [][]int{\n\t{2},\n\t{1, 1},\n\t{3},\n}\ncols := [3][]int{{3}, {1, 1}, {2}}\n",
        "p := &Puzzle{Width: 3, Rows: [][]uint8{{2}, []uint8{1, 1}, {3}}, Columns: [][]uint8{{3}, {1, 1}, {2}}}\n",
        "export const rows: Array<Array<number>> = [[2], [1, 1], [3]];\nexport const columns: readonly number[][] = [[3], [1, 1], [2]];\n",
        "module.exports = { rows: [[2], [1, 1], [3]], /* then */ columns: [[3], [1, 1], [2]] };\n",
        "private static final int[][] ROW_CLUES = new int[][] {\n    {2},\n    {1, 1},\n    {3}\n};\nint cols[][] = {{3}, {1, 1}, {2}};\n",
        "let rows: [[Int]] = [[2], [1, 1], [3]]\nlet columns = [[3], [1, 1], [2]]\n",
        "const std::vector<std::vector<int>> rows = {{2}, {1, 1}, {3}};\nstatic const int cols[3][2] = {{3, 0}, {1, 1}, {2, 0}};\n",
        "$rows = [[2], [1, 1], [3]];\n$columns = [[3], [1, 1], [2]];\n",
        "my @rows = ([2], [1, 1], [3]);\nmy @cols = ([3], [1, 1], [2]);\n",
        "local rows = {{2}, {1, 1}, {3}} -- comment\nlocal cols = {{3}, {1, 1}, {2}}\n",
        "Rows:\n[[2 0]\n [1 1]\n [3 0]]\nColumns:\n[[3 0]\n [1 1]\n [2 0]]\n",
        "rows:\n  - [2]\n  - [1, 1]\n  - [3]\ncolumns:\n  - \"3\"\n  - \"1 1\"\n  - \"2\"\n",
        "```js\nconst rows = [[2], [1, 1], [3]], cols = [[3], [1, 1], [2]];\n```\n",
    ] {
        let found = read(text);
        assert_eq!((found.rows(), found.columns()), (arch().rows(), arch().columns()), "{text}");
    }
}

/// A puzzle of 3 x 3 cells: rows 2, 1 1 and 3, columns 3, 1 1 and 2.
fn arch() -> Puzzle {
    let clue = |lengths: &[usize]| Clue::new(lengths.iter().copied());
    let rows = [&[2][..], &[1, 1], &[3]].map(clue).to_vec();
    Puzzle::new(rows, [&[3][..], &[1, 1], &[2]].map(clue).to_vec()).unwrap()
}

/// Each text has something that no list of clues has, or may be read in two ways; the message names it.
#[test]
fn text_that_is_not_understood_is_refused_and_named() {
    let columns = "columns = [[3], [1, 1], [2]]\n";
    let mut missing = String::new();
    for case in [
        // Lists and what stands around them.
        "rows = [[2], [1, 1], [3]]\ncolumns = [[3], [1, 1], [2]]\nx = 5\n ⇒ \"x = 5\"",
        "rows = [[2], [1, 1], [3]] 5\ncolumns = [[3], [1, 1], [2]]\n ⇒ is not part of a list of clues",
        "rows = [[2], null, [3]]\n ⇒ \"null\" is not part of a list of clues",
        "rows = [[2], [1, 1,, 1], [3]]\n ⇒ \"1, 1,, 1\" is not a block length",
        "rows = [[2], [1, 1], [3]\n ⇒ a bracket that is not closed",
        "rows = [[2], [1, 1), [3]]\n ⇒ ')' without an opening bracket",
        "let rows = vec![vec![2], vec![1, 2], vec![3]];\n ⇒ \"vec\" is not part",
        "int rows[5][2] = {{2}, {1, 1}, {3}};\n ⇒ a list of 3 in a type of size 5",
        "int[][] rows = new int[3][];\n ⇒ \"new\" is not part",
        "uint8_t rows[] = {2, 0, 1, 1, 0, 3, 0};\nuint8_t cols[] = {3, 0, 1, 1, 0, 2, 0};\n ⇒ single lengths that may be one clue",
        "rows = [[[2]], [[\"red\", 1]]]\n ⇒ in place of a clue",
        "a = [[2], [1, 1], [3]]\nb = [[3], [1, 1], [2]]\n ⇒ \"a\" is neither the rows nor the columns",
        "row_hint(1,1,2).\nrow_hint(2,1,1).\n ⇒ \"1,1,2\" is not a height",
        "rows = [[2], [1, 1], [3]]\nrows = [[3]]\n ⇒ a second list of clues for the rows",
        "for (int i = 0; i < 3; i++) { rows[i] = 1; }\n ⇒ \"(int i = 0; i < 3; i++)\" is not part",
        "width = 4\nrows = [[2], [1, 1], [3]]\ncolumns = [[3], [1, 1], [2]]\n ⇒ 4",
        // The coding of MiniZinc's benchmark: 1 is a cell and 0 a gap.
        "rows = [[1,1,0],[1,0,1],[1,1,1]]\ncolumns = [[1,1,1],[1,0,1],[1,1,0]]\n ⇒ a 0 among blocks",
        "rows = np.array([[2, 0], [1, 1]])\n ⇒ \"np\" is not part",
        "rows <- list(2, c(1, 1), 3)\n ⇒ is not part of a list of clues, or source code",
        "2\n3 3\n2 0\n1 1 0\n3 0\n3 0\n1 1 0\n2 0\n1 1\n1 0\n1 0\n ⇒ 11 clues, but no split",
        "3 3\n1 2\n2 1 1\n1 3\n1 3\n2 1 1\n1 2\n ⇒ 7 clues, but no split",
        // Lines.
        "Rows\n2\n1 0 1\nColumns\n1\n ⇒ blocks in \"1 0 1\"",
        "Rows\n2 0\n1 1\n3\nColumns\n3\n1 1\n2\n ⇒ a 0 beside blocks in \"2 0\"",
        "Rows\n2\n\n1 1\n3\nColumns\n3\n1 1\n2\n ⇒ t:3: an empty line between the clues of the rows",
        "Rows\n1\n1\n1\n1\n ⇒ no column clues",
        "R1: 2\nR3: 3\nC1: 1\n ⇒ number 3 before the clue \"3\"; expected 2",
        "row 1 2\nrow 2 1 1\n ⇒ \"row 1 2\"",
        "Rwos 2\n1 1\n3\nColumns\n3\n1 1\n2\n ⇒ \"Rwos 2\"",
        "2//3\n1/1/2\n ⇒ nothing between two separators",
        "5 5\nRows\n2\n1 1\n3\nColumns\n3\n1 1\n2\n ⇒ the declared sizes, 5 and 5",
        "Rows\n2\n1 1\n3\nColumns\n3\n1 1\n2\nRows\n1\nColumns\n1\n ⇒ t:9: a second list of clues for the rows",
        "3 3\n2\n1 1\n3\n\n3\n1 1\n2\n\n1\n\n1\n ⇒ 4 lists separated",
        "5 4\n0\n2\n2\n1\n0\n1\n2\n1\n1\n ⇒ 10 clues may be 5 rows and 4 columns or 4 rows and 5 columns",
        // Drawings and tables.
        "3 5\n##--\n#-#-\n###-\n ⇒ a drawing of 3 x 4 cells; expected the declared sizes, 3 and 5",
        "width 4\nheight 4\n##--\n#-#-\n###-\n ⇒ expected the declared height 4 and width 4",
        "width = 4\nheight = 4\ncells = [1,1,0,0,1,0,1,0,1,1,1,0]\n ⇒ expected the declared height 4 and width 4",
        "// x\n[[1,1],[1,1]]\n ⇒ 2 clues, but no split",
        "#,-;#\n ⇒ both separate cells",
        // Other kinds of files.
        "<html>\n1\n1\n</html> ⇒ a web page",
        "<?xml version=\"1.0\"?>\n<!-- x -->\n<!DOCTYPE html>\n<html>1</html> ⇒ a web page",
        "\n%PDF-1.4\n1 0 obj\n ⇒ a PDF document",
        "SELECT 1;\n ⇒ \"SELECT 1;\"",
    ] {
        let (text, said) = halves(case);
        let has_rows = text.ends_with("]]\n") && text.matches("rows").count() == 1;
        let error = if has_rows && !text.contains("columns") {
            refusal(&format!("{text}{columns}"))
        } else {
            refusal(text)
        };
        if !error.contains(said) {
            missing += &format!("{text}: {error}\n");
        }
    }
    assert!(missing.is_empty(), "{missing}");
}

/// Both orders of the sizes fit; the caller's number of rows decides, and the sizes are not clues.
#[test]
fn number_of_rows_decides_between_two_orders_of_sizes() {
    let split = |rows| {
        let lists = ListOptions { rows: Some(rows), ..ListOptions::default() };
        let puzzle = with("5 4\n0\n2\n2\n1\n0\n1\n2\n1\n1\n", lists).unwrap().remove(0);
        (puzzle.row_count(), puzzle.columns().len())
    };
    assert_eq!((split(5), split(4)), ((5, 4), (4, 5)));
}

#[test]
fn bare_numbers_among_brackets_are_clues() {
    let text = "rows: [[1, 1], 3, [1, 1]]\ncolumns: [[1, 1], 3, [1, 1]]\n";
    assert_eq!(read(text).rows().len(), 3);
    assert_eq!(
        read("rows = [1, 0, 1]\ncols = [1, 0, 1]\nheight = 3\nwidth = 3\n").rows()[1].len(),
        0
    );
}

#[test]
fn drawings_below_sizes_and_in_code_are_read() {
    let lines = ["##--", "#-#-", "###-"];
    for text in [
        "3 4\n##--\n#-#-\n###-\n",
        "4x3\n1 1 0 0\n1 0 1 0\n1 1 1 0\n",
        "width: 4\nheight: 3\n##--\n#-#-\n###-\n",
        "width 4\nheight 3\n110010101110\n",
        "width = 4\nheight = 3\ncells = [1,1,0,0,1,0,1,0,1,1,1,0]\n",
        "int[][] grid = {{1,1,0,0},{1,0,1,0},{1,1,1,0}};\n",
        "grid = [\"##--\", \"#-#-\", \"###-\"]\n",
        "[[1,1,0,0],[1,0,1,0],[1,1,1,0]]\n",
    ] {
        assert_eq!(read(text).goal().unwrap().to_lines(), lines, "{text}");
    }
}

/// Regression tests: these files were read as other puzzles, or refused.
#[test]
fn files_that_were_misread_are_read_right_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/misread");
    let found = |name: &str| match nonogram_puzzles::read_file(folder.join(name), None) {
        Ok(puzzles) => puzzles
            .iter()
            .map(|puzzle| format!("{:?} {:?}", texts(puzzle.rows()), texts(puzzle.columns())))
            .collect::<Vec<_>>()
            .join("; "),
        Err(error) => error.to_string().replace(&format!("{}/", folder.display()), ""),
    };
    for case in [
        r#"go-literal.txt ⇒ ["2", "1,1", "3"] ["3", "1,1", "2"]"#,
        r#"ts-annotation.txt ⇒ ["2", "1,1", "3"] ["3", "1,1", "2"]"#,
        r#"scalars.txt ⇒ ["1,1", "1,1", "5", "1,1", "1,1"] ["1,1", "1,1", "5", "1,1", "1,1"]"#,
        r#"dzn-runs.dzn ⇒ ["1,1", "1,1", "1,1", "3", "1,1", "3"] ["3", "3", "1,1", "3", "3"]"#,
        r#"sep.csv ⇒ ["2", "1", "1"] ["1", "1", "2"]"#,
        r#"quoted.csv ⇒ ["2", "1", "1"] ["1", "1", "2"]"#,
        r#"rows-cols-header.txt ⇒ ["2", "2", "1"] ["1", "1", "2", "1"]"#,
    ] {
        let (name, clues) = halves(case);
        assert_eq!(found(name), clues, "{name}");
    }
    insta::assert_snapshot!(found("two-puzzles.txt"), @"two-puzzles.txt:1: 4 lists separated by empty lines or brackets, and no headings; expected two lists, the rows and the columns; put headings such as Rows and Columns above them, write 0 for a blank line, or put each puzzle into its own file");
    insta::assert_snapshot!(found("contest-cases.txt"), @"contest-cases.txt:1: 15 clues, but no split gives rows and columns with equal sums and clues that fit their lines; expected the clues of the rows and those of the columns, such as 3 1, one per line; correct it, or put headings such as Rows and Columns above the lists");
    insta::assert_snapshot!(found("page.html"), @"page.html: a web page; expected a puzzle, or a picture of it; copy the clues into a text file");
}

fn texts(clues: &[Clue]) -> Vec<String> {
    clues.iter().map(Clue::to_string).collect()
}

#[test]
fn the_caller_chooses_between_two_splits() {
    // The third clue may be the last row or the first column.
    let two = "2\n2\n0\n2\n2\n0";
    let split = |text: &str, rows| {
        let options = ReadOptions {
            // The first two lines may also be sizes.
            format: Some(Format::Lists),
            lists: ListOptions { rows, ..ListOptions::default() },
            ..ReadOptions::default()
        };
        read_from(text.as_bytes(), "t", options)
    };
    insta::assert_snapshot!(split(two, None).unwrap_err().to_string(), @"t:1: 6 clues may be 2 rows and 4 columns or 3 rows and 3 columns; expected an empty line between rows and columns, or headings; choose with --rows 2 or --rows 3");
    assert_eq!(split(two, Some(2)).unwrap()[0].row_count(), 2);
    assert_eq!(split(two, Some(3)).unwrap()[0].row_count(), 3);
    let six = split(two, Some(6)).unwrap_err().to_string();
    assert!(six.contains("6 clues, but no split gives rows and columns"), "{six}");
    let apart = split("2\n2\n0\n\n2\n2\n0", None).unwrap();
    assert_eq!(apart[0].row_count(), 3);
}

#[test]
fn invalid_or_unsupported_content_is_refused_with_the_reason() {
    insta::assert_snapshot!(refusal("3 1\n2\n1\n"), @"t:1: 3 clues, but no split gives rows and columns with equal sums and clues that fit their lines; expected the clues of the rows and those of the columns, such as 3 1, one per line; correct it, or put headings such as Rows and Columns above the lists");
    insta::assert_snapshot!(refusal("rows\n1\n2\n"), @"t:3: no column clues; expected one per column; add them or check that the file is complete");
    insta::assert_snapshot!(refusal("rows 2\n1\ncolumns 1\n1\n"), @"t:2: 1 row clue; expected 2 to match the height; add what is missing (0 for a blank row) or correct the height");
    insta::assert_snapshot!(refusal("Rows\n1\nthen\nColumns\n1\n"), @r#"t:3: "then" is neither a heading nor a clue; expected the clues of the rows and those of the columns, such as 3 1, one per line; correct it, or put headings such as Rows and Columns above the lists"#);
    insta::assert_snapshot!(refusal("Dear all,\nhere is my puzzle.\n"), @r#"t: neither its name nor its content shows its format, it begins with "Dear all,"; expected clues, a drawing or a picture; name the format with --format"#);
    insta::assert_snapshot!(refusal("%PDF-1.4 \n"), @"t: a PDF document; expected a puzzle, or a picture of it; save the page with the puzzle as PNG");
    insta::assert_snapshot!(refusal("\0\0\0\x18ftypheic"), @"t: a HEIC photograph; expected a puzzle, or a picture of it; save or export it as PNG or JPEG");
    insta::assert_snapshot!(refusal("PK\x03\x04"), @"t: a ZIP archive, or a document such as XLSX, ODS or DOCX; expected a puzzle, or a picture of it; unpack the archive, export the sheet as CSV, or save the document as plain text");
    insta::assert_snapshot!(refusal("<!DOCTYPE html>"), @"t: a web page; expected a puzzle, or a picture of it; copy the clues into a text file");
    insta::assert_snapshot!(refusal("ab\nba\n"), @r#"t: neither its name nor its content shows its format, it begins with "ab"; expected clues, a drawing or a picture; name the format with --format"#);
    insta::assert_snapshot!(refusal("SAVEFILE:1:x\nGAME    :4:Solo\n"), @r#"t:2: a game of "Solo"; expected a saved game of Pattern, with lines such as DESC:9:1/1/1/1/1; choose a saved game of Pattern, or save the game again"#);
    insta::assert_snapshot!(refusal("row_rules = array2d(1..1, 1..2, [1]);"), @r#"t:1: "array2d(1..1, 1..2, [1])" is not a matrix of clues; expected array2d(1..2, 1..2, [3, 1, 5, 1]) or [| 3, 1 | 5, 1 |]; correct it"#);
}

#[test]
fn a_named_symbol_is_the_filled_one() {
    let options = ReadOptions { filled: Some('a'), ..ReadOptions::default() };
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
fn read_only_formats_refuse_to_write() {
    let error = Format::Lists.write(&small(), None).unwrap_err().to_string();
    assert!(error.starts_with("lists files are read, not written; "), "{error}");
    assert!(!Format::Table.is_written() && Format::Json.is_written());
}

#[test]
fn a_pattern_id_of_a_square_may_have_one_size() {
    let square = read("2:1/1/1/1\n");
    assert_eq!((square.row_count(), square.column_count()), (2, 2));
}

/// Regression tests: each of these texts was read as another puzzle.
#[test]
fn text_that_hides_or_moves_a_clue_is_refused() {
    let mut missing = String::new();
    for case in [
        // Two puzzles, elements of a side, gaps and ranges.
        "2 3\n1\n2\n1\n1\n1\n2 3\n2\n1\n1\n1\n1\n ⇒ t:7: a second puzzle below its sizes",
        "rows = [1,,1]\ncols = [[1], [1]]\n ⇒ \"1,,1\" is not a block length",
        "$rows[] = [1, 1];\n$cols = [[1], [], [1]];\n ⇒ \"[]\" is not part",
        "rows[2] = {1, 1}\ncols = {{1}, {}, {1}}\n ⇒ \"[2]\" is not part",
        "rows.first = [1, 1]\ncols = [[1], [], [1]]\n ⇒ \".\" is not part",
        "let reversed rows = [[1, 1], [3]]\ncols = [[2], [1], [2]]\n ⇒ \"reversed\" is not part",
        "1..2\n\n1\n0\n1\n1\n ⇒ \"1..2\" is not a block length",
        r#"{"rows":[[1,"1 1"]],"columns":[[1,"1 1"]]} ⇒ t"#,
        "Rows\n1 #f00 1 #00f\nColumns\n1 #f00\n0\n1 #00f\n ⇒ \"#f00\" is not a block length",
        r#"{"row1":[1,1],"columns":[[1],[],[1]]} ⇒ an object without row clues"#,
        r#"{"level1":{"rows":[[1],[1]]},"level2":{"columns":[[1],[1]]}} ⇒ an object without column clues"#,
        r#"{"rows":[[0,1,1,0]],"columns":[[0],[1],[1],[0]]} ⇒ a 0 at both ends"#,
        // Comments of numbers.
        "height: 6\nwidth: 3\nrows\n0\n# 0\n2\n2\n1\n1\n\ncolumns\n1 1\n3\n1\n ⇒ t:5: \"#\" is not a block length",
        "4 // 6\n0\n4\n1\n3\n1 1\n2\n4\n1 1\n1 3\n1 1\n ⇒ \"// 6\", a comment without words",
        "rows = [%| 0, 0\n | 1, 1 |];\ncolumns = [| 1\n | 0\n | 1 |];\n ⇒ a comment that may be clues",
        "Rows\n2 1\n5\n\"\"\"\n1\n\"\"\"\n2 1\nColumns\n2 1\n4\n1\n1\n1\n ⇒ an opening quote only",
        "1 1 --\n1\n1\n ⇒ \"--\", a comment without words",
        // Brackets and signs that are not those of a list.
        "[[[]= , [1]],\n [[], [1]]]\n ⇒ t:1: no `,` or `]`",
        "2\n1\n1\n\nint[]{1\n1}\n2\n ⇒ \"int\" is not part",
        "\t\t2\n\t2\t3\n1\t\t\n{1}\t\t\n1\t\t\n2\t\t\n1\t\t\n1\t\t\n ⇒ \"{1}\" is not a block length",
        "int[][] rows = {{4}, {4}};\nint[][] {cols = {{2}, {2}, {2}, 2}};\n ⇒ \"cols\" alone in brackets",
        "rows = [[4], [4]]\n[cols = [[2], [2], [2], 2]]\n ⇒ \"cols\" alone in brackets",
        "val rows = listOf(tuple(listOf(2, 1), 1))\nval cols = listOf(listOf(1), listOf(1), listOf(1), listOf(1))\n ⇒ \"listOf\" is not part",
        "\t\t1\n\t* 1\t1\n1\t\t\n1\t\t\n1\t\t\n ⇒ \"*\" is not a block length",
        "1 1\n3\n\nrows 1 2\n2\n1\n ⇒ \"rows 1 2\", which may be a heading",
        "int rows[] = {1, 2};\nint cols[] = {1, 1, 1, 1};\n ⇒ single lengths that may be one clue",
        // Lists whose order a text states.
        "# columns, then rows\n2\n1\n2\n\n1 1\n3\n ⇒ above lists without headings",
        "Columns first\n2\n1\n2\n\n1 1\n3\n ⇒ above lists without headings",
        // Sizes and names among clues.
        "1 1\n3\n\n2\n1 x1\n2\n ⇒ the size \"1 x1\" below clues",
        "Rows\n1 1\nby 3\n3\nColumns\n2\n1\n2\n ⇒ \"by 3\" is neither a heading nor a clue",
        // Files of other formats.
        "\t\t1\t\n\t\t1\t2\n1\t1\t\t\n\t\"1\t\t\n\t1\"\t\t\n ⇒ in one pair of quotes",
        r#"{"row_clues": [[2], [1], [1], [1], [2]], "_clues": [[1, 1, 3], [2, 2, 1]]} ⇒ two lists that may be clues or a drawing"#,
        "[[[1, 1], [2]],\n [[1], [[1], [1], [1]]]] ⇒ two lists that may be clues or a drawing",
        r#"{"rows": [[1]], "columns": [[1]], "rowColors": [["red"]]} ⇒ "rowColors", colours apart from the lengths"#,
    ] {
        let (text, said) = halves(case);
        match with(text, ListOptions::default()) {
            Err(error) if error.to_string().contains(said) => {}
            read => missing += &format!("{text}: {read:?}\n"),
        }
    }
    assert!(missing.is_empty(), "{missing}");
    for text in ["4\n\n2\n2\n2\n2\n\n1\n4\n1 2\n", "\n3\n2\n2\n\n1\n2\n1\n"] {
        let error = read_from(text.as_bytes(), "t", Some(Format::Cwd)).unwrap_err().to_string();
        assert!(error.contains("empty line"), "{text}\n{error}");
    }
}

#[test]
fn values_below_their_names_sizes_as_headings_and_translated_headings_are_read() {
    for text in [
        "rows = [[1, 1],\n  [3]]\ncols =\n[[2], [1], [2]]\n",
        "rows = 2\ncolumns = 3\n1 1\n3\n2\n1\n2\n",
        "Zeilen:\n1 1\n3\nSpalten:\n2\n1\n2\n",
        "行\n1 1\n3\n列\n2\n1\n2\n",
        "# rows, then columns\n1 1\n3\n\n2\n1\n2\n",
        "\"\",\"\",\"2\",\"1\",\"2\"\n\"1\",\"1\",\"\",\"\",\"\"\n\"\",\"3\",\"\",\"\",\"\"\n",
    ] {
        assert_eq!(read(text).identity(), small().identity(), "{text}");
    }
}
