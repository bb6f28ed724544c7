//! Tests of pictures: what each format draws, reads and refuses.

use crate::common;

use common::{grids, png as encode};
use nonogram_puzzles::{
    Cell, Format, Grid, ImageOptions, Metadata, Puzzle, PuzzleFile, ReadOptions, read_from,
};
use proptest::prelude::*;

fn sample() -> Puzzle {
    let goal = Grid::from_lines(&["#-#", "---", "-##", "###"]).unwrap();
    Puzzle::from_grid(&goal).with_goal(goal).unwrap()
}

/// A picture of a grid in one colour.
fn picture(format: Format, grid: &Grid) -> Vec<u8> {
    let puzzle = Puzzle::from_grid(grid);
    format.write(&puzzle, Some(grid)).unwrap()
}

/// A picture in a text format.
fn source(format: Format, puzzle: &Puzzle, grid: Option<&Grid>) -> String {
    String::from_utf8(format.write(puzzle, grid).unwrap()).unwrap()
}

/// The only drawing of a file, in plain text.
fn drawing(bytes: &[u8], options: impl Into<ReadOptions>) -> Vec<String> {
    let puzzles = read_from(bytes, "t", options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzles.len(), 1);
    puzzles[0].goal().unwrap().to_lines()
}

#[test]
fn plain_and_raw_bitmaps_give_the_same_picture() {
    let none = None::<Format>;
    let expected = ["#-#", "-##"];
    assert_eq!(drawing(b"P1\n3 2\n1 0 1\n0 1 1\n", none), expected);
    assert_eq!(drawing(b"P1 # remark\n# remark\n3 # remark\n2 101011", none), expected);
    assert_eq!(drawing(b"P4\n3 2\n\xa0\x60", none), expected);
    assert_eq!(drawing(b"P4 3 2\n\xbf\x7f", none), expected);
    let two = read_from(&b"P4\n1 1\n\x80P4\n2 1\n\x40"[..], "t", None).unwrap();
    let lines: Vec<_> = two.iter().map(|puzzle| puzzle.goal().unwrap().to_string()).collect();
    assert_eq!(lines, ["#", "-#"]);
}

#[test]
fn pictures_of_every_colour_type_are_read() {
    use ::png::ColorType::*;
    let none = None::<Format>;
    assert_eq!(drawing(&encode(3, 1, Grayscale, &[0, 127, 128]), none), ["##-"]);
    assert_eq!(drawing(&encode(3, 1, Indexed, &[0, 1, 2]), none), ["a-b"]);
    assert_eq!(drawing(&encode(2, 1, GrayscaleAlpha, &[0, 255, 0, 0]), none), ["#-"]);
    let rgb = [0, 0, 255, 255, 255, 0, 255, 0, 0, 0, 255, 0];
    assert_eq!(drawing(&encode(4, 1, Rgb, &rgb), none), ["adcb"]);
    let rgba = [0, 0, 0, 255, 0, 0, 0, 100, 255, 255, 255, 255];
    assert_eq!(drawing(&encode(3, 1, Rgba, &rgba), none), ["#--"]);
}

/// The reader's notes about a picture.
fn notes(bytes: &[u8], image: ImageOptions) -> Vec<String> {
    let options = ReadOptions { image, ..ReadOptions::default() };
    let file = PuzzleFile::from_stream(bytes, "t", options).unwrap();
    file.count().unwrap();
    file.notes().into_iter().map(|note| note.text).collect()
}

