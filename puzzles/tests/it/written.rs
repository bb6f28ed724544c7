//! Tests of written files: their text, what is read again, and what a format refuses to hold.

use nonogram_puzzles::{Cell, Format, Grid, Metadata, Palette, Puzzle, Rgb, read_from};
use proptest::prelude::*;

use crate::common;

const RED: Rgb = Rgb::new(0xd0, 0x20, 0x20);

/// A puzzle in black and white with metadata, one in red, one of two colours on a third, and one without a goal.
fn samples() -> [Puzzle; 4] {
    let sky = Rgb::new(0x90, 0xc8, 0xf8);
    let palettes = [
        Palette::of([RED]).unwrap(),
        Palette::of([RED, Rgb::BLACK]).unwrap().with_background(sky),
        Palette::default(),
    ];
    let drawings = ["#-#|##-", "aabb|a--b|----|bbaa", "#---#-#---#|-----------"];
    let mut samples = palettes.into_iter().zip(drawings).map(|(palette, drawing)| {
        let goal = palette.to_grid(&drawing.split('|').collect::<Vec<_>>()).unwrap();
        Puzzle::from_grid(&goal).with_palette(palette).unwrap().with_goal(goal).unwrap()
    });
    let mut next = || samples.next().unwrap();
    let (red, flag, bare) = (next(), next(), next());
    let bare = Puzzle::new(bare.rows().to_vec(), bare.columns().to_vec()).unwrap();
    [common::fish(), red, flag, bare]
}

/// The parts that a puzzle has besides its clues, each with whether they are kept.
fn kept(before: &Puzzle, after: &Puzzle) -> String {
    let parts = [
        ("goal", before.goal().is_some(), after.goal() == before.goal()),
        ("colours", *before.palette() != Palette::default(), after.palette() == before.palette()),
        (
            "metadata",
            *before.metadata() != Metadata::default(),
            after.metadata() == before.metadata(),
        ),
    ];
    let parts = parts.into_iter().filter(|(_, has, _)| *has);
    let parts = parts.map(|(name, _, keeps)| format!("{}{name}", if keeps { "" } else { "no " }));
    parts.collect::<Vec<_>>().join(", ")
}

/// Formats that keep every part of the samples, and several puzzles.
const WHOLE: [Format; 4] = [Format::Non, Format::Webpbn, Format::Json, Format::Jsonl];

/// Each sample in every text format with the parts that are read again, or why it cannot be written; and all of them in one file.
#[test]
fn written_files_have_clues_goals_colours_and_metadata() {
    let mut report = String::new();
    let samples = samples();
    for &format in Format::ALL.iter().filter(|format| format.is_written()) {
        for (number, puzzle) in (1..).zip(&samples) {
            let place = format!("{format}, sample {number}");
            let bytes = match format.write(puzzle, None) {
                Ok(bytes) => bytes,
                Err(error) => {
                    report += &format!("§ {place}: {error}\n");
                    continue;
                }
            };
            if let Ok(text) = std::str::from_utf8(&bytes) {
                report += &format!("§ {place}\n{text}");
            }
            for named in [Some(format), None] {
                let read_as = named.map_or("detected", Format::name);
                match read_from(&bytes[..], "t", named) {
                    Ok(read) => {
                        assert_eq!(read[0].rows(), puzzle.rows(), "{place}");
                        assert_eq!(read[0].columns(), puzzle.columns(), "{place}");
                        let is_whole = WHOLE.contains(&format);
                        assert!(!is_whole || read[0] == *puzzle, "{place}");
                        let has_colours = is_whole || [Format::G, Format::Png].contains(&format);
                        assert!(!has_colours || read[0].palette() == puzzle.palette(), "{place}");
                        report += &format!("→ {read_as}: {}\n", kept(puzzle, &read[0]));
                    }
                    Err(error) => {
                        let may_fail = !format.is_read() || puzzle.palette().is_coloured();
                        assert!(may_fail, "{place}: {error}");
                        report += &format!("→ {read_as}: not read\n");
                    }
                }
            }
        }
        match format.write_all(&samples[..2]) {
            Ok(bytes) => assert_eq!(read_from(&bytes[..], "t", Some(format)).unwrap().len(), 2),
            Err(error) => {
                assert!(!WHOLE.contains(&format), "{format}, two: {error}");
                report += &format!("§ {format}, two: {error}\n");
            }
        }
        assert_eq!(format.write_all(&samples[..1]), format.write(&samples[0], None));
    }
    insta::assert_snapshot!(report);
}

