//! Tests of pictures that are read: which cells are filled, which ink keeps its colour, which colours are merged, what is blank, and what is
//! noted. `tests/pictures.txt` has pictures as letters; a line `§ OPTIONS` begins one.

use nonogram_puzzles::{
    Format, Grid, ImageOptions, Palette, Puzzle, PuzzleFile, ReadOptions, Rgb, library, read_from,
};

/// The puzzle of a picture, and the reader's notes.
fn read(bytes: &[u8], image: ImageOptions) -> Result<(Puzzle, Vec<String>), String> {
    let options = ReadOptions { image, ..ReadOptions::default() };
    let file =
        PuzzleFile::from_stream(bytes, "t.png", options).map_err(|error| error.to_string())?;
    let puzzle = file.puzzles().next().unwrap().map_err(|error| error.to_string())?;
    Ok((puzzle, file.notes().into_iter().map(|note| note.text).collect()))
}

fn encode(width: usize, height: usize, samples: &[u8]) -> Vec<u8> {
    let color = if samples.len() == width * height {
        png::ColorType::Grayscale
    } else {
        png::ColorType::Rgb
    };
    crate::common::png(width as u32, height as u32, color, samples)
}

fn goal(puzzle: &Puzzle) -> Vec<String> {
    puzzle.palette().to_lines(puzzle.goal().unwrap())
}

/// A picture of letters and its options: the side of a cell in pixels, options of the reader, and the colours of letters as `LETTER=RGB`. In
/// `shades`, letters are shades of red and blue.
fn picture(words: &str, lines: &[&str]) -> (Vec<u8>, ImageOptions) {
    let (mut image, mut side, mut is_grey, mut shades) = (ImageOptions::default(), 1, false, false);
    let mut colours = vec![('-', Rgb::WHITE), ('k', Rgb::BLACK)];
    for word in words.split(' ') {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = || value.parse::<usize>().unwrap();
        match name {
            "side" => side = number(),
            "size" => {
                let (rows, columns) = value.split_once('x').unwrap();
                image.size = Some((rows.parse().unwrap(), columns.parse().unwrap()));
            }
            "max-side" => image.max_side = number(),
            "colours" => image.colours = Some(number()),
            "threshold" => image.threshold = value.parse().unwrap(),
            "invert" => image.invert = true,
            "grey" => is_grey = true,
            "shades" => shades = true,
            letter => {
                let digits = if value.len() == 2 { value.repeat(3) } else { value.to_owned() };
                colours.insert(0, (letter.chars().next().unwrap(), digits.parse().unwrap()));
            }
        }
    }
    let look = |letter: char| match letter {
        'a'..='i' if shades => Rgb::new(200, 4 * (letter as u8 - b'a'), 0),
        'l'..='t' if shades => Rgb::new(0, 4 * (letter as u8 - b'a'), 220),
        letter => colours.iter().find(|(known, _)| *known == letter).unwrap().1,
    };
    let (width, height) = (lines[0].len() * side, lines.len() * side);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x / side, y / side)));
    let pixels = pixels.map(|(x, y)| look(lines[y].as_bytes()[x].into()));
    let samples: Vec<u8> = if is_grey {
        pixels.map(|rgb| rgb.red).collect()
    } else {
        pixels.flat_map(|rgb| [rgb.red, rgb.green, rgb.blue]).collect()
    };
    (encode(width, height, &samples), image)
}

