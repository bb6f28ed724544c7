//! XML as webpbn.com exports it: one or more rectangular puzzles.
//!
//! [`Document`] reads one puzzle after the other as a tree of [`Element`]s; everything else in a file is skipped. Only character references
//! and the predefined entities of XML are resolved. Source: <https://webpbn.com/pbn_fmt.html>, version 0.3.

use std::fmt::Write as _;

use html_escape::encode_text;
use quick_xml::Error;
use quick_xml::events::{BytesStart, Event};

use super::clues::{ClueLine, ClueReader};
use super::draft::{Colours, Draft, Goal, Inks, Named};
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{
    Block, Cell, Clue, Colour, Excerpt, Grid, MAX_SIDE, Metadata, Palette, Puzzle, Rgb, counted,
};

pub(super) const DESCRIPTION: Description = Description {
    name: "xml",
    about: "webpbn.com's XML",
    extensions: &["xml"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(|text, _| Ok(Box::new(Document::new(text)))),
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
        self.element().and_then(|element| element.as_ref().map(puzzle).transpose()).transpose()
    }
}

impl<'a> Document<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = quick_xml::Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { text, reader, open: Vec::new(), counted: 0, line: 1 }
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

/// Reads a puzzle. Colours may be declared anywhere in it, so they are read first.
fn puzzle(element: &Element) -> Result<Puzzle, Fault> {
    let line = element.line;
    if let Some(kind) = element.attribute("type")?.filter(|kind| kind != "grid") {
        let what = format!("a puzzle of type {:?}", Excerpt(&kind));
        let help = "choose one of type \"grid\"";
        return refuse(line, what, "a puzzle of rows and columns", help);
    }
    let (default, background) =
        (element.attribute("defaultcolor")?, element.attribute("backgroundcolor")?);
    let mut names = Names {
        default: plain(default.as_deref().unwrap_or(BLACK)),
        background: plain(background.as_deref().unwrap_or(WHITE)),
        colours: Colours::with_default(BLACK),
    };
    for child in element.children.iter().filter(|child| child.is("color")) {
        if let Some(name) = child.attribute("name")? {
            let character = child.attribute("char")?;
            names.colours.declare(Named {
                name: plain(&name),
                character: character.and_then(|text| text.chars().next()),
                rgb: child.text.parse().ok().or_else(|| Rgb::from_name(&child.text)),
            });
        }
    }
    let (mut rows, mut columns, mut goal) = (None, None, None);
    for child in &element.children {
        let kind = child.attribute("type");
        if child.is("clues") {
            let (place, side) = match kind?.as_deref() {
                Some("rows") => (&mut rows, Side::Rows),
                Some("columns") => (&mut columns, Side::Columns),
                _ => continue,
            };
            let clues = names.clues(side, child)?;
            if place.replace(clues).is_some() {
                let what = format!("a second <clues type=\"{}\">", side.lines());
                return refuse(child.line, what, "one per puzzle", "remove it");
            }
        } else if child.is("solution") && kind?.is_none_or(|kind| kind == "goal") {
            goal.get_or_insert(child);
        }
    }
    let image = goal.and_then(|goal| goal.children.iter().find(|child| child.is("image")));
    let has_clues = rows.is_some() || columns.is_some();
    let cells = match image {
        Some(image) => Some(names.cells(&image.text, !has_clues).on(image.line)?),
        None => None,
    };
    let inks = names.inks().on(line)?;
    let cell = |colour: Option<Colour>| {
        let colour = colour.map(|colour| inks.colours[colour.index()]);
        colour.map_or(Cell::Blank, Cell::Colour)
    };
    let cells = cells.map(|cells| cells.into_iter().map(cell).collect::<Vec<_>>());
    let (sides, goal) = match (rows, columns, image.zip(cells)) {
        (Some(rows), Some(columns), goal) => {
            let goal = goal.map(|(image, cells)| Ok((image.line, Goal::Cells(cells))));
            (Some((rows, columns)), goal)
        }
        (None, None, Some((image, cells))) => {
            let grid = of_image(&image.text, &cells).on(image.line)?;
            (None, Some(Ok((image.line, Goal::Grid(grid)))))
        }
        _ => {
            let what = "clues of rows or columns are missing";
            let expected = "clues of both, or only a goal";
            return refuse(line, what, expected, "add what is missing");
        }
    };
    let notes = element.children.iter().filter(|child| child.is("note"));
    let mut licenses = notes.filter_map(|note| note.text.strip_prefix(LICENSE));
    let license = licenses.find(|text| !text.is_empty());
    let draft = Draft {
        sides,
        goal,
        inks: Some(inks),
        metadata: Metadata {
            catalogue: match (element.word("source"), element.word("id")) {
                (Some(source), Some(id)) => Some(format!("{source} {id}")),
                (source, id) => source.or(id),
            },
            title: element.word("title"),
            by: element.word("author"),
            copyright: element.word("copyright"),
            license: license.map(str::to_owned),
        },
    };
    draft.finish()
}

