//! XML as webpbn.com exports it: one or more rectangular puzzles.
//!
//! [`Document`] reads one puzzle after the other as a tree of [`Element`]s, and holds only this puzzle in memory, where a tree of the whole
//! document, such as that of roxmltree, would hold all; everything else in a file is skipped. Only character references and the predefined
//! entities of XML are resolved. Source: <https://webpbn.com/pbn_fmt.html>, version 0.3.

use std::fmt::Write as _;

use html_escape::encode_text;
use quick_xml::Error;
use quick_xml::events::{BytesStart, Event};

use super::clues::is_number;
use super::draft::{Colours, Named};
use super::error::{Fault, ParseErrorKind, Side, refuse};
use super::members::{Others, Parts};
use super::notation::{Node, Value};
use super::text::BLANK;
use super::{BARE, Description, Read, Sniff, Source, Write};
use crate::{
    Block, Cell, Clue, Colour, Excerpt, MAX_SIDE, Metadata, Palette, Puzzle, Rgb, counted,
};

pub(super) const DESCRIPTION: Description = Description {
    name: "xml",
    about: "webpbn.com's XML",
    extensions: &["xml"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(|text, source| Ok(Box::new(Document::new(text, source)))),
    write: Write::Puzzle(|puzzle| document(std::slice::from_ref(puzzle))),
    join: Some(document),
    ..BARE
};

/// Name of the colour of blocks if neither the puzzle nor the block names one, and default name of the background.
const BLACK: &str = "black";
const WHITE: &str = "white";

/// Prefix of the note with the licence, for which the format has no element.
const LICENSE: &str = "License: ";

/// Maximum depth of elements, which is far above the depth that the format needs.
const MAX_DEPTH: usize = 64;

/// The first of the characters that stand for colours without a character of their own.
const FIRST_KEY: u32 = 0xf000;

/// Maximum number of declared colours, of which a puzzle may leave some unused.
const MOST_COLOURS: usize = 256;

/// What is expected of a file.
const EXPORT: &str = "XML as webpbn.com exports it";

fn looks_like(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// An element of a document.
struct Element<'a> {
    start: BytesStart<'a>,
    /// Whether it is a puzzle or in one.
    is_part: bool,
    line: usize,
    /// Text between the elements within, trimmed.
    text: String,
    children: Vec<Element<'a>>,
}

/// The puzzles of a document that are still to be read.
struct Document<'a> {
    source: Source<'a>,
    text: &'a str,
    reader: quick_xml::Reader<&'a [u8]>,
    /// The elements that have started, outermost first.
    open: Vec<Element<'a>>,
    /// Position in bytes up to which lines have been counted, and the number of the line at that position.
    counted: usize,
    line: usize,
}

impl Iterator for Document<'_> {
    type Item = Result<Puzzle, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let element = self.element().transpose()?;
        Some(element.and_then(|element| parts(&element)?.puzzle(&self.source)))
    }
}

