//! Saved games of Pattern in Simon Tatham's collection: lines of `KEY:LENGTH:VALUE`.
//!
//! Interface: [`parse`] reads the puzzle from the game id and ignores the moves.

use super::error::{ParseError, ParseErrorKind};
use super::{Description, WriteError, only, pattern};
use crate::excerpt::Excerpt;
use crate::{Format, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "sgt",
    about: "saved games of Pattern in Simon Tatham's collection",
    extensions: &["sgt", "sav"],
    sniff: |source| {
        source
            .text()
            .is_ok_and(|text| text.starts_with("SAVEFILE:"))
    },
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Sgt,
        })
    },
    join: None,
};

/// Reads the puzzle of a saved game. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (mut params, mut desc) = (None, None);
    let mut rest = text;
    let mut line = 1;
    let fault = |line, what: String| {
        let kind = ParseErrorKind::Syntax {
            what,
            expected: "a saved game of Pattern, with lines such as DESC:9:1/1/1/1/1".to_owned(),
            help: "choose a saved game of Pattern, or save the game again".to_owned(),
        };
        Err(ParseError::at(name, line, kind))
    };
    while !rest.trim().is_empty() {
        let value = entry(rest);
        let Some((key, value, behind)) = value else {
            let shown = rest.lines().next().unwrap_or_default();
            return fault(
                line,
                format!("{:?} is not part of a saved game", Excerpt(shown)),
            );
        };
        match key {
            "GAME" if value != "Pattern" => {
                return fault(line, format!("a game of {:?}", Excerpt(value)));
            }
            "PARAMS" => params = Some(value),
            "DESC" => desc = Some((line, value)),
            _ => {}
        }
        let read = rest.len() - behind.len();
        line += rest[..read].matches('\n').count();
        rest = behind;
    }
    let (Some(params), Some((number, desc))) = (params, desc) else {
        return fault(line, "no PARAMS or no DESC".to_owned());
    };
    pattern::puzzle(number, &format!("{params}:{desc}"), name)
}

/// The first entry of the text: its key, its value, and the text after it; `None` if the text does not start with an entry.
fn entry(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.split_once(':')?;
    let (length, rest) = rest.split_once(':')?;
    let length: usize = length.parse().ok()?;
    let (value, rest) = (rest.get(..length)?, rest.get(length..)?);
    let behind = rest.strip_prefix('\r').unwrap_or(rest);
    let behind = behind
        .strip_prefix('\n')
        .or(behind.is_empty().then_some(behind))?;
    Some((key.trim(), value, behind))
}
