//! The colours of a puzzle: [`Colour`] is an index into its [`Palette`], and [`Rgb`] is a colour on a screen.
//!
//! [`Palette::default`] is black on white.

mod rgb;

use thiserror::Error;

use crate::{Cell, Clue, Grid, GridError};
use rgb::{NAMES, STANDARD};
pub use rgb::{NoColour, Rgb};

/// Maximum number of colours of a palette, without the background.
pub const MAX_COLOURS: usize = 26;

/// A colour of a puzzle: an index into its palette, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(u8);

impl Colour {
    /// The first colour of every palette, and the only one in black and white.
    pub const FIRST: Self = Self(0);

    /// The colour at an index of the palette, or `None` if no palette is that long.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_COLOURS {
            return Some(Self(index as u8));
        }
        None
    }

    /// Index in the palette, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Default letter of this index: `a`, `b` and so on.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

/// A colour of a palette: its letter in text, and the colour on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ink {
    /// Lower-case ASCII letter.
    pub letter: char,
    /// Colour on a screen.
    pub rgb: Rgb,
}

/// Why a palette is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PaletteError {
    /// The number of colours is 0 or above [`MAX_COLOURS`].
    #[error("a palette of {0} colours; expected 1 to {MAX_COLOURS} besides the background")]
    Count(usize),
    /// A character is not a lower-case ASCII letter, or two colours have the same letter.
    #[error(
        "the letter {0:?} of a colour is not one of a to z, or is used twice; expected a different letter from a to z for each colour"
    )]
    Letter(char),
}

/// The colours of a puzzle: 1 to [`MAX_COLOURS`], and the background.
///
/// ```
/// use nonogram_puzzles::{Colour, Palette, Rgb};
///
/// let palette = Palette::of([Rgb::new(255, 0, 0), Rgb::BLACK])?;
/// assert_eq!(palette.letter(Colour::FIRST), 'a');
/// assert_eq!(palette.rgb(Colour::FIRST).to_string(), "#ff0000");
/// assert!(Palette::default().is_black_and_white());
/// # Ok::<(), nonogram_puzzles::PaletteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Palette {
    background: Rgb,
    inks: Vec<Ink>,
}

/// The default palette is black on white.
impl Default for Palette {
    fn default() -> Self {
        Self {
            background: Rgb::WHITE,
            inks: vec![Ink {
                letter: Colour::FIRST.letter(),
                rgb: Rgb::BLACK,
            }],
        }
    }
}

impl Palette {
    /// Creates a palette of these colours on white.
    ///
    /// # Errors
    /// Returns a [`PaletteError`] if there are no colours or too many, or if their letters are invalid or not distinct.
    pub fn new(inks: Vec<Ink>) -> Result<Self, PaletteError> {
        if !(1..=MAX_COLOURS).contains(&inks.len()) {
            return Err(PaletteError::Count(inks.len()));
        }
        for (place, ink) in inks.iter().enumerate() {
            let is_taken = inks[..place].iter().any(|other| other.letter == ink.letter);
            if is_taken || !ink.letter.is_ascii_lowercase() {
                return Err(PaletteError::Letter(ink.letter));
            }
        }
        Ok(Self {
            background: Rgb::WHITE,
            inks,
        })
    }

    /// Creates a palette of these colours on white, with the letters `a`, `b` and so on.
    ///
    /// # Errors
    /// Returns [`PaletteError::Count`] if there are no colours or too many.
    pub fn of(colours: impl IntoIterator<Item = Rgb>) -> Result<Self, PaletteError> {
        let colours: Vec<Rgb> = colours.into_iter().collect();
        if colours.len() > MAX_COLOURS {
            return Err(PaletteError::Count(colours.len()));
        }
        let letters = 'a'..='z';
        let inks = letters
            .zip(colours)
            .map(|(letter, rgb)| Ink { letter, rgb });
        Self::new(inks.collect())
    }

    /// A palette of `count` different colours: first the basic ones, starting with black, then darker ones.
    ///
    /// # Panics
    /// Panics if `count` is 0 or above [`MAX_COLOURS`].
    pub fn standard(count: usize) -> Self {
        let basic = NAMES[..STANDARD].iter().map(|(_, rgb)| *rgb);
        let darker = basic.clone().skip(1).map(|rgb| {
            let darker = |part: u8| part / 2;
            Rgb::new(darker(rgb.red), darker(rgb.green), darker(rgb.blue))
        });
        Self::of(basic.chain(darker).take(count.min(MAX_COLOURS + 1)))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The palette with another background.
    #[must_use]
    pub fn with_background(mut self, background: Rgb) -> Self {
        self.background = background;
        self
    }

    /// Colour of the background.
    pub fn background(&self) -> Rgb {
        self.background
    }

    /// The colours in order; the first one is [`Colour::FIRST`].
    pub fn inks(&self) -> &[Ink] {
        &self.inks
    }

    /// Indices of the colours in order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..self.inks.len()).filter_map(Colour::new)
    }

    /// Number of colours, without the background.
    pub fn count(&self) -> usize {
        self.inks.len()
    }

    /// Whether there is more than one colour, so that colours matter to a solver.
    pub fn is_coloured(&self) -> bool {
        self.inks.len() > 1
    }

    /// Whether the only colour is black and the background is white.
    pub fn is_black_and_white(&self) -> bool {
        let is_black = |ink: &Ink| ink.rgb == Rgb::BLACK;
        self.count() == 1 && self.inks.iter().all(is_black) && self.background == Rgb::WHITE
    }

