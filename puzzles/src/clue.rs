//! The clue of one line: its blocks, in order, each with a length and a colour; and the cells of lines.
//!
//! A [`Clue`] dereferences to the slice of its block lengths. An empty clue means a blank line; its text is `0`.

use std::fmt;
use std::ops::Deref;

use crate::Colour;

/// A block of a clue: consecutive cells of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block {
    /// Length in cells; at least 1 in a [`Clue`].
    pub length: usize,
    /// Colour of the block's cells.
    pub colour: Colour,
}

/// The blocks of a line, left to right or top to bottom.
///
/// No length is 0; an empty clue means a blank line. Neighbouring blocks of the same colour have at least one blank cell between
/// them; those of different colours need none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clue {
    lengths: Vec<usize>,
    /// Colour of each block; `None` if all have the first colour.
    colours: Option<Box<[Colour]>>,
}

impl Clue {
    /// Creates a clue from block lengths in the first colour. A length of 0 means "no block" and is dropped.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        Self { lengths: lengths.into_iter().filter(|&length| length > 0).collect(), colours: None }
    }

    /// Creates a clue from blocks. A length of 0 means "no block" and is dropped.
    pub fn of_blocks(blocks: impl IntoIterator<Item = Block>) -> Self {
        let blocks = blocks.into_iter().filter(|block| block.length > 0);
        let (lengths, colours): (Vec<usize>, Vec<Colour>) =
            blocks.map(|block| (block.length, block.colour)).unzip();
        Self::of_parts(lengths, colours)
    }

    /// The clue of a line of cells, where `true` is a cell of the first colour.
    pub fn of_cells(cells: impl IntoIterator<Item = bool>) -> Self {
        let colour = |filled: bool| filled.then_some(Colour::FIRST);
        Self::of_colours(cells.into_iter().map(colour))
    }

    /// The clue of a line of cells, where `None` is a blank cell.
    pub fn of_colours(cells: impl IntoIterator<Item = Option<Colour>>) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        let mut before = None;
        for cell in cells {
            match (cell, blocks.last_mut()) {
                (Some(_), Some(last)) if cell == before => last.length += 1,
                (Some(colour), _) => blocks.push(Block { length: 1, colour }),
                (None, _) => {}
            }
            before = cell;
        }
        Self::of_blocks(blocks)
    }

    /// The clue of a line; `None` if the line has unknown cells.
    pub fn of_line(cells: impl IntoIterator<Item = Cell>) -> Option<Self> {
        let colour = |cell| match cell {
            Cell::Unknown => None,
            cell => Some(cell.colour()),
        };
        let cells: Option<Vec<_>> = cells.into_iter().map(colour).collect();
        cells.map(Self::of_colours)
    }

    /// The blocks in order.
    pub fn blocks(
        &self,
    ) -> impl DoubleEndedIterator<Item = Block> + ExactSizeIterator + Clone + '_ {
        let colours = self.colours.as_deref();
        let lengths = self.lengths.iter().enumerate();
        lengths.map(move |(place, &length)| Block {
            length,
            colour: colours.map_or(Colour::FIRST, |colours| colours[place]),
        })
    }

    /// Creates a clue from lengths above 0 and the colour of each.
    pub(crate) fn of_parts(lengths: Vec<usize>, colours: Vec<Colour>) -> Self {
        let is_plain = colours.iter().all(|colour| *colour == Colour::FIRST);
        Self { lengths, colours: (!is_plain).then(|| colours.into()) }
    }

    /// The clue with the colour of each block replaced by the result of `colour`.
    #[must_use]
    pub fn recoloured(&self, colour: impl Fn(Colour) -> Colour) -> Self {
        let replaced = |block: Block| Block { colour: colour(block.colour), ..block };
        Self::of_blocks(self.blocks().map(replaced))
    }

    /// Number of colours in the shortest palette with all colours of the clue, at least 1.
    pub fn palette_size(&self) -> usize {
        let colours = self.colours.iter().flatten();
        1 + colours.map(|colour| colour.index()).max().unwrap_or(0)
    }

    /// Length of the shortest line that fits this clue: its blocks, and one blank cell between neighbours of the same colour.
    ///
    /// Saturates at `usize::MAX`.
    pub fn min_length(&self) -> usize {
        let gaps = match self.colours.as_deref() {
            None => self.lengths.len().saturating_sub(1),
            Some(colours) => colours.windows(2).filter(|pair| pair[0] == pair[1]).count(),
        };
        self.filled().saturating_add(gaps)
    }

    /// Number of filled cells in the line. Saturates at `usize::MAX`.
    pub fn filled(&self) -> usize {
        let add = |sum: usize, &length: &usize| sum.saturating_add(length);
        self.lengths.iter().fold(0, add)
    }
}

impl Deref for Clue {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.lengths
    }
}

impl AsRef<[usize]> for Clue {
    fn as_ref(&self) -> &[usize] {
        &self.lengths
    }
}

impl FromIterator<usize> for Clue {
    fn from_iter<I: IntoIterator<Item = usize>>(lengths: I) -> Self {
        Self::new(lengths)
    }
}

impl<const N: usize> From<[usize; N]> for Clue {
    fn from(lengths: [usize; N]) -> Self {
        Self::new(lengths)
    }
}

/// Writes the blocks separated by commas, or `0` for a blank line. Each length is followed by the default letter of its colour,
/// unless all blocks have the first colour. [`Palette::clue`](crate::Palette::clue) uses the letters of a puzzle.
impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lengths.is_empty() {
            return f.write_str("0");
        }
        for (place, block) in self.blocks().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{}", block.length)?;
            if self.colours.is_some() {
                write!(f, "{}", block.colour.letter())?;
            }
        }
        Ok(())
    }
}

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
    /// [`Palette::to_grid`](crate::Palette::to_grid) accepts the letters of a puzzle.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_zero_are_dropped() {
        assert_eq!(Clue::new([0]), Clue::default());
        assert_eq!(Clue::new([2, 0, 1]), Clue::from([2, 1]));
        assert_eq!(Clue::new([]).to_string(), "0");
    }

    #[test]
    fn minimum_length_is_the_number_of_filled_cells_and_of_gaps() {
        let clue = Clue::from([3, 1, 2]);
        assert_eq!((clue.filled(), clue.min_length()), (6, 8));
        assert_eq!((Clue::default().filled(), Clue::default().min_length()), (0, 0));
        assert_eq!(Clue::from([usize::MAX, 1]).min_length(), usize::MAX);
        assert_eq!(clue.to_string(), "3,1,2");
    }

    #[test]
    fn runs_of_filled_cells_become_blocks() {
        let cells = [true, true, false, false, true];
        assert_eq!(Clue::of_cells(cells), Clue::from([2, 1]));
        assert_eq!(Clue::of_cells([false; 3]), Clue::default());
    }

    #[test]
    fn blocks_of_different_colours_may_touch() {
        let [a, b] = [0, 1].map(|index| Colour::new(index).unwrap());
        let cells = [Some(a), Some(a), Some(b), None, Some(b), Some(a)];
        let clue = Clue::of_colours(cells);
        assert_eq!(clue.to_string(), "2a,1b,1b,1a");
        assert_eq!((clue.filled(), clue.min_length()), (5, 6));
        assert_eq!((clue.palette_size(), clue[0]), (2, 2));
        assert_eq!(Clue::of_blocks(clue.blocks()), clue);
        let plain = Clue::of_colours([Some(a), Some(a), None, Some(a)]);
        assert_eq!(plain, Clue::from([2, 1]));
        assert_eq!(plain.palette_size(), 1);
    }
}
