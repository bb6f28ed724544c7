//! Errors in puzzle files: where, what is wrong, what was expected, and what to do next.
//!
//! [`ParseError`] contains the file name and, if known, the line; [`ParseErrorKind`] is shared by all formats. Readers return a
//! [`Fault`], to which the name of the file is added in one place.

use std::fmt;

use thiserror::Error;

use crate::{GridError, Line, MAX_COLOURS, PuzzleError, counted};

/// The rows or the columns of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
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

impl ParseErrorKind {
    /// The height or width is missing, or is not above the clues and the goal.
    pub(crate) fn no_size(side: Side) -> Self {
        let size = side.size();
        let expected = "it before the clues and the goal";
        let help = format!("add a line such as \"{size} 10\"");
        syntax(format!("no {size}"), expected, help)
    }

    pub(crate) fn no_clues(side: Side) -> Self {
        let line = side.line();
        let help = "add them or check that the file is complete";
        syntax(format!("no {line} clues"), format!("one per {line}"), help)
    }

    pub(crate) fn too_few_lines(side: Side, found: usize, expected: usize) -> Self {
        let (line, size) = (side.line(), side.size());
        let what = counted(found, &format!("{line} clue"));
        let expected = format!("{expected} to match the {size}");
        let help = format!("add what is missing (0 for a blank {line}) or correct the {size}");
        syntax(what, expected, help)
    }

    /// There are more clues on one side than its size or, if the file declares none, [`MAX_SIDE`](crate::MAX_SIDE).
    pub(crate) fn too_many_lines(side: Side, expected: usize) -> Self {
        let size = side.size();
        let what = format!("{} clue {}", side.line(), expected + 1);
        let expected = format!("only {expected} to match the {size}");
        syntax(what, expected, format!("remove it or correct the {size}"))
    }

    /// Blocks have more colours than a palette can hold.
    pub(crate) fn too_many_colours() -> Self {
        let expected = format!("at most {MAX_COLOURS} besides the background");
        let help = "choose a puzzle with fewer";
        syntax(format!("more than {MAX_COLOURS} colours"), expected, help)
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
        Self { line: Some(line), kind }
    }

    pub(crate) fn in_file(self, file: &str) -> ParseError {
        ParseError { file: file.to_owned(), line: self.line, kind: self.kind }
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
    ParseErrorKind::Syntax { what: what.into(), expected: expected.into(), help: help.into() }
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
