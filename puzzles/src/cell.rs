//! What is known of one cell of a grid: [`Cell`], and the characters that stand for it in text.

/// What is known of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not known yet; `?` in text.
    #[default]
    Unknown,
    /// Known to be empty; `-` in text.
    Blank,
    /// Known to be part of a block; `#` in text.
    Filled,
}

impl Cell {
    /// The cell's character in text: `?`, `-` or `#`.
    pub fn to_char(self) -> char {
        match self {
            Self::Unknown => '?',
            Self::Blank => '-',
            Self::Filled => '#',
        }
    }

    /// The cell of a character, when it is one of `?`, `-` and `#`.
    pub fn from_char(character: char) -> Option<Self> {
        match character {
            '?' => Some(Self::Unknown),
            '-' => Some(Self::Blank),
            '#' => Some(Self::Filled),
            _ => None,
        }
    }

    /// `Some(true)` when filled, `Some(false)` when blank, `None` when unknown.
    pub fn value(self) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::Blank => Some(false),
            Self::Filled => Some(true),
        }
    }
}

impl From<bool> for Cell {
    fn from(filled: bool) -> Self {
        if filled { Self::Filled } else { Self::Blank }
    }
}
