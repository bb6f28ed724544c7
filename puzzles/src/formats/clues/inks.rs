//! The colours of a file: those it declares, those in its clues, and the resulting palette.
//!
//! Interface: [`ClueReader::inks`] turns the colours of clues into [`Inks`].

use super::{ClueLine, ClueReader};
use crate::{Colour, Ink, MAX_COLOURS, Palette, Rgb};

impl ClueReader {
    /// The palette of the colours found in the clues, and the index of each of them in that palette. Declared colours come first, in
    /// the order of their declaration. A declared colour that no clue has is dropped, so that a puzzle has several colours only if its
    /// blocks do; if there are no blocks, the first declared colour is kept. If one colour is declared and the blocks have one colour,
    /// the blocks get the declared RGB value, whatever their letter.
    pub(crate) fn inks(&self, declared: &Declared) -> Inks {
        if self.marks.len() < 2 && declared.is_empty() {
            return Inks {
                palette: Palette::default(),
                colours: vec![Colour::FIRST],
                marks: self.marks.clone(),
            };
        }
        let is_found = |mark: &Option<char>| self.marks.contains(mark);
        let named = declared.inks.iter().map(|(mark, _)| *mark);
        let mut marks: Vec<Option<char>> = named.filter(is_found).collect();
        let rest = self.marks.iter().filter(|mark| !declared.has(**mark));
        marks.extend(rest);
        if marks.is_empty() {
            marks.push(declared.inks.first().and_then(|(mark, _)| *mark));
        }
        let only = match declared.inks[..] {
            [(_, rgb)] if marks.len() == 1 => Some(rgb),
            _ => None,
        };
        let wanted = marks
            .iter()
            .map(|&mark| (mark, declared.rgb(mark).or(only)));
        let palette = palette_of(&wanted.collect::<Vec<_>>(), declared.background);
        let place = |mark: &Option<char>| marks.iter().position(|other| other == mark);
        let colours = self.marks.iter().filter_map(place).filter_map(Colour::new);
        Inks {
            colours: colours.collect(),
            palette,
            marks,
        }
    }
}

/// The colours that a file declares.
#[derive(Default)]
pub(crate) struct Declared {
    pub(crate) background: Option<Rgb>,
    /// Each colour with its letter, or `None` for blocks without a letter.
    inks: Vec<(Option<char>, Rgb)>,
}

impl Declared {
    /// Adds a colour, unless its letter has been declared before.
    pub(crate) fn add(&mut self, mark: Option<char>, rgb: Rgb) {
        if !self.has(mark) {
            self.inks.push((mark, rgb));
        }
    }

    /// The characters of the colours that are not letters.
    pub(crate) fn signs(&self) -> String {
        let marks = self.inks.iter().filter_map(|(mark, _)| *mark);
        marks.filter(|mark| !mark.is_alphabetic()).collect()
    }

    fn is_empty(&self) -> bool {
        self.background.is_none() && self.inks.is_empty()
    }

    fn has(&self, mark: Option<char>) -> bool {
        self.rgb(mark).is_some()
    }

    fn rgb(&self, mark: Option<char>) -> Option<Rgb> {
        let known = self.inks.iter().find(|(known, _)| *known == mark);
        known.map(|(_, rgb)| *rgb)
    }
}

/// Creates a palette from at most [`MAX_COLOURS`] letters and colours of a file. Letters become lower case. A letter that is missing,
/// invalid or already taken is replaced by a free one, and a missing colour by an unused standard colour. Black on white becomes the
/// default palette.
pub(crate) fn palette_of(
    wanted: &[(Option<char>, Option<Rgb>)],
    background: Option<Rgb>,
) -> Palette {
    let is_seen = |rgb: &Rgb| {
        let is_taken = wanted.iter().any(|(_, other)| *other == Some(*rgb));
        !is_taken && background != Some(*rgb)
    };
    let standard = Palette::standard(MAX_COLOURS);
    let mut spare = standard.inks().iter().map(|ink| ink.rgb).filter(is_seen);
    let own = |mark: Option<char>| mark.map(|mark| mark.to_ascii_lowercase());
    let mut inks: Vec<Ink> = Vec::new();
    for &(mark, rgb) in wanted {
        let is_free = |letter: &char| !inks.iter().any(|ink| ink.letter == *letter);
        let is_spare = |letter: &char| {
            let is_other = |&(mark, _): &(Option<char>, _)| own(mark) == Some(*letter);
            is_free(letter) && !wanted.iter().any(is_other)
        };
        let letter = (own(mark).filter(char::is_ascii_lowercase).filter(is_free))
            .or_else(|| ('a'..='z').find(is_spare))
            .or_else(|| ('a'..='z').find(is_free));
        inks.push(Ink {
            letter: letter.expect("no more colours than letters"),
            rgb: rgb.or_else(|| spare.next()).unwrap_or_default(),
        });
    }
    let palette = Palette::new(inks).expect("letters that differ");
    let palette = palette.with_background(background.unwrap_or(Rgb::WHITE));
    match palette.is_black_and_white() {
        true => Palette::default(),
        false => palette,
    }
}

/// The palette of a file, and the index in that palette of each colour found in the clues, in order of appearance.
pub(crate) struct Inks {
    pub(crate) palette: Palette,
    pub(crate) colours: Vec<Colour>,
    /// Letter that the file uses for each colour of the palette; `None` if blocks of the colour have no letter. Empty for webpbn files.
    pub(crate) marks: Vec<Option<char>>,
}

impl Inks {
    /// The colour of a letter in the file; `None` if no colour has the letter.
    pub(crate) fn colour(&self, mark: Option<char>) -> Option<Colour> {
        Colour::new(self.marks.iter().position(|known| *known == mark)?)
    }

    pub(super) fn recolour(&self, lines: Vec<ClueLine>) -> Vec<ClueLine> {
        let recolour = |line: ClueLine| ClueLine {
            clue: line.clue.recoloured(|colour| self.colours[colour.index()]),
            ..line
        };
        lines.into_iter().map(recolour).collect()
    }
}
