//! The picture of a JSON puzzle: rows of cells as text, as numbers, or as names of colours.

use super::parts::{Parts, is_blank};
use super::{Node, Value, wrong};
use crate::formats::draft::Inks;
use crate::formats::error::{Fault, OnLine, ParseErrorKind, syntax};
use crate::formats::text::{BLANK, FILLED, VARIATION};
use crate::{Cell, Colour, Excerpt, Grid, GridError, MAX_SIDE, Rgb};

/// Maximum number of different cells.
const MAX_NAMES: usize = 128;

/// A picture: the index of the meaning of each cell.
pub(super) struct Picture {
    rows: Vec<Vec<u8>>,
    meanings: Vec<Meaning>,
}

#[derive(Clone, Copy)]
enum Meaning {
    Blank,
    Unknown,
    /// Index into the used colours.
    Used(Colour),
}

/// Rows of cells, each the index of a name.
#[derive(Default)]
struct Rows {
    rows: Vec<Vec<u8>>,
    names: Vec<String>,
}

impl Rows {
    fn index(&mut self, name: &str, line: usize) -> Result<u8, Fault> {
        let known = self.names.iter().position(|known| known == name);
        let place = known.unwrap_or(self.names.len());
        if place == MAX_NAMES {
            let what = format!("more than {MAX_NAMES} kinds of cells");
            return wrong(line, what, "the colours of a palette");
        }
        if known.is_none() {
            self.names.push(name.to_owned());
        }
        Ok(place as u8)
    }

    /// Adds a row of one character per cell.
    fn add_text(&mut self, text: &str, line: usize) -> Result<(), Fault> {
        let cells = text.chars().filter(|letter| *letter != VARIATION).take(MAX_SIDE + 1);
        let row = cells.map(|letter| self.index(letter.encode_utf8(&mut [0; 4]), line));
        let row = row.collect::<Result<_, _>>()?;
        self.rows.push(row);
        Ok(())
    }

    fn cell(&mut self, node: Node) -> Result<u8, Fault> {
        let name = match node.value()? {
            Value::Bool(true) => "1".into(),
            Value::Bool(false) => "0".into(),
            Value::Null => " ".into(),
            Value::Number(digits) => digits.into(),
            Value::Text(text) if text.is_empty() => " ".into(),
            Value::Text(text) => text,
            Value::List | Value::Object => return node.refuse("a row of cells"),
        };
        self.index(&name, node.line)
    }

    /// Reads the rows of a list or of a text. `size` is the height and width, if they are known.
    fn read(node: Node, size: Option<(usize, usize)>) -> Result<Self, Fault> {
        let mut found = Self::default();
        let mut flat: Vec<u8> = Vec::new();
        match node.value()? {
            Value::Text(text) => {
                for line in text.lines().take(MAX_SIDE + 1) {
                    found.add_text(line, node.line)?;
                }
            }
            Value::List => {
                for item in node.items() {
                    match item.value()? {
                        Value::Text(text) => found.add_text(&text, item.line)?,
                        Value::List => {
                            let cells = item.items().take(MAX_SIDE + 1);
                            let row = cells.map(|cell| found.cell(cell));
                            let row = row.collect::<Result<_, _>>()?;
                            found.rows.push(row);
                        }
                        _ => flat.push(found.cell(item)?),
                    }
                    if found.rows.len() > MAX_SIDE {
                        break;
                    }
                }
            }
            _ => return node.refuse("rows of cells"),
        }
        if !flat.is_empty() {
            let Some((height, width)) = size.filter(|_| found.rows.is_empty()) else {
                let expected = "rows of cells, or a width and a height beside the cells";
                return wrong(node.line, "cells that are not in rows", expected);
            };
            if flat.len() != height * width || width == 0 {
                let expected = format!("{height} x {width}, the declared size");
                return wrong(node.line, format!("{} cells", flat.len()), expected);
            }
            found.rows = flat.chunks(width).map(<[u8]>::to_vec).collect();
        }
        found.check().map_err(ParseErrorKind::Grid).on(node.line)?;
        let width = found.rows[0].len();
        if found.rows.len().max(width) > MAX_SIDE {
            let what = format!("more than {MAX_SIDE} lines on a side");
            return wrong(node.line, what, format!("at most {MAX_SIDE}"));
        }
        Ok(found)
    }

    /// An error if there are no cells, or the rows differ in length.
    fn check(&self) -> Result<(), GridError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        if expected == 0 {
            return Err(GridError::Empty);
        }
        match self.rows.iter().position(|row| row.len() != expected) {
            Some(place) => {
                let found = self.rows[place].len();
                Err(GridError::Ragged { row: place + 1, found, expected })
            }
            None => Ok(()),
        }
    }
}

impl<'a> Parts<'a> {
    /// Reads the pictures, of which each may be a board to fill in. `size` is the size of the clues, if there are any.
    pub(super) fn pictures(
        &mut self,
        size: Option<(usize, usize)>,
        filled: Option<char>,
    ) -> Result<Vec<Picture>, Fault> {
        let nodes: Vec<Node<'a>> = std::mem::take(&mut self.pictures);
        let known = size.or(self.sizes.known());
        let nodes = nodes.into_iter();
        nodes.map(|node| self.picture(node, known, size.is_none(), filled)).collect()
    }

