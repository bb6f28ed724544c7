//! Links that hold a puzzle: its clues as bits, in the letters of URLs.
//! Interface: [`encode`] and [`decode`].
//! Source: a line is written as if its blocks stood as far left as they can, with a 0 behind each and one more
//! behind the last; both zeros are left out where the line ends. So it takes no more bits than it has cells.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nonogram_puzzles::{Clue, Puzzle};

use crate::sheet::LARGEST;

/// The first byte: which form it is.
const FORM: u8 = 1;
const HEADER: usize = 3;

/// The puzzle's clues, as letters, digits, `-` and `_`.
///
/// # Panics
/// When a side is longer than [`LARGEST`].
pub fn encode(puzzle: &Puzzle) -> String {
    let size = |side: usize| u8::try_from(side).expect("the page refuses longer sides");
    let mut bytes = vec![FORM, size(puzzle.row_count()), size(puzzle.column_count())];
    let mut bits = 0;
    let mut push = |bit: bool| {
        if bits % 8 == 0 {
            bytes.push(0);
        }
        if bit {
            *bytes.last_mut().expect("one was pushed") |= 0x80 >> (bits % 8);
        }
        bits += 1;
    };
    let sides = [
        (puzzle.rows(), puzzle.column_count()),
        (puzzle.columns(), puzzle.row_count()),
    ];
    for (clues, length) in sides {
        for clue in clues {
            let blocks = clue
                .iter()
                .flat_map(|&block| std::iter::repeat_n(true, block).chain(std::iter::once(false)));
            blocks
                .chain(std::iter::once(false))
                .take(length)
                .for_each(&mut push);
        }
    }
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The puzzle of such letters.
///
/// # Errors
/// They are cut short, or none of ours, in words.
pub fn decode(code: &str) -> Result<Puzzle, String> {
    let broken =
        || "this link holds no puzzle: it may have been cut short; ask for it again".to_owned();
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| broken())?;
    let (header, body) = bytes.split_at_checked(HEADER).ok_or_else(broken)?;
    let [rows, columns] = [header[1], header[2]].map(usize::from);
    if header[0] != FORM || rows.max(columns) > LARGEST {
        return Err(broken());
    }
    let mut bits = body
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte << bit & 0x80 != 0));
    let mut line = |length: usize| {
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
    };
    let mut side =
        |count: usize, length: usize| (0..count).map(|_| line(length)).collect::<Option<Vec<_>>>();
    let clues = side(rows, columns)
        .zip(side(columns, rows))
        .ok_or_else(broken)?;
    Puzzle::new(clues.0, clues.1).map_err(|_| broken())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Grid, library, read_file};
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
            for puzzle in read_file(&file, None).unwrap() {
                let back = decode(&encode(&puzzle)).unwrap();
                assert_eq!(
                    (back.rows(), back.columns()),
                    (puzzle.rows(), puzzle.columns())
                );
            }
        }
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
