//! Errors in puzzle files: where, what is wrong, what was expected, and what to do next.
//!
//! [`ParseError`] contains the file name and, if known, the line; [`ParseErrorKind`] is shared by all formats.

use std::fmt;

use thiserror::Error;

use crate::excerpt::Excerpt;
use crate::{GridError, Line, MAX_COLOURS, MAX_SIDE};

/// The rows or the columns of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The rows; their number is the height.
    Rows,
    /// The columns; their number is the width.
    Columns,
}

impl Side {
    /// `row` or `column`.
    fn line(self) -> &'static str {
        match self {
            Self::Rows => "row",
            Self::Columns => "column",
        }
    }

    /// Name of the size that is the number of lines: `height` or `width`.
    fn size(self) -> &'static str {
        match self {
            Self::Rows => "height",
            Self::Columns => "width",
        }
    }
}

/// The error for an invalid puzzle file. Its text form is `file:line: what; expected …; next step`, without `line:` if no line is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Name of the file as the caller gave it.
    pub file: String,
    /// Line of the file, from 1; `None` if the error has no line, as in a PNG picture.
    pub line: Option<usize>,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

impl ParseError {
    pub(crate) fn at(file: &str, line: usize, kind: ParseErrorKind) -> Self {
        Self {
            file: file.to_owned(),
            line: Some(line),
            kind,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, kind } = self;
        match line {
            Some(line) => write!(f, "{file}:{line}: {kind}"),
            None => write!(f, "{file}: {kind}"),
        }
    }
}

impl std::error::Error for ParseError {}

