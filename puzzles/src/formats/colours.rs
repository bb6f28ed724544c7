//! Colours by name: those that a file declares, and those that its blocks and its picture use.
//!
//! Readers declare colours, and pass the name of each block's colour to [`Colours::used`]; [`Colours::inks`] creates the palette.

use super::clues::{Inks, palette_of};
use super::error::ParseErrorKind;
use crate::{Colour, Rgb};

/// The colours of a puzzle read so far. Names are compared exactly.
#[derive(Default)]
pub(crate) struct Colours {
    pub(crate) background: Option<Rgb>,
    /// Name of the colour of blocks without a name.
    default: &'static str,
    declared: Vec<Declared>,
    /// Names of the used colours, in order of first appearance.
    used: Vec<String>,
}

/// A declared colour.
pub(crate) struct Declared {
    pub(crate) name: String,
    /// The character of its cells in a picture.
    pub(crate) character: Option<char>,
    pub(crate) rgb: Option<Rgb>,
}

impl Colours {
    /// No colours so far. Blocks without a name have the colour `default`.
    pub(crate) fn with_default(default: &'static str) -> Self {
        Self {
            default,
            ..Self::default()
        }
    }

    /// Adds a colour, unless its name has been declared before. Returns whether it was added.
    pub(crate) fn declare(&mut self, colour: Declared) -> bool {
        let is_new = self.named(&colour.name).is_none();
        if is_new {
            self.declared.push(colour);
        }
        is_new
    }

    /// The declared colours in order.
    pub(crate) fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// The declared colour of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.name == name)
    }

    /// Names of the used colours, in order of first appearance.
    pub(crate) fn names(&self) -> &[String] {
        &self.used
    }

    /// Whether a block or a cell has the colour.
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.used.iter().any(|used| used == name)
    }

    /// The RGB value of a colour: the declared one or that of its name.
    pub(crate) fn rgb(&self, name: &str) -> Option<Rgb> {
        let declared = self.named(name).and_then(|declared| declared.rgb);
        declared.or_else(|| of_name(name))
    }

    /// The colour of a name, or of blocks without a name, as an index into the used colours.
    pub(crate) fn used(&mut self, name: Option<&str>) -> Result<Colour, ParseErrorKind> {
        let name = name.unwrap_or(self.default);
        let known = self.used.iter().position(|used| used == name);
        let place = known.unwrap_or(self.used.len());
        let colour = Colour::new(place).ok_or(ParseErrorKind::TooManyColours)?;
        if known.is_none() {
            self.used.push(name.to_owned());
        }
        Ok(colour)
    }

    /// The palette of the used colours: first the declared ones, then the others; the default colour if no colour is used. A colour
    /// without a name has the RGB value of the only declared colour, if there is no other used one.
    pub(crate) fn inks(&self) -> Inks {
        let names = self.declared.iter().map(|declared| declared.name.as_str());
        let mut names: Vec<&str> = names.filter(|name| self.is_used(name)).collect();
        let rest = self.used.iter().map(String::as_str);
        names.extend(rest.filter(|name| self.named(name).is_none()));
        if names.is_empty() {
            names.push(self.default);
        }
        let only = match &self.declared[..] {
            [only] if names.len() == 1 && names[0].is_empty() => Some(only),
            _ => None,
        };
        let wanted = |name: &&str| {
            let declared = self.named(name).or(only);
            let character = declared.and_then(|declared| declared.character);
            let initial = || {
                declared
                    .map_or(*name, |declared| &declared.name)
                    .chars()
                    .next()
            };
            let rgb = declared
                .and_then(|declared| declared.rgb)
                .or_else(|| of_name(name));
            (character.or_else(initial), rgb)
        };
        let wanted: Vec<_> = names.iter().map(wanted).collect();
        let place = |name: &String| names.iter().position(|other| other == name);
        Inks {
            palette: palette_of(&wanted, self.background),
            colours: self
                .used
                .iter()
                .filter_map(place)
                .filter_map(Colour::new)
                .collect(),
            marks: Vec::new(),
        }
    }
}

/// The RGB value of a name of CSS, or of digits such as `#ff0000`.
fn of_name(name: &str) -> Option<Rgb> {
    match name.starts_with('#') {
        true => name.parse().ok(),
        false => Rgb::from_name(name),
    }
}
