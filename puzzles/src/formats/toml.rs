//! `.toml`: puzzles of the solver nonogrid, a table `[clues]` with the clues of `rows` and `columns` as text or as arrays.
//!
//! In a text, clues are separated by lines or commas, and may be quoted; `#` and `;` begin comments. In coloured puzzles, `[colors]`
//! defines each colour as `r = (red) %`: the name that blocks have, a CSS name or RGB value, and the character on a terminal.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::clues::{ClueLine, ClueReader, not_a_number};
use super::draft::Word;
use super::draft::{Colours, Draft, Named};
use super::error::{Fault, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff, Source};
use crate::{Excerpt, MAX_SIDE, Metadata, Puzzle, Rgb};

pub(super) const DESCRIPTION: Description = Description {
    name: "toml",
    about: "nonogrid's puzzles: [clues] with rows and columns",
    extensions: &["toml"],
    sniff: Sniff::Text(|text| text.lines().any(|line| line.trim() == "[clues]")),
    read: Read::Puzzle(read),
    ..BARE
};

/// Maximum size of a text in bytes; the largest puzzle of nonogrid's collection has some kilobytes.
const MOST: usize = 256 << 10;

/// Name of the colour of blocks without a name, which is black unless it is defined.
const BLACK: &str = "B";

/// The next step for every error.
const HELP: &str = "correct it";

fn read(text: &str, source: &Source) -> Result<Puzzle, Fault> {
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
    let mut parts = Parts {
        text,
        clues: ClueReader::coloured(Colours::with_default(BLACK)),
        metadata: Metadata::default(),
        sides: [None, None],
        ignored: Vec::new(),
    };
    parts.add_all(file.get_ref())?;
    let (name, character, rgb) = (BLACK.to_owned(), Some('b'), Some(Rgb::BLACK));
    parts.clues.colours.declare(Named { name, character, rgb });
    for (line, key) in &parts.ignored {
        let shown = Excerpt(key);
        let text = format!("the key {shown:?} has no meaning here and is ignored");
        source.note(false, Some(*line), &text);
    }
    let [rows, columns] = parts.sides;
    let missing = |side| Fault::at(1, ParseErrorKind::no_clues(side));
    let rows = rows.ok_or_else(|| missing(Side::Rows))?;
    let draft = Draft {
        sides: Some((rows, columns.ok_or_else(|| missing(Side::Columns))?)),
        inks: Some(parts.clues.colours.inks()),
        metadata: parts.metadata,
        ..Draft::default()
    };
    draft.finish()
}

/// The line, from 1, of a position in a text.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

/// The parts of a puzzle read so far.
struct Parts<'a> {
    text: &'a str,
    clues: ClueReader,
    metadata: Metadata,
    sides: [Option<Vec<ClueLine>>; 2],
    /// Keys without a meaning, and their lines.
    ignored: Vec<(usize, String)>,
}

/// A value and its place in the text.
type Node<'a> = Spanned<DeValue<'a>>;

