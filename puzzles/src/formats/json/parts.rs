//! The parts of a puzzle in an object, and the members of an object that may hold puzzles.
//!
//! [`Parts::add_all`] identifies keys by their meaning. The values of the parts are read later, when all colours are known.

use super::clues::{Kind, kind};
use super::{Node, Value, twice, wrong};
use crate::formats::clues::check_count;
use crate::formats::draft::Word;
use crate::formats::draft::{Colours, Named};
use crate::formats::error::{Fault, ParseErrorKind, Side, refuse, syntax};
use crate::formats::text::Sizes;
use crate::{Excerpt, MAX_COLOURS, MAX_SIDE, Metadata, Rgb};

/// Maximum depth of objects that are parts of one puzzle.
const MAX_PARTS: usize = 8;

/// Maximum number of ignored keys that are listed.
const IGNORED: usize = 8;

/// Maximum number of pictures of one puzzle, such as a solution and a board to fill in.
const PICTURES: usize = 4;

/// Keys of the size, besides those of [`Word::Size`].
const SIZES: [&str; 3] = ["size", "dimensions", "shape"];

/// The parts of a puzzle found in an object.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub(super) line: usize,
    pub(super) rows: Option<Node<'a>>,
    pub(super) columns: Option<Node<'a>>,
    /// Two lists of clues under one key.
    pub(super) pair: Option<(Node<'a>, Node<'a>)>,
    pub(super) sizes: Sizes,
    pub(super) pictures: Vec<Node<'a>>,
    pub(super) colours: Colours,
    /// Character and RGB value of the colours that were declared in a list, in order.
    pub(super) listed: Vec<(Option<char>, Option<Rgb>)>,
    pub(super) metadata: Metadata,
    /// Members with other keys that are objects or lists.
    others: Vec<(String, Node<'a>)>,
    /// Lists and objects that hold puzzles.
    puzzles: Vec<(Option<String>, Node<'a>)>,
    ignored: Vec<String>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(line: usize) -> Self {
        Self { line, colours: Colours::with_default(""), ..Self::default() }
    }

    /// Adds the members of an object.
    pub(super) fn add_all(&mut self, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        if depth > MAX_PARTS {
            let what = format!("objects nested more than {MAX_PARTS} deep");
            return wrong(node.line, what, "the parts of a puzzle");
        }
        if !node.is_object() {
            return node.refuse("an object");
        }
        let mut members = node.members()?.into_iter();
        members.try_for_each(|(key, value)| self.add(&key, value, depth))
    }

    fn add(&mut self, key: &str, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        let is_size = SIZES.iter().any(|size| key.eq_ignore_ascii_case(size));
        // `row1` is not the rows.
        let word = Word::of(key).filter(|_| !key.contains(|c: char| c.is_ascii_digit()));
        if word.is_none() && node.is_text() && !is_size {
            self.ignore(key);
            return Ok(());
        }
        if let Some(place) = word.and_then(|word| word.field(&mut self.metadata)) {
            describe(place, node.value()?);
            return Ok(());
        }
        match (word, node.value()?) {
            (Some(Word::Lines(side)), value) => return self.add_side(side, key, node, &value),
            (Some(Word::Size(side)), _) => return self.declare(side, node),
            (Some(Word::Whole), _) => return self.add_whole(key, node, depth),
            (Some(Word::Picture), Value::Object) => return self.add_all(node, depth + 1),
            (Some(Word::Picture), Value::List) => return self.add_picture(node),
            // A text of one line may be the name of a file.
            (Some(Word::Picture), Value::Text(text)) if text.contains('\n') => {
                return self.add_picture(node);
            }
            (Some(Word::Palette), Value::List | Value::Object) => return self.add_palette(node),
            (Some(Word::Picture | Word::Palette), Value::Null) => {}
            (Some(Word::Background), _) => {
                self.colours.background = rgb(node)?.or(self.colours.background);
            }
            (None, _) if is_size => return self.add_sizes(node, depth),
            // `rowColors` and the like.
            (None, Value::List)
                if node.items().next().is_some() && key.to_lowercase().contains("colo") =>
            {
                let what = format!("{:?}, colours apart from the lengths", Excerpt(key));
                let expected = "the colour of each block in its clue, such as \"3a\"";
                return wrong(node.line, what, expected);
            }
            (None, Value::List | Value::Object) => self.others.push((key.to_owned(), node)),
            _ => self.ignore(key),
        }
        Ok(())
    }

    fn ignore(&mut self, key: &str) {
        if self.ignored.len() < IGNORED {
            self.ignored.push(key.to_owned());
        }
    }

    /// Adds the value of a key such as `rows`: clues or their number.
    fn add_side(
        &mut self,
        side: Side,
        key: &str,
        node: Node<'a>,
        value: &Value,
    ) -> Result<(), Fault> {
        let place = side.of(&mut self.rows, &mut self.columns);
        match value {
            Value::Null => Ok(()),
            Value::Number(_) => self.declare(side, node),
            Value::Bool(_) => node.refuse("a list of clues"),
            _ if place.is_some() => twice(node.line, key),
            _ => {
                *place = Some(node);
                Ok(())
            }
        }
    }

    /// Adds the value of a key such as `clues` or `puzzles`: an object with parts of this puzzle, two lists of clues, or puzzles.
    fn add_whole(&mut self, key: &str, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        if node.is_object() {
            return self.add_all(node, depth + 1);
        }
        if node.is_list() && holds_objects(node) && holds_puzzle(node, 0)? {
            self.puzzles.push((None, node));
        } else if !node.is_list() || holds_objects(node) {
            self.ignore(key);
        } else {
            match kind(node) {
                Ok(Kind::Pair(..)) if self.pair.is_some() => return twice(node.line, key),
                Ok(Kind::Pair(first, second)) => self.pair = Some((first, second)),
                Ok(Kind::Drawing) => return self.add_picture(node),
                Ok(Kind::Several) => self.puzzles.push((None, node)),
                Err(fault) if node.items().any(Node::is_list) => return Err(fault),
                Err(_) => self.ignore(key),
            }
        }
        Ok(())
    }

    pub(super) fn add_picture(&mut self, node: Node<'a>) -> Result<(), Fault> {
        self.pictures.push(node);
        if self.pictures.len() > PICTURES {
            return wrong(node.line, "many pictures of one puzzle", "its solution");
        }
        Ok(())
    }

    /// Records the declared size of a side; an error if another one was declared.
    fn declare(&mut self, side: Side, node: Node) -> Result<(), Fault> {
        let Some(size) = number(node)? else {
            return Ok(());
        };
        match self.sizes.of(side).replace(size) {
            Some(other) if other != size => {
                let what = format!("the sizes {other} and {size} for one side");
                wrong(node.line, what, "one size")
            }
            _ => Ok(()),
        }
    }

    /// Adds the value of a key such as `size`: an object with a height and a width, two numbers, or the side of a square.
    fn add_sizes(&mut self, node: Node<'a>, depth: usize) -> Result<(), Fault> {
        if node.is_object() {
            return self.add_all(node, depth + 1);
        }
        let sizes = match node.pair() {
            Some((first, second)) => number(first)?.zip(number(second)?),
            None => number(node)?.map(|side| (side, side)),
        };
        self.sizes.crossed = sizes;
        Ok(())
    }

    /// Whether the object has clues or a picture of its own.
    pub(super) fn is_puzzle(&self) -> bool {
        let has_clues = self.rows.is_some() || self.columns.is_some() || self.pair.is_some();
        has_clues || !self.pictures.is_empty()
    }

    /// Whether the object has puzzles in a list.
    pub(super) fn has_puzzles(&self) -> bool {
        !self.puzzles.is_empty()
    }

    /// The values that hold the puzzles of an object without parts of its own, with their keys as titles; an error if there are none.
    pub(super) fn within(&mut self) -> Result<Vec<(Option<String>, Node<'a>)>, Fault> {
        let mut found = std::mem::take(&mut self.puzzles);
        if found.is_empty() {
            for (key, node) in std::mem::take(&mut self.others) {
                if holds_puzzle(node, 0)? {
                    found.push((Some(key), node));
                } else {
                    self.ignore(&key);
                }
            }
        }
        if found.is_empty() {
            return incomplete(self.line, "clues and without a grid");
        }
        Ok(found)
    }

    /// The keys without a meaning.
    pub(super) fn ignored(&mut self) -> &[String] {
        for (key, _) in std::mem::take(&mut self.others) {
            self.ignore(&key);
        }
        &self.ignored
    }

    /// Checks that the number of clues equals the declared size, or is not 0 if no size is declared.
    pub(super) fn check_count(&mut self, side: Side, found: usize) -> Result<(), ParseErrorKind> {
        match *self.sizes.of(side) {
            None if found == 0 => Err(ParseErrorKind::no_clues(side)),
            size => check_count(side, found, size),
        }
    }

    /// Checks that the puzzle has the declared sizes.
    pub(super) fn check_size(&self, (rows, columns): (usize, usize)) -> Result<(), ParseErrorKind> {
        if self.sizes.fit(rows, columns) {
            return Ok(());
        }
        let what = format!("a puzzle of {rows} x {columns} cells");
        Err(syntax(what, self.sizes.expected(), "correct it"))
    }
}

/// Refuses an object without a part.
pub(super) fn incomplete<T>(line: usize, part: &str) -> Result<T, Fault> {
    let expected = "the keys \"rows\" and \"columns\", or a \"grid\"";
    let what = format!("an object without {part}");
    refuse(line, what, expected, "add what is missing")
}

/// The natural number that is a size; `None` if the value is null.
fn number(node: Node) -> Result<Option<usize>, Fault> {
    let size: Option<usize> = match node.value()? {
        Value::Null => return Ok(None),
        Value::Number(digits) => digits.parse().ok(),
        Value::Text(digits) => digits.trim().parse().ok(),
        _ => None,
    };
    match size {
        Some(0..=MAX_SIDE) => Ok(size),
        Some(size) => wrong(node.line, format!("the size {size}"), format!("at most {MAX_SIDE}")),
        None => node.refuse("a whole number such as 10"),
    }
}

/// Stores a text or a number as text, unless the place has one.
fn describe(place: &mut Option<String>, value: Value) {
    let text = match value {
        Value::Text(text) => Some(text.into_owned()),
        Value::Number(digits) => Some(digits.to_owned()),
        _ => None,
    };
    *place = place.take().or(text);
}

/// Whether the first value of a list is an object.
pub(super) fn holds_objects(node: Node) -> bool {
    node.items().next().is_none_or(Node::is_object)
}

/// Whether a value is or contains an object with clues or a picture; of a list, only the first value is examined.
fn holds_puzzle(node: Node, depth: usize) -> Result<bool, Fault> {
    if depth > super::MAX_DEPTH {
        return Ok(false);
    }
    if let Some(first) = node.items().next() {
        return Ok(first.is_object() && holds_puzzle(first, depth + 1)?);
    }
    for (key, value) in node.members()? {
        let is_nested = value.is_list() || value.is_object();
        let is_part = match Word::of(&key) {
            Some(Word::Lines(_)) => is_nested || value.is_text(),
            Some(Word::Picture) => value.is_list() || value.is_text(),
            _ => false,
        };
        if is_part || (is_nested && holds_puzzle(value, depth + 1)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keys of the name of a colour, of its character, and of its RGB value.
const NAMES: [&str; 5] = ["name", "label", "title", "id", "key"];
const CHARACTERS: [&str; 4] = ["letter", "char", "character", "symbol"];
const VALUES: [&str; 8] = ["rgb", "hex", "value", "color", "colour", "css", "code", "colorhex"];

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
        self.colours.declare(Named { name, character, rgb });
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
            return Err(syntax(format!("the colour number {last}"), expected, "correct it"));
        }
        for number in numbers {
            let (character, rgb) = self.listed[number - first];
            self.colours.declare(Named { name: number.to_string(), character, rgb });
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
        self.character.or(letters.next().filter(|_| letters.next().is_none()))
    }
}

/// Reads a colour: a text, a list of three numbers, or an object.
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
                entry.rgb = entry.name.as_deref().and_then(Rgb::from_name);
            }
            return Ok(entry);
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
        Value::List => components(node)?,
        Value::Object | Value::Number(_) | Value::Bool(_) => None,
    };
    if found.is_none() {
        return node.refuse("a colour such as \"#ff0000\"");
    }
    Ok(found)
}

/// The red, green and blue parts of a colour in a list; `None` if there are not these three, perhaps followed by the opacity.
fn components(node: Node) -> Result<Option<Rgb>, Fault> {
    let mut parts: Vec<u8> = Vec::new();
    for item in node.items().take(3) {
        match item.value()? {
            Value::Number(digits) => parts.extend(digits.parse::<u8>()),
            _ => return Ok(None),
        }
    }
    Ok(match parts[..] {
        [red, green, blue] => Some(Rgb::new(red, green, blue)),
        _ => None,
    })
}
