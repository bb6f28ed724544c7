//! `.toml`: puzzles of the solver nonogrid, a table `[clues]` with the clues of `rows` and `columns` as text or as arrays.
//!
//! In a text, clues are separated by lines or commas, and may be quoted; `#` and `;` begin comments. In coloured puzzles, `[colors]`
//! defines each colour as `r = (red) %`: the name that blocks have, a CSS name or RGB value, and the character on a terminal.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::{Colours, Named};
use super::error::{Fault, refuse};
use super::members::{Others, Parts};
use super::notation::{Member, Node, Value};
use super::words::Word;
use super::{BARE, Description, Read, Sniff};
use crate::{Excerpt, MAX_SIDE, Rgb};

pub(super) const DESCRIPTION: Description = Description {
    name: "toml",
    about: "nonogrid's puzzles: [clues] with rows and columns",
    extensions: &["toml"],
    sniff: Sniff::Text(|text| text.lines().any(|line| line.trim() == "[clues]")),
    read: Read::Puzzle(|text, source| parts(text)?.puzzle(source)),
    ..BARE
};

/// Maximum size of a text in bytes; the largest puzzle of nonogrid's collection has some kilobytes.
const MOST: usize = 256 << 10;

/// Name of the colour of blocks without a name, which is black unless it is defined.
const BLACK: &str = "B";

/// The next step for every error.
const HELP: &str = "correct it";

fn parts(text: &str) -> Result<Parts<'_>, Fault> {
    if text.len() > MOST {
        let expected = format!("at most {MOST} bytes of TOML");
        return refuse(1, format!("{} bytes", text.len()), expected, HELP);
    }
    let file = match DeTable::parse(text) {
        Ok(file) => file,
        Err(error) => {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            let what = Excerpt(error.message()).to_string();
            return refuse(line, what, "TOML such as rows = \"1 1\"", HELP);
        }
    };
    let mut parts = Parts::new(1, Others::Ignored);
    parts.colours = Colours::with_default(BLACK);
    members(text, file.get_ref())?
        .into_iter()
        .try_for_each(|(name, node)| parts.add(Some(&name), node))?;
    let (name, character, rgb) = (BLACK.to_owned(), Some('b'), Some(Rgb::BLACK));
    parts.colours.declare(Named { name, character, rgb });
    Ok(parts)
}

/// The line, from 1, of a position in a text.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

/// The members of a table, with the colours first, because blocks use their names.
fn members<'a>(text: &str, table: &DeTable) -> Result<Vec<Member<'a>>, Fault> {
    let member = |(key, node): (&Spanned<Cow<str>>, &Spanned<DeValue>)| {
        let name: &str = key.get_ref();
        let line = line_of(text, node.span().start);
        let value = match (Word::of(name), node.get_ref()) {
            (Some(Word::Lines(_)), DeValue::String(clues)) => {
                let raw = &text[node.span()];
                let begins = |quotes: &str| {
                    raw.strip_prefix(quotes).is_some_and(|rest| rest.starts_with(['\n', '\r']))
                };
                let first = line + usize::from(begins("\"\"\"") || begins("'''"));
                lines(first, clues)
            }
            (Some(Word::Palette), DeValue::Table(colours)) => palette(text, colours)?,
            _ => value(text, node)?,
        };
        Ok((name.to_owned().into(), Node { line, value }))
    };
    let mut members = table.iter().map(member).collect::<Result<Vec<Member>, Fault>>()?;
    members.sort_by_key(|(name, _)| Word::of(name) != Some(Word::Palette));
    Ok(members)
}

fn value<'a>(text: &str, node: &Spanned<DeValue>) -> Result<Value<'a>, Fault> {
    Ok(match node.get_ref() {
        DeValue::Array(items) => {
            let item = |item: &Spanned<DeValue>| {
                Ok(Node { line: line_of(text, item.span().start), value: value(text, item)? })
            };
            Value::List(items.iter().map(item).collect::<Result<_, Fault>>()?)
        }
        DeValue::Table(table) => Value::Object(members(text, table)?),
        DeValue::String(words) => Value::Text(words.to_string().into()),
        _ => Value::Text(text[node.span()].to_owned().into()),
    })
}

/// The clues of a text that begins on a line: one per line, or several with commas between them.
fn lines<'a>(first: usize, text: &str) -> Value<'a> {
    let mut clues = Vec::new();
    for (number, line) in (first..).zip(text.lines()) {
        let line = line.split(['#', ';']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        for part in line.strip_suffix(',').unwrap_or(line).split(',') {
            let part = part.trim();
            let quoted = |quote| part.strip_prefix(quote)?.strip_suffix(quote);
            let part = quoted('"').or_else(|| quoted('\'')).unwrap_or(part);
            // Nothing between two commas is refused with its line.
            let clue = if part.is_empty() { line } else { part };
            clues.push(Node::text(number, clue.to_owned()));
        }
        if clues.len() > MAX_SIDE {
            break;
        }
    }
    Value::List(clues)
}

/// The colours of `[colors]`: definitions as text under `defs`, or one colour per key.
fn palette<'a>(text: &str, table: &DeTable) -> Result<Value<'a>, Fault> {
    let mut colours: Vec<Member> = Vec::new();
    let mut add = |name: &str, colour: &str, node: &Spanned<DeValue>| {
        let inner = colour.trim().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let colour = inner.map_or(colour.trim(), |(colour, _)| colour);
        let line = line_of(text, node.span().start);
        let parts: Vec<Node> =
            colour.split(',').map(|part| Node::text(line, part.trim().to_owned())).collect();
        let is_name = name.starts_with(char::is_alphabetic);
        if !is_name || colours.iter().any(|(known, _)| *known == name) {
            return refused(text, node);
        }
        let is_list = parts.len() > 1;
        let value =
            if is_list { Value::List(parts) } else { Value::Text(colour.to_owned().into()) };
        colours.push((name.to_owned().into(), Node { line, value }));
        Ok(())
    };
    for (key, node) in table {
        match node.get_ref() {
            DeValue::Array(items) if key.get_ref() == "defs" => {
                for item in items.iter() {
                    match item.get_ref().as_str().and_then(|text| text.split_once('=')) {
                        Some((name, colour)) => add(name.trim(), colour, item)?,
                        None => return refused(text, item),
                    }
                }
            }
            DeValue::String(colour) => add(key.get_ref(), colour, node)?,
            _ => return refused(text, node),
        }
    }
    Ok(Value::Object(colours))
}

fn refused<T>(text: &str, node: &Spanned<DeValue>) -> Result<T, Fault> {
    let what = Excerpt(&text[node.span()]).to_string();
    let line = line_of(text, node.span().start);
    refuse(line, what, "a colour of a new name, such as \"r = (red) %\"", HELP)
}
