//! The colours of a puzzle by name: its palette, and the colours of blocks.

use super::{Parts, wrong};
use crate::formats::clues::whole_number;
use crate::formats::draft::{Colours, Named};
use crate::formats::error::{Fault, OnLine, ParseErrorKind, syntax};
use crate::formats::notation::{Node, Value};
use crate::formats::text::BLANK;
use crate::{Colour, MAX_COLOURS, Rgb};

/// Keys of the length of a block, and of its colour.
const LENGTHS: [&str; 5] = ["count", "length", "size", "number", "n"];
const COLOURS: [&str; 4] = ["color", "colour", "char", "letter"];

/// Keys of the name of a colour, of its character, and of its RGB value.
const NAMES: [&str; 2] = ["name", "id"];
const CHARACTERS: [&str; 4] = ["letter", "char", "character", "symbol"];
const VALUES: [&str; 5] = ["rgb", "hex", "value", "color", "colour"];

/// Names of blank cells and of their colour.
const BLANK_NAMES: [&str; 9] = ["0", "-", ".", "_", "", " ", "background", "transparent", "false"];

impl Parts<'_> {
    /// Declares the colours of a palette: an object of them by name, or a list.
    pub(super) fn add_palette(&mut self, node: &Node) -> Result<(), Fault> {
        if let Value::Object(members) = &node.value {
            for (name, value) in members {
                self.declare(Named { name: name.to_string(), ..entry(value)? }, value)?;
            }
        }
        for item in node.items() {
            let entry = entry(item)?;
            self.listed.push(entry.name.clone());
            self.declare(entry, item)?;
        }
        Ok(())
    }

    fn declare(&mut self, mut colour: Named, node: &Node) -> Result<(), Fault> {
        let mut letters = colour.name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            colour.character = colour.character.or(Some(letter));
        }
        if is_blank(&colour.name) && colour.rgb.is_some() {
            self.colours.background = colour.rgb;
        }
        self.colours.declare(colour);
        let declared = self.colours.declared().iter();
        if declared.filter(|colour| !is_blank(&colour.name)).count() > MAX_COLOURS {
            let most = format!("at most {MAX_COLOURS} besides the background");
            return wrong(node.line, format!("more than {MAX_COLOURS} colours"), most);
        }
        Ok(())
    }
}

pub(super) fn is_blank(name: &str) -> bool {
    BLANK_NAMES.contains(&name) || name.chars().count() == 1 && BLANK.contains(name)
}

/// A block in an object: its length and its colour.
pub(super) fn block(
    node: &Node,
    listed: &[String],
    colours: &mut Colours,
) -> Result<(usize, Colour), Fault> {
    let expected = "a block such as \"3a\" or {\"color\": \"red\", \"count\": 3}";
    let Value::Object(members) = &node.value else {
        return node.refuse(expected);
    };
    let of = |keys: &[&str]| {
        let mut found = members.iter().filter(|(key, _)| keys.contains(&&*key.to_lowercase()));
        found.next().and_then(|(_, value)| value.word()).filter(|_| found.next().is_none())
    };
    let length = of(&LENGTHS).and_then(whole_number);
    let (Some(length), Some(colour), 2) = (length, of(&COLOURS), members.len()) else {
        return node.refuse(expected);
    };
    let colour = canonical(colour, listed).on(node.line)?;
    if length == 0 || is_blank(colour) && colours.named(colour).is_none() {
        return node.refuse("a length above 0, and a colour that is not that of blank cells");
    }
    Ok((length, colours.used(Some(colour)).on(node.line)?))
}

/// The name of a colour, which may be its place in the list of colours, from 0.
pub(super) fn canonical<'n>(
    name: &'n str,
    listed: &'n [String],
) -> Result<&'n str, ParseErrorKind> {
    match name.parse::<usize>() {
        Ok(place) if !listed.is_empty() => listed.get(place).map(String::as_str).ok_or_else(|| {
            let expected = format!("0 to {}, a place in the list of colours", listed.len() - 1);
            syntax(format!("the colour number {place}"), expected, "correct it")
        }),
        _ => Ok(name),
    }
}

/// Reads a colour: a text, a list of three numbers, or an object.
fn entry(node: &Node) -> Result<Named, Fault> {
    let Value::Object(members) = &node.value else {
        let rgb = rgb(node)?;
        let name = node.word().map_or(rgb.to_string(), str::to_owned);
        return Ok(Named { name, character: None, rgb: Some(rgb) });
    };
    let of = |keys: &[&str]| {
        members.iter().find(|(key, _)| keys.contains(&&*key.to_lowercase())).map(|(_, value)| value)
    };
    let (name, character) = (of(&NAMES).and_then(Node::word), of(&CHARACTERS).and_then(Node::word));
    let Some(name) = name.or(character) else {
        return node.refuse("a colour with a name or letter");
    };
    let value = of(&VALUES).map(rgb).transpose()?;
    Ok(Named {
        name: name.to_owned(),
        character: character.and_then(|text| text.chars().next()),
        rgb: value.or_else(|| Rgb::from_name(name)),
    })
}

/// Reads a colour on a screen: hexadecimal digits, a CSS name, or three numbers, perhaps followed by the opacity.
pub(super) fn rgb(node: &Node) -> Result<Rgb, Fault> {
    let parts: Vec<Option<u8>> =
        node.items().iter().map(|part| part.word()?.parse().ok()).collect();
    if let [Some(red), Some(green), Some(blue)] | [Some(red), Some(green), Some(blue), _] =
        parts[..]
    {
        return Ok(Rgb::new(red, green, blue));
    }
    let found = node.word().and_then(|text| text.parse().ok().or_else(|| Rgb::from_name(text)));
    match found {
        Some(rgb) => Ok(rgb),
        None => node.refuse("a colour such as \"#ff0000\", or a CSS name such as \"red\""),
    }
}
