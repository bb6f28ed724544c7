//! The colours of a puzzle or a drawing, as the page stores them.
//! Interface: [`Paints`] converts from and to [`Palette`]; [`Colours`] adds the colour of each block of a puzzle.

use nonogram_puzzles::{Clue, Colour, Ink, MAX_COLOURS, Palette, Puzzle, Rgb};
use serde::{Deserialize, Serialize};

/// The palette of a puzzle, and the colour of each of its blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Colours {
    /// The palette.
    #[serde(flatten)]
    pub paints: Paints,
    /// For each row, the palette index of each block's colour.
    pub rows: Vec<Vec<usize>>,
    /// For each column, the palette index of each block's colour.
    pub columns: Vec<Vec<usize>>,
}

/// A palette: the colours of filled cells, and the background.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paints {
    /// Colour of blank cells, as `#rrggbb`.
    pub background: String,
    /// Colours of filled cells, in palette order.
    pub inks: Vec<Swatch>,
}

/// A colour, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Swatch {
    /// The colour, as `#rrggbb`.
    pub rgb: String,
    /// English name of the colour, with its letter if other colours of the palette have the same name.
    #[serde(default)]
    pub name: String,
    /// The letter that stands for the colour.
    pub letter: char,
    /// Colour of legible text on this colour, black or white, as `#rrggbb`.
    #[serde(default)]
    pub text: String,
}

impl From<&Palette> for Paints {
    fn from(palette: &Palette) -> Self {
        let swatch = |colour: Colour| Swatch {
            rgb: palette.rgb(colour).to_string(),
            name: palette.name(colour),
            letter: palette.letter(colour),
            text: palette.rgb(colour).readable().to_string(),
        };
        Self {
            background: palette.background().to_string(),
            inks: palette.colours().map(swatch).collect(),
        }
    }
}

impl Paints {
    /// Converts to a palette.
    ///
    /// # Errors
    /// Returns a message if a colour is malformed, a letter is invalid or used twice, or the number of colours is out of range.
    pub fn palette(&self) -> Result<Palette, String> {
        let rgb = |text: &String| text.parse::<Rgb>().map_err(|error| error.to_string());
        let ink = |swatch: &Swatch| {
            let rgb = rgb(&swatch.rgb)?;
            Ok(Ink { letter: swatch.letter, rgb })
        };
        let inks = self.inks.iter().map(ink).collect::<Result<_, String>>()?;
        let palette = Palette::new(inks).map_err(|error| error.to_string())?;
        Ok(palette.with_background(rgb(&self.background)?))
    }

    /// Adds the first standard colour that is neither in the palette nor its background, with an unused letter. Without such a colour or
    /// letter, the palette is returned unchanged.
    ///
    /// # Errors
    /// Returns a message under the same conditions as [`palette`](Self::palette).
    pub fn another(&self) -> Result<Self, String> {
        let palette = self.palette()?;
        let mut inks = palette.inks().to_vec();
        let is_new = |rgb: &Rgb| {
            *rgb != palette.background() && palette.inks().iter().all(|ink| ink.rgb != *rgb)
        };
        let standard = Palette::standard(MAX_COLOURS);
        let mut colours = standard.inks().iter().map(|ink| ink.rgb);
        let letter = ('a'..='z').find(|letter| palette.colour(*letter).is_none());
        inks.extend(letter.zip(colours.find(is_new)).map(|(letter, rgb)| Ink { letter, rgb }));
        let more = Palette::new(inks).map_err(|error| error.to_string())?;
        Ok(Self::from(&more.with_background(palette.background())))
    }
}

impl Colours {
    /// The colours of a puzzle; `None` if it is black and white.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let palette = puzzle.palette();
        if palette.is_black_and_white() {
            return None;
        }
        let places = |clue: &Clue| clue.blocks().map(|block| block.colour.index()).collect();
        let lines = |clues: &[Clue]| clues.iter().map(places).collect();
        Some(Self {
            paints: Paints::from(palette),
            rows: lines(puzzle.rows()),
            columns: lines(puzzle.columns()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_contrast_follow_from_the_colours() {
        let swatch = |rgb: &str, letter| Swatch {
            rgb: rgb.to_owned(),
            name: String::new(),
            letter,
            text: String::new(),
        };
        let chosen = Paints {
            background: "#fff0e0".to_owned(),
            inks: vec![swatch("#000000", 'k'), swatch("#f0d020", 'y')],
        };
        let named = Paints::from(&chosen.palette().unwrap());
        let words = named.inks.iter().map(|ink| (ink.name.as_str(), ink.letter, ink.text.as_str()));
        assert_eq!(
            words.collect::<Vec<_>>(),
            [("black", 'k', "#ffffff"), ("yellow", 'y', "#000000")]
        );
        assert_eq!(named.background, "#fff0e0");
        let twice = Paints { inks: vec![swatch("#000000", 'k'), swatch("#f0d020", 'k')], ..chosen };
        assert!(twice.palette().unwrap_err().contains('k'));
    }

    #[test]
    fn colours_are_added_until_the_palette_is_full() {
        let mut paints = Paints::from(&Palette::default());
        for count in 2..=MAX_COLOURS {
            paints = paints.another().unwrap();
            assert_eq!(paints.inks.len(), count);
        }
        let mut seen: Vec<&str> = paints.inks.iter().map(|ink| ink.rgb.as_str()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), MAX_COLOURS);
        assert_eq!(paints.another(), Ok(paints));
    }
}
