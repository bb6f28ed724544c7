//! The values of a puzzle's JSON object, parsed as a stream: only the parts of a puzzle and the first unknown keys are stored.
//!
//! [`Draft::read`] identifies keys by their meaning.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::{Declared, Side, Word};
use crate::excerpt::Excerpt;
use crate::{MAX_COLOURS, MAX_SIDE, Metadata, Rgb};

/// The lines of a side or of a picture as text. The lengths of a list are joined by commas, its cells without separators.
pub(super) type Lengths = Vec<String>;

/// Maximum number of unknown keys that are listed.
const UNKNOWN: usize = 8;

/// The error for the value `found`, in the form from which [`super::JsonFault`] takes what was found and what was expected.
fn refused<E: Error>(found: &str, expected: &str) -> E {
    E::invalid_value(Unexpected::Other(found), &expected)
}

/// The parts of a puzzle found in an object.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) rows: Option<Lengths>,
    pub(super) columns: Option<Lengths>,
    pub(super) height: Option<usize>,
    pub(super) width: Option<usize>,
    pub(super) picture: Option<Lengths>,
    pub(super) colours: Declared,
    pub(super) metadata: Metadata,
    pub(super) unknown: Vec<String>,
}

impl Draft {
    /// Parses an object.
    pub(super) fn read(text: &str) -> serde_json::Result<Self> {
        let mut draft = Self::default();
        let mut json = serde_json::Deserializer::from_str(text);
        Object(&mut draft).deserialize(&mut json)?;
        json.end()?;
        Ok(draft)
    }

    /// Parses the value of a key.
    fn member<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let twice = || refused(&format!("{key:?} appears twice, perhaps under another name"), "it once");
        let metadata = &mut self.metadata;
        let words = match Word::of(key) {
            Some(Word::Lines(side)) => {
                let (clues, size) = match side {
                    Side::Rows => (&mut self.rows, &mut self.height),
                    Side::Columns => (&mut self.columns, &mut self.width),
                };
                match map.next_value_seed(Value { cells: false })? {
                    Found::Number(count) => *size = Some(count),
                    Found::Lines(lines) if clues.is_none() => *clues = Some(lines),
                    Found::Lines(_) => return Err(twice()),
                    Found::Nothing => {}
                }
                return Ok(());
            }
            Some(Word::Size(side)) => {
                let size = match side {
                    Side::Rows => &mut self.height,
                    Side::Columns => &mut self.width,
                };
                *size = map.next_value()?;
                return Ok(());
            }
            Some(Word::Picture) => {
                if let Found::Lines(lines) = map.next_value_seed(Value { cells: true })? {
                    if self.picture.is_some() {
                        return Err(twice());
                    }
                    self.picture = Some(lines);
                }
                return Ok(());
            }
            Some(Word::Palette) => return map.next_value_seed(Inks(&mut self.colours)),
            Some(Word::Background) => {
                self.colours.background = map.next_value_seed(Ink)?;
                return Ok(());
            }
            Some(Word::Whole) => return map.next_value_seed(Object(self)),
            Some(Word::Title) => &mut metadata.title,
            Some(Word::Author) => &mut metadata.by,
            Some(Word::Catalogue) => &mut metadata.catalogue,
            Some(Word::Copyright) => &mut metadata.copyright,
            Some(Word::License) => &mut metadata.license,
            None => {
                // `size` may be an object with the height and the width.
                if key.eq_ignore_ascii_case("size") {
                    return map.next_value_seed(Size(self));
                }
                map.next_value::<IgnoredAny>()?;
                if self.unknown.len() < UNKNOWN {
                    self.unknown.push(key.to_owned());
                }
                return Ok(());
            }
        };
        *words = map.next_value()?;
        Ok(())
    }
}

/// An object whose members are added to the draft.
struct Object<'d>(&'d mut Draft);

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.0.member(&key, &mut map)?;
        }
        Ok(())
    }
}

/// The colours of a palette by their letters.
struct Inks<'d>(&'d mut Declared);

impl<'de> DeserializeSeed<'de> for Inks<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inks<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of colours such as {\"a\": \"#ff0000\"}")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let mut characters = key.chars();
            let (Some(letter), None) = (characters.next(), characters.next()) else {
                let found = format!("{:?} is not the letter of a colour", Excerpt(&key));
                return Err(refused(&found, "one character such as \"a\""));
            };
            if let Some(rgb) = map.next_value_seed(Ink)? {
                self.0.add(Some(letter), rgb);
            }
            if self.0.count() > MAX_COLOURS {
                let most = format!("at most {MAX_COLOURS} besides the background");
                return Err(refused(&format!("more than {MAX_COLOURS} colours"), &most));
            }
        }
        Ok(())
    }
}

