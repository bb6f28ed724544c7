//! Links that contain a puzzle: its clues or its picture as bits, its title and its colours, in URL-safe characters.
//!
//! Interface: [`encode`] and [`decode`].
//!
//! The clue of a line is encoded as cell values: its blocks in order, with a 0 between blocks of the same colour and two 0s after the last
//! block, or one 0 if there are no blocks. Values beyond the end of the line are omitted, so a line takes no more values than it has cells.
//! A value has as many bits as the number of colours has binary digits: one bit in black and white.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD, URL_SAFE_NO_PAD};

use crate::{Block, Cell, Clue, Colour, Grid, MAX_COLOURS, Metadata, Palette, Puzzle, Rgb};

/// Maximum side of a puzzle in a link, and of a puzzle that the web page shows.
pub const LARGEST: usize = 128;

/// Values of the first byte, which define what follows the size. A title is encoded as its length in bytes (one
/// byte) and its text, colours as their number (one byte), the background and each colour (three bytes each).
mod form {
    /// Clues.
    pub const CLUES: u8 = 1;
    /// Title and clues.
    pub const TITLED_CLUES: u8 = 2;
    /// Title and picture; the clues are derived from it.
    pub const PICTURE: u8 = 3;
    /// Title, colours and clues.
    pub const COLOURED_CLUES: u8 = 4;
    /// Title, colours and picture.
    pub const COLOURED_PICTURE: u8 = 5;
}

const HEADER: usize = 3;

/// Also decodes text cut within a byte, so that the error can name the missing part.
const LENIENT: GeneralPurpose =
    GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

/// Values of cells as bits, most significant bit first: 0 for a blank cell, otherwise the colour index plus one.
struct Cells {
    bits: Vec<bool>,
    /// Bits per value.
    width: usize,
}

/// Number of bits per value for a palette with this number of colours.
fn width(colours: usize) -> usize {
    (usize::BITS - colours.leading_zeros()) as usize
}

fn value(colour: Option<Colour>) -> usize {
    colour.map_or(0, |colour| 1 + colour.index())
}

impl Cells {
    fn push(&mut self, value: usize) {
        self.bits.extend((0..self.width).rev().map(|bit| value >> bit & 1 == 1));
    }

    /// The bits as bytes, the last one filled up with zeros.
    fn bytes(&self) -> impl Iterator<Item = u8> {
        let byte = |bits: &[bool]| {
            (0..).zip(bits).fold(0, |byte, (place, bit)| byte | u8::from(*bit) << (7 - place))
        };
        self.bits.chunks(8).map(byte)
    }

    fn push_clues(&mut self, clues: &[Clue], length: usize) {
        for clue in clues {
            let (mut values, mut before) = (Vec::with_capacity(length + 2), None);
            for Block { length, colour } in clue.blocks() {
                values.extend((before == Some(colour)).then_some(0));
                values.extend(std::iter::repeat_n(value(Some(colour)), length));
                before = Some(colour);
            }
            values.extend(before.map(|_| 0).into_iter().chain([0]));
            values.iter().take(length).for_each(|value| self.push(*value));
        }
    }
}

/// Encodes the puzzle's title, its colours unless they are black and white, and its goal or, if it has none, its clues. The code consists
/// of ASCII letters, digits, `-` and `_`. A title longer than 255 bytes is truncated. Other metadata and the letters of the colours are
/// omitted.
///
/// # Errors
/// Returns a message if a side is longer than [`LARGEST`].
pub fn encode(puzzle: &Puzzle) -> Result<String, String> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if rows.max(columns) > LARGEST {
        return Err(format!(
            "the puzzle has {rows} × {columns} cells; a link holds at most {LARGEST} × {LARGEST}: choose a smaller puzzle"
        ));
    }
    let size = |side: usize| u8::try_from(side).expect("the sides were checked");
    let title = puzzle.metadata().title.as_deref().unwrap_or_default();
    let palette = puzzle.palette();
    let form = match (puzzle.goal(), palette.is_black_and_white()) {
        (Some(_), true) => form::PICTURE,
        (Some(_), false) => form::COLOURED_PICTURE,
        (None, false) => form::COLOURED_CLUES,
        (None, true) if title.is_empty() => form::CLUES,
        (None, true) => form::TITLED_CLUES,
    };
    let mut bytes = vec![form, size(rows), size(columns)];
    if form != form::CLUES {
        let title = shortened(title);
        bytes.push(u8::try_from(title.len()).expect("it was shortened"));
        bytes.extend(title.as_bytes());
    }
    if form >= form::COLOURED_CLUES {
        let inks = palette.inks().iter().map(|ink| ink.rgb);
        bytes.push(u8::try_from(palette.count()).expect("a palette is short"));
        let colours = std::iter::once(palette.background()).chain(inks);
        bytes.extend(colours.flat_map(|rgb| [rgb.red, rgb.green, rgb.blue]));
    }
    let mut cells = Cells { bits: Vec::new(), width: width(palette.count()) };
    match puzzle.goal() {
        Some(goal) => {
            let all = (0..goal.rows()).flat_map(|row| goal.row(row));
            all.for_each(|cell| cells.push(value(cell.colour())));
        }
        None => {
            cells.push_clues(puzzle.rows(), puzzle.column_count());
            cells.push_clues(puzzle.columns(), puzzle.row_count());
        }
    }
    bytes.extend(cells.bytes());
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// The longest prefix of a title that takes at most 255 bytes.
fn shortened(title: &str) -> &str {
    let most = title.len().min(u8::MAX.into());
    let end = (0..=most).rev().find(|&place| title.is_char_boundary(place));
    &title[..end.unwrap_or_default()]
}

