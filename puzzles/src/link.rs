//! Links that hold a puzzle: its clues or its picture as bits, and its title, in the letters of URLs.
//! Interface: [`encode`] and [`decode`].
//! Source: a line is written as if its blocks stood as far left as they can, with a 0 behind each and one more
//! behind the last; both zeros are left out where the line ends. So it takes no more bits than it has cells.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD, URL_SAFE_NO_PAD};

use crate::{Cell, Clue, Grid, Metadata, Puzzle};

/// The longest side of a puzzle in a link: the most that the page shows.
pub const LARGEST: usize = 128;

/// The first byte: what follows the size. A titled link has the title's length in bytes, and the title, before its bits.
mod form {
    /// Clues.
    pub const CLUES: u8 = 1;
    /// Title and clues.
    pub const TITLED_CLUES: u8 = 2;
    /// Title and picture, one bit per cell; the clues follow from it.
    pub const PICTURE: u8 = 3;
}

const HEADER: usize = 3;

/// Decodes what was cut within a byte, too, so that the part that is missing can be named.
const LENIENT: GeneralPurpose =
    GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

/// Bits, the first one highest.
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit {
            *self.bytes.last_mut().expect("one was pushed") |= 0x80 >> (self.count % 8);
        }
        self.count += 1;
    }

    fn push_clues(&mut self, clues: &[Clue], length: usize) {
        for clue in clues {
            let blocks = clue
                .iter()
                .flat_map(|&block| std::iter::repeat_n(true, block).chain(std::iter::once(false)));
            blocks
                .chain(std::iter::once(false))
                .take(length)
                .for_each(|bit| self.push(bit));
        }
    }
}

/// The puzzle's title, and its picture or, where it has none, its clues, as letters, digits, `-` and `_`.
///
/// # Panics
/// On a puzzle larger than the page shows, or in several colours.
pub fn encode(puzzle: &Puzzle) -> String {
    assert!(
        !puzzle.palette().is_coloured(),
        "the page takes black and white"
    );
    let size = |side: usize| u8::try_from(side).expect("the page refuses longer sides");
    let title = puzzle.metadata().title.as_deref().unwrap_or_default();
    let form = match puzzle.goal() {
        Some(_) => form::PICTURE,
        None if title.is_empty() => form::CLUES,
        None => form::TITLED_CLUES,
    };
    let mut bytes = vec![form, size(puzzle.row_count()), size(puzzle.column_count())];
    if form != form::CLUES {
        let title = shortened(title);
        bytes.push(u8::try_from(title.len()).expect("it was shortened"));
        bytes.extend(title.as_bytes());
    }
    let mut bits = Bits { bytes, count: 0 };
    match puzzle.goal() {
        Some(goal) => {
            for row in 0..goal.rows() {
                goal.row(row)
                    .for_each(|cell| bits.push(cell == Cell::Filled));
            }
        }
        None => {
            bits.push_clues(puzzle.rows(), puzzle.column_count());
            bits.push_clues(puzzle.columns(), puzzle.row_count());
        }
    }
    URL_SAFE_NO_PAD.encode(bits.bytes)
}

/// As much of a title as a byte counts.
fn shortened(title: &str) -> &str {
    let most = title.len().min(u8::MAX.into());
    let end = (0..=most)
        .rev()
        .find(|&place| title.is_char_boundary(place));
    &title[..end.unwrap_or_default()]
}

/// The puzzle of such letters.
///
/// # Errors
/// The part that is wrong, in words.
pub fn decode(code: &str) -> Result<Puzzle, String> {
    parse(code).map_err(|what| format!("this link is damaged: {what}. Ask for it again"))
}

fn parse(code: &str) -> Result<Puzzle, String> {
    let foreign = |&letter: &char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_');
    if let Some((place, letter)) = code.chars().enumerate().find(|(_, letter)| foreign(letter)) {
        return Err(format!(
            "character {} is “{letter}”, which no link contains",
            place + 1
        ));
    }
    let ends = |what: &str| format!("it ends in {what}");
    // A single letter of a group of four holds no whole byte.
    let whole = code.len() - usize::from(code.len() % 4 == 1);
    let bytes = LENIENT
        .decode(&code[..whole])
        .map_err(|error| error.to_string())?;
    let (header, mut body) = (bytes.split_at_checked(HEADER)).ok_or_else(|| ends("the size"))?;
    let [rows, columns] = [header[1], header[2]].map(usize::from);
    let form = header[0];
    if !(form::CLUES..=form::PICTURE).contains(&form) {
        return Err(format!(
            "its first byte is {form}, which this version does not know"
        ));
    }
    if rows.min(columns) == 0 || rows.max(columns) > LARGEST {
        return Err(format!(
            "its size is {rows} × {columns}; expected 1 to {LARGEST} each way"
        ));
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
    let mut bits = body
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte << bit & 0x80 != 0));
    let puzzle = if form == form::PICTURE {
        if body.len() < (rows * columns).div_ceil(8) {
            return Err(ends("the picture"));
        }
        let picture = Grid::from_fn(rows, columns, |_, _| bits.next() == Some(true));
        Puzzle::from_grid(&picture).with_goal(picture)
    } else {
        let mut side = |name: &str, count: usize, length: usize| {
            (1..=count)
                .map(|number| {
                    clue(&mut bits, length)
                        .ok_or_else(|| ends(&format!("{name} {number} of {count}")))
                })
                .collect::<Result<Vec<_>, String>>()
        };
        let across = side("row", rows, columns)?;
        let down = side("column", columns, rows)?;
        Puzzle::new(across, down)
    };
    let words = Metadata {
        title,
        ..Metadata::default()
    };
    (puzzle.map(|puzzle| puzzle.with_metadata(words)))
        .map_err(|error| format!("its clues are wrong: {error}"))
}

