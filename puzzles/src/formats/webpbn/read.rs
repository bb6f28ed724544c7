//! Reads the elements of the format, each with a function of its own.
//!
//! [`Reader`] returns the puzzles one by one; everything else in a file is skipped.

use quick_xml::events::BytesStart;

use super::xml::{Events, Piece};
use super::{LICENSE, WHITE};
use crate::formats::clues::{ClueLine, ClueReader};
use crate::formats::colours::{Colours, Inks, Named};
use crate::formats::draft::{Draft, Goal};
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::{Cell, Clue, Colour, Excerpt, Grid, MAX_SIDE, Metadata, Puzzle, Rgb};

/// Name of the colour of blocks if neither the puzzle nor the block names one.
const BLACK: &str = "black";

/// A reader of the puzzles of a document.
pub(super) struct Reader<'a> {
    events: Events<'a>,
}

impl Iterator for Reader<'_> {
    type Item = Result<Puzzle, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.events.next() {
                Ok(None) => return None,
                Ok(Some(Piece::Start(start))) if start.name().as_ref() == b"puzzle" => {
                    return Some(self.puzzle(&start));
                }
                Ok(Some(_)) => {}
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}

/// The parts of a puzzle read so far.
struct Parts {
    names: Names,
    rows: Option<Vec<ClueLine>>,
    columns: Option<Vec<ClueLine>>,
    has_goal: bool,
    /// Image of the goal, and its line.
    image: Option<(usize, String)>,
    source: Option<String>,
    id: Option<String>,
    metadata: Metadata,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            events: Events::new(text),
        }
    }

    /// The start of the next element in the current one; `None` at the end of the current one. Adds the text before it to `text`.
    fn child(&mut self, text: &mut String) -> Result<Option<BytesStart<'a>>, Fault> {
        loop {
            match self.events.next()? {
                None | Some(Piece::End) => return Ok(None),
                Some(Piece::Text(part)) => text.push_str(&part),
                Some(Piece::Start(start)) if start.name().as_ref() == b"puzzle" => {
                    let expected = "puzzles one after the other";
                    let line = self.events.line();
                    return refuse(line, "a puzzle within a puzzle", expected, "correct it");
                }
                Some(Piece::Start(start)) => return Ok(Some(start)),
            }
        }
    }

    /// The text of the current element, without that of elements in it.
    fn text(&mut self) -> Result<String, Fault> {
        let mut text = String::new();
        while self.child(&mut text)?.is_some() {
            self.text()?;
        }
        Ok(text.trim().to_owned())
    }

    /// Reads a puzzle, whose element has started.
    fn puzzle(&mut self, start: &BytesStart<'a>) -> Result<Puzzle, Fault> {
        let line = self.events.line();
        let kind = self.events.attribute(start, "type")?;
        if let Some(kind) = kind.filter(|kind| kind != "grid") {
            let what = format!("a puzzle of type {:?}", Excerpt(&kind));
            let help = "choose one of type \"grid\"";
            return refuse(line, what, "a puzzle of rows and columns", help);
        }
        let default = self.events.attribute(start, "defaultcolor")?;
        let background = self.events.attribute(start, "backgroundcolor")?;
        let mut parts = Parts {
            names: Names {
                default: plain(default.as_deref().unwrap_or(BLACK)),
                background: plain(background.as_deref().unwrap_or(WHITE)),
                colours: Colours::with_default(BLACK),
            },
            rows: None,
            columns: None,
            has_goal: false,
            image: None,
            source: None,
            id: None,
            metadata: Metadata::default(),
        };
        while let Some(start) = self.child(&mut String::new())? {
            self.part(&start, &mut parts)?;
        }
        parts.finish(line)
    }

    /// Reads an element of a puzzle.
    fn part(&mut self, start: &BytesStart<'a>, parts: &mut Parts) -> Result<(), Fault> {
        let line = self.events.line();
        let kind = self.events.attribute(start, "type");
        match start.name().as_ref() {
            b"color" => {
                let character = self.events.attribute(start, "char")?;
                let name = self.events.attribute(start, "name")?;
                let text = self.text()?;
                if let Some(name) = name {
                    parts.names.colours.declare(Named {
                        name: plain(&name),
                        character: character.and_then(|text| text.chars().next()),
                        rgb: text.parse().ok().or_else(|| Rgb::from_name(&text)),
                    });
                }
            }
            b"clues" => match kind?.as_deref() {
                Some("rows") => self.clues(Side::Rows, line, parts)?,
                Some("columns") => self.clues(Side::Columns, line, parts)?,
                _ => drop(self.text()?),
            },
            b"solution" => {
                let is_goal = kind?.is_none_or(|kind| kind == "goal");
                if is_goal && !std::mem::replace(&mut parts.has_goal, true) {
                    while let Some(start) = self.child(&mut String::new())? {
                        let line = self.events.line();
                        let text = self.text()?;
                        if start.name().as_ref() == b"image" {
                            parts.image.get_or_insert((line, text));
                        }
                    }
                } else {
                    self.text()?;
                }
            }
            name => {
                let text = self.text()?;
                parts.describe(name, &text);
            }
        }
        Ok(())
    }

    /// Reads the clues of a side, one per element `line`.
    fn clues(&mut self, side: Side, line: usize, parts: &mut Parts) -> Result<(), Fault> {
        let element = format!("<clues type=\"{}\">", side.lines());
        let Parts {
            rows,
            columns,
            names,
            ..
        } = parts;
        let place = side.of(rows, columns);
        if place.is_some() {
            let what = format!("a second {element}");
            return refuse(line, what, "one per puzzle", "remove it");
        }
        let mut clues: Vec<ClueLine> = Vec::new();
        while let Some(start) = self.child(&mut String::new())? {
            if start.name().as_ref() != b"line" {
                self.text()?;
                continue;
            }
            let number = self.events.line();
            if clues.len() == MAX_SIDE {
                let expected = MAX_SIDE;
                return Err(Fault::at(
                    number,
                    ParseErrorKind::too_many_lines(side, expected),
                ));
            }
            let clue = self.clue(names)?;
            clues.push(ClueLine { number, clue });
        }
        if clues.is_empty() {
            let what = format!("no <line> in {element}");
            return refuse(line, what, "one per clue", "add the clues");
        }
        *place = Some(clues);
        Ok(())
    }

    /// Reads the clue of a line, one block per element `count`.
    fn clue(&mut self, names: &mut Names) -> Result<Clue, Fault> {
        let (mut lengths, mut inks) = (Vec::new(), Vec::new());
        while let Some(start) = self.child(&mut String::new())? {
            if start.name().as_ref() != b"count" {
                self.text()?;
                continue;
            }
            let line = self.events.line();
            let name = self.events.attribute(&start, "color")?;
            let ink = names.of_block(name.as_deref()).on(line)?;
            let text = self.text()?;
            match ClueReader::default().read(&text).as_deref() {
                Ok(&[length]) => {
                    lengths.push(length);
                    inks.push(ink);
                }
                Ok([]) if !text.is_empty() => {}
                _ => {
                    let what = format!("{:?} is not a block length", Excerpt(&text));
                    return refuse(line, what, "one whole number such as 3", "correct it");
                }
            }
        }
        Ok(Clue::of_parts(lengths, inks))
    }
}