/// The rows of an image, which are separated by `|`.
fn rows(image: &str) -> impl Iterator<Item = &str> {
    let rows = image.split('|').map(str::trim);
    rows.filter(|row| !row.is_empty())
}

/// The grid of an image with these cells.
fn of_image(image: &str, cells: &[Cell]) -> Result<Grid, ParseErrorKind> {
    let width = rows(image).next().map_or(0, |row| row.chars().count());
    let height = rows(image).count();
    let sides = 1..=MAX_SIDE;
    let is_grid = rows(image).all(|row| row.chars().count() == width);
    if !is_grid || !sides.contains(&height) || !sides.contains(&width) {
        let image = Excerpt(image);
        let what = format!("an image that is not a grid of a valid size: {image:?}");
        let expected =
            format!("rows of equal length such as |..X.|, up to {MAX_SIDE} x {MAX_SIDE} cells");
        return Err(syntax(what, expected, "correct it"));
    }
    let cell = |row, column| cells[row * width + column];
    Ok(Grid::from_cells(height, width, cell))
}

/// The colours of a puzzle by name, without regard to case.
struct Names {
    background: String,
    /// Colour of blocks that do not name one.
    default: String,
    colours: Colours,
}

/// A name in the form in which names are compared.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Names {
    /// The colour of a block, as an index into the used colours.
    fn of_block(&mut self, name: Option<&str>) -> Result<Colour, ParseErrorKind> {
        let name = name.map_or_else(|| self.default.clone(), plain);
        if name == self.background {
            let what = format!("a block in the background's colour {:?}", Excerpt(&name));
            let expected = "blocks in other colours, because blank cells are not blocks";
            let help = "correct the block, or the backgroundcolor of the puzzle";
            return Err(syntax(what, expected, help));
        }
        self.colours.used(Some(&name))
    }

    /// Reads the clues of a side, one per element `line`.
    fn clues(&mut self, side: Side, element: &Element) -> Result<Vec<ClueLine>, Fault> {
        let lines = element.children.iter().filter(|child| child.is("line"));
        let clues: Result<Vec<ClueLine>, Fault> = lines.map(|line| self.clue(line)).collect();
        let clues = clues?;
        if clues.is_empty() {
            let what = format!("no <line> in <clues type=\"{}\">", side.lines());
            return refuse(element.line, what, "one per clue", "add the clues");
        }
        Ok(clues)
    }

    /// Reads the clue of a line, one block per element `count`.
    fn clue(&mut self, line: &Element) -> Result<ClueLine, Fault> {
        let (mut lengths, mut inks) = (Vec::new(), Vec::new());
        for count in line.children.iter().filter(|child| child.is("count")) {
            let name = count.attribute("color")?;
            let ink = self.of_block(name.as_deref()).on(count.line)?;
            match ClueReader::default()
                .line(count.line, &count.text)
                .as_ref()
                .map(|line| &line.clue[..])
            {
                Ok(&[length]) => {
                    lengths.push(length);
                    inks.push(ink);
                }
                Ok([]) if !count.text.is_empty() => {}
                _ => {
                    let what = format!("{:?} is not a block length", Excerpt(&count.text));
                    return refuse(count.line, what, "one whole number such as 3", "correct it");
                }
            }
        }
        Ok(ClueLine::new(line.line, Clue::of_parts(lengths, inks)))
    }

    /// Cells of an image, row by row; `None` is a blank cell. `adds` is true if the image may have colours that no block has.
    fn cells(&mut self, image: &str, adds: bool) -> Result<Vec<Option<Colour>>, ParseErrorKind> {
        let mut cells = Vec::new();
        for found in rows(image).flat_map(str::chars) {
            let mut declared = self.colours.declared().iter();
            let declared = declared.find(|named| named.character == Some(found));
            let name = match (declared, found) {
                (Some(named), _) => Some(named.name.clone()),
                (None, '.') => Some(WHITE.to_owned()),
                (None, 'X') => Some(BLACK.to_owned()),
                (None, _) => None,
            };
            cells.push(match name {
                Some(name) if name == self.background => None,
                Some(name) if adds || self.colours.is_used(&name) => {
                    Some(self.colours.used(Some(&name))?)
                }
                _ => {
                    let what = format!("{found:?} in the goal");
                    let expected = "the characters of the background and of the blocks' colours";
                    let help = "correct the goal, or declare the colour";
                    return Err(syntax(what, expected, help));
                }
            });
        }
        Ok(cells)
    }

    /// The palette of the used colours. One without a declared RGB value has that of its CSS name or, if CSS has no such name, that of an
    /// unused standard colour.
    fn inks(&mut self) -> Result<Inks, ParseErrorKind> {
        if self.colours.names().is_empty() {
            self.colours.used(Some(&self.default))?;
        }
        self.colours.background = self.colours.rgb(&self.background);
        Ok(self.colours.inks())
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
