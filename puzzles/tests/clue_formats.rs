//! Tests of the formats with clues only: reading, writing and refusals.

mod common;

use common::puzzles;
use nonogram_puzzles::{Format, Grid, Puzzle, ReadError, read_from};
use proptest::prelude::*;

const FORMATS: [Format; 5] = [
    Format::Mk,
    Format::Nin,
    Format::Cwd,
    Format::G,
    Format::Pattern,
];

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
        (
            Format::G,
            ": rows\n1 1\n\n2\n3\n: columns\n1 1\n2\n1 2\n:\n",
        ),
        (Format::Pattern, "3x4:1.1/2/1.2/1.1//2/3\n"),
    ] {
        assert_eq!(write(&sample(), format), text, "{format}");
        assert_eq!(read(text, format).unwrap(), [sample()], "{format}");
    }
}

#[test]
fn variants_of_other_programs_are_read() {
    for (format, text) in [
        (
            Format::Mk,
            "\n4 3\r\n1 1\r\n\r\n2\r\n3\r\n#\r\n1 1\r\n2\r\n1 2",
        ),
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
    let found = |text: &str| match read_from(text.as_bytes(), "t", None) {
        Ok(puzzles) => {
            assert_eq!(puzzles, [sample()]);
            "read".to_owned()
        }
        Err(error) => error.to_string(),
    };
    for format in [Format::Mk, Format::G, Format::Pattern, Format::Non] {
        assert_eq!(found(&write(&sample(), format)), "read", "{format}");
    }
    for format in [Format::Nin, Format::Cwd] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(found(&write(&sample(), format)), @"read");
        }
    }
}

#[test]
fn one_colour_with_a_letter_is_read_and_a_second_colour_is_refused() {
    let text = ": rows\n2a\n0\n: columns\n1a\n1a\n:\n";
    let puzzle = Puzzle::from_grid(&Grid::from_lines(&["##", "--"]).unwrap());
    assert_eq!(read(text, Format::G).unwrap(), [puzzle]);
    let text = "2 1\n2a\n1a\n1b\n".to_owned();
    let error = read(&text, Format::Nin).unwrap_err().to_string();
    assert!(
        error.starts_with("t:4: a block of 1 in a second colour"),
        "{error}"
    );
}

#[test]
fn several_puzzles_in_one_file_are_written_only_by_formats_for_several() {
    let two = [
        sample(),
        Puzzle::from_grid(&Grid::from_lines(&["#"]).unwrap()),
    ];
    let text = String::from_utf8(Format::Pattern.write_all(&two).unwrap()).unwrap();
    assert_eq!(text, "3x4:1.1/2/1.2/1.1//2/3\n1x1:1/1\n");
    assert_eq!(read(&text, Format::Pattern).unwrap(), two);
    let error = Format::Mk.write_all(&two).unwrap_err().to_string();
    insta::assert_snapshot!(error, @"2 puzzles for one mk file; expected one; write each to its own file or choose a format for several puzzles, such as non");
    assert_eq!(
        Format::Mk.write_all(&two[..1]),
        Format::Mk.write(&two[0], None)
    );
}

#[test]
fn a_malformed_file_is_refused_with_its_place_and_the_next_step() {
    let mut said = String::new();
    for (format, texts) in [
        (
            Format::Mk,
            &[
                "",
                "3\n",
                "1 2 3\n",
                "0 2\n",
                "2 4000000000\n",
                "x 2\n",
                "2 2\n1\n1\n1\n1\n",
                "2 2\n1\n#\n1\n1\n",
                "2 2\n1\n1\n1\n#\n1\n1\n",
                "2 2\n1\n1\n#\n1\n",
                "2 2\n1\n1\n#\n1\n1\n1\n",
                "2 2\n1\nx\n#\n1\n1\n",
                "2 2\n1\n1 1\n#\n1\n1\n",
                "2 2\n1\n1\n#\n3\n1\n",
            ][..],
        ),
        (
            Format::Nin,
            &[
                "",
                "3\n",
                "2 0\n",
                "2 2\n1\n1\n1\n",
                "2 2\n1\n1\n1\n1\n1\n",
                "2 2\n1\n1\n1\nx\n",
                "2 2\n1 1\n1\n1\n1\n",
            ][..],
        ),
        (
            Format::Cwd,
            &[
                "",
                "3\n",
                "2 2\n",
                "2\n0\n",
                "2\n2\n1\n1\n\n1\n",
                "2\n2\n1\n\n1\n1\n",
                "2\n2\n1\n1\n1\n\n1\n1\n",
                "2\n2\n1\nx\n\n1\n1\n",
                "2\n2\n1\n1\n\n1\n1 1\n",
            ][..],
        ),
        (
            Format::G,
            &[
                "",
                "1\n1\n",
                ":\n1\n:\n1\n",
                ":\n:\n1\n:\n",
                ":\n1\n:\n:\n",
                ":\n1\n1\n:\nx\n:\n",
                "#t\n:\n1\n:\n1\n:\n",
                ":\n2\n:\n1\n:\n",
            ][..],
        ),
        (
            Format::Pattern,
            &[
                "",
                "\n\n2x2\n",
                "2:1/1/1/1/1",
                "0x2:1/1",
                "2x99999999:1/1",
                "2x2:1/1/1",
                "2x2:1",
                "2x2:1/1/1/1/1",
                "2x2:1/1/1/x",
                "2x2:1/1/1/1,b2",
                "2x2:3/1/1/1",
                "2x2:1/1/1.1/1",
                "10x10#123",
            ][..],
        ),
    ] {
        for text in texts {
            let error = read(text, format).expect_err(text).to_string();
            assert_eq!(
                error.matches("; ").count(),
                2,
                "expected three parts (what; expected; next step): {error}"
            );
            said += &format!("{format} {text:?}\n    {error}\n");
        }
    }
    insta::assert_snapshot!(said);
}

proptest! {
    #[test]
    fn what_is_written_is_read(puzzle in puzzles()) {
        let clues = [Puzzle::new(puzzle.rows().to_vec(), puzzle.columns().to_vec()).unwrap()];
        for format in FORMATS {
            let text = write(&puzzle, format);
            prop_assert_eq!(&read(&text, format).unwrap(), &clues, "{}", format);
            prop_assert_eq!(&read(&text.replace('\n', "\r\n"), format).unwrap(), &clues);
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_read_or_refused(puzzle in puzzles(), at: prop::sample::Index) {
        for format in FORMATS {
            let text = write(&puzzle, format);
            let _ = read(&text[..at.index(text.len())], format);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9 #:/.,x\n-]{0,60}") {
        for &format in Format::ALL {
            let _ = read(&text, format);
        }
        let _ = read_from(text.as_bytes(), "t", None);
    }
}
