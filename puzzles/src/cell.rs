//! State of one cell of a grid: [`Cell`], and its characters in text.

use crate::Colour;

/// State of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not known, or narrowed to several colours; `?` in text.
    #[default]
    Unknown,
    /// Known to be empty; `-` in text.
    Blank,
    /// Known to be part of a block of this colour.
    Colour(Colour),
}

impl Cell {
    /// A cell of the first colour, which is the only one in black and white; `#` in text.
    #[allow(non_upper_case_globals, reason = "it is used like a variant")]
    pub const Filled: Self = Self::Colour(Colour::FIRST);

    /// The character of the cell in text: `?`, `-`, `#` for the first colour, and the letters from `b` on for the others.
    /// [`Palette::to_char`](crate::Palette::to_char) uses the letters of a puzzle.
    pub fn to_char(self) -> char {
        match self {
            Self::Unknown => '?',
            Self::Blank => '-',
            Self::Filled => '#',
            Self::Colour(colour) => colour.letter(),
        }
    }

    /// The cell of a character, if it is one of `?`, `-` and `#`.
    /// [`Palette::to_cell`](crate::Palette::to_cell) accepts the letters of a puzzle.
    pub fn from_char(character: char) -> Option<Self> {
        match character {
            '?' => Some(Self::Unknown),
            '-' => Some(Self::Blank),
            '#' => Some(Self::Filled),
            _ => None,
        }
    }

    /// `Some(true)` if filled in any colour, `Some(false)` if blank, `None` if unknown.
    pub fn value(self) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::Blank => Some(false),
            Self::Colour(_) => Some(true),
        }
    }

    /// Whether the cell is known to be filled, in any colour.
    pub fn is_filled(self) -> bool {
        matches!(self, Self::Colour(_))
    }

    /// The colour of the cell, if it is filled.
    pub fn colour(self) -> Option<Colour> {
        match self {
            Self::Colour(colour) => Some(colour),
            Self::Unknown | Self::Blank => None,
        }
    }
}

impl From<bool> for Cell {
    fn from(filled: bool) -> Self {
        if filled { Self::Filled } else { Self::Blank }
    }
}