#[test]
fn each_picture_is_read_as_its_puzzle_or_refused() {
    let mut report = String::new();
    for text in include_str!("../pictures.txt").split("§ ").skip(1) {
        let mut lines = text.lines();
        let words = lines.next().unwrap();
        let (bytes, image) = picture(words, &lines.collect::<Vec<_>>());
        let found = match read(&bytes, image) {
            Err(error) => format!("  refused: {error}\n"),
            Ok((puzzle, notes)) => {
                let inks = puzzle.palette().inks().iter();
                let inks: String = inks.map(|ink| format!(" {} {}", ink.letter, ink.rgb)).collect();
                let notes: String = notes.iter().map(|note| format!("  note: {note}\n")).collect();
                let background = puzzle.palette().background();
                format!("  {}, on {background}{inks}\n{notes}", goal(&puzzle).join("|"))
            }
        };
        report += &format!("§ {text}→\n{found}");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_written_picture_in_colours_round_trips() {
    let (red, blue) = (Rgb::new(0xd0, 0x20, 0x20), Rgb::new(0x20, 0x50, 0xd0));
    let letters = Palette::standard(3).to_grid(&["aabb", "a--b", "----", "cca-"]).unwrap();
    let palette =
        Palette::of([red, Rgb::BLACK, blue]).unwrap().with_background(Rgb::new(0x90, 0xc8, 0xf8));
    let coloured = Puzzle::from_grid(&letters).with_palette(palette).unwrap();
    let plain = Grid::from_lines(&["#-#", "##-"]).unwrap();
    let only = Palette::of([red]).unwrap();
    let only = Puzzle::from_grid(&plain).with_palette(only).unwrap();
    for puzzle in [coloured.with_goal(letters).unwrap(), only.with_goal(plain).unwrap()] {
        let bytes = Format::Png.write(&puzzle, None).unwrap();
        assert_eq!(read(&bytes, ImageOptions::default()), Ok((puzzle, Vec::new())));
    }
}

#[cfg(feature = "photos")]
#[test]
fn a_jpeg_has_the_colours_of_its_ink() {
    let bytes = std::fs::read(library::cases().join("field/colours.jpg")).unwrap();
    let image = ImageOptions { size: Some((4, 6)), ..ImageOptions::default() };
    let (puzzle, _) = read(&bytes, image).unwrap();
    let inks =
        puzzle.palette().inks().iter().map(|ink| format!("{} {} ", ink.letter, ink.rgb.name()));
    insta::assert_snapshot!(inks.collect::<String>() + &goal(&puzzle).join("|"), @"a black b blue c red d yellow cc--bb|ccaabb|--aa--|dd--dd");
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
    use png::ColorType::*;
    let none = None::<Format>;
    assert_eq!(drawing(&crate::common::png(3, 1, Grayscale, &[0, 127, 128]), none), ["##-"]);
    assert_eq!(drawing(&crate::common::png(3, 1, Indexed, &[0, 1, 2]), none), ["a-b"]);
    assert_eq!(drawing(&crate::common::png(2, 1, GrayscaleAlpha, &[0, 255, 0, 0]), none), ["#-"]);
    let rgb = [0, 0, 255, 255, 255, 0, 255, 0, 0, 0, 255, 0];
    assert_eq!(drawing(&crate::common::png(4, 1, Rgb, &rgb), none), ["adcb"]);
    let rgba = [0, 0, 0, 255, 0, 0, 0, 100, 255, 255, 255, 255];
    assert_eq!(drawing(&crate::common::png(3, 1, Rgba, &rgba), none), ["#--"]);
}

/// Regression test: a screenshot became a puzzle of a cell per pixel without a note.
#[test]
fn large_picture_that_is_read_pixel_by_pixel_is_noted() {
    let striped = |side: u32| {
        let filled = (0..side * side).map(|place| if place % side < side / 3 { 0 } else { 255 });
        encode(side as usize, side as usize, &filled.collect::<Vec<u8>>())
    };
    insta::assert_debug_snapshot!(read(&striped(201), ImageOptions::default()).unwrap().1, @r#"
    [
        "t.png: each pixel is read as a cell, 201 x 201 in all: --size MxN gives the size of the puzzle, and --max-side N its longest side",
    ]
    "#);
    let options = |size, max_side| ImageOptions { size, max_side, ..ImageOptions::default() };
    let asks = |side, options| {
        let (_, notes) = read(&striped(side), options).unwrap();
        notes.iter().any(|note| note.contains("--size"))
    };
    assert!(!asks(200, ImageOptions::default()) && !asks(201, options(None, 100)));
    assert!(!asks(201, options(Some((67, 67)), 4095)));
    let own = Grid::from_fn(1, 300, |_, column| column % 3 == 0);
    let own = Format::Png.write(&Puzzle::from_grid(&own), Some(&own)).unwrap();
    assert!(read(&own, ImageOptions::default()).unwrap().1.is_empty());
}
