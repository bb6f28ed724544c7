//! What can be wrong with a puzzle file: where, what was expected, and what to do.
//!
//! [`ParseError`] carries the file's name and line; [`ParseErrorKind`] is shared by all formats.

use std::fmt;

use thiserror::Error;

use crate::excerpt::Excerpt;
use crate::{GridError, Line, MAX_COLOURS, MAX_SIDE};

/// The rows or the columns of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The rows; the height is their number.
    Rows,
    /// The columns; the width is their number.
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

    /// The name of the size that is the number of lines.
    fn size(self) -> &'static str {
        match self {
            Self::Rows => "height",
            Self::Columns => "width",
        }
    }
}

/// A file that is no puzzle: displayed as `file:line: what; expected …; next step`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The file's name as the caller gave it.
    pub file: String,
    /// The line, from 1; `None` in a binary file.
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
    /// A picture in which no cell is filled.
    #[error(
        "a picture without any filled cell; expected {} cells, {} than the level {threshold}; choose another \
         --threshold, or {}",
        if *.invert { "light" } else { "dark" }, if *.invert { "no darker" } else { "darker" },
        if *.invert { "leave out --invert" } else { "--invert" }
    )]
    NoFilledCell {
        /// The level that separates dark from light.
        threshold: u8,
        /// Whether light cells are the filled ones.
        invert: bool,
    },
    /// A picture in several colours is no grid.
    #[error("{0}; correct it")]
    Grid(GridError),
    /// Nothing in the file.
    #[error("no puzzle; expected a size and clues; check that this is the right file")]
    Empty,
    /// A size is not there before it is needed.
    #[error(
        "no {}; expected it before the clues and the goal; add a line such as \"{} 10\"",
        .0.size(), .0.size()
    )]
    NoSize(Side),
    /// A size is no number, zero, or too large.
    #[error(
        "{:?} is no {}; expected a whole number from 1 to {MAX_SIDE}; correct it",
        Excerpt(.found), .side.size()
    )]
    BadSize {
        /// Which size.
        side: Side,
        /// The text.
        found: String,
    },
    /// The clues of one side are not there at all.
    #[error(
        "no {} clues; expected {expected} of them; add them or check that the file is whole",
        .side.line()
    )]
    NoClues {
        /// Which clues.
        side: Side,
        /// How many, by the size.
        expected: usize,
    },
    /// The clues of one side end too early.
    #[error(
        "{found} {} clue{}; expected {expected} by the {}; add what is missing (0 for a blank \
         {}) or correct the {}",
        .side.line(), if *.found == 1 { "" } else { "s" }, .side.size(), .side.line(), .side.size()
    )]
    TooFewLines {
        /// Which clues.
        side: Side,
        /// How many there are.
        found: usize,
        /// How many, by the size.
        expected: usize,
    },
    /// There is a clue more than lines.
    #[error(
        "{} clue {}; expected only {expected} by the {}; remove it or correct the {}",
        .side.line(), .expected + 1, .side.size(), .side.size()
    )]
    TooManyLines {
        /// Which clues.
        side: Side,
        /// How many, by the size.
        expected: usize,
    },
    /// A clue needs more cells than its line has.
    #[error(
        "the clue {} of {line} needs {needs} cells; expected at most {length} by the {}; correct \
         the clue or the {}",
        Excerpt(.clue), across(*.line).size(), across(*.line).size()
    )]
    ClueTooLong {
        /// The line.
        line: Line,
        /// Its clue, as text.
        clue: String,
        /// The cells that the clue needs.
        needs: usize,
        /// The cells of the line.
        length: usize,
    },
    /// Something stands where a block length should.
    #[error(
        "{:?} is no block length; expected whole numbers such as 3,1; correct it",
        Excerpt(.found)
    )]
    NotANumber {
        /// The text.
        found: String,
    },
    /// A part is there twice.
    #[error("a second {what:?}; expected one; remove it or put ==== between two puzzles")]
    Duplicate {
        /// The part.
        what: String,
    },
    /// A quoted string does not end.
    #[error("{what:?} has an opening quote only; expected one at both ends; add the other")]
    UnclosedQuote {
        /// The key.
        what: String,
    },
    /// Blocks have different colours.
    #[error(
        "a block of {length} in another colour than those before; expected one colour, as this \
         format has no others; choose a format with colours such as non"
    )]
    Coloured {
        /// The block's length.
        length: usize,
    },
    /// Blocks have more colours than a palette.
    #[error(
        "more than {MAX_COLOURS} colours; expected at most as many besides the background; choose \
         a puzzle with fewer"
    )]
    TooManyColours,
    /// The goal does not have a character a cell.
    #[error(
        "the goal has {found} cells; expected {rows} x {columns} = {}; correct it or leave it out",
        .rows * .columns
    )]
    GoalLength {
        /// Its characters.
        found: usize,
        /// The height.
        rows: usize,
        /// The width.
        columns: usize,
    },
    /// A character of the goal stands for no cell.
    #[error(
        "{found:?} in the goal; expected 1 for a filled and 0 for a blank cell, or the letter of a \
         colour; correct it"
    )]
    GoalCharacter {
        /// The character.
        found: char,
    },
    /// The goal does not have the clues.
    #[error(
        "the goal has {} in {line}; expected its clue {}; correct one of them or leave the goal \
         out",
        Excerpt(.found), Excerpt(.expected)
    )]
    GoalDisagrees {
        /// The first such line, rows first.
        line: Line,
        /// What the goal has there, as text.
        found: String,
        /// The line's clue, as text.
        expected: String,
    },
    /// Anything that only one format knows.
    #[error("{what}; expected {expected}; {help}")]
    Syntax {
        /// What is wrong.
        what: String,
        /// What was expected.
        expected: String,
        /// The next step.
        help: String,
    },
}

/// The side whose count is the length of `line`.
fn across(line: Line) -> Side {
    match line {
        Line::Row(_) => Side::Columns,
        Line::Column(_) => Side::Rows,
    }
}