/// What is wrong with a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A picture has no filled cell.
    #[error(
        "a picture without any filled cell; expected {} cells, {} than the level {threshold}; choose another \
         --threshold, or {}",
        if *.invert { "light" } else { "dark" }, if *.invert { "no darker" } else { "darker" },
        if *.invert { "leave out --invert" } else { "--invert" }
    )]
    NoFilledCell {
        /// Level that separates dark from light.
        threshold: u8,
        /// Whether light cells are the filled ones.
        invert: bool,
    },
    /// A grid in the letters of colours is invalid.
    #[error("{0}; correct it")]
    Grid(GridError),
    /// The file has no puzzle.
    #[error("no puzzle; expected clues or a drawing; check that this is the right file")]
    Empty,
    /// The height or width is missing, or is not above the clues and the goal.
    #[error(
        "no {}; expected it before the clues and the goal; add a line such as \"{} 10\"",
        .0.size(), .0.size()
    )]
    NoSize(Side),
    /// A size is not a number, is 0, or is too large.
    #[error(
        "{:?} is not a {}; expected a whole number from 1 to {MAX_SIDE}; correct it",
        Excerpt(.found), .side.size()
    )]
    BadSize {
        /// The side whose size it is.
        side: Side,
        /// Text in place of the size.
        found: String,
    },
    /// The clues of one side are missing.
    #[error(
        "no {} clues; expected one per {}; add them or check that the file is complete",
        .side.line(), .side.line()
    )]
    NoClues {
        /// The side without clues.
        side: Side,
    },
    /// The clues of one side end too early.
    #[error(
        "{found} {} clue{}; expected {expected} to match the {}; add what is missing (0 for a blank \
         {}) or correct the {}",
        .side.line(), if *.found == 1 { "" } else { "s" }, .side.size(), .side.line(), .side.size()
    )]
    TooFewLines {
        /// The side of the clues.
        side: Side,
        /// Number of clues found.
        found: usize,
        /// Expected number of clues, from the size.
        expected: usize,
    },
    /// There are too many clues on one side.
    #[error(
        "{} clue {}; expected only {expected} to match the {}; remove it or correct the {}",
        .side.line(), .expected + 1, .side.size(), .side.size()
    )]
    TooManyLines {
        /// The side of the clues.
        side: Side,
        /// Maximum number of clues: the size or, if the file declares none, [`MAX_SIDE`].
        expected: usize,
    },
    /// A clue needs more cells than its line has.
    #[error(
        "the clue {} of {line} needs {needs} cells; expected at most {length}, the {}; correct \
         the clue or the {}",
        Excerpt(.clue), across(*.line).size(), across(*.line).size()
    )]
    ClueTooLong {
        /// Line of the clue.
        line: Line,
        /// Clue of the line, as text.
        clue: String,
        /// Number of cells that the clue needs.
        needs: usize,
        /// Number of cells of the line.
        length: usize,
    },
    /// A block length is invalid.
    #[error(
        "{:?} is not a block length; expected whole numbers such as 3,1; correct it",
        Excerpt(.found)
    )]
    NotANumber {
        /// Text in place of the block length.
        found: String,
    },
    /// A part appears twice.
    #[error("a second {what:?}; expected one; remove it or put ==== between two puzzles")]
    Duplicate {
        /// Name of the part.
        what: String,
    },
    /// A quoted string has no closing quote.
    #[error(
        "{what:?} has an opening quote only; expected quotes at both ends; add the closing quote"
    )]
    UnclosedQuote {
        /// Key of the string.
        what: String,
    },
    /// Blocks have different colours in a format with one colour.
    #[error(
        "a block of {length} in a second colour; expected one colour, because this format supports \
         no more; choose a format with colours such as non"
    )]
    Coloured {
        /// Length of the block.
        length: usize,
    },
    /// Blocks have more colours than a palette can hold.
    #[error(
        "more than {MAX_COLOURS} colours; expected at most {MAX_COLOURS} besides the background; choose \
         a puzzle with fewer"
    )]
    TooManyColours,
    /// The number of cells of the goal differs from that of the puzzle.
    #[error(
        "the goal has {found} cell{}; expected {rows} x {columns} = {}; correct it or leave it out",
        if *.found == 1 { "" } else { "s" }, .rows * .columns
    )]
    GoalLength {
        /// Number of cells of the goal.
        found: usize,
        /// Height of the puzzle.
        rows: usize,
        /// Width of the puzzle.
        columns: usize,
    },
    /// The size of the goal differs from that of the puzzle.
    #[error(
        "the goal has {found_rows} x {found_columns} cells; expected {rows} x {columns}; correct it or leave it out"
    )]
    GoalSize {
        /// Height of the goal.
        found_rows: usize,
        /// Width of the goal.
        found_columns: usize,
        /// Height of the puzzle.
        rows: usize,
        /// Width of the puzzle.
        columns: usize,
    },
    /// A character of the goal is not a cell.
    #[error(
        "{found:?} in the goal; expected 1 for a filled and 0 for a blank cell, or the letter of a \
         colour; correct it"
    )]
    GoalCharacter {
        /// Character that is not a cell.
        found: char,
    },
    /// The goal does not match the clues.
    #[error(
        "the goal has {} in {line}; expected its clue {}; correct one of them or leave the goal \
         out",
        Excerpt(.found), Excerpt(.expected)
    )]
    GoalDisagrees {
        /// The first line that does not match; rows precede columns.
        line: Line,
        /// Clue of the goal in that line, as text.
        found: String,
        /// Clue of the puzzle in that line, as text.
        expected: String,
    },
    /// The clues can be read as several puzzles.
    #[error("{what}; expected an empty line between rows and columns, or headings; {help}")]
    SeveralReadings {
        /// Two of the readings.
        what: String,
        /// Next step.
        help: String,
    },
    /// Any other error, described by the reader of the format.
    #[error("{what}; expected {expected}; {help}")]
    Syntax {
        /// What is wrong.
        what: String,
        /// What was expected.
        expected: String,
        /// Next step.
        help: String,
    },
}

/// The side whose number of lines is the length of `line`.
fn across(line: Line) -> Side {
    match line {
        Line::Row(_) => Side::Columns,
        Line::Column(_) => Side::Rows,
    }
}