impl<'a> Document<'a> {
    fn new(text: &'a str, source: &Source<'a>) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = quick_xml::Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { source: *source, text, reader, open: Vec::new(), counted: 0, line: 1 }
    }

    /// The next element `puzzle`; `None` at the end of a complete document. What is outside of puzzles is skipped.
    fn element(&mut self) -> Result<Option<Element<'a>>, Fault> {
        loop {
            self.count_to(self.reader.buffer_position());
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.count_to(self.reader.error_position());
                    return not_xml(self.line, &error);
                }
            };
            match event {
                Event::Start(start) => self.begin(start)?,
                Event::End(_) => {
                    let Some(mut element) = self.open.pop() else { continue };
                    element.text = element.text.trim().to_owned();
                    if element.is("puzzle") {
                        return Ok(Some(element));
                    }
                    if let Some(parent) = self.open.last_mut().filter(|parent| parent.is_part) {
                        parent.children.push(element);
                    }
                }
                Event::Text(text) => match text.xml_content() {
                    Ok(text) => self.add(&text),
                    Err(error) => return not_xml(self.line, &error.into()),
                },
                Event::CData(text) => match text.decode() {
                    Ok(text) => self.add(&text),
                    Err(error) => return not_xml(self.line, &error.into()),
                },
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(character)) => self.add(character.encode_utf8(&mut [0; 4])),
                    Ok(None) => match reference.decode() {
                        Ok(name) => self.add(self.entity(&name)?),
                        Err(error) => return not_xml(self.line, &error.into()),
                    },
                    Err(error) => return not_xml(self.line, &error),
                },
                Event::DocType(declaration) if declaration.contains(&b'[') => {
                    let what = "a DOCTYPE with declarations of its own";
                    let expected = "one with a name and an address, as webpbn.com writes it";
                    return refuse(self.line, what, expected, "remove the part from [ to ]");
                }
                Event::Eof if !self.open.is_empty() => {
                    let open = counted(self.open.len(), "open element");
                    let what = format!("the file ends with {open}");
                    let help = "check that the file is complete";
                    return refuse(self.line, what, "an end tag for each", help);
                }
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    fn begin(&mut self, start: BytesStart<'a>) -> Result<(), Fault> {
        let line = self.line;
        let parent = self.open.last();
        let is_within = parent.is_some_and(|parent| parent.is_part);
        let element = Element {
            is_part: is_within || start.name().as_ref() == b"puzzle",
            start,
            line,
            text: String::new(),
            children: Vec::new(),
        };
        let (what, expected) = if self.open.len() == MAX_DEPTH {
            (format!("elements nested more than {MAX_DEPTH} deep"), EXPORT.to_owned())
        } else if is_within && element.is("puzzle") {
            ("a puzzle within a puzzle".to_owned(), "puzzles one after the other".to_owned())
        } else if parent.is_some_and(|parent| parent.children.len() == MAX_SIDE) {
            let expected = format!("at most {MAX_SIDE} rows, columns or blocks");
            (format!("an element with more than {MAX_SIDE} elements"), expected)
        } else {
            self.open.push(element);
            return Ok(());
        };
        refuse(line, what, expected, "check the file")
    }

    /// Adds a text to the element in which it is.
    fn add(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut().filter(|element| element.is_part) {
            element.text.push_str(text);
        }
    }

    /// Counts the lines up to a position in the text.
    fn count_to(&mut self, place: u64) {
        let place = usize::try_from(place).map_or(self.text.len(), |at| at.min(self.text.len()));
        if let Some(passed) = self.text.as_bytes().get(self.counted..place) {
            self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
            self.counted = place;
        }
    }

    /// The text of a predefined entity by its name, such as `amp` for `&amp;`; an error for any other entity.
    fn entity(&self, name: &str) -> Result<&'static str, Fault> {
        if let Some(text) = quick_xml::escape::resolve_xml_entity(name) {
            return Ok(text);
        }
        let what = format!("the reference {:?}", Excerpt(&format!("&{name};")));
        let expected = "one of &amp; &lt; &gt; &quot; &apos; or a numeric character reference";
        refuse(self.line, what, expected, "write the character itself")
    }
}

fn not_xml<T>(line: usize, error: &Error) -> Result<T, Fault> {
    let what = format!("not XML: {}", Excerpt(&error.to_string()));
    refuse(line, what, EXPORT, "correct it")
}

