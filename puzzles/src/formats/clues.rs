//! What the text formats share: block lengths, one colour only, clues with their file lines.
//!
//! Each format collects [`ClueLine`]s and hands them to [`assemble`].

use super::error::{ParseError, ParseErrorKind, Side};
use crate::{Clue, Grid, Line, MAX_SIDE, Puzzle, PuzzleError};

/// A clue and the line of the file it stands in, from 1.
#[derive(Clone, Debug)]
pub(crate) struct ClueLine {
    pub(crate) number: usize,
    pub(crate) clue: Clue,
}

/// Reads a side's length; what could not be a puzzle is refused before anything is allocated.
pub(crate) fn size(text: &str, side: Side) -> Result<usize, ParseErrorKind> {
    whole_number(text)
        .filter(|size| (1..=MAX_SIDE).contains(size))
        .ok_or_else(|| ParseErrorKind::BadSize {
            side,
            found: text.to_owned(),
        })
}

/// A number of ASCII digits alone (`usize::from_str` would admit a sign).
fn whole_number(text: &str) -> Option<usize> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

/// Reads clues and checks that all blocks of a puzzle have one colour.
///
/// The formats that have colours write them as a letter behind the length.
#[derive(Default)]
pub(crate) struct ClueReader {
    colour: Option<Option<char>>,
}

impl ClueReader {
    /// Reads block lengths separated by whitespace or single commas; `0` stands for no block.
    pub(crate) fn read(&mut self, text: &str) -> Result<Clue, ParseErrorKind> {
        let text = text.trim();
        let mut lengths = Vec::new();
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
                lengths.push(self.block(word)?);
            }
        }
        Ok(Clue::new(lengths))
    }

    fn block(&mut self, word: &str) -> Result<usize, ParseErrorKind> {
        let (digits, colour) = match word.char_indices().next_back() {
            Some((at, letter)) if letter.is_alphabetic() => (&word[..at], Some(letter)),
            _ => (word, None),
        };
        let length = (whole_number(digits).filter(|_| !digits.is_empty())).ok_or_else(|| {
            ParseErrorKind::NotANumber {
                found: word.to_owned(),
            }
        })?;
        if length > 0 && *self.colour.get_or_insert(colour) != colour {
            return Err(ParseErrorKind::Coloured { length });
        }
        Ok(length)
    }
}

/// Makes the puzzle; what does not fit is reported at the clue's own line.
pub(crate) fn assemble(
    file: &str,
    rows: Vec<ClueLine>,
    columns: Vec<ClueLine>,
) -> Result<Puzzle, ParseError> {
    let place = |line: Line| match line {
        Line::Row(index) => rows[index].number,
        Line::Column(index) => columns[index].number,
    };
    let clues = |lines: &[ClueLine]| lines.iter().map(|line| line.clue.clone()).collect();
    Puzzle::new(clues(&rows), clues(&columns)).map_err(|error| match error {
        PuzzleError::ClueTooLong { line, clue, length } => ParseError::at(
            file,
            place(line),
            ParseErrorKind::ClueTooLong { line, clue, length },
        ),
        other => unreachable!("the sizes were checked as they were read: {other}"),
    })
}

/// Gives the puzzle its picture, whose cells come row by row.
pub(crate) fn add_goal(puzzle: Puzzle, cells: &[bool]) -> Result<Puzzle, ParseErrorKind> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if cells.len() != rows * columns {
        return Err(ParseErrorKind::GoalLength {
            found: cells.len(),
            rows,
            columns,
        });
    }
    let goal = Grid::from_fn(rows, columns, |row, column| cells[row * columns + column]);
    with_goal(puzzle, goal)
}

/// Gives the puzzle its picture, in which every cell is known.
pub(crate) fn with_goal(puzzle: Puzzle, goal: Grid) -> Result<Puzzle, ParseErrorKind> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let found = goal.rows() * goal.columns();
    puzzle.with_goal(goal).map_err(|error| match error {
        PuzzleError::GoalSize { .. } => ParseErrorKind::GoalLength {
            found,
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
        other => unreachable!("a complete goal: {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_spaces_separate() {
        for text in ["3,1", " 3 1 ", "3, 1", "3\t1", "3,1,", "3,0,1", "3a,1a"] {
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

    #[test]
    fn other_text_is_refused() {
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
    fn sizes_are_bounded() {
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
