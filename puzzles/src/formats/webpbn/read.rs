//! Reads the elements of the format and passes their content to the draft of a puzzle.
//!
//! [`Reader`] returns the puzzles one by one; everything else in a file is skipped.

use quick_xml::events::BytesStart;

use super::draft::{Draft, Word};
use super::events::{Events, Piece};
use super::syntax;
use crate::excerpt::Excerpt;
use crate::formats::error::{ParseError, Side};
use crate::formats::section::{Fault, in_file};
use crate::{Colour, Puzzle};

/// A reader of the puzzles of a document.
pub(super) struct Reader<'a> {
    name: &'a str,
    events: Events<'a>,
    /// The open elements, outermost first.
    path: Vec<Element>,
    /// Text of the innermost element, if its text is read.
    text: String,
    /// Line of the element that started last.
    line: usize,
}

/// The kind of an element.
#[derive(Clone, PartialEq, Eq)]
enum Element {
    Puzzle,
    Clues(Side),
    Line(Side),
    /// A block, and its colour.
    Count(Colour),
    /// Name of a colour, and its character.
    Colour(String, Option<char>),
    Goal,
    Image,
    Word(Word),
    /// Any other element: outside of puzzles, the puzzles within it are read; within a puzzle it is skipped.
    Other,
}

impl Element {
    /// Whether the text of the element is read. Elements within such an element are skipped.
    fn has_text(&self) -> bool {
        matches!(
            self,
            Self::Count(_) | Self::Colour(..) | Self::Image | Self::Word(_)
        )
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, name: &'a str) -> Self {
        Self {
            name,
            events: Events::new(text),
            path: Vec::new(),
            text: String::new(),
            line: 1,
        }
    }

    /// Reads up to the end of the next puzzle; `None` at the end of the document.
    fn puzzle(&mut self) -> Result<Option<Puzzle>, ParseError> {
        let mut draft = Draft::default();
        while let Some(piece) = self.events.next().map_err(in_file(self.name))? {
            match piece {
                Piece::Start(start) => {
                    self.line = self.events.line();
                    let element = self.start(&start, &mut draft).map_err(in_file(self.name))?;
                    if element.has_text() {
                        self.text.clear();
                    }
                    self.path.push(element);
                }
                Piece::Text(text) if self.path.last().is_some_and(Element::has_text) => {
                    self.text.push_str(&text);
                }
                Piece::Text(_) => {}
                Piece::End => match self.path.pop() {
                    Some(Element::Puzzle) => return draft.finish(self.name).map(Some),
                    Some(element) => self.end(element, &mut draft).map_err(in_file(self.name))?,
                    None => {}
                },
            }
        }
        Ok(None)
    }

    /// Handles the start of an element. Returns its kind, which depends on its name and on the enclosing element.
    fn start(&self, start: &BytesStart<'a>, draft: &mut Draft) -> Result<Element, Fault> {
        let attribute = |name| self.events.attribute(start, name);
        let fault = |what, expected, help| Err((self.line, syntax(what, expected, help)));
        let around = self.path.last().cloned();
        Ok(match (around, start.name().as_ref()) {
            (_, b"puzzle") if self.path.contains(&Element::Puzzle) => {
                let what = "a puzzle within a puzzle".to_owned();
                return fault(what, "puzzles one after the other", "correct it");
            }
            (None | Some(Element::Other), b"puzzle") => {
                let kind = attribute("type")?.unwrap_or_else(|| "grid".to_owned());
                if kind != "grid" {
                    let what = format!("a puzzle of type {:?}", Excerpt(&kind));
                    let expected = "a puzzle of rows and columns";
                    return fault(what, expected, "choose one of type \"grid\"");
                }
                let colours = (attribute("defaultcolor")?, attribute("backgroundcolor")?);
                *draft = Draft::new(self.line, colours);
                Element::Puzzle
            }
            (Some(Element::Puzzle), b"color") => {
                let character = attribute("char")?.and_then(|text| text.chars().next());
                match attribute("name")? {
                    Some(name) => Element::Colour(name, character),
                    None => Element::Other,
                }
            }
            (Some(Element::Puzzle), b"clues") => match attribute("type")?.as_deref() {
                Some("rows") => draft.add_side(Side::Rows, self.line)?,
                Some("columns") => draft.add_side(Side::Columns, self.line)?,
                _ => None,
            }
            .map_or(Element::Other, Element::Clues),
            (Some(Element::Clues(side)), b"line") => {
                draft.add_line(side, self.line)?;
                Element::Line(side)
            }
            (Some(Element::Line(_)), b"count") => {
                Element::Count(draft.colour(attribute("color")?, self.line)?)
            }
            (Some(Element::Puzzle), b"solution") => {
                let is_goal = attribute("type")?.is_none_or(|kind| kind == "goal");
                match is_goal && draft.add_goal() {
                    true => Element::Goal,
                    false => Element::Other,
                }
            }
            (Some(Element::Goal), b"image") => Element::Image,
            (Some(Element::Puzzle), name) => Word::of(name).map_or(Element::Other, Element::Word),
            _ => Element::Other,
        })
    }

    /// Handles the end of an element.
    fn end(&mut self, element: Element, draft: &mut Draft) -> Result<(), Fault> {
        let text = self.text.trim();
        match element {
            Element::Count(colour) => draft.add_block(text, colour, self.line),
            Element::Colour(name, character) => {
                draft.add_colour(&name, character, text);
                Ok(())
            }
            Element::Image => {
                draft.add_image(text, self.line);
                Ok(())
            }
            Element::Word(word) => {
                draft.add_word(word, text);
                Ok(())
            }
            Element::Line(side) => {
                draft.end_line(side);
                Ok(())
            }
            Element::Clues(side) => draft.end_side(side),
            Element::Puzzle | Element::Goal | Element::Other => Ok(()),
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Puzzle, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.puzzle().transpose()
    }
}
