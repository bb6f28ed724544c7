//! Tests of coloured pictures: which ink keeps its colour, which colours are merged, and what is blank.

use nonogram_puzzles::{
    Format, Grid, ImageOptions, Palette, Puzzle, PuzzleFile, ReadOptions, Rgb, library, read_file,
    read_from,
};

const RED: Rgb = Rgb::new(0xd0, 0x20, 0x20);
const BLUE: Rgb = Rgb::new(0x20, 0x50, 0xd0);
const YELLOW: Rgb = Rgb::new(0xf0, 0xd0, 0x20);
const SKY: Rgb = Rgb::new(0x90, 0xc8, 0xf8);
const GREY: Rgb = Rgb::new(70, 62, 60);
const PAPER: Rgb = Rgb::new(250, 246, 240);

/// A picture with `side` x `side` pixels per letter of `lines`, in the colours that `look` returns.
fn picture(lines: &[&str], side: usize, look: impl Fn(char) -> Rgb) -> Vec<u8> {
    let (width, height) = (lines[0].len() * side, lines.len() * side);
    let mut samples = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let rgb = look(lines[y / side].as_bytes()[x / side].into());
            samples.extend([rgb.red, rgb.green, rgb.blue]);
        }
    }
    encode(width, height, &samples)
}

fn encode(width: usize, height: usize, samples: &[u8]) -> Vec<u8> {
    crate::common::png(width as u32, height as u32, png::ColorType::Rgb, samples)
}

fn look(letter: char) -> Rgb {
    match letter {
        'r' => RED,
        'b' => BLUE,
        'y' => YELLOW,
        's' => SKY,
        'k' => Rgb::BLACK,
        'g' => GREY,
        'p' => PAPER,
        _ => Rgb::WHITE,
    }
}

/// The puzzle of a picture, and the reader's notes.
fn read(bytes: &[u8], image: ImageOptions) -> (Puzzle, Vec<String>) {
    let options = ReadOptions { image, ..ReadOptions::default() };
    let file = PuzzleFile::from_stream(bytes, "t.png", options).unwrap();
    let puzzle = file.puzzles().next().unwrap().unwrap();
    let notes = file.notes().into_iter().map(|note| note.text);
    (puzzle, notes.collect())
}

fn with_colours(count: usize) -> ImageOptions {
    ImageOptions { colours: Some(count), ..ImageOptions::default() }
}

fn goal(puzzle: &Puzzle) -> Vec<String> {
    puzzle.palette().to_lines(puzzle.goal().unwrap())
}

fn inks(puzzle: &Puzzle) -> Vec<Rgb> {
    puzzle.palette().inks().iter().map(|ink| ink.rgb).collect()
}

#[test]
fn a_written_picture_in_colours_round_trips() {
    let letters = Palette::standard(3).to_grid(&["aabb", "a--b", "----", "cca-"]).unwrap();
    let palette = Palette::of([RED, Rgb::BLACK, BLUE]).unwrap().with_background(SKY);
    let coloured = Puzzle::from_grid(&letters).with_palette(palette).unwrap();
    let plain = Grid::from_lines(&["#-#", "##-"]).unwrap();
    let red = Palette::of([RED]).unwrap();
    let red = Puzzle::from_grid(&plain).with_palette(red).unwrap();
    for puzzle in [coloured.with_goal(letters).unwrap(), red.with_goal(plain).unwrap()] {
        let bytes = Format::Png.write(&puzzle, None).unwrap();
        assert_eq!(read(&bytes, ImageOptions::default()), (puzzle, Vec::new()));
    }
}

#[test]
fn drawings_of_the_folder_colour_16_round_trip_through_png() {
    for file in library::files(library::root().join("colour-16")).unwrap() {
        for puzzle in read_file(&file, None).unwrap() {
            let bytes = Format::Png.write(&puzzle, None).unwrap();
            let again = read_from(&bytes[..], "t", None).unwrap().remove(0);
            assert_eq!(again.goal(), puzzle.goal());
            assert_eq!(again.palette(), puzzle.palette());
        }
    }
}