/// A colour in hexadecimal digits or by its CSS name, or null.
struct Ink;

impl<'de> DeserializeSeed<'de> for Ink {
    type Value = Option<Rgb>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Option<Rgb>, D::Error> {
        json.deserialize_any(self)
    }
}

impl Visitor<'_> for Ink {
    type Value = Option<Rgb>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a colour such as \"#ff0000\"")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<Rgb>, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<Rgb>, E> {
        let rgb = text.parse().ok().or_else(|| Rgb::from_name(text));
        rgb.map(Some).ok_or_else(|| {
            let found = format!("{:?} is not a colour such as \"#ff0000\"", Excerpt(text));
            refused(&found, "three or six hexadecimal digits, or a CSS name such as \"red\"")
        })
    }
}

/// A value of `size`: an object with a height and a width. A list, a string, a natural number and null are ignored.
struct Size<'d>(&'d mut Draft);

impl<'de> DeserializeSeed<'de> for Size<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Size<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a size such as {\"height\": 5, \"width\": 8}")
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<(), M::Error> {
        Object(self.0).visit_map(map)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<(), S::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}

/// The value of a key of clues or of a picture.
enum Found {
    Nothing,
    Number(usize),
    Lines(Lengths),
}

/// Parses lines: a list of lists, strings or numbers, or one string of several lines. A number is the number of lines, and null
/// is ignored.
#[derive(Clone, Copy)]
struct Value {
    /// Whether the lines consist of cells without separators.
    cells: bool,
}

impl<'de> DeserializeSeed<'de> for Value {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Found, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.cells { "rows of cells" } else { "a list of clues" })
    }

    fn visit_unit<E: Error>(self) -> Result<Found, E> {
        Ok(Found::Nothing)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Found, E> {
        match usize::try_from(number) {
            Ok(number) if number <= MAX_SIDE => Ok(Found::Number(number)),
            _ => Err(refused(&format!("the size {number}"), &format!("at most {MAX_SIDE}"))),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Found, E> {
        let ends: &[char] = if self.cells { &['\n'] } else { &[';', '\n', '/', '|'] };
        let parts = text.trim_end_matches(ends).split(ends).take(MAX_SIDE + 1);
        bounded(parts.map(|part| part.trim_end_matches('\r').to_owned()).collect())
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Found, S::Error> {
        let mut lines = Vec::new();
        while let Some(line) = list.next_element_seed(Line(self))? {
            lines.push(line);
            if lines.len() > MAX_SIDE {
                break;
            }
        }
        bounded(lines)
    }
}

/// Returns the lines, or an error if there are more than a puzzle can have.
fn bounded<E: Error>(lines: Lengths) -> Result<Found, E> {
    match lines.len() > MAX_SIDE {
        true => {
            let found = format!("more than {MAX_SIDE} lines on a side");
            Err(refused(&found, &format!("at most {MAX_SIDE}")))
        }
        false => Ok(Found::Lines(lines)),
    }
}

/// Parses one line: a list of lengths or cells, one length or cell, the text of the line, or null, which is an empty line.
struct Line(Value);

impl<'de> DeserializeSeed<'de> for Line {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<String, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Line {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0.cells { "a row of cells" } else { "a clue: a list of lengths" })
    }

    fn visit_unit<E: Error>(self) -> Result<String, E> {
        Ok(String::new())
    }

    fn visit_bool<E: Error>(self, filled: bool) -> Result<String, E> {
        match self.0.cells {
            true => Ok(if filled { "1" } else { "0" }.to_owned()),
            false => Err(E::invalid_type(Unexpected::Bool(filled), &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<String, S::Error> {
        let mut text = String::new();
        let mut count = 0;
        while let Some(part) = list.next_element_seed(Line(self.0))? {
            if !self.0.cells && !text.is_empty() {
                text.push(',');
            }
            text += &part;
            count += 1;
            if count > MAX_SIDE {
                let found = format!("more than {MAX_SIDE} values on a line");
                return Err(refused(&found, &format!("at most {MAX_SIDE}")));
            }
        }
        Ok(text)
    }
}