/// Decodes the puzzle of a link.
///
/// # Errors
/// Returns a message that describes the invalid part.
pub fn decode(code: &str) -> Result<Puzzle, String> {
    let bytes = bytes_of(code).map_err(|what| damaged(&what))?;
    let form = bytes[0];
    if !(form::CLUES..=form::COLOURED_PICTURE).contains(&form) {
        return Err(format!(
            "this link is damaged, or made by a newer version: its first byte is {form}, which this version does not support; \
             use a newer version, or ask its sender for a new link"
        ));
    }
    parse(&bytes).map_err(|what| damaged(&what))
}

/// The message for a link of which a part is invalid.
fn damaged(what: &str) -> String {
    format!("this link is damaged: {what}; copy the whole link, or ask its sender for a new one")
}

/// The message for a part that is not complete.
fn ends(what: &str) -> String {
    format!("it ends in {what}")
}

/// The bytes of a code, at least those of the header.
fn bytes_of(code: &str) -> Result<Vec<u8>, String> {
    let foreign = |&letter: &char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_');
    if let Some((place, letter)) = code.chars().enumerate().find(|(_, letter)| foreign(letter)) {
        return Err(format!(
            "character {} of its code is “{letter}”; expected ASCII letters, digits, - and _",
            place + 1
        ));
    }
    // One character of an incomplete group of four does not encode a whole byte.
    let complete = code.len() - usize::from(code.len() % 4 == 1);
    let bytes = LENIENT.decode(&code[..complete]).map_err(|error| error.to_string())?;
    if bytes.len() < HEADER {
        return Err(ends("the size"));
    }
    Ok(bytes)
}

/// Reads the bytes of a link, whose first byte is one of the values in `form`.
fn parse(bytes: &[u8]) -> Result<Puzzle, String> {
    let (header, mut body) = bytes.split_at(HEADER);
    let [rows, columns] = [header[1], header[2]].map(usize::from);
    let form = header[0];
    if rows.min(columns) == 0 || rows.max(columns) > LARGEST {
        return Err(format!("its size is {rows} × {columns}; expected 1 to {LARGEST} each way"));
    }
    let mut title = None;
    if form != form::CLUES {
        let (length, rest) = body.split_first().ok_or_else(|| ends("the title"))?;
        let (name, rest) =
            (rest.split_at_checked(usize::from(*length))).ok_or_else(|| ends("the title"))?;
        let name = std::str::from_utf8(name).map_err(|_| "its title is not text".to_owned())?;
        title = (!name.is_empty()).then(|| name.to_owned());
        body = rest;
    }
    let mut palette = Palette::default();
    if form >= form::COLOURED_CLUES {
        let (count, rest) = body.split_first().ok_or_else(|| ends("the colours"))?;
        let count = usize::from(*count);
        if !(1..=MAX_COLOURS).contains(&count) {
            return Err(format!("it has {count} colours; expected 1 to {MAX_COLOURS}"));
        }
        let (colours, rest) =
            (rest.split_at_checked(3 * (1 + count))).ok_or_else(|| ends("the colours"))?;
        let mut colours =
            (colours.as_chunks().0.iter()).map(|&[red, green, blue]| Rgb::new(red, green, blue));
        let background = colours.next().unwrap_or(Rgb::WHITE);
        palette =
            Palette::of(colours).map_err(|error| error.to_string())?.with_background(background);
        body = rest;
    }
    let width = width(palette.count());
    let mut bits =
        body.iter().flat_map(|byte| (0..8).map(move |bit| usize::from(byte << bit & 0x80 != 0)));
    let mut values = std::iter::from_fn(|| {
        let mut value = bits.next()?;
        for _ in 1..width {
            value = value << 1 | bits.next()?;
        }
        Some(value)
    });
    let puzzle = if matches!(form, form::PICTURE | form::COLOURED_PICTURE) {
        let cells: Vec<usize> = values.take(rows * columns).collect();
        if cells.len() < rows * columns {
            return Err(ends("the picture"));
        }
        let count = palette.count();
        if cells.iter().any(|value| *value > count) {
            return Err(format!("its picture has more than its {count} colours"));
        }
        let cell = |value: usize| value.checked_sub(1).and_then(Colour::new);
        let picture = Grid::from_cells(rows, columns, |row, column| {
            cell(cells[row * columns + column]).map_or(Cell::Blank, Cell::Colour)
        });
        let puzzle = Puzzle::from_grid(&picture).with_palette(palette);
        puzzle.and_then(|puzzle| puzzle.with_goal(picture))
    } else {
        let mut side = |name: &str, count: usize, length: usize| {
            (1..=count)
                .map(|number| {
                    clue(&mut values, length).ok_or_else(|| {
                        format!("{name} {number} of {count} is incomplete or has an unknown colour")
                    })
                })
                .collect::<Result<Vec<_>, String>>()
        };
        let across = side("row", rows, columns)?;
        let down = side("column", columns, rows)?;
        Puzzle::in_colours(across, down, palette)
    };
    let words = Metadata { title, ..Metadata::default() };
    (puzzle.map(|puzzle| puzzle.with_metadata(words)))
        .map_err(|error| format!("its puzzle is invalid: {error}"))
}

