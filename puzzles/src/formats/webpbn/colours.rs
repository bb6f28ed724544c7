//! The colours of one puzzle: [`Colours`] by name, without regard to case, and the characters of its image.
//!
//! A used colour without a declared RGB value has that of its CSS name or, if CSS has no such name, that of an unused standard colour.

use super::draft::rows;
use super::{BLACK, WHITE, syntax};
use crate::excerpt::Excerpt;
use crate::formats::clues::Inks;
use crate::formats::colours::{Colours, Declared};
use crate::formats::error::ParseErrorKind;
use crate::{Colour, Rgb};

/// The colours of a puzzle read so far.
#[derive(Default)]
pub(super) struct Names {
    background: String,
    /// Colour of blocks that do not name one.
    default: String,
    colours: Colours,
}

/// A name in the form in which names are compared.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Names {
    pub(super) fn new(default: Option<&str>, background: Option<&str>) -> Self {
        Self {
            default: plain(default.unwrap_or(BLACK)),
            background: plain(background.unwrap_or(WHITE)),
            colours: Colours::with_default(BLACK),
        }
    }

    /// Adds a colour, unless its name has been declared before.
    pub(super) fn declare(&mut self, name: &str, character: Option<char>, text: &str) {
        self.colours.declare(Declared {
            name: plain(name),
            character,
            rgb: text.parse().ok().or_else(|| Rgb::from_name(text)),
        });
    }

    /// The colour of a block, as an index into the used colours.
    pub(super) fn of_block(&mut self, name: Option<&str>) -> Result<Colour, ParseErrorKind> {
        let name = name.map_or_else(|| self.default.clone(), plain);
        if name == self.background {
            let what = format!("a block in the background's colour {:?}", Excerpt(&name));
            let expected = "blocks in other colours, because blank cells are not blocks";
            let help = "correct the block, or the backgroundcolor of the puzzle";
            return Err(syntax(what, expected, help));
        }
        self.colours.used(Some(&name))
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
            let declared = self.colours.declared().iter().find(is_found);
            let name = match (declared, found) {
                (Some(declared), _) => declared.name.clone(),
                (None, '.') => WHITE.to_owned(),
                (None, 'X') => BLACK.to_owned(),
                (None, _) => return Err(foreign(found)),
            };
            cells.push(match () {
                () if name == self.background => None,
                () if adds || self.colours.is_used(&name) => Some(self.colours.used(Some(&name))?),
                () => return Err(foreign(found)),
            });
        }
        Ok(cells)
    }

    /// The palette of the used colours.
    pub(super) fn inks(&mut self) -> Result<Inks, ParseErrorKind> {
        if self.colours.names().is_empty() {
            self.colours.used(Some(&self.default))?;
        }
        self.colours.background = self.colours.rgb(&self.background);
        Ok(self.colours.inks())
    }
}

/// The error for a character of the goal that is not a cell.
fn foreign(found: char) -> ParseErrorKind {
    let what = format!("{found:?} in the goal");
    let expected = "the characters of the background and of the blocks' colours";
    syntax(what, expected, "correct the goal, or declare the colour")
}