/// Regression test: a screenshot became a puzzle of a cell per pixel without a note.
#[test]
fn large_picture_that_is_read_pixel_by_pixel_is_noted() {
    let striped = |side: u32| {
        let filled = (0..side * side).map(|place| if place % side < side / 3 { 0 } else { 255 });
        encode(side, side, ::png::ColorType::Grayscale, &filled.collect::<Vec<u8>>())
    };
    insta::assert_debug_snapshot!(notes(&striped(201), ImageOptions::default()), @r#"
    [
        "t: each pixel is read as a cell, 201 x 201 in all: --size MxN gives the size of the puzzle, and --max-side N its longest side",
    ]
    "#);
    let options = |size, max_side| ImageOptions { size, max_side, ..ImageOptions::default() };
    assert!(notes(&striped(200), ImageOptions::default()).is_empty());
    assert!(
        notes(&striped(201), options(Some((67, 67)), 4095))
            .iter()
            .all(|note| !note.contains("--size"))
    );
    assert!(notes(&striped(201), options(None, 100)).iter().all(|note| !note.contains("--size")));
    let own = picture(Format::Png, &Grid::from_fn(1, 300, |_, column| column % 3 == 0));
    assert!(notes(&own, ImageOptions::default()).is_empty());
}

#[test]
fn a_cell_of_a_small_written_picture_has_16_by_16_pixels() {
    let grid = Grid::from_lines(&["#-?"]).unwrap();
    let bytes = picture(Format::Png, &grid);
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (48, 16));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!([pixels[0], pixels[15], pixels[16], pixels[31], pixels[32]], [0, 0, 255, 255, 160]);
}

#[test]
fn bitmap_of_x11_is_written_as_c_source() {
    let grid = Grid::from_fn(3, 11, |row, column| column % (row + 2) == 0);
    insta::assert_snapshot!(source(Format::Xbm, &Puzzle::from_grid(&grid), Some(&grid)), @"
    #define nonogram_width 11
    #define nonogram_height 3
    static unsigned char nonogram_bits[] = {
       0x55, 0x05, 0x49, 0x02, 0x11, 0x01
    };
    ");
}

#[test]
fn page_shows_title_cells_and_clues() {
    let words = Metadata { title: Some("A & <b>\u{1}".into()), ..Metadata::default() };
    let grid = Grid::from_lines(&["#-#---", "------", "-##--#", "######"]).unwrap();
    let mut part = grid.clone();
    part.set(3, 1, Cell::Unknown);
    let puzzle = Puzzle::from_grid(&grid).with_metadata(words);
    insta::assert_snapshot!(source(Format::Svg, &puzzle, Some(&part)));
    let empty = source(Format::Svg, &puzzle, None);
    assert_eq!(
        source(Format::Svg, &puzzle, Some(&Grid::new(4, 6))),
        empty,
        "a grid of unknown cells is not shaded"
    );
    assert!(!empty.contains("#000") && !empty.contains("#ddd"));
}

#[test]
fn partial_picture_is_drawn_but_not_stored_as_the_goal() {
    let part = Grid::from_lines(&["#?#", "---", "-##", "###"]).unwrap();
    let write = |format: Format| format.write(&sample(), Some(&part)).unwrap();
    assert_eq!(write(Format::Text), b"#?#\n---\n-##\n###\n");
    assert_eq!(write(Format::Pbm), picture(Format::Pbm, sample().goal().unwrap()));
    assert_eq!(write(Format::Xbm), picture(Format::Xbm, sample().goal().unwrap()));
    assert!(String::from_utf8(write(Format::Svg)).unwrap().contains("#ddd"));
    // A partial picture is not a goal.
    assert_eq!(write(Format::Non), Format::Non.write(&sample(), None).unwrap());
}

#[test]
fn a_solution_becomes_the_goal_of_a_file_of_clues() {
    let bare = Puzzle::from_grid(sample().goal().unwrap());
    for format in [Format::Non, Format::Webpbn] {
        let bytes = format.write(&bare, sample().goal()).unwrap();
        assert_eq!(read_from(&bytes[..], "t", Some(format)).unwrap(), [sample()]);
    }
}

#[test]
fn picture_formats_refuse_a_puzzle_without_a_picture() {
    let bare = Puzzle::from_grid(sample().goal().unwrap());
    for format in [Format::Text, Format::Pbm, Format::Png, Format::Xbm] {
        let error = format.write(&bare, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{format} files hold a picture")), "{error}");
    }
    assert!(Format::Svg.write(&bare, None).is_ok());
}

proptest! {
    #[test]
    fn empty_lines_separate_drawings(grids in prop::collection::vec(grids(), 1..4)) {
        let lines: Vec<String> = grids.iter().map(|grid| format!("{grid}\n")).collect();
        let puzzles = read_from(lines.join("\n\n").as_bytes(), "t.txt", Some(Format::Text)).unwrap();
        let goals: Vec<Grid> = puzzles.iter().map(|puzzle| puzzle.goal().unwrap().clone()).collect();
        prop_assert_eq!(goals, grids);
    }
}
