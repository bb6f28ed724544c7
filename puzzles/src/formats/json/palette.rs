//! The palette of a JSON puzzle: an object or a list of colours.
//!
//! A colour has a name, which blocks and cells use: the key of a member, the text in a list, or a member of an object such as
//! `{"name": "red", "hex": "#f00"}`. Colours in a list are also known by their numbers.

use super::draft::Draft;
use super::node::{Node, Value};
use super::{Fault, ParseErrorKind, syntax};
use crate::excerpt::Excerpt;
use crate::formats::colours::Declared;
use crate::{MAX_COLOURS, Rgb};

/// Keys of the name of a colour, of its character, and of its RGB value.
const NAMES: [&str; 5] = ["name", "label", "title", "id", "key"];
const CHARACTERS: [&str; 4] = ["letter", "char", "character", "symbol"];
const VALUES: [&str; 8] = [
    "rgb", "hex", "value", "color", "colour", "css", "code", "colorhex",
];

/// Names of the colour of blank cells.
const BLANK: [&str; 9] = ["0", "-", ".", "_", "", " ", "background", "blank", "empty"];

/// Whether blank cells have this name.
pub(super) fn is_blank(name: &str) -> bool {
    BLANK.contains(&name) || ["none", "space", "transparent", "false"].contains(&name)
}

impl Draft<'_> {
    /// Declares the colours of a palette.
    pub(super) fn add_palette(&mut self, node: Node) -> Result<(), Fault> {
        match node.value()? {
            Value::Object(members) => {
                for member in members {
                    let (name, value) = member?;
                    let entry = entry(value)?;
                    let named = Entry {
                        name: Some(name.into_owned()),
                        ..entry
                    };
                    self.declare_colour(named, value)?;
                }
            }
            Value::List(items) => {
                for item in items {
                    let item = item?;
                    let entry = match item.value()? {
                        // A text that is not a colour is a name.
                        Value::Text(text) => Entry {
                            rgb: text.parse().ok().or_else(|| Rgb::from_name(&text)),
                            name: Some(text.into_owned()),
                            ..Entry::default()
                        },
                        _ => entry(item)?,
                    };
                    self.listed.push((entry.letter(), entry.rgb));
                    self.declare_colour(entry, item)?;
                }
            }
            _ => return Err(node.refuse("an object of colours such as {\"a\": \"#ff0000\"}")),
        }
        Ok(())
    }

    fn declare_colour(&mut self, entry: Entry, node: Node) -> Result<(), Fault> {
        let character = entry.letter();
        let name = entry.name.or_else(|| entry.character.map(String::from));
        let name = name.or_else(|| entry.rgb.map(|rgb| rgb.to_string()));
        let Some(name) = name else {
            return Ok(());
        };
        if is_blank(&name) && entry.rgb.is_some() {
            self.colours.background = entry.rgb;
        }
        self.colours.declare(Declared {
            name,
            character,
            rgb: entry.rgb,
        });
        match self.inks() > MAX_COLOURS {
            false => Ok(()),
            true => Err((node.line, too_many())),
        }
    }

    /// Number of declared colours, without the background.
    fn inks(&self) -> usize {
        self.colours
            .declared()
            .iter()
            .filter(|colour| !is_blank(&colour.name))
            .count()
    }

    /// Whether a name that is not declared is that of the background's colour.
    pub(super) fn is_background(&self, name: &str) -> bool {
        let background = self.colours.background.unwrap_or(Rgb::WHITE);
        self.colours.named(name).is_none() && self.colours.rgb(name) == Some(background)
    }

    /// Whether the palette or the clues distinguish several colours.
    pub(super) fn is_coloured(&self) -> bool {
        self.inks() > 1 || self.colours.names().len() > 1
    }

    /// Gives the colours that are used by number the declared colours of the list. The numbers start at 0 unless the last number is the
    /// length of the list.
    pub(super) fn bind_numbers(&mut self) -> Result<(), ParseErrorKind> {
        if self.listed.is_empty() {
            return Ok(());
        }
        let used = self.colours.names();
        let is_open = |name: &&String| self.colours.named(name).is_none();
        let numbers = used
            .iter()
            .filter(is_open)
            .filter_map(|name| name.parse().ok());
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        let Some(&last) = numbers.last() else {
            return Ok(());
        };
        let first = usize::from(last == self.listed.len() && numbers[0] > 0);
        if last >= self.listed.len() + first {
            let what = format!("the colour number {last}");
            let expected = format!("one of the {} colours of the palette", self.listed.len());
            return Err(syntax(what, &expected));
        }
        for number in numbers {
            let (character, rgb) = self.listed[number - first];
            self.colours.declare(Declared {
                name: number.to_string(),
                character,
                rgb,
            });
        }
        Ok(())
    }
}

