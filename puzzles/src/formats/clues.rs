//! Parts that the formats of clues share: sizes, block lengths, colours, clues with their line numbers, and goals.
//!
//! Each format of clues collects [`ClueLine`]s and passes them to [`assemble`] or [`assemble_in`].

mod inks;

use std::borrow::Cow;

use super::error::{ParseError, ParseErrorKind, Side};
use crate::excerpt::Excerpt;
use crate::{Cell, Clue, Colour, Grid, Line, MAX_SIDE, Palette, Puzzle, PuzzleError};
pub(crate) use inks::{Declared, Inks, palette_of};

/// A clue, and the number (from 1) of the line at which its errors are reported.
#[derive(Clone, Debug)]
pub(crate) struct ClueLine {
    pub(crate) number: usize,
    pub(crate) clue: Clue,
}

/// Parses the length of a side. Sizes that no puzzle can have are rejected before any allocation.
pub(crate) fn size(text: &str, side: Side) -> Result<usize, ParseErrorKind> {
    whole_number(text)
        .filter(|size| (1..=MAX_SIDE).contains(size))
        .ok_or_else(|| ParseErrorKind::BadSize {
            side,
            found: text.to_owned(),
        })
}

/// Parses a number of ASCII digits only (`usize::from_str` would accept a sign).
fn whole_number(text: &str) -> Option<usize> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

/// Reads clues from text. In formats with colours, a letter or a declared sign after a length denotes its colour.
///
/// The colour of a block is the index of its letter in order of first appearance; [`Inks`] maps these indices to a palette.
#[derive(Default)]
pub(crate) struct ClueReader {
    /// Letters and signs found after lengths, in order of first appearance; `None` for lengths without one.
    marks: Vec<Option<char>>,
    is_coloured: bool,
    /// Signs that denote colours, besides letters.
    signs: String,
    /// Whether other signs after a length are ignored.
    ignores_signs: bool,
}

impl ClueReader {
    /// Creates a reader of clues in several colours. The default reader rejects clues in more than one colour.
    pub(crate) fn coloured(declared: &Declared) -> Self {
        Self {
            is_coloured: true,
            signs: declared.signs(),
            ..Self::default()
        }
    }

    /// The reader that ignores the signs after a length that denote no colours, as in `5*`.
    pub(crate) fn without_signs(self) -> Self {
        Self {
            ignores_signs: true,
            ..self
        }
    }

    /// The text without the signs that are ignored. A sign directly before a digit remains, because `-1` and `1.5` are not lengths.
    fn without_ignored<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let is_sign = |c: char| {
            !(c.is_alphanumeric() || c.is_whitespace() || c == ',' || self.signs.contains(c))
        };
        if !self.ignores_signs || !text.contains(is_sign) {
            return Cow::Borrowed(text);
        }
        let mut kept = String::new();
        let mut rest = text.chars().peekable();
        let mut is_after_length = false;
        while let Some(character) = rest.next() {
            let is_end = rest.peek().is_none_or(|next| !next.is_ascii_digit());
            if !(is_sign(character) && is_after_length && is_end) {
                kept.push(character);
            }
            is_after_length = character != ',' && (is_after_length || character.is_ascii_digit());
        }
        Cow::Owned(kept)
    }

    /// Parses block lengths separated by white space or single commas. `0` means no block; beside blocks, zeros are padding and may
    /// stand at one end only.
    pub(crate) fn read(&mut self, text: &str) -> Result<Clue, ParseErrorKind> {
        let text = &*self.without_ignored(text);
        let text = text.trim();
        let (mut lengths, mut colours) = (Vec::new(), Vec::new());
        // Zeros before the first block, and after the last one so far.
        let (mut before, mut after) = (false, false);
        let mut is_inner = false;
        for part in text
            .strip_suffix(',')
            .filter(|rest| !rest.is_empty())
            .unwrap_or(text)
            .split(',')
        {
            if part.trim().is_empty() && !text.is_empty() {
                return Err(ParseErrorKind::NotANumber {
                    found: text.to_owned(),
                });
            }
            for word in part.split_whitespace() {
                let (length, colour) = self.block(word)?;
                if length > 0 {
                    is_inner |= after;
                    lengths.push(length);
                    colours.push(colour);
                } else if lengths.is_empty() {
                    before = true;
                } else {
                    after = true;
                }
            }
        }
        if is_inner || (before && after) {
            return Err(ParseErrorKind::Syntax {
                what: format!("a 0 among blocks in {:?}", Excerpt(text)),
                expected: "zeros at one end of a clue only, as padding".to_owned(),
                help: "remove it".to_owned(),
            });
        }
        Ok(Clue::of_parts(lengths, colours))
    }

    fn block(&mut self, word: &str) -> Result<(usize, Colour), ParseErrorKind> {
        let (digits, mark) = match word.char_indices().next_back() {
            Some((at, letter)) if self.is_mark(letter) => (&word[..at], Some(letter)),
            _ => (word, None),
        };
        let length = (whole_number(digits).filter(|_| !digits.is_empty())).ok_or_else(|| {
            ParseErrorKind::NotANumber {
                found: word.to_owned(),
            }
        })?;
        if length == 0 {
            return Ok((0, Colour::FIRST));
        }
        let known = self.marks.iter().position(|known| *known == mark);
        let place = known.unwrap_or(self.marks.len());
        if place > 0 && !self.is_coloured {
            return Err(ParseErrorKind::Coloured { length });
        }
        let colour = Colour::new(place).ok_or(ParseErrorKind::TooManyColours)?;
        if known.is_none() {
            self.marks.push(mark);
        }
        Ok((length, colour))
    }

    /// Whether a character after a length denotes a colour.
    fn is_mark(&self, character: char) -> bool {
        character.is_alphabetic() || self.signs.contains(character)
    }
}