/// Reads the clue of a line; `None` if the values end before the clue does, or if a value is not a colour of any palette.
fn clue(values: &mut impl Iterator<Item = usize>, length: usize) -> Option<Clue> {
    let (mut cells, mut before) = (Vec::new(), None);
    for _ in 0..length {
        let colour = values.next()?.checked_sub(1);
        // Two consecutive blank cells, or one at the start, mean that no block follows.
        if colour.is_none() && before.is_none() {
            break;
        }
        before = colour;
        cells.push(match colour {
            Some(place) => Some(Colour::new(place)?),
            None => None,
        });
    }
    Some(Clue::of_colours(cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 60 lines of 30 bits and three bytes before them: no untitled black-and-white puzzle of this size has a longer link.
    #[test]
    fn link_of_a_30_by_30_puzzle_takes_304_characters() {
        let checkered = Grid::from_fn(30, 30, |row, column| (row + column) % 2 == 0);
        let code = encode(&Puzzle::from_grid(&checkered)).unwrap();
        assert_eq!(code.len(), 304);
    }

    /// Regression test: sides of 129 to 255 cells were encoded, although [`decode`] rejects them.
    #[test]
    fn a_side_beyond_the_maximum_is_refused() {
        let row = |columns| Puzzle::from_grid(&Grid::from_fn(1, columns, |_, _| true));
        let largest = row(LARGEST);
        assert_eq!(decode(&encode(&largest).unwrap()), Ok(largest));
        let error = encode(&row(LARGEST + 1)).unwrap_err();
        assert!(error.contains("1 × 129 cells"), "{error}");
    }

    #[test]
    fn a_title_is_kept_and_a_long_one_shortened() {
        let titled = |title: &str| {
            let words = Metadata { title: Some(title.to_owned()), ..Metadata::default() };
            let puzzle =
                Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap()).with_metadata(words);
            decode(&encode(&puzzle).unwrap()).unwrap().metadata().title.clone().unwrap()
        };
        assert_eq!(titled("Höhle"), "Höhle");
        assert_eq!(titled(&"é".repeat(200)), "é".repeat(127));
    }

    #[test]
    fn the_damaged_part_is_named() {
        let grid = Grid::from_lines(&["#-#", "###", "-#-"]).unwrap();
        let complete = encode(&Puzzle::from_grid(&grid)).unwrap();
        for (code, part) in [
            ("AQ", "ends in the size"),
            ("AQ/", "character 3 of its code is “/”"),
            ("CQMD", "made by a newer version: its first byte is 9"),
            ("AQAD", "size is 0 × 3"),
            ("AQMD", "row 1 of 3"),
            (&complete[..6], "row 3 of 3"),
            (&complete[..5], "row 1 of 3"),
            ("AwMDAA", "ends in the picture"),
            ("AgMDBQ", "ends in the title"),
            ("BAMDAA", "ends in the colours"),
            ("BAMDAAA", "0 colours"),
        ] {
            let error = decode(code).unwrap_err();
            assert!(error.contains(part), "{code}: {error}");
        }
    }

    proptest! {
        #[test]
        fn every_puzzle_round_trips(
            (columns, cells) in (1usize..20).prop_flat_map(|columns| {
                (Just(columns), prop::collection::vec(0..60usize, columns..200))
            }),
            colours in 1usize..9,
            red in prop_oneof![Just(255), any::<u8>()],
        ) {
            let rows = (cells.len() / columns).min(LARGEST);
            let grid = Grid::from_cells(rows, columns, |row, column| {
                let value = cells[row * columns + column];
                let colour = Colour::new(value / 2 % colours).filter(|_| value % 2 == 1);
                colour.map_or(Cell::Blank, Cell::Colour)
            });
            let palette = Palette::standard(colours).with_background(Rgb::new(250, 240, red));
            let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
            prop_assert_eq!(decode(&encode(&puzzle).unwrap()), Ok(puzzle.clone()));
            let drawn = puzzle.with_goal(grid).unwrap();
            prop_assert_eq!(decode(&encode(&drawn).unwrap()), Ok(drawn));
        }

        #[test]
        fn no_text_causes_a_panic(code in "[A-Za-z0-9_-]{0,60}") {
            let _ = decode(&code);
        }
    }
}
