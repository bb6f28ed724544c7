//! Tests of the formats with clues only: reading, writing and refusals.

use nonogram_puzzles::{Format, Grid, Puzzle, ReadError, read_from};

fn read(text: &str, format: Format) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), "t", Some(format))
}

fn write(puzzle: &Puzzle, format: Format) -> String {
    String::from_utf8(format.write(puzzle, None).unwrap()).unwrap()
}

/// A puzzle whose height and width differ, with a blank row.
fn sample() -> Puzzle {
    Puzzle::from_grid(&Grid::from_lines(&["#-#", "---", "-##", "###"]).unwrap())
}

#[test]
fn written_clues_match_the_format_of_the_original_programs() {
    for (format, text) in [
        (Format::Mk, "4 3\n1 1\n0\n2\n3\n#\n1 1\n2\n1 2\n"),
        (Format::Nin, "3 4\n1 1\n0\n2\n3\n1 1\n2\n1 2\n"),
        (Format::Cwd, "4\n3\n1 1\n0\n2\n3\n\n1 1\n2\n1 2\n"),
        (Format::G, ": rows\n1 1\n\n2\n3\n: columns\n1 1\n2\n1 2\n:\n"),
        (Format::Pattern, "3x4:1.1/2/1.2/1.1//2/3\n"),
    ] {
        assert_eq!(write(&sample(), format), text, "{format}");
        assert_eq!(read(text, format).unwrap(), [sample()], "{format}");
    }
}

#[test]
fn variants_of_other_programs_are_read() {
    for (format, text) in [
        (Format::Mk, "\n4 3\r\n1 1\r\n\r\n2\r\n3\r\n#\r\n1 1\r\n2\r\n1 2"),
        (Format::Mk, "4 3\n1 1\n0\n2\n3\n\n#\n\n1 1\n2\n1 2\n"),
        (Format::Nin, "3 4\n1 1\n\n2\n3\n1 1\n2\n1 2\n"),
        (Format::Nin, "3 4\n\n1 1\n0\n2\n3\n\n1 1\n2\n1 2\n\n"),
        (Format::Cwd, "4\n3\n1 1\n\n2\n3\n\n1 1\n2\n1 2\n"),
        (Format::Cwd, "4\n3\n1 1\n0\n2\n3\n1 1\n2\n1 2\n"),
        (
            Format::G,
            "A remark\n#d\n 1:x black\n: rows\n1x 1x\n\n 2x\n3x\n:\n1x 1x\n2x\n1x 2x\n: END\nx",
        ),
        (Format::Pattern, "3x4:1.1/2/1.2/1.1/0/2/3"),
    ] {
        assert_eq!(read(text, format).unwrap(), [sample()], "{format} {text:?}");
    }
}

#[test]
fn content_shows_the_format_of_clues() {
    for format in [Format::Mk, Format::G, Format::Pattern, Format::Non, Format::Nin, Format::Cwd] {
        let text = write(&sample(), format);
        let found = read_from(text.as_bytes(), "t", None).unwrap();
        assert_eq!(found, [sample()], "{format}");
    }
}

#[test]
fn one_colour_with_a_letter_is_read_and_a_second_colour_is_refused() {
    let text = ": rows\n2a\n0\n: columns\n1a\n1a\n:\n";
    let puzzle = Puzzle::from_grid(&Grid::from_lines(&["##", "--"]).unwrap());
    assert_eq!(read(text, Format::G).unwrap(), [puzzle]);
    let text = "2 1\n2a\n1a\n1b\n".to_owned();
    let error = read(&text, Format::Nin).unwrap_err().to_string();
    assert!(error.starts_with("t:4: a block of 1 in a second colour"), "{error}");
}

#[test]
fn several_puzzles_in_one_file_are_written_only_by_formats_for_several() {
    let two = [sample(), Puzzle::from_grid(&Grid::from_lines(&["#"]).unwrap())];
    let text = String::from_utf8(Format::Pattern.write_all(&two).unwrap()).unwrap();
    assert_eq!(text, "3x4:1.1/2/1.2/1.1//2/3\n1x1:1/1\n");
    assert_eq!(read(&text, Format::Pattern).unwrap(), two);
    let error = Format::Mk.write_all(&two).unwrap_err().to_string();
    insta::assert_snapshot!(error, @"2 puzzles for one mk file; expected one; write each to its own file or choose a format for several puzzles, such as non");
    assert_eq!(Format::Mk.write_all(&two[..1]), Format::Mk.write(&two[0], None));
}