fn too_many() -> ParseErrorKind {
    let most = format!("at most {MAX_COLOURS} besides the background");
    syntax(format!("more than {MAX_COLOURS} colours"), &most)
}

/// The parts of a declared colour.
#[derive(Default)]
struct Entry {
    name: Option<String>,
    character: Option<char>,
    rgb: Option<Rgb>,
}

impl Entry {
    /// The character of the colour: the given one, or a name of one character.
    fn letter(&self) -> Option<char> {
        let mut letters = self.name.as_deref().unwrap_or_default().chars();
        self.character
            .or(letters.next().filter(|_| letters.next().is_none()))
    }
}

/// Reads a colour: a text, a list of three numbers, a list of a name and a colour, or an object.
fn entry(node: Node) -> Result<Entry, Fault> {
    match node.value()? {
        Value::Object(members) => {
            let mut entry = Entry::default();
            for member in members {
                let (key, value) = member?;
                let key = key.to_lowercase();
                let is = |names: &[&str]| names.contains(&&*key);
                match value.value()? {
                    Value::Text(text) if is(&CHARACTERS) => entry.character = text.chars().next(),
                    Value::Text(text) if is(&NAMES) => entry.name = Some(text.into_owned()),
                    Value::Number(digits) if is(&NAMES) => entry.name = Some(digits.to_owned()),
                    _ if is(&VALUES) => entry.rgb = rgb(value)?,
                    _ => {}
                }
            }
            entry.rgb = match entry.rgb {
                None => components(node)?.or_else(|| Rgb::from_name(entry.name.as_deref()?)),
                rgb => rgb,
            };
            Ok(entry)
        }
        Value::List(items) => {
            let items = items.take(4).collect::<Result<Vec<Node>, Fault>>()?;
            match items[..] {
                [name, value] if name.is_text() => {
                    let Value::Text(name) = name.value()? else {
                        return Err(name.refuse("a name"));
                    };
                    let name = Some(name.into_owned());
                    Ok(Entry {
                        name,
                        character: None,
                        rgb: rgb(value)?,
                    })
                }
                _ => Ok(Entry {
                    rgb: rgb(node)?,
                    ..Entry::default()
                }),
            }
        }
        Value::Text(text) => {
            let name = Some(text.to_string());
            Ok(Entry {
                name,
                rgb: rgb(node)?,
                ..Entry::default()
            })
        }
        _ => Ok(Entry {
            rgb: rgb(node)?,
            ..Entry::default()
        }),
    }
}

/// Reads a colour on a screen: hexadecimal digits, a CSS name, a list or an object of three numbers, or null.
pub(super) fn rgb(node: Node) -> Result<Option<Rgb>, Fault> {
    let refused = || node.refuse("a colour such as \"#ff0000\"");
    match node.value()? {
        Value::Null => Ok(None),
        Value::Text(text) => match text.parse().ok().or_else(|| Rgb::from_name(&text)) {
            Some(rgb) => Ok(Some(rgb)),
            None if text == "transparent" => Ok(None),
            None => {
                let what = format!("{:?} is not a colour such as \"#ff0000\"", Excerpt(&text));
                let expected = "three or six hexadecimal digits, or a CSS name such as \"red\"";
                Err((node.line, syntax(what, expected)))
            }
        },
        Value::List(_) | Value::Object(_) => components(node)?.map(Some).ok_or_else(refused),
        Value::Number(_) | Value::Bool(_) => Err(refused()),
    }
}

/// The red, green and blue parts of a colour in a list, or in an object under their names; `None` if there are not these three.
fn components(node: Node) -> Result<Option<Rgb>, Fault> {
    let mut parts: [Option<u8>; 3] = [None; 3];
    let part = |value: Node| match value.value()? {
        Value::Number(digits) => Ok(digits.parse().ok()),
        _ => Ok(None),
    };
    match node.value()? {
        Value::List(items) => {
            for (place, item) in items.take(4).enumerate() {
                let value = part(item?)?;
                // A fourth number is the opacity.
                if let Some(place) = parts.get_mut(place) {
                    *place = value;
                }
            }
        }
        Value::Object(members) => {
            for member in members {
                let (key, value) = member?;
                let place = ["r", "g", "b", "red", "green", "blue"]
                    .iter()
                    .position(|name| **name == *key);
                if let Some(place) = place {
                    parts[place % 3] = part(value)?;
                }
            }
        }
        _ => {}
    }
    Ok(match parts {
        [Some(red), Some(green), Some(blue)] => Some(Rgb::new(red, green, blue)),
        _ => None,
    })
}