impl Element<'_> {
    fn is(&self, name: &str) -> bool {
        self.start.name().as_ref() == name.as_bytes()
    }

    /// The elements within, which must all have this name, without text beside them: anything else may be a clue.
    fn only(&self, name: &str) -> Result<&[Self], Fault> {
        let other = self.children.iter().find(|child| !child.is(name));
        let (line, what) = match other {
            None if self.text.is_empty() => return Ok(&self.children),
            None => (self.line, format!("the text {:?}", Excerpt(&self.text))),
            Some(other) => {
                let name = String::from_utf8_lossy(other.start.name().as_ref()).into_owned();
                (other.line, format!("an element {:?}", Excerpt(&name)))
            }
        };
        refuse(
            line,
            format!("{what} in clues"),
            format!("only elements <{name}> here"),
            "correct it",
        )
    }

    /// Value of an attribute; `None` if the element does not have it.
    fn attribute(&self, name: &str) -> Result<Option<String>, Fault> {
        match self.start.try_get_attribute(name) {
            Ok(None) => Ok(None),
            Ok(Some(found)) => match found.unescape_value() {
                Ok(value) => Ok(Some(value.into_owned())),
                Err(error) => not_xml(self.line, &error),
            },
            Err(error) => not_xml(self.line, &error.into()),
        }
    }

    /// Text of the first element of this name that has text.
    fn word(&self, name: &str) -> Option<String> {
        let mut texts = self.children.iter().filter(|child| child.is(name));
        Some(texts.find(|child| !child.text.is_empty())?.text.clone())
    }
}

/// The parts of a puzzle. Colours may be declared anywhere in it, so they are read first.
fn parts(element: &Element) -> Result<Parts<'static>, Fault> {
    let line = element.line;
    if let Some(kind) = element.attribute("type")?.filter(|kind| kind != "grid") {
        let what = format!("a puzzle of type {:?}", Excerpt(&kind));
        let help = "choose one of type \"grid\"";
        return refuse(line, what, "a puzzle of rows and columns", help);
    }
    let mut parts = Parts::new(line, Others::Ignored);
    let mut names = Names {
        background: plain(&element.attribute("backgroundcolor")?.unwrap_or(WHITE.to_owned())),
        keys: Vec::new(),
        colours: &mut parts.colours,
    };
    for child in element.children.iter().filter(|child| child.is("color")) {
        if names.keys.len() > MOST_COLOURS {
            return Err(Fault::at(child.line, ParseErrorKind::too_many_colours()));
        }
        if let Some(name) = child.attribute("name")? {
            let character = child.attribute("char")?.and_then(|text| text.chars().next());
            let rgb = child.text.parse().ok().or_else(|| Rgb::from_name(&child.text));
            names.declare(plain(&name), character, rgb);
        }
    }
    names.declare(names.background.clone(), None, Rgb::from_name(&names.background));
    let default = element.attribute("defaultcolor")?.unwrap_or(BLACK.to_owned());
    let (mut rows, mut columns, mut goal) = (None, None, None);
    for child in &element.children {
        let kind = child.attribute("type")?;
        if child.is("clues") {
            let (place, side) = match kind.as_deref() {
                Some("rows") => (&mut rows, Side::Rows),
                Some("columns") => (&mut columns, Side::Columns),
                _ => continue,
            };
            if place.replace(names.clues(child, &default)?).is_some() {
                let what = format!("a second <clues type=\"{}\">", side.lines());
                return refuse(child.line, what, "one per puzzle", "remove it");
            }
        } else if child.is("solution") && kind.is_none_or(|kind| kind == "goal") {
            goal.get_or_insert(child);
        }
    }
    let image = goal.and_then(|goal| goal.children.iter().find(|child| child.is("image")));
    let image = image.map(|image| {
        let rows = image.text.split('|').map(str::trim).filter(|row| !row.is_empty());
        let row = |row: &str| {
            Node::text(image.line, row.chars().map(|c| names.cell(c)).collect::<String>())
        };
        Node { line: image.line, value: Value::List(rows.map(row).collect()) }
    });
    (parts.rows, parts.columns, parts.picture) = (rows, columns, image);
    let notes = element.children.iter().filter(|child| child.is("note"));
    let mut licenses = notes.filter_map(|note| note.text.strip_prefix(LICENSE));
    parts.metadata = Metadata {
        catalogue: match (element.word("source"), element.word("id")) {
            (Some(source), Some(id)) => Some(format!("{source} {id}")),
            (source, id) => source.or(id),
        },
        title: element.word("title"),
        by: element.word("author"),
        copyright: element.word("copyright"),
        license: licenses.find(|text| !text.is_empty()).map(str::to_owned),
    };
    Ok(parts)
}

