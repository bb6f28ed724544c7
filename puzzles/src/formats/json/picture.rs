//! The picture of a JSON puzzle: rows of cells as text, as numbers, or as names of colours.

use std::collections::BTreeMap;

use super::parts::{Parts, is_blank};
use super::{Node, Value, wrong};
use crate::formats::clues::Lines;
use crate::formats::draft::Inks;
use crate::formats::error::{Fault, OnLine, ParseErrorKind, syntax};
use crate::formats::text::{FILLED, Symbols, drawing};
use crate::{Cell, Colour, Excerpt, Grid, GridError, MAX_SIDE, Rgb};

/// The first of the characters that stand for cells of more than one character.
const FIRST_NAME: u32 = 0xe000;

/// Maximum number of different cells of more than one character.
const MAX_NAMES: usize = 64;

/// A picture: its rows, in which one character stands for a cell.
pub(super) struct Picture {
    line: usize,
    rows: Vec<String>,
    cells: Cells,
}

enum Cells {
    /// One symbol for filled and one for blank cells; the symbol of filled cells, if the caller named it.
    Symbols(Option<char>),
    Names(BTreeMap<char, Meaning>),
}

#[derive(Clone, Copy)]
enum Meaning {
    Blank,
    Unknown,
    /// Index into the used colours.
    Used(Colour),
}

/// Rows of cells, and the names of the cells for which a character from [`FIRST_NAME`] on stands.
#[derive(Default)]
struct Rows {
    rows: Vec<String>,
    names: Vec<String>,
}

