//! The palette of a JSON puzzle: an object or a list of colours.
//!
//! A colour has a name, which blocks and cells use: the key of a member, the text in a list, or a member of an object such as
//! `{"name": "red", "hex": "#f00"}`. Colours in a list are also known by their numbers.

use super::node::{Node, Value};
use super::parts::Parts;
use super::wrong;
use crate::formats::colours::Named;
use crate::formats::error::{Fault, ParseErrorKind, syntax};
use crate::{Excerpt, MAX_COLOURS, Rgb};

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

impl Parts<'_> {
    /// Declares the colours of a palette.
    pub(super) fn add_palette(&mut self, node: Node) -> Result<(), Fault> {
        for (name, value) in node.members()? {
            let name = Some(name.into_owned());
            let entry = entry(value)?;
            self.declare_colour(Entry { name, ..entry }, value)?;
        }
        for item in node.items() {
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
        Ok(())
    }

    fn declare_colour(&mut self, entry: Entry, node: Node) -> Result<(), Fault> {
        let (character, rgb) = (entry.letter(), entry.rgb);
        let name = entry.name.or_else(|| entry.character.map(String::from));
        let Some(name) = name.or_else(|| rgb.map(|rgb| rgb.to_string())) else {
            return Ok(());
        };
        if is_blank(&name) && rgb.is_some() {
            self.colours.background = rgb;
        }
        self.colours.declare(Named {
            name,
            character,
            rgb,
        });
        if self.inks() > MAX_COLOURS {
            let most = format!("at most {MAX_COLOURS} besides the background");
            return wrong(node.line, format!("more than {MAX_COLOURS} colours"), most);
        }
        Ok(())
    }

    /// Number of declared colours, without the background.
    fn inks(&self) -> usize {
        let declared = self.colours.declared().iter();
        declared.filter(|colour| !is_blank(&colour.name)).count()
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
        let is_open = |name: &&String| self.colours.named(name).is_none();
        let open = self.colours.names().iter().filter(is_open);
        let mut numbers: Vec<usize> = open.filter_map(|name| name.parse().ok()).collect();
        numbers.sort_unstable();
        let Some(&last) = numbers.last() else {
            return Ok(());
        };
        let count = self.listed.len();
        let first = usize::from(last == count && numbers[0] > 0);
        if last >= count + first {
            let expected = format!("one of the {count} colours of the palette");
            return Err(syntax(
                format!("the colour number {last}"),
                expected,
                "correct it",
            ));
        }
        for number in numbers {
            let (character, rgb) = self.listed[number - first];
            self.colours.declare(Named {
                name: number.to_string(),
                character,
                rgb,
            });
        }
        Ok(())
    }
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
    let mut entry = Entry::default();
    match node.value()? {
        Value::Object => {
            for (key, value) in node.members()? {
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
            if entry.rgb.is_none() {
                let named = || Rgb::from_name(entry.name.as_deref()?);
                entry.rgb = components(node)?.or_else(named);
            }
            return Ok(entry);
        }
        Value::List => {
            if let Some((name, value)) = node.pair()
                && let Value::Text(name) = name.value()?
            {
                entry.name = Some(name.into_owned());
                entry.rgb = rgb(value)?;
                return Ok(entry);
            }
        }
        Value::Text(text) => entry.name = Some(text.into_owned()),
        _ => {}
    }
    entry.rgb = rgb(node)?;
    Ok(entry)
}

/// Reads a colour on a screen: hexadecimal digits, a CSS name, a list or an object of three numbers, or null.
pub(super) fn rgb(node: Node) -> Result<Option<Rgb>, Fault> {
    let found = match node.value()? {
        Value::Null => return Ok(None),
        Value::Text(text) => match text.parse().ok().or_else(|| Rgb::from_name(&text)) {
            None if text == "transparent" => return Ok(None),
            None => {
                let what = format!("{:?} is not a colour such as \"#ff0000\"", Excerpt(&text));
                let expected = "three or six hexadecimal digits, or a CSS name such as \"red\"";
                return wrong(node.line, what, expected);
            }
            rgb => rgb,
        },
        Value::List | Value::Object => components(node)?,
        Value::Number(_) | Value::Bool(_) => None,
    };
    if found.is_none() {
        return node.refuse("a colour such as \"#ff0000\"");
    }
    Ok(found)
}

/// The red, green and blue parts of a colour in a list, or in an object under their names; `None` if there are not these three.
fn components(node: Node) -> Result<Option<Rgb>, Fault> {
    let mut parts: [Option<u8>; 3] = [None; 3];
    let part = |value: Node| {
        let Value::Number(digits) = value.value()? else {
            return Ok(None);
        };
        Ok::<_, Fault>(digits.parse().ok())
    };
    for (place, item) in node.items().take(4).enumerate() {
        let value = part(item)?;
        // A fourth number is the opacity.
        if let Some(place) = parts.get_mut(place) {
            *place = value;
        }
    }
    for (key, value) in node.members()? {
        let mut names = ["r", "g", "b", "red", "green", "blue"].into_iter();
        if let Some(place) = names.position(|name| name == key) {
            parts[place % 3] = part(value)?;
        }
    }
    Ok(match parts {
        [Some(red), Some(green), Some(blue)] => Some(Rgb::new(red, green, blue)),
        _ => None,
    })
}