/// The colours of a puzzle, whose names are compared without regard to case. A character stands for each in clues and in the picture.
struct Names<'p> {
    background: String,
    /// Name, character in the file, and character that stands for the colour.
    keys: Vec<(String, Option<char>, char)>,
    colours: &'p mut Colours,
}

/// A name in the form in which names are compared.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Names<'_> {
    /// Adds a colour, unless its name is known.
    fn declare(&mut self, name: String, character: Option<char>, rgb: Option<Rgb>) {
        if self.keys.iter().any(|(known, ..)| *known == name) {
            return;
        }
        let is_free = |c: &char| {
            !(c.is_ascii_digit() || BLANK.contains(*c) || [' ', '?'].contains(c))
                && self.keys.iter().all(|(.., key)| key != c)
        };
        let place = self.keys.len() as u32;
        let spare = || char::from_u32(FIRST_KEY + place).unwrap_or(char::MAX);
        let key = character.filter(is_free).unwrap_or_else(spare);
        if name == self.background {
            self.colours.background = rgb;
            self.keys.push((name, character, '-'));
            return;
        }
        let letter = character.or(name.chars().next());
        self.colours.declare(Named { name: key.to_string(), character: letter, rgb });
        self.keys.push((name, character, key));
    }

    /// The character that stands for the colour of a name. One that is not declared has the RGB value of its name in CSS, if there is one.
    fn key(&mut self, name: &str) -> char {
        let name = plain(name);
        self.declare(name.clone(), None, Rgb::from_name(&name));
        let found = self.keys.iter().find(|(known, ..)| *known == name);
        found.map_or('?', |(.., key)| *key)
    }

    /// The character that stands for the colour of a character in the picture.
    fn cell(&mut self, found: char) -> char {
        let known = self.keys.iter().find(|(_, character, _)| *character == Some(found));
        match (known, found) {
            (Some((.., key)), _) => *key,
            (None, '.') => self.key(WHITE),
            (None, 'X') => self.key(BLACK),
            (None, other) => other,
        }
    }

    /// The clues of a side, one per element `line`, with one block per element `count`.
    fn clues(&mut self, element: &Element, default: &str) -> Result<Node<'static>, Fault> {
        let mut lines = Vec::new();
        for line in element.only("line")? {
            let mut blocks = Vec::new();
            for count in line.only("count")? {
                let name = count.attribute("color")?;
                let name = name.as_deref().unwrap_or(default);
                let key = self.key(name);
                if key == '-' {
                    let what = format!("a block in the background's colour {:?}", Excerpt(name));
                    let expected = "blocks in other colours, because blank cells are not blocks";
                    let help = "correct the block, or the backgroundcolor of the puzzle";
                    return refuse(count.line, what, expected, help);
                }
                if !is_number(&count.text) {
                    let what = format!("{:?} is not a block length", Excerpt(&count.text));
                    let expected = "one whole number such as 3";
                    return refuse(count.line, what, expected, "correct it");
                }
                blocks.push(Node::text(count.line, format!("{}{key}", count.text)));
            }
            lines.push(Node { line: line.line, value: Value::List(blocks) });
        }
        Ok(Node { line: element.line, value: Value::List(lines) })
    }
}

/// Writes puzzles as an XML file. The reader restores the same puzzles, except that it trims the metadata, drops empty fields and colours
/// that no clue uses, and gives the letter `a` to the colour of a black-and-white puzzle. U+FFFE, U+FFFF, and control characters except
/// tabs and newlines become U+FFFD.
fn document(puzzles: &[Puzzle]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE pbn SYSTEM \"https://webpbn.com/pbn-0.3.dtd\">\n\
         <puzzleset>\n",
    );
    for puzzle in puzzles {
        add(&mut xml, puzzle).expect("a string takes any text");
    }
    xml + "</puzzleset>\n"
}