/// The clue of a line, unless the bits end before it does.
fn clue(bits: &mut impl Iterator<Item = bool>, length: usize) -> Option<Clue> {
    let (mut blocks, mut run, mut left) = (Vec::new(), 0, length);
    while left > 0 {
        left -= 1;
        if bits.next()? {
            run += 1;
        } else if run > 0 {
            blocks.push(std::mem::take(&mut run));
        } else {
            break;
        }
    }
    blocks.extend((run > 0).then_some(run));
    Some(Clue::new(blocks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{library, read_file};
    use proptest::prelude::*;

    /// Characters of a link for a 30 x 30, at most; 60 lines of 30 bits are 300.
    #[test]
    fn a_link_is_short() {
        let checkered = Grid::from_fn(30, 30, |row, column| (row + column) % 2 == 0);
        assert_eq!(encode(&Puzzle::from_grid(&checkered)).len(), 304);
    }

    #[test]
    fn the_library_comes_back() {
        for file in library::files(library::root()).unwrap() {
            let puzzles = read_file(&file, None).unwrap();
            for puzzle in puzzles
                .into_iter()
                .filter(|puzzle| !puzzle.palette().is_coloured())
            {
                let back = decode(&encode(&puzzle)).unwrap();
                let kept =
                    |puzzle: &Puzzle| (puzzle.metadata().title.clone(), puzzle.goal().cloned());
                assert_eq!(kept(&back), kept(&puzzle));
                assert_eq!(
                    (back.rows(), back.columns()),
                    (puzzle.rows(), puzzle.columns())
                );
            }
        }
    }

    #[test]
    fn a_title_is_kept_and_a_long_one_shortened() {
        let titled = |title: &str| {
            let words = Metadata {
                title: Some(title.to_owned()),
                ..Metadata::default()
            };
            let puzzle =
                Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap()).with_metadata(words);
            decode(&encode(&puzzle))
                .unwrap()
                .metadata()
                .title
                .clone()
                .unwrap()
        };
        assert_eq!(titled("Höhle"), "Höhle");
        assert_eq!(titled(&"é".repeat(200)), "é".repeat(127));
    }

    #[test]
    fn the_damaged_part_is_named() {
        let whole = encode(&Puzzle::from_grid(
            &Grid::from_lines(&["#-#", "###", "-#-"]).unwrap(),
        ));
        let why = |code: &str| decode(code).unwrap_err();
        assert!(why("AQ").contains("ends in the size"), "{}", why("AQ"));
        assert!(why("AQ/").contains("character 3 is “/”"));
        assert!(why("CQMD").contains("first byte is 9"));
        assert!(why("AQAD").contains("size is 0 × 3"));
        assert!(why("AQMD").contains("row 1 of 3"));
        assert!(
            why(&whole[..6]).contains("row 3 of 3"),
            "{}",
            why(&whole[..6])
        );
        assert!(why(&whole[..5]).contains("row 1 of 3"));
        assert!(why("AwMDAA").contains("ends in the picture"));
        assert!(why("AgMDBQ").contains("ends in the title"));
    }

    proptest! {
        #[test]
        fn every_puzzle_comes_back(
            (columns, cells) in (1usize..20).prop_flat_map(|columns| {
                (Just(columns), prop::collection::vec(any::<bool>(), columns..200))
            })
        ) {
            let rows = (cells.len() / columns).min(LARGEST);
            let grid = Grid::from_fn(rows, columns, |row, column| cells[row * columns + column]);
            let puzzle = Puzzle::from_grid(&grid);
            prop_assert_eq!(decode(&encode(&puzzle)), Ok(puzzle));
        }

        #[test]
        fn no_text_makes_it_panic(code in "[A-Za-z0-9_-]{0,60}") {
            let _ = decode(&code);
        }
    }
}