/// Creates the puzzle in black and white. A clue that does not fit is reported with its line in the file.
pub(crate) fn assemble(
    file: &str,
    rows: Vec<ClueLine>,
    columns: Vec<ClueLine>,
) -> Result<Puzzle, ParseError> {
    puzzle_of(file, &rows, &columns, Palette::default())
}

/// Creates the puzzle in colours. A clue that does not fit is reported with its line in the file.
pub(crate) fn assemble_in(
    file: &str,
    rows: Vec<ClueLine>,
    columns: Vec<ClueLine>,
    inks: &Inks,
) -> Result<Puzzle, ParseError> {
    let (rows, columns) = (inks.recolour(rows), inks.recolour(columns));
    puzzle_of(file, &rows, &columns, inks.palette.clone())
}

fn puzzle_of(
    file: &str,
    rows: &[ClueLine],
    columns: &[ClueLine],
    palette: Palette,
) -> Result<Puzzle, ParseError> {
    let place = |line: Line| match line {
        Line::Row(index) => rows[index].number,
        Line::Column(index) => columns[index].number,
    };
    let clues = |lines: &[ClueLine]| lines.iter().map(|line| line.clue.clone()).collect();
    Puzzle::in_colours(clues(rows), clues(columns), palette).map_err(|error| match error {
        PuzzleError::ClueTooLong {
            line,
            clue,
            needs,
            length,
        } => ParseError::at(
            file,
            place(line),
            ParseErrorKind::ClueTooLong {
                line,
                clue,
                needs,
                length,
            },
        ),
        other => unreachable!("sizes and colours were checked as they were read: {other}"),
    })
}

/// Adds the goal to the puzzle. `cells` are its cells row by row, all known.
pub(crate) fn add_goal(puzzle: Puzzle, cells: &[Cell]) -> Result<Puzzle, ParseErrorKind> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if cells.len() != rows * columns {
        return Err(ParseErrorKind::GoalLength {
            found: cells.len(),
            rows,
            columns,
        });
    }
    let goal = Grid::from_cells(rows, columns, |row, column| cells[row * columns + column]);
    with_goal(puzzle, goal)
}

/// Adds a goal, in which every cell is known, to the puzzle.
pub(crate) fn with_goal(puzzle: Puzzle, goal: Grid) -> Result<Puzzle, ParseErrorKind> {
    puzzle.with_goal(goal).map_err(|error| match error {
        PuzzleError::GoalSize {
            found_rows,
            found_columns,
            rows,
            columns,
        } => ParseErrorKind::GoalSize {
            found_rows,
            found_columns,
            rows,
            columns,
        },
        PuzzleError::GoalDisagrees {
            line,
            found,
            expected,
        } => ParseErrorKind::GoalDisagrees {
            line,
            found,
            expected,
        },
        other => unreachable!("every cell of the goal is known: {other}"),
    })
}

/// Whether a comment has nothing but numbers and signs around them, so that it may be clues.
pub(super) fn may_be_clues(remark: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;|./-[](){}".contains(c);
    remark.contains(|c: char| c.is_ascii_digit()) && remark.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_white_space_separate_lengths() {
        for text in [
            "3,1", " 3 1 ", "3, 1", "3\t1", "3,1,", "0,0,3,1", "3,1,0", "3a,1a",
        ] {
            assert_eq!(
                ClueReader::default().read(text),
                Ok(Clue::from([3, 1])),
                "{text:?}"
            );
        }
        for text in ["", "0", " ", "0,0"] {
            assert_eq!(
                ClueReader::default().read(text),
                Ok(Clue::default()),
                "{text:?}"
            );
        }
    }

    /// Regression test: a zero between two blocks was dropped, although it may mean a gap or end a clue.
    #[test]
    fn zero_among_blocks_is_refused() {
        for text in ["3,0,1", "1 0 1", "0 3 0"] {
            let error = ClueReader::default().read(text).unwrap_err().to_string();
            assert!(
                error.starts_with("a 0 among blocks in "),
                "{text:?}: {error}"
            );
        }
    }

    #[test]
    fn text_other_than_block_lengths_is_refused() {
        for text in [
            "x",
            "3,,1",
            "-1",
            "+1",
            "1.5",
            "99999999999999999999999",
            "٣",
            ",",
        ] {
            let error = ClueReader::default().read(text).unwrap_err();
            assert!(
                matches!(error, ParseErrorKind::NotANumber { .. }),
                "{text:?}: {error}"
            );
        }
        assert_eq!(
            ClueReader::default().read("3a,1b"),
            Err(ParseErrorKind::Coloured { length: 1 })
        );
    }

    #[test]
    fn size_outside_1_to_4095_is_refused() {
        assert_eq!(size("4095", Side::Rows), Ok(4095));
        for text in [
            "0",
            "4096",
            "4000000000",
            "99999999999999999999999",
            "-1",
            "",
            "ten",
        ] {
            assert!(size(text, Side::Rows).is_err(), "{text:?}");
        }
    }
}