fn add(xml: &mut String, puzzle: &Puzzle) -> std::fmt::Result {
    let palette = puzzle.palette();
    let names = names(palette);
    write!(xml, "<puzzle type=\"grid\" defaultcolor=\"{}\"", names[0])?;
    let background = background(palette);
    if background != WHITE {
        write!(xml, " backgroundcolor=\"{background}\"")?;
    }
    xml.push_str(">\n");
    let words = puzzle.metadata();
    let license = words.license.as_ref().map(|text| format!("{LICENSE}{text}"));
    for (element, text) in [
        ("source", &words.catalogue),
        ("title", &words.title),
        ("author", &words.by),
        ("copyright", &words.copyright),
        ("note", &license),
    ] {
        if let Some(text) = text {
            let text = allowed(text);
            writeln!(xml, "<{element}>{}</{element}>", encode_text(&text))?;
        }
    }
    let characters = characters(palette);
    add_colour(xml, background, '.', palette.background())?;
    for ((ink, name), character) in palette.inks().iter().zip(&names).zip(&characters) {
        add_colour(xml, name, *character, ink.rgb)?;
    }
    add_clues(xml, "columns", puzzle.columns(), &names)?;
    add_clues(xml, "rows", puzzle.rows(), &names)?;
    if let Some(goal) = puzzle.goal() {
        xml.push_str("<solution type=\"goal\">\n<image>\n");
        for row in 0..goal.rows() {
            let character = |cell: Cell| cell.colour().map_or('.', |at| characters[at.index()]);
            let cells = goal.row(row).map(character);
            writeln!(xml, "|{}|", cells.collect::<String>())?;
        }
        xml.push_str("</image>\n</solution>\n");
    }
    xml.push_str("</puzzle>\n");
    Ok(())
}

/// Name of the background.
fn background(palette: &Palette) -> &'static str {
    match palette.background() {
        Rgb::WHITE => WHITE,
        _ => "background",
    }
}

/// Names of the colours, distinct from the name of the background.
fn names(palette: &Palette) -> Vec<String> {
    let name = |colour| {
        let name = palette.name(colour);
        if name == WHITE {
            return format!("{name} {}", palette.letter(colour));
        }
        name
    };
    palette.colours().map(name).collect()
}

/// Characters of the colours in an image.
fn characters(palette: &Palette) -> Vec<char> {
    if palette.is_black_and_white() {
        return vec!['X'];
    }
    palette.inks().iter().map(|ink| ink.letter).collect()
}

fn add_colour(xml: &mut String, name: &str, character: char, rgb: Rgb) -> std::fmt::Result {
    let rgb = match rgb {
        Rgb::WHITE => "fff".to_owned(),
        Rgb::BLACK => "000".to_owned(),
        rgb => rgb.to_string().replace('#', ""),
    };
    let attributes = format!("name=\"{name}\" char=\"{character}\"");
    writeln!(xml, "<color {attributes}>{rgb}</color>")
}

/// Adds the clues of a side. Blocks of the first colour, which is the default colour, have no `color` attribute.
fn add_clues(xml: &mut String, side: &str, clues: &[Clue], names: &[String]) -> std::fmt::Result {
    writeln!(xml, "<clues type=\"{side}\">")?;
    let count = |block: Block| match block.colour {
        Colour::FIRST => format!("<count>{}</count>", block.length),
        colour => {
            let name = &names[colour.index()];
            format!("<count color=\"{name}\">{}</count>", block.length)
        }
    };
    for clue in clues {
        let counts: String = clue.blocks().map(count).collect();
        writeln!(xml, "<line>{counts}</line>")?;
    }
    xml.push_str("</clues>\n");
    Ok(())
}

/// The text, in which U+FFFD replaces U+FFFE, U+FFFF, and control characters except tabs and newlines.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| {
        matches!(c, '\t' | '\n') || !(c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c))
    };
    text.replace(|c| !is_allowed(c), "\u{fffd}")
}