impl Parts {
    /// Adds metadata. The first element with text is used for each field; of the notes, the first one with the licence.
    fn describe(&mut self, element: &[u8], text: &str) {
        let (place, text) = match element {
            b"source" => (&mut self.source, text),
            b"id" => (&mut self.id, text),
            b"title" => (&mut self.metadata.title, text),
            b"author" => (&mut self.metadata.by, text),
            b"copyright" => (&mut self.metadata.copyright, text),
            b"note" => match text.strip_prefix(LICENSE) {
                Some(license) => (&mut self.metadata.license, license),
                None => return,
            },
            _ => return,
        };
        if place.is_none() && !text.is_empty() {
            *place = Some(text.to_owned());
        }
    }

    /// Creates the puzzle of the element on line `line`. Colours may be declared anywhere in it, so the goal is evaluated last.
    fn finish(mut self, line: usize) -> Result<Puzzle, Fault> {
        let catalogue = match (self.source, self.id) {
            (Some(source), Some(id)) => Some(format!("{source} {id}")),
            (source, id) => source.or(id),
        };
        let has_clues = self.rows.is_some() || self.columns.is_some();
        let cells = match &self.image {
            Some((line, image)) => Some(self.names.cells(image, !has_clues).on(*line)?),
            None => None,
        };
        let inks = self.names.inks().on(line)?;
        let cell = |colour: Option<Colour>| {
            let colour = colour.map(|colour| inks.colours[colour.index()]);
            colour.map_or(Cell::Blank, Cell::Colour)
        };
        let cells = cells.map(|cells| cells.into_iter().map(cell).collect::<Vec<_>>());
        let goal = self.image.zip(cells);
        let (sides, goal) = match (self.rows, self.columns, goal) {
            (Some(rows), Some(columns), goal) => {
                let goal = goal.map(|((line, _), cells)| Ok((line, Goal::Cells(cells))));
                (Some((rows, columns)), goal)
            }
            (None, None, Some(((line, image), cells))) => {
                let grid = of_image(&image, &cells).on(line)?;
                (None, Some(Ok((line, Goal::Grid(grid)))))
            }
            _ => {
                let what = "clues of rows or columns are missing";
                let expected = "clues of both, or only a goal";
                return refuse(line, what, expected, "add what is missing");
            }
        };
        let draft = Draft {
            sides,
            goal,
            inks: Some(inks),
            metadata: Metadata {
                catalogue,
                ..self.metadata
            },
        };
        draft.finish()
    }
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