    /// The colour on a screen.
    ///
    /// # Panics
    /// Panics if the palette has no such colour.
    pub fn rgb(&self, colour: Colour) -> Rgb {
        self.inks[colour.index()].rgb
    }

    /// The letter of a colour in text.
    ///
    /// # Panics
    /// Panics if the palette has no such colour.
    pub fn letter(&self, colour: Colour) -> char {
        self.inks[colour.index()].letter
    }

    /// The colour with this letter, or `None` if the palette has no such letter.
    pub fn colour(&self, letter: char) -> Option<Colour> {
        let place = self.inks.iter().position(|ink| ink.letter == letter)?;
        Colour::new(place)
    }

    /// English name of a colour, followed by its letter if several colours of the palette share the name.
    ///
    /// # Panics
    /// Panics if the palette has no such colour.
    pub fn name(&self, colour: Colour) -> String {
        let name = self.rgb(colour).name();
        let others = self.inks.iter().filter(|ink| ink.rgb.name() == name);
        match others.count() {
            1 => name.to_owned(),
            _ => format!("{name} {}", self.letter(colour)),
        }
    }

    /// The character of a cell in text: `?` if unknown, `-` if blank, `#` if filled and there is one colour, otherwise the colour's letter.
    ///
    /// # Panics
    /// Panics if the palette has several colours but lacks the colour of the cell.
    pub fn to_char(&self, cell: Cell) -> char {
        match cell {
            Cell::Colour(colour) if self.is_coloured() => self.letter(colour),
            Cell::Colour(_) => '#',
            cell => cell.to_char(),
        }
    }

    /// The cell of a character in text, or `None` if the character is invalid. `#` is valid only if there is one colour.
    pub fn to_cell(&self, character: char) -> Option<Cell> {
        match character {
            '?' => Some(Cell::Unknown),
            '-' => Some(Cell::Blank),
            '#' => (!self.is_coloured()).then_some(Cell::Filled),
            letter => self.colour(letter).map(Cell::Colour),
        }
    }

    /// Reads a grid of one string per row, in the characters of [`to_char`](Self::to_char).
    ///
    /// # Errors
    /// Returns a [`GridError`] if there are no cells, the rows differ in length, or a character is not a cell.
    pub fn to_grid<S: AsRef<str>>(&self, lines: &[S]) -> Result<Grid, GridError> {
        if !self.is_coloured() {
            return Grid::from_lines(lines);
        }
        Grid::from_characters(lines, |found| {
            let letters = || self.inks.iter().map(|ink| ink.letter).collect();
            self.to_cell(found).ok_or_else(letters)
        })
    }

    /// Returns one string per row of a grid, in the characters of [`to_char`](Self::to_char).
    ///
    /// # Panics
    /// Panics if the palette has several colours but not all colours of the grid.
    pub fn to_lines(&self, grid: &Grid) -> Vec<String> {
        let line = |row| grid.row(row).map(|cell| self.to_char(cell)).collect();
        (0..grid.rows()).map(line).collect()
    }

    /// The blocks of a clue as text, such as `3a` and `1b`, or numbers alone if there is one colour.
    ///
    /// # Panics
    /// Panics if the palette has several colours but not all colours of the clue.
    pub fn blocks(&self, clue: &Clue) -> Vec<String> {
        let block = |block: crate::Block| {
            if self.is_coloured() {
                return format!("{}{}", block.length, self.letter(block.colour));
            }
            block.length.to_string()
        };
        clue.blocks().map(block).collect()
    }

    /// A clue as text: its blocks separated by commas, `0` for a blank line.
    ///
    /// # Panics
    /// Panics if the palette has several colours but not all colours of the clue.
    pub fn clue(&self, clue: &Clue) -> String {
        if clue.is_empty() {
            return "0".to_owned();
        }
        self.blocks(clue).join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palette_has_1_to_26_colours_with_distinct_letters() {
        let ink = |letter| Ink {
            letter,
            rgb: Rgb::BLACK,
        };
        let palette = |letters: &str| Palette::new(letters.chars().map(ink).collect());
        assert_eq!(palette(""), Err(PaletteError::Count(0)));
        assert_eq!(palette("aba"), Err(PaletteError::Letter('a')));
        assert_eq!(palette("A"), Err(PaletteError::Letter('A')));
        assert_eq!(palette("ba").unwrap().colour('a'), Colour::new(1));
        assert_eq!(Palette::of([Rgb::BLACK; 27]), Err(PaletteError::Count(27)));
    }

    #[test]
    fn standard_colours_differ() {
        let palette = Palette::standard(MAX_COLOURS);
        for colour in palette.colours() {
            let is_other = |other: &Colour| *other != colour;
            for other in palette.colours().filter(is_other) {
                assert_ne!(palette.rgb(colour), palette.rgb(other));
            }
        }
        assert_eq!(Palette::standard(1), Palette::default());
    }

    #[test]
    fn colours_have_names() {
        let rgb = [
            Rgb::new(255, 0, 0),
            Rgb::new(200, 10, 10),
            Rgb::new(0, 0, 255),
        ];
        let palette = Palette::of(rgb).unwrap();
        let names: Vec<String> = palette
            .colours()
            .map(|colour| palette.name(colour))
            .collect();
        assert_eq!(names, ["red a", "red b", "blue"]);
    }
}