#[test]
fn clear_colours_are_kept_and_near_neutral_ink_is_black() {
    for side in [1, 6] {
        let bytes = picture(&["rrgp", "bykg", "p-gg"], side, look);
        let size = Some((3, 4));
        let (puzzle, notes) = read(&bytes, ImageOptions { size, ..ImageOptions::default() });
        assert_eq!(inks(&puzzle), [Rgb::BLACK, RED, BLUE, YELLOW]);
        assert_eq!(goal(&puzzle), ["bba-", "cdaa", "--aa"]);
        assert_eq!(notes, [""; 0]);
    }
}

#[test]
fn scans_stay_black_and_white() {
    // Warm light, a shadow, and tinted edges of the ink.
    let tinted = |letter: char| match letter {
        'k' => Rgb::new(62, 50, 40),
        'e' => Rgb::new(120, 100, 84),
        's' => Rgb::new(214, 196, 160),
        _ => Rgb::new(246, 228, 190),
    };
    let bytes = picture(&["kk--", "kes-", "--sk"], 1, tinted);
    for colours in [None, Some(5)] {
        let options = ImageOptions { colours, ..ImageOptions::default() };
        let (puzzle, _) = read(&bytes, options);
        assert_eq!(puzzle.palette(), &Palette::default());
        assert_eq!(goal(&puzzle), ["##--", "##--", "---#"]);
    }
}

#[test]
fn drawing_in_one_colour_keeps_that_colour() {
    let (puzzle, _) = read(&picture(&["b-b", "-b-"], 3, look), ImageOptions::default());
    assert_eq!(inks(&puzzle), [BLUE]);
    let (puzzle, _) = read(&picture(&["b-b", "-b-"], 1, look), with_colours(1));
    assert_eq!(puzzle.palette(), &Palette::default());
}

#[test]
fn colours_beyond_the_maximum_are_merged_with_a_note() {
    let shades = |letter: char| match letter {
        '-' => Rgb::WHITE,
        'k' => Rgb::BLACK,
        letter => {
            let shade = 4 * (letter as u8 - b'a');
            if letter < 'j' { Rgb::new(200, shade, 0) } else { Rgb::new(0, shade, 220) }
        }
    };
    let bytes = picture(&["abcdefghi", "-k-k-k-k-", "lmnopqrst"], 1, shades);
    let (usual, notes) = read(&bytes, ImageOptions::default());
    assert_eq!(usual.palette().count(), 3, "two colours in shades, and black");
    assert_eq!(notes, ["t.png: its colours were merged into 3: --colours N keeps up to N of them"]);
    let (three, notes) = read(&bytes, with_colours(3));
    assert_eq!(goal(&three), ["bbbbbbbbb", "-c-c-c-c-", "aaaaaaaaa"]);
    assert_eq!(notes.len(), 1);
    let (two, _) = read(&bytes, with_colours(2));
    assert_eq!(goal(&two), ["aaaaaaaaa", "-b-b-b-b-", "aaaaaaaaa"]);
    let (all, notes) = read(&bytes, with_colours(26));
    assert_eq!((all.palette().count(), notes), (19, Vec::new()));
}

#[test]
fn without_paper_the_colour_of_the_edges_is_the_background() {
    let bytes = picture(&["ssss", "srks", "ssks"], 2, look);
    let (puzzle, notes) =
        read(&bytes, ImageOptions { size: Some((3, 4)), ..ImageOptions::default() });
    assert_eq!(puzzle.palette().background(), SKY);
    assert_eq!(goal(&puzzle), ["----", "-ba-", "--a-"]);
    let expected = "t.png: no cell is blank, so the edge colour #90c8f8 is read as blank (use \
                    --colours 1 for black and white)";
    assert_eq!(notes, [expected]);
}

#[test]
fn inverted_picture_has_white_and_coloured_ink_on_black() {
    let bytes = picture(&["kkk", "kr-", "k-k"], 1, look);
    let (puzzle, _) = read(&bytes, ImageOptions { invert: true, ..ImageOptions::default() });
    assert_eq!(puzzle.palette().background(), Rgb::BLACK);
    assert_eq!(inks(&puzzle), [Rgb::WHITE, RED]);
    assert_eq!(goal(&puzzle), ["---", "-ba", "-a-"]);
}