impl Parts<'_> {
    fn line(&self, node: &Node) -> usize {
        line_of(self.text, node.span().start)
    }

    fn refuse<T>(&self, node: &Node, expected: &str) -> Result<T, Fault> {
        let what = Excerpt(&self.text[node.span()]).to_string();
        refuse(self.line(node), what, expected, HELP)
    }

    /// Adds the members of a table; the colours first, because blocks use their names.
    fn add_all(&mut self, table: &DeTable) -> Result<(), Fault> {
        let is_palette = |key: &str| Word::of(key) == Some(Word::Palette);
        for (_, node) in table.iter().filter(|(key, _)| is_palette(key.get_ref())) {
            self.add_colours(node)?;
        }
        for (key, node) in table.iter().filter(|(key, _)| !is_palette(key.get_ref())) {
            let key = key.get_ref();
            match (Word::of(key), node.get_ref()) {
                (Some(Word::Lines(side)), _) => self.add_side(side, node)?,
                (Some(Word::Whole), DeValue::Table(table)) => self.add_all(table)?,
                (word, value) => match word.and_then(|word| word.field(&mut self.metadata)) {
                    Some(place) => *place = value.as_str().map(str::to_owned),
                    None => self.ignored.push((self.line(node), key.to_string())),
                },
            }
        }
        Ok(())
    }

    fn add_side(&mut self, side: Side, node: &Node) -> Result<(), Fault> {
        let clues = match node.get_ref() {
            DeValue::String(text) => self.text_clues(node, text)?,
            DeValue::Array(items) => items
                .iter()
                .take(MAX_SIDE + 1)
                .map(|item| self.item(item))
                .collect::<Result<_, _>>()?,
            _ => return self.refuse(node, "the clues of a side as text"),
        };
        let line = self.line(node);
        if clues.len() > MAX_SIDE {
            let expected = MAX_SIDE;
            return Err(Fault::at(line, ParseErrorKind::too_many_lines(side, expected)));
        }
        if clues.is_empty() {
            return Err(Fault::at(line, ParseErrorKind::no_clues(side)));
        }
        if self.sides[side.of(0, 1)].replace(clues).is_some() {
            let what = "clues of a side that has clues";
            return refuse(line, what, "one list of clues for each side", HELP);
        }
        Ok(())
    }

    /// The clues of a text: one per line, or several with commas between them.
    fn text_clues(&mut self, node: &Node, text: &str) -> Result<Vec<ClueLine>, Fault> {
        let raw = &self.text[node.span()];
        let begins = |quotes: &str| {
            raw.strip_prefix(quotes).is_some_and(|rest| rest.starts_with(['\n', '\r']))
        };
        let first = self.line(node) + usize::from(begins("\"\"\"") || begins("'''"));
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
                if part.is_empty() {
                    return Err(Fault::at(number, not_a_number(line)));
                }
                clues.push(self.clue(part, number)?);
            }
            if clues.len() > MAX_SIDE {
                break;
            }
        }
        Ok(clues)
    }

    /// The clue of an item of an array: a number, a text, or an array of these.
    fn item(&mut self, node: &Node) -> Result<ClueLine, Fault> {
        let block = |node: &Node| match node.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::String(text) => Ok(text.to_string()),
            _ => self.refuse(node, "a block length such as 3"),
        };
        let text = match node.get_ref() {
            DeValue::Array(items) => {
                let blocks = items.iter().take(MAX_SIDE + 1).map(block);
                blocks.collect::<Result<Vec<_>, _>>()?.join(" ")
            }
            _ => block(node)?,
        };
        self.clue(&text, self.line(node))
    }

    /// The clue of blocks such as `3` and `2r`, all of them in defined colours, separated by white space.
    fn clue(&mut self, text: &str, number: usize) -> Result<ClueLine, Fault> {
        let clue = self.clues.line(number, text)?;
        let colours = &self.clues.colours;
        let is_known = |name: &String| name == BLACK || colours.named(name).is_some();
        if colours.names().iter().all(is_known) {
            return Ok(clue);
        }
        Err(Fault::at(number, not_a_number(text)))
    }

    /// Adds the colours of `[colors]`: definitions as text under `defs`, or one colour per key.
    fn add_colours(&mut self, node: &Node) -> Result<(), Fault> {
        let DeValue::Table(table) = node.get_ref() else {
            return self.refuse(node, "a table of colours");
        };
        for (key, node) in table {
            match node.get_ref() {
                DeValue::Array(items) if key.get_ref() == "defs" => {
                    for item in items.iter() {
                        let text = item.get_ref().as_str().and_then(|text| text.split_once('='));
                        let Some((name, colour)) = text else {
                            return self.refuse(item, "a colour such as \"r = (red) %\"");
                        };
                        self.add_colour(name.trim(), colour, item)?;
                    }
                }
                DeValue::String(colour) => self.add_colour(key.get_ref(), colour, node)?,
                _ => return self.refuse(node, "a colour such as \"(red) %\""),
            }
        }
        Ok(())
    }

    /// Adds a colour such as `(red) %`, `(89, 11, 255) *` or `88CC44`.
    fn add_colour(&mut self, name: &str, text: &str, node: &Node) -> Result<(), Fault> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (colour, character) = match inner {
            Some((colour, character)) => (colour, character.trim()),
            None => (text, ""),
        };
        let parts: Result<Vec<u8>, _> = colour.split(',').map(|part| part.trim().parse()).collect();
        let rgb = match parts.as_deref() {
            Ok(&[red, green, blue]) => Some(Rgb::new(red, green, blue)),
            _ => colour.parse().ok().or_else(|| Rgb::from_name(colour)),
        };
        let is_name = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
        let is_valid = is_name && rgb.is_some() && character.chars().count() < 2;
        let colours = &mut self.clues.colours;
        if !is_valid || colours.named(name).is_some() {
            return self.refuse(node, "a colour of a new name, such as \"r = (red) %\"");
        }
        let named = Named { name: name.to_owned(), character: name.chars().next(), rgb };
        colours.declare(named);
        Ok(())
    }
}
