//! The values of a cell, blank and the colours, and their letters.
//! Interface: [`Values`] is a set of values, which is written as their letters; [`Letters`] has those of a board.

use std::fmt::{self, Write};

use nonogram_puzzles::{Cell, Colour, Puzzle};
use nonogram_solver::reference::Excluded;
use serde::{Serialize, Serializer};

use crate::wire::colours_of;

/// Largest number of values.
const MOST: usize = std::mem::size_of::<Excluded>() / std::mem::size_of::<u64>();

/// The letters of a board's values: `-` for blank, then those of the colours, which are `#` in black and white.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// One ASCII letter per value, then zeros.
    letters: [u8; MOST],
}

impl Letters {
    fn new(colours: impl Iterator<Item = char>) -> Self {
        let mut letters = [0; MOST];
        letters[0] = b'-';
        for (place, letter) in letters[1..].iter_mut().zip(colours) {
            *place = letter as u8;
        }
        Self { letters }
    }

    /// The letters of the first `colours` colours of a board that has no palette.
    pub fn standard(colours: usize) -> Self {
        if colours == 1 {
            return Self::new(std::iter::once('#'));
        }
        Self::new((0..colours).filter_map(Colour::new).map(Colour::letter))
    }

    /// The letters of the colours in a puzzle's clues.
    pub fn of(puzzle: &Puzzle) -> Self {
        let palette = puzzle.palette();
        let colours = palette.colours().take(colours_of(puzzle));
        Self::new(colours.map(|colour| palette.to_char(Cell::Colour(colour))))
    }

    /// Whether the only colour is `#`.
    pub fn is_black_and_white(&self) -> bool {
        *self == Self::standard(1)
    }

    /// The set of all values.
    pub fn all(self) -> Values {
        let values = self.letters.iter().filter(|letter| **letter != 0).count();
        Values {
            possible: u8::MAX >> (MOST - values),
            letters: self,
        }
    }
}

impl fmt::Debug for Letters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all().fmt(formatter)
    }
}

/// The letters of the colours.
impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.all().without(0))
    }
}

/// A set of values: 0 for blank, n for colour n. As text it is the letters of its values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// One bit per value.
    possible: u8,
    letters: Letters,
}

impl Values {
    /// Whether the set has a value.
    pub const fn has(self, value: usize) -> bool {
        self.possible >> value & 1 == 1
    }

    /// The only value of the set; `None` if it has none or several.
    pub const fn only(self) -> Option<usize> {
        if self.possible.is_power_of_two() {
            Some(self.possible.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// One bit per value, blank in bit 0.
    pub const fn bits(self) -> u8 {
        self.possible
    }

    /// The set without a value.
    #[must_use]
    pub const fn without(mut self, value: usize) -> Self {
        self.possible &= !(1 << value);
        self
    }

    /// The set with this value alone.
    #[must_use]
    pub const fn with_only(mut self, value: usize) -> Self {
        self.possible = 1 << value;
        self
    }

    /// The cell of a picture: unknown unless the set has one value.
    pub fn cell(self) -> Cell {
        match self.only() {
            None => Cell::Unknown,
            Some(0) => Cell::Blank,
            Some(value) => Colour::new(value - 1).map_or(Cell::Unknown, Cell::Colour),
        }
    }

    /// The letter of the only value; `?` if the set has none or several.
    pub fn letter(self) -> char {
        self.only()
            .map_or('?', |value| self.letters.letters[value].into())
    }
}

impl fmt::Display for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters.letters.iter().enumerate();
        let mut left = letters.filter(|(value, _)| self.has(*value));
        left.try_for_each(|(_, letter)| formatter.write_char(char::from(*letter)))
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_letters() {
        let all = Letters::standard(1).all();
        assert_eq!((all.to_string().as_str(), all.letter()), ("-#", '?'));
        assert_eq!(all.without(0).letter(), '#');
        let all = Letters::standard(3).all();
        assert_eq!(all.without(2).to_string(), "-ac");
        let only = all.with_only(2);
        assert_eq!((only.letter(), only.only()), ('b', Some(2)));
        assert_eq!(only.without(2).to_string(), "");
        assert_eq!(Letters::standard(7).all().to_string(), "-abcdefg");
    }
}