/// A partial picture is drawn, and is not a goal; a solution becomes the goal.
#[test]
fn pictures_are_drawn_or_stored_as_the_goal() {
    let [fish, ..] = samples();
    let mut part = fish.goal().unwrap().clone();
    part.set(0, 1, Cell::Unknown);
    let write = |format: Format| format.write(&fish, Some(&part)).unwrap();
    assert_eq!(write(Format::Text), b"#?#\n---\n-##\n###\n");
    for format in [Format::Pbm, Format::Xbm, Format::Non] {
        assert_eq!(write(format), format.write(&fish, None).unwrap());
    }
    let svg = |picture: Option<&Grid>| {
        let bare = Puzzle::from_grid(fish.goal().unwrap());
        String::from_utf8(Format::Svg.write(&bare, picture).unwrap()).unwrap()
    };
    assert!(svg(Some(&part)).contains("#ddd"));
    assert_eq!(svg(None), svg(Some(&Grid::new(4, 3))), "a grid of unknown cells is not shaded");
    let bare = Puzzle::from_grid(fish.goal().unwrap()).with_metadata(fish.metadata().clone());
    for format in [Format::Non, Format::Webpbn] {
        let bytes = format.write(&bare, fish.goal()).unwrap();
        assert_eq!(read_from(&bytes[..], "t", Some(format)).unwrap(), std::slice::from_ref(&fish));
    }
}

#[test]
fn a_cell_of_a_small_written_picture_has_16_by_16_pixels() {
    let grid = Grid::from_lines(&["#-?"]).unwrap();
    let bytes = Format::Png.write(&Puzzle::from_grid(&grid), Some(&grid)).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (48, 16));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!([pixels[0], pixels[15], pixels[16], pixels[31], pixels[32]], [0, 0, 255, 255, 160]);
}

#[test]
fn identities_do_not_depend_on_the_order_of_colours() {
    let identity = |lines: &[&str]| {
        Puzzle::from_grid(&Palette::standard(26).to_grid(lines).unwrap()).identity()
    };
    let flag = identity(&["aabb", "a--b", "----", "bbaa"]);
    assert_eq!(flag, identity(&["bbaa", "b--a", "----", "aabb"]));
    assert_ne!(flag, identity(&["bbaa", "b--a", "----", "bbaa"]));
}

/// Regression test: the letter of the only colour in use was refused as a cell of the goal.
#[test]
fn goal_in_one_colour_of_a_larger_palette_is_read_again() {
    let palette = Palette::of([Rgb::BLACK, RED]).unwrap();
    let grid = palette.to_grid(&["b-", "bb"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    let text = Format::Json.write(&puzzle.with_goal(grid).unwrap(), None).unwrap();
    let puzzle = read_from(&text[..], "t", None).unwrap().remove(0);
    assert_eq!(puzzle.goal().unwrap().to_lines(), ["#-", "##"]);
    let ink = puzzle.palette().inks()[0];
    assert_eq!((ink.letter, ink.rgb), ('b', RED));
}

proptest! {
    #[test]
    fn any_words_are_written_as_xml(words in common::words()) {
        let [fish, ..] = samples();
        let bytes = Format::Webpbn.write(&fish.clone().with_metadata(words), None).unwrap();
        let puzzles = read_from(&bytes[..], "t", Some(Format::Webpbn)).unwrap();
        prop_assert_eq!(puzzles[0].goal(), fish.goal());
    }

    #[test]
    fn empty_lines_separate_drawings(grids in prop::collection::vec(common::grids(), 1..4)) {
        let lines: Vec<String> = grids.iter().map(|grid| format!("{grid}\n")).collect();
        let puzzles = read_from(lines.join("\n\n").as_bytes(), "t.txt", Some(Format::Text)).unwrap();
        let goals: Vec<Grid> = puzzles.iter().map(|puzzle| puzzle.goal().unwrap().clone()).collect();
        prop_assert_eq!(goals, grids);
    }
}
