//! The colours of one puzzle: those it declares, and those that its blocks and its image use.
//!
//! Names are compared without regard to case. A used colour without a declared RGB value has that of its CSS name or, if CSS has no such
//! name, that of an unused standard colour.

use super::draft::rows;
use super::{BLACK, WHITE, syntax};
use crate::excerpt::Excerpt;
use crate::formats::clues::{Inks, palette_of};
use crate::formats::error::ParseErrorKind;
use crate::{Colour, Rgb};

/// The colours of a puzzle read so far.
#[derive(Default)]
pub(super) struct Colours {
    background: String,
    /// Colour of blocks that do not name one.
    default: String,
    declared: Vec<Declared>,
    /// Names of the used colours, in order of first appearance.
    used: Vec<String>,
}

struct Declared {
    name: String,
    character: Option<char>,
    rgb: Option<Rgb>,
}

impl Colours {
    pub(super) fn new(default: Option<String>, background: Option<String>) -> Self {
        let name = |name: Option<String>, other: &str| match name {
            Some(name) => name.trim().to_lowercase(),
            None => other.to_owned(),
        };
        Self {
            default: name(default, BLACK),
            background: name(background, WHITE),
            ..Self::default()
        }
    }

    /// Adds a colour, unless its name has been declared before.
    pub(super) fn declare(&mut self, name: &str, character: Option<char>, text: &str) {
        let name = name.trim().to_lowercase();
        if self.declared(&name).is_none() {
            self.declared.push(Declared {
                rgb: text.parse().ok().or_else(|| Rgb::from_name(text)),
                name,
                character,
            });
        }
    }

    fn declared(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.name == name)
    }

    fn rgb(&self, name: &str) -> Option<Rgb> {
        let declared = self.declared(name).and_then(|declared| declared.rgb);
        declared.or_else(|| Rgb::from_name(name))
    }

    /// The colour of a block, as an index into the used colours.
    pub(super) fn of_block(&mut self, name: Option<String>) -> Result<Colour, ParseErrorKind> {
        let name = name.map_or_else(|| self.default.clone(), |name| name.trim().to_lowercase());
        if name == self.background {
            let what = format!("a block in the background's colour {:?}", Excerpt(&name));
            let expected = "blocks in other colours, because blank cells are not blocks";
            let help = "correct the block, or the backgroundcolor of the puzzle";
            return Err(syntax(what, expected, help));
        }
        self.used(&name)
    }

    fn used(&mut self, name: &str) -> Result<Colour, ParseErrorKind> {
        let known = self.used.iter().position(|used| used == name);
        let place = known.unwrap_or(self.used.len());
        let colour = Colour::new(place).ok_or(ParseErrorKind::TooManyColours)?;
        if known.is_none() {
            self.used.push(name.to_owned());
        }
        Ok(colour)
    }

    /// Cells of an image, row by row; `None` is a blank cell. `adds` is true if the image may have colours that no block has.
    pub(super) fn cells(
        &mut self,
        image: &str,
        adds: bool,
    ) -> Result<Vec<Option<Colour>>, ParseErrorKind> {
        let mut cells = Vec::new();
        for found in rows(image).flat_map(str::chars) {
            let is_found = |declared: &&Declared| declared.character == Some(found);
            let declared = self.declared.iter().find(is_found);
            let name = match (declared, found) {
                (Some(declared), _) => declared.name.clone(),
                (None, '.') => WHITE.to_owned(),
                (None, 'X') => BLACK.to_owned(),
                (None, _) => return Err(foreign(found)),
            };
            cells.push(match () {
                () if name == self.background => None,
                () if adds || self.used.contains(&name) => Some(self.used(&name)?),
                () => return Err(foreign(found)),
            });
        }
        Ok(cells)
    }

    /// The palette of the used colours: first the declared ones, then the others; the default colour of blocks if no colour is used.
    pub(super) fn inks(&self) -> Inks {
        let names = self.declared.iter().map(|declared| &declared.name);
        let mut names: Vec<&String> = names.filter(|name| self.used.contains(name)).collect();
        let rest = self.used.iter().filter(|name| self.declared(name).is_none());
        names.extend(rest);
        if names.is_empty() {
            names.push(&self.default);
        }
        let wanted = |name: &&String| {
            let character = self.declared(name).and_then(|declared| declared.character);
            (character.or_else(|| name.chars().next()), self.rgb(name))
        };
        let wanted: Vec<_> = names.iter().map(wanted).collect();
        let place = |name| names.iter().position(|other| *other == name);
        Inks {
            palette: palette_of(&wanted, self.rgb(&self.background)),
            colours: self.used.iter().filter_map(place).filter_map(Colour::new).collect(),
            marks: Vec::new(),
        }
    }
}

/// The error for a character of the goal that is not a cell.
fn foreign(found: char) -> ParseErrorKind {
    let what = format!("{found:?} in the goal");
    let expected = "the characters of the background and of the blocks' colours";
    syntax(what, expected, "correct the goal, or declare the colour")
}