    /// Reads one picture. `adds` is true if the picture may have colours that no block has.
    fn picture(
        &mut self,
        node: Node,
        size: Option<(usize, usize)>,
        adds: bool,
        filled: Option<char>,
    ) -> Result<Picture, Fault> {
        let Rows { rows, names } = Rows::read(node, size)?;
        let is_colour = |name: &String| {
            !is_blank(name) && (self.colours.named(name).is_some() || self.colours.is_used(name))
        };
        let is_cell = |name: &String| is_colour(name) || is_blank(name) || name == "?";
        let in_letters =
            filled.is_none() && names.iter().any(is_colour) && names.iter().all(is_cell);
        let is_long = |name: &String| name.chars().nth(1).is_some();
        let is_coloured = names.iter().any(is_long)
            || self.is_coloured()
            || !self.listed.is_empty()
            || in_letters;
        let meanings = if is_coloured {
            // 0 is a colour of a list if other cells are blank.
            let has_blank = names.iter().any(|name| is_blank(name) && name != "0");
            let zero_is_colour = has_blank && !self.listed.is_empty();
            let meanings = names.iter().map(|name| self.meaning(name, zero_is_colour, adds));
            meanings.collect::<Result<_, _>>()
        } else {
            self.symbols(&names, filled)
        };
        Ok(Picture { rows, meanings: meanings.on(node.line)? })
    }

    /// The meanings of symbols in a picture in one colour: at most one symbol of filled and one of blank cells, unless the caller names the
    /// one of filled cells.
    fn symbols(
        &mut self,
        names: &[String],
        filled: Option<char>,
    ) -> Result<Vec<Meaning>, ParseErrorKind> {
        let help = "correct it, or name the symbol of filled cells with --filled";
        let (mut of_filled, mut of_blank) = (None, None);
        let mut meanings = Vec::new();
        for name in names {
            let is_filled =
                filled.map_or(FILLED.contains(&**name), |filled| name.chars().eq([filled]));
            let (place, meaning) = if name == "?" {
                meanings.push(Meaning::Unknown);
                continue;
            } else if is_filled {
                (&mut of_filled, self.only_colour()?)
            } else if filled.is_some() || name == " " || BLANK.contains(&**name) {
                (&mut of_blank, Meaning::Blank)
            } else {
                let expected = "# for a filled and - for a blank cell, or symbols such as 1 and 0";
                return Err(syntax(format!("{name:?} is not a cell"), expected, help));
            };
            if let Some(other) = place.replace(name).filter(|_| filled.is_none()) {
                let what = format!("{other:?} and {name:?} with the same meaning");
                let expected = "one symbol for filled and one for blank cells";
                return Err(syntax(what, expected, help));
            }
            meanings.push(meaning);
        }
        Ok(meanings)
    }

    /// The colour of filled cells if there is only one.
    fn only_colour(&mut self) -> Result<Meaning, ParseErrorKind> {
        let only = match self.colours.names() {
            [only] => Some(only.clone()),
            _ => None,
        };
        self.colours.used(only.as_deref()).map(Meaning::Used)
    }

    /// The meaning of a cell of a picture in colours.
    fn meaning(
        &mut self,
        name: &str,
        zero_is_colour: bool,
        adds: bool,
    ) -> Result<Meaning, ParseErrorKind> {
        let used = |name: &str, draft: &mut Self| draft.colours.used(Some(name)).map(Meaning::Used);
        if name == "?" || name == "-1" {
            return Ok(Meaning::Unknown);
        }
        if self.colours.is_used(name) {
            return used(name, self);
        }
        if is_blank(name) && !(name == "0" && zero_is_colour) {
            return Ok(Meaning::Blank);
        }
        let rgb = name.parse().ok().or_else(|| self.colours.rgb(name));
        if rgb.is_some_and(|rgb| rgb == self.colours.background.unwrap_or(Rgb::WHITE)) {
            return Ok(Meaning::Blank);
        }
        let is_number = name.parse::<usize>().is_ok() && !self.listed.is_empty();
        if adds && (self.colours.named(name).is_some() || rgb.is_some() || is_number) {
            return used(name, self);
        }
        if self.colours.names().len() == 1 && FILLED.contains(name) {
            return self.only_colour();
        }
        let what = format!("{:?} in a picture in colours", Excerpt(name));
        let expected = format!("one of the colours {}", self.colour_names());
        Err(syntax(what, expected, "correct it"))
    }

    /// Names of the colours, for a message.
    fn colour_names(&self) -> String {
        let declared = self.colours.declared().iter();
        let mut names: Vec<&str> = declared.map(|colour| colour.name.as_str()).collect();
        let used = self.colours.names().iter().map(String::as_str);
        names.extend(used.filter(|name| self.colours.named(name).is_none()));
        Excerpt(&names.join(", ")).to_string()
    }
}

impl Picture {
    /// The cells of the picture in the colours of the palette.
    pub(super) fn grid(&self, inks: &Inks) -> Grid {
        Grid::from_cells(self.rows.len(), self.rows[0].len(), |row, column| {
            match self.meanings[usize::from(self.rows[row][column])] {
                Meaning::Used(colour) => Cell::Colour(inks.colours[colour.index()]),
                Meaning::Blank => Cell::Blank,
                Meaning::Unknown => Cell::Unknown,
            }
        })
    }
}