impl Rows {
    fn add(&mut self, row: &mut String, node: Node) -> Result<(), Fault> {
        let name = match node.value()? {
            Value::Bool(true) => "1".into(),
            Value::Bool(false) => "0".into(),
            Value::Null => " ".into(),
            Value::Number(digits) => digits.into(),
            Value::Text(text) if text.is_empty() => " ".into(),
            Value::Text(text) => text,
            Value::List | Value::Object => return node.refuse("a row of cells"),
        };
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            row.push(letter);
            return Ok(());
        }
        let known = self.names.iter().position(|known| *known == name);
        let place = known.unwrap_or(self.names.len());
        let letter = char::from_u32(FIRST_NAME + place as u32).filter(|_| place < MAX_NAMES);
        let Some(letter) = letter else {
            let what = format!("more than {MAX_NAMES} kinds of cells");
            return wrong(node.line, what, "the colours of a palette");
        };
        if known.is_none() {
            self.names.push(name.into_owned());
        }
        row.push(letter);
        Ok(())
    }

    /// Reads the rows of a list or of a text. `size` is the height and width, if they are known.
    fn read(node: Node, size: Option<(usize, usize)>) -> Result<Self, Fault> {
        let mut found = Self::default();
        let mut flat = String::new();
        match node.value()? {
            Value::Text(text) => {
                let lines = text.trim_end_matches('\n').split('\n').take(MAX_SIDE + 1);
                let rows = lines.map(|line| line.trim_end_matches('\r').to_owned());
                found.rows = rows.collect();
            }
            Value::List => {
                for item in node.items() {
                    match item.value()? {
                        Value::Text(text) => found.rows.push(text.into_owned()),
                        Value::List => {
                            let mut row = String::new();
                            for cell in item.items().take(MAX_SIDE + 1) {
                                found.add(&mut row, cell)?;
                            }
                            found.rows.push(row);
                        }
                        Value::Object => return item.refuse("a row of cells"),
                        _ => found.add(&mut flat, item)?,
                    }
                    if found.rows.len() > MAX_SIDE {
                        break;
                    }
                }
            }
            _ => return node.refuse("rows of cells"),
        }
        found.unfold(&flat, size, node)?;
        if found.rows.len() > MAX_SIDE {
            let what = format!("more than {MAX_SIDE} lines on a side");
            return wrong(node.line, what, format!("at most {MAX_SIDE}"));
        }
        Ok(found)
    }

    /// Divides a list of cells into rows.
    fn unfold(
        &mut self,
        flat: &str,
        size: Option<(usize, usize)>,
        node: Node,
    ) -> Result<(), Fault> {
        if flat.is_empty() {
            return Ok(());
        }
        let cells: Vec<char> = flat.chars().collect();
        let Some((height, width)) = size.filter(|_| self.rows.is_empty()) else {
            let expected = "rows of cells, or a width and a height beside the cells";
            return wrong(node.line, "cells that are not in rows", expected);
        };
        if cells.len() != height * width || width == 0 {
            let expected = format!("{height} x {width}, the declared size");
            return wrong(node.line, format!("{} cells", cells.len()), expected);
        }
        let rows = cells.chunks(width).map(|row| row.iter().collect());
        self.rows = rows.collect();
        Ok(())
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
        let is_colour = |letter: char| {
            let name = letter.to_string();
            !is_blank(&name) && (self.colours.named(&name).is_some() || self.colours.is_used(&name))
        };
        let letters = || rows.iter().flat_map(|row| row.chars());
        let is_cell = |c: char| is_colour(c) || is_blank(&c.to_string()) || c == '?';
        let in_letters = filled.is_none() && letters().any(is_colour) && letters().all(is_cell);
        let has_names = !names.is_empty() || self.is_coloured() || !self.listed.is_empty();
        let cells = if has_names || in_letters {
            Cells::Names(self.meanings(&rows, &names, adds).on(node.line)?)
        } else {
            Cells::Symbols(filled)
        };
        let line = node.line;
        Ok(Picture { line, rows, cells })
    }

    /// The meaning of each character of a picture in colours.
    fn meanings(
        &mut self,
        rows: &[String],
        names: &[String],
        adds: bool,
    ) -> Result<BTreeMap<char, Meaning>, ParseErrorKind> {
        let mut meanings = BTreeMap::new();
        let mut found: Vec<char> = Vec::new();
        for letter in rows.iter().flat_map(|row| row.chars()) {
            if !found.contains(&letter) {
                found.push(letter);
                if found.len() > 2 * MAX_NAMES {
                    let what = format!("more than {} kinds of cells", 2 * MAX_NAMES);
                    return Err(syntax(what, "the colours of a palette", "correct it"));
                }
            }
        }
        let name = |letter: char| match (letter as u32).checked_sub(FIRST_NAME) {
            Some(place) if (place as usize) < names.len() => names[place as usize].clone(),
            _ => letter.to_string(),
        };
        // 0 is a colour of a list if other cells are blank.
        let mut others = found.iter().map(|&letter| name(letter));
        let has_blank = others.any(|name| is_blank(&name) && name != "0");
        for &letter in &found {
            let name = name(letter);
            let meaning = self.meaning(&name, has_blank && !self.listed.is_empty(), adds)?;
            meanings.insert(letter, meaning);
        }
        Ok(meanings)
    }

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
        let only = match self.colours.names() {
            [only] => Some(only.clone()),
            _ => None,
        };
        match only {
            Some(only) if name.chars().all(|letter| FILLED.contains(letter)) => used(&only, self),
            _ => {
                let what = format!("{:?} in a picture in colours", Excerpt(name));
                let expected = format!("one of the colours {}", self.colour_names());
                Err(syntax(what, expected, "correct it"))
            }
        }
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
    pub(super) fn grid(&self, inks: &Inks) -> Result<Grid, Fault> {
        match &self.cells {
            Cells::Names(meanings) => {
                let cell = |letter: char| match meanings.get(&letter) {
                    Some(Meaning::Used(colour)) => Ok(Cell::Colour(inks.colours[colour.index()])),
                    Some(Meaning::Blank) => Ok(Cell::Blank),
                    _ => Ok(Cell::Unknown),
                };
                let grid = Grid::from_characters(&self.rows, cell);
                grid.map_err(ParseErrorKind::Grid).on(self.line)
            }
            Cells::Symbols(filled) => {
                // Only a text file may have lost spaces at the ends of lines.
                let widths = self.rows.iter().map(|row| row.chars().count());
                let mut pairs = (2..).zip(widths.clone().zip(widths.skip(1)));
                if let Some((row, (expected, found))) = pairs.find(|(_, (one, other))| one != other)
                    && self.rows.iter().any(|row| row.contains(' '))
                {
                    let error = GridError::Ragged { row, found, expected };
                    return Err(ParseErrorKind::Grid(error)).on(self.line);
                }
                let text = self.rows.join("\n");
                let lines = Lines::of(&text);
                let grid =
                    Symbols::of(lines, *filled).and_then(|symbols| drawing(lines, symbols, true));
                grid.map_err(|fault| Fault::at(self.line, fault.kind))
            }
        }
    }
}
