//! Tests of written files: their text, what is read again, and what a format refuses to hold.

use crate::common;

use nonogram_puzzles::{
    Clue, Format, Grid, Metadata, Palette, Puzzle, ReadError, Rgb, WriteError, read_from,
};
use proptest::prelude::*;

const RED: Rgb = Rgb::new(0xd0, 0x20, 0x20);
const SKY: Rgb = Rgb::new(0x90, 0xc8, 0xf8);

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

/// A grid from rows of the letters a, b and so on.
fn letters(lines: &[&str]) -> Grid {
    Palette::standard(26).to_grid(lines).unwrap()
}

/// A flag of two colours on a background in a third colour.
fn flag() -> Puzzle {
    let grid = letters(&["aabb", "a--b", "----", "bbaa"]);
    let palette = Palette::of([RED, Rgb::BLACK]).unwrap().with_background(SKY);
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    puzzle.with_goal(grid).unwrap()
}

fn in_red() -> Puzzle {
    let grid = Grid::from_lines(&["#-#", "##-"]).unwrap();
    let palette = Palette::of([RED]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    puzzle.with_goal(grid).unwrap()
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
fn content_shows_the_format_of_clues() {
    for format in [Format::Mk, Format::G, Format::Pattern, Format::Non, Format::Nin, Format::Cwd] {
        let text = write(&sample(), format);
        let found = read_from(text.as_bytes(), "t", None).unwrap();
        assert_eq!(found, [sample()], "{format}");
    }
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

#[test]
fn several_puzzles_are_written_as_an_array() {
    let rows = vec![Clue::from([1])];
    let clues = Puzzle::new(rows, vec![Clue::default(), Clue::from([1])]).unwrap();
    insta::assert_snapshot!(String::from_utf8(Format::Json.write_all(&[clues.clone(), clues]).unwrap()).unwrap(), @r#"
    [
    {"rows":[[1]],"columns":[[],[1]]},
    {"rows":[[1]],"columns":[[],[1]]}
    ]
    "#);
}

#[test]
fn written_file_has_metadata_clues_and_goal() {
    let goal = Grid::from_lines(&["#-#", "---"]).unwrap();
    let puzzle = Puzzle::from_grid(&goal).with_goal(goal).unwrap().with_metadata(Metadata {
        title: Some("A \"quoted\" <name> & more".into()),
        license: Some("CC0-1.0".into()),
        copyright: Some("2026\nall of it".into()),
        ..Metadata::default()
    });
    insta::assert_snapshot!(write(&puzzle, Format::Non), @r#"
    title "A &quot;quoted&quot; <name> &amp; more"
    copyright "2026&#10;all of it"
    license CC0-1.0
    width 3
    height 2

    rows
    1,1
    0

    columns
    1
    0
    1

    goal "101000"
    "#);
}

#[test]
fn coloured_puzzles_round_trip_in_every_format_with_colours() {
    for puzzle in [flag(), in_red()] {
        for format in [Format::Non, Format::Webpbn, Format::G, Format::Json, Format::Jsonl] {
            let bytes = format.write(&puzzle, None).unwrap();
            let again = read_from(&bytes[..], "t", Some(format)).unwrap().remove(0);
            assert_eq!(again.palette(), puzzle.palette(), "{format}");
            assert_eq!(again.rows(), puzzle.rows(), "{format}");
            assert_eq!(again.columns(), puzzle.columns(), "{format}");
            if format != Format::G {
                assert_eq!(again, puzzle, "{format}");
            }
        }
    }
}

#[test]
fn a_written_file_has_its_colours() {
    let written = |format: Format| String::from_utf8(format.write(&flag(), None).unwrap()).unwrap();
    insta::assert_snapshot!(written(Format::Non), @r#"
    color 0 #90c8f8
    color a #d02020
    color b #000000
    width 4
    height 4

    rows
    2a,2b
    1a,1b
    0
    2b,2a

    columns
    2a,1b
    1a,1b
    1b,1a
    2b,1a

    goal "aabba00b0000bbaa"
    "#);
    insta::assert_snapshot!(written(Format::G), @"
    #d
       0:   #90c8f8
       a:a  #d02020
       b:b  #000000
    : rows
    2a 2b
    1a 1b

    2b 2a
    : columns
    2a 1b
    1a 1b
    1b 1a
    2b 1a
    :
    ");
    assert_eq!(written(Format::Text), "aabb\na--b\n----\nbbaa\n");
    let red = String::from_utf8(Format::Non.write(&in_red(), None).unwrap()).unwrap();
    assert!(red.contains("color a #d02020\n") && red.contains("\n2a\n"), "{red}");
}

#[test]
fn formats_of_one_colour_refuse_several() {
    for format in [Format::Mk, Format::Nin, Format::Cwd, Format::Pattern, Format::Pbm, Format::Xbm]
    {
        assert_eq!(format.write(&flag(), None), Err(WriteError::Coloured { format, count: 2 }));
        assert!(format.write(&in_red(), None).is_ok());
    }
    let two = [flag(), flag()];
    assert!(matches!(Format::Pattern.write_all(&two), Err(WriteError::Coloured { .. })));
}

#[test]
fn identities_do_not_depend_on_the_order_of_colours() {
    let puzzle = flag();
    let swap = |lines: &[&str]| Puzzle::from_grid(&letters(lines)).identity();
    assert_eq!(puzzle.identity(), swap(&["bbaa", "b--a", "----", "aabb"]));
    assert_ne!(puzzle.identity(), swap(&["bbaa", "b--a", "----", "bbaa"]));
}

/// Regression test: the letter of the only colour in use was refused as a cell of the goal.
#[test]
fn goal_in_one_colour_of_a_larger_palette_is_read_again() {
    let palette = Palette::of([Rgb::BLACK, Rgb::new(255, 0, 0)]).unwrap();
    let grid = palette.to_grid(&["b-", "bb"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    let text = Format::Json.write(&puzzle.with_goal(grid).unwrap(), None).unwrap();
    let puzzle = read_from(&text[..], "t", None).unwrap().remove(0);
    assert_eq!(puzzle.goal().unwrap().to_lines(), ["#-", "##"]);
    let ink = puzzle.palette().inks()[0];
    assert_eq!((ink.letter, ink.rgb), ('b', Rgb::new(255, 0, 0)));
}

fn fish() -> Puzzle {
    let goal = Grid::from_lines(&["#-#", "---", "-##"]).unwrap();
    Puzzle::from_grid(&goal).with_goal(goal).unwrap().with_metadata(Metadata {
        catalogue: Some("ours 1".into()),
        title: Some("Fish & <chips>".into()),
        by: Some("me".into()),
        copyright: Some("2026".into()),
        license: Some("CC0-1.0".into()),
    })
}

#[test]
fn written_xml_has_metadata_colours_clues_and_goal() {
    insta::assert_snapshot!(write(&fish(), Format::Webpbn));
}

proptest! {
    #[test]
    fn any_words_are_written_as_xml(words in common::words()) {
        let text = write(&fish().with_metadata(words), Format::Webpbn);
        let puzzles = read(&text, Format::Webpbn).unwrap();
        prop_assert_eq!(puzzles[0].goal().cloned(), fish().goal().cloned());
    }
}
