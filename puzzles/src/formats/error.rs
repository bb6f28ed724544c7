//! Errors in puzzle files: where, what is wrong, what was expected, and what to do next.
//!
//! [`ParseError`] contains the file name and, if known, the line; [`ParseErrorKind`] is shared by all formats. Readers return a
//! [`Fault`], to which the name of the file is added in one place.

use std::fmt;

use thiserror::Error;

use crate::excerpt::Excerpt;
use crate::{GridError, Line, MAX_COLOURS, MAX_SIDE, PuzzleError};

/// The rows or the columns of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The rows; their number is the height.
    Rows,
    /// The columns; their number is the width.
    Columns,
}

impl Side {
    /// The two of a pair for rows and columns that belongs to this side.
    pub(crate) fn of<T>(self, rows: T, columns: T) -> T {
        match self {
            Self::Rows => rows,
            Self::Columns => columns,
        }
    }

    /// The other side.
    pub(crate) fn other(self) -> Self {
        self.of(Self::Columns, Self::Rows)
    }

    /// `rows` or `columns`.
    pub(crate) fn lines(self) -> &'static str {
        self.of("rows", "columns")
    }

    /// `row` or `column`.
    fn line(self) -> &'static str {
        self.of("row", "column")
    }

    /// Name of the size that is the number of lines: `height` or `width`.
    pub(crate) fn size(self) -> &'static str {
        self.of("height", "width")
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
    /// A character of the goal is not a cell.
    #[error(
        "{found:?} in the goal; expected 1 for a filled and 0 for a blank cell, or the letter of a \
         colour; correct it"
    )]
    GoalCharacter {
        /// Character that is not a cell.
        found: char,
    },
    /// The clues or the goal are not those of a puzzle.
    #[error("{error}{}", next_step(.error))]
    Puzzle {
        /// What is wrong with them.
        error: PuzzleError,
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

/// What a file adds to the message for a puzzle: the size that limits a clue, and the next step.
fn next_step(error: &PuzzleError) -> String {
    match error {
        PuzzleError::ClueTooLong { line, .. } => {
            let size = match line {
                Line::Row(_) => Side::Columns.size(),
                Line::Column(_) => Side::Rows.size(),
            };
            format!(", the {size}; correct the clue or the {size}")
        }
        PuzzleError::GoalDisagrees { .. } => {
            "; correct one of them or leave the goal out".to_owned()
        }
        PuzzleError::GoalSize { .. } => "; correct it or leave it out".to_owned(),
        _ => "; correct it".to_owned(),
    }
}

/// An error, and its line in the file if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) line: Option<usize>,
    pub(crate) kind: ParseErrorKind,
}

impl Fault {
    pub(crate) fn at(line: usize, kind: ParseErrorKind) -> Self {
        Self {
            line: Some(line),
            kind,
        }
    }

    pub(crate) fn in_file(self, file: &str) -> ParseError {
        ParseError {
            file: file.to_owned(),
            line: self.line,
            kind: self.kind,
        }
    }
}

impl From<PuzzleError> for ParseErrorKind {
    fn from(error: PuzzleError) -> Self {
        Self::Puzzle { error }
    }
}

/// An error without a line.
impl From<ParseErrorKind> for Fault {
    fn from(kind: ParseErrorKind) -> Self {
        Self { line: None, kind }
    }
}

/// Adds a line to an error.
pub(crate) trait OnLine<T> {
    fn on(self, line: usize) -> Result<T, Fault>;
}

impl<T> OnLine<T> for Result<T, ParseErrorKind> {
    fn on(self, line: usize) -> Result<T, Fault> {
        self.map_err(|kind| Fault::at(line, kind))
    }
}

/// An error described by its three parts.
pub(crate) fn syntax(
    what: impl Into<String>,
    expected: impl Into<String>,
    help: impl Into<String>,
) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what: what.into(),
        expected: expected.into(),
        help: help.into(),
    }
}

/// Refuses what is on a line; see [`syntax`].
pub(crate) fn refuse<T>(
    line: usize,
    what: impl Into<String>,
    expected: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, Fault> {
    Err(Fault::at(line, syntax(what, expected, help)))
}