/// The blended pixels at a seam between two colours do not become a third colour.
#[test]
fn seams_between_colours_do_not_mix_them() {
    let (width, height) = (24, 4);
    let line = (0..width).flat_map(|x| {
        let rgb = match x {
            0..8 => Rgb::WHITE,
            8..15 => RED,
            15..17 => Rgb::new(0x78, 0x38, 0x78),
            _ => BLUE,
        };
        [rgb.red, rgb.green, rgb.blue]
    });
    let samples = line.collect::<Vec<u8>>().repeat(height);
    let options = ImageOptions { size: Some((1, 3)), ..ImageOptions::default() };
    let (puzzle, _) = read(&encode(width, height, &samples), options);
    assert_eq!(goal(&puzzle), ["-ba"]);
    assert_eq!(inks(&puzzle), [BLUE, RED]);
}

#[cfg(feature = "photos")]
#[test]
fn a_jpeg_has_the_colours_of_its_ink() {
    let lines = ["rr--bb", "rrkkbb", "--kk--", "yy--yy"];
    let side = 16;
    let (width, height) = (6 * side, 4 * side);
    let pixel = |place: usize| {
        let (x, y) = (place % width / side, place / width / side);
        let rgb = look(lines[y].as_bytes()[x].into());
        [rgb.red, rgb.green, rgb.blue]
    };
    let samples: Vec<u8> = (0..width * height).flat_map(pixel).collect();
    let mut bytes = Vec::new();
    jpeg_encoder::Encoder::new(&mut bytes, 75)
        .encode(&samples, width as u16, height as u16, jpeg_encoder::ColorType::Rgb)
        .unwrap();
    let (puzzle, notes) =
        read(&bytes, ImageOptions { size: Some((4, 6)), ..ImageOptions::default() });
    assert_eq!(puzzle.palette().count(), 4, "{:?} {notes:?}", inks(&puzzle));
    let names: Vec<&str> = inks(&puzzle).iter().map(|rgb| rgb.name()).collect();
    assert_eq!(names.iter().filter(|name| **name == "black").count(), 1, "{names:?}");
    let [red, blue, yellow, black] = ["red", "blue", "yellow", "black"].map(|name| {
        let place = names.iter().position(|other| *other == name).unwrap();
        puzzle.palette().letter(nonogram_puzzles::Colour::new(place).unwrap())
    });
    let expected = lines.map(|line| {
        let letter = |letter| match letter {
            'r' => red,
            'b' => blue,
            'y' => yellow,
            'k' => black,
            blank => blank,
        };
        line.chars().map(letter).collect::<String>()
    });
    assert_eq!(goal(&puzzle), expected);
}

/// A sunset: a sky from grey blue to orange, a grey sea, and a dark hill.
#[test]
fn greys_of_a_photo_are_colours_like_others() {
    let (width, height) = (60, 60);
    let mut samples = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let t = (y * 255 / height) as u8;
            let is_hill = x + y > 95;
            let rgb = match y {
                _ if is_hill => [30, 26, 30],
                0..36 => [90 + t, 100 + t / 2, 110 - t / 4],
                36..40 => [255, 240, 200],
                _ => [40 + y as u8, 42 + y as u8, 48 + y as u8],
            };
            samples.extend(rgb);
        }
    }
    let bytes = encode(width, height, &samples);
    let image = ImageOptions { size: Some((30, 30)), ..with_colours(6) };
    let (puzzle, _) = read(&bytes, image);
    let grid = puzzle.goal().unwrap();
    let sea = puzzle.palette().rgb(grid.get(25, 2).colour().unwrap());
    assert!(sea.distance(Rgb::new(92, 94, 100)) < 3000, "{sea}");
    // No part of the sky is black, and the lightest part is blank.
    for row in 0..18 {
        let sky = puzzle.palette().rgb(grid.get(row, 2).colour().unwrap());
        assert!(sky.luma() > 64, "row {row}: {sky}");
    }
    assert_eq!(grid.get(18, 2).colour(), None);
    assert!(inks(&puzzle).len() <= 6);
}