/// The clues of a text in a format, with the letters of colours: rows and columns.
fn clues(text: &str, format: Option<Format>) -> String {
    match read_from(text.as_bytes(), "t", format) {
        Ok(puzzles) => {
            let puzzle = &puzzles[0];
            let side = |clues: &[nonogram_puzzles::Clue]| {
                let clues = clues.iter().map(|clue| puzzle.palette().clue(clue));
                clues.collect::<Vec<_>>().join(" ")
            };
            format!("{} / {}", side(puzzle.rows()), side(puzzle.columns()))
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn numbers_with_colours_of_webpbn_are_read() {
    let plain = "3\n3\n1\n1\n2\n1\n\n1\n1\n1\n\n3\n1\n0\n\n1\n1\n0\n";
    let coloured = "2\n2\n3\n1 1\n1\n\n3 1\n3\n\n2\n1\n\n3\n1\n";
    let blank = "2\n2\n1\n2\n\n\n1\n\n\n1\n1\n\n1\n1\n";
    for format in [None, Some(Format::Cwc)] {
        assert_eq!(clues(plain, format), "1 2 1 / 3 1 0");
        assert_eq!(clues(coloured, format), "1c,1a 1c / 2c 1a");
        assert_eq!(clues(&coloured.replace("\n\n", "\n"), format), "1c,1a 1c / 2c 1a");
        assert_eq!(clues(blank, format), "2 0 / 1 1");
    }
    let refusal = |from: &str, to: &str| clues(&coloured.replacen(from, to, 1), Some(Format::Cwc));
    insta::assert_snapshot!(refusal("3 1\n3", "3\n3"), @"t:7: 2 block lengths in line 4 and 1 colour; expected one colour for each block; correct it, or name another format with --format");
    insta::assert_snapshot!(refusal("3 1\n3", "4 1\n3"), @"t:7: the colour 4; expected 1 to 3, the number of colours; correct it, or name another format with --format");
    insta::assert_snapshot!(refusal("1 1\n1", "1 0\n1"), @"t:4: a block of length 0 beside others; expected 0 alone for a line without blocks; correct it, or name another format with --format");
    insta::assert_snapshot!(refusal("2\n2\n3\n", "2\n2\n0\n"), @r#"t:3: "0" is not a number of colours; expected 1 to 26, alone on a line; correct it, or name another format with --format"#);
    insta::assert_snapshot!(refusal("3 1\n3\n", "3 1\n"), @"t:8: 1 block length in line 5 and 0 colours; expected one colour for each block; correct it, or name another format with --format");
    insta::assert_snapshot!(refusal("3\n1\n", "3\n"), @"t:13: 7 lines of numbers; expected 8: the lengths and the colours of each row and column; correct it, or name another format with --format");
    insta::assert_snapshot!(clues(&(coloured.to_owned() + "1\n"), Some(Format::Cwc)), @"t:15: a line after the colours of the last column; expected 8 lines of numbers after the sizes; correct it, or name another format with --format");
}

#[test]
fn clues_for_pbnsol_are_read() {
    let text = "* by hand\n2\n1\n2\n&\n1 1\n3\n* columns\n0\n";
    for format in [None, Some(Format::Pbnsol)] {
        assert_eq!(clues(text, format), "2 1 2 / 1,1 3 0");
        assert_eq!(clues(&(text.to_owned() + "&\n\n* end\n"), format), "2 1 2 / 1,1 3 0");
    }
    insta::assert_snapshot!(clues("2\n2\n\n&\n2\n2\n", None), @"t:3: an empty line; expected 0 for a row or column without blocks; write 0 for it, or remove it");
    insta::assert_snapshot!(clues("2\n2 *\n&\n2\n2\n", None), @r#"t:2: "*" is not a block length; expected whole numbers such as 3,1; correct it"#);
    insta::assert_snapshot!(clues("2\n2\n", Some(Format::Pbnsol)), @"t:2: no line &; expected one between the rows and the columns; add it, or name another format with --format");
    insta::assert_snapshot!(clues("1\n&\n1\n&\n1\n", None), @"t:5: a line after the columns; expected the end of the file; remove it, or put each puzzle in its own file");
    insta::assert_snapshot!(clues("&\n1\n", None), @"t:1: no row clues; expected one per row; add them or check that the file is complete");
}

#[test]
fn tables_of_nonogrid_are_read() {
    let text = "# A flag\ntitle = \"Flag\"\n[colors]\ndefs = [\n 'b = (blue) *',\n 'r = (250, 0, 0) %',\n]\n\n\
                [clues]\ncolumns =\"\"\"\n  1r 1b\n  2r, \"1b\"   ; after the numbers\n\n  1\n\"\"\"\n\
                rows = '''2r 1\n  1b 1r 1b # end\n'''\n";
    for format in [None, Some(Format::Toml)] {
        assert_eq!(clues(text, format), "2r,1a 1b,1r,1b / 1r,1b 2r 1b 1a");
        assert_eq!(clues("[clues]\ncolumns = \"1, 2,\"\nrows = [[2], 1]\n", format), "2 1 / 1 2");
    }
    let puzzle = read(text, Format::Toml).unwrap().remove(0);
    assert_eq!(puzzle.metadata().title.as_deref(), Some("Flag"));
    let rgb: Vec<String> = puzzle.palette().inks().iter().map(|ink| ink.rgb.to_string()).collect();
    assert_eq!(rgb, ["#0000ff", "#fa0000", "#000000"]);
    let refusal = |from: &str, to: &str| clues(&text.replacen(from, to, 1), Some(Format::Toml));
    insta::assert_snapshot!(refusal("2r,", "2x,"), @r#"t:12: "2x" is not a block length; expected whole numbers such as 3,1; correct it"#);
    insta::assert_snapshot!(refusal("2r 1\n", "2r 0 1\n"), @r#"t:16: a 0 among blocks in "2r 0 1"; expected zeros at one end of a clue only, as padding; remove it"#);
    insta::assert_snapshot!(refusal("2r,", "2r,,"), @r#"t:12: "2r,, \"1b\"" is not a block length; expected whole numbers such as 3,1; correct it"#);
    insta::assert_snapshot!(refusal("(blue)", "(bleu)"), @r#"t:5: 'b = (bleu) *'; expected a colour of a new name, such as "r = (red) %"; correct it"#);
    insta::assert_snapshot!(refusal("rows = ", "lines = "), @"t:1: no row clues; expected one per row; add them or check that the file is complete");
    insta::assert_snapshot!(refusal("[clues]", "[clues"), @r#"t:9: unclosed table, expected `]`; expected TOML such as rows = "1 1"; correct it"#);
}

/// Regression test: an undeclared sign became a second colour.
#[test]
fn undeclared_sign_in_a_file_of_colours_is_refused() {
    let text = ": rows\n1 1*\n: columns\n1\n0\n1*\n:\n";
    insta::assert_snapshot!(clues(text, Some(Format::G)), @r#"t:2: "1*" is not a block length; expected whole numbers such as 3,1; correct it"#);
    assert_eq!(clues(&format!("#d\n *:* red\n{text}"), Some(Format::G)), "1b,1a / 1b 0 1a");
}

/// Files that were read as other puzzles or refused. All are our own.
#[test]
fn files_of_cases_misread_are_read_right_or_refused() {
    let file = |name: &str| {
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/misread").join(name);
        clues(&std::fs::read_to_string(path).expect("a file of the project"), None)
    };
    for (name, expected) in [
        ("mono.cwc", "1 2 1 / 3 1 0"),
        ("colours.cwc", "2a,1b 1b,1a / 1a,1b 2a 1b"),
        ("pbnsol.txt", "2 1 2 / 1 3 1"),
        ("star.non", "1,1 / 1 0 1"),
        ("levels.json", "1 2 / 2 1"),
        ("flag.toml", "5r 5r 2r,3w 5r / 4r 4r 2r,1w,1r 2r,1w,1r 2r,1w,1r"),
    ] {
        assert_eq!(file(name), expected, "{name}");
    }
    let size = file("size.json");
    assert!(
        size.contains("a puzzle of 2 x 3 cells; expected the declared height 9 and width 9"),
        "{size}"
    );
}
