//! The picture of a JSON puzzle: rows of cells as text, as numbers, or as names of colours.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::node::{Node, Value};
use super::palette::is_blank;
use super::{Fault, ParseErrorKind, syntax};
use crate::excerpt::Excerpt;
use crate::formats::clues::Inks;
use crate::formats::lines::Lines;
use crate::formats::symbols::{Symbols, drawing};
use crate::{Cell, Colour, Grid, GridError, MAX_SIDE, Palette, Puzzle, Rgb};

/// The first of the characters that stand for cells of more than one character.
const FIRST_NAME: u32 = 0xe000;

/// Maximum number of different cells of more than one character.
const MAX_NAMES: usize = 64;

/// Cells that mean "filled" in a picture of one colour.
const FILLED: &str = "#1XxoO*█■⬛";

/// A picture: its rows, in which one character stands for a cell.
pub(super) struct Picture {
    line: usize,
    rows: Vec<String>,
    cells: Cells,
}

/// The meaning of the characters.
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
    /// Adds a cell to a row.
    fn add(&mut self, row: &mut String, node: Node) -> Result<(), Fault> {
        let name = match node.value()? {
            Value::Bool(true) => "1".into(),
            Value::Bool(false) => "0".into(),
            Value::Null => " ".into(),
            Value::Number(digits) => digits.into(),
            Value::Text(text) if text.is_empty() => " ".into(),
            Value::Text(text) => text,
            Value::List(_) | Value::Object(_) => return Err(node.refuse("a row of cells")),
        };
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            row.push(letter);
            return Ok(());
        }
        let known = self.names.iter().position(|known| *known == name);
        let place = known.unwrap_or(self.names.len());
        let letter = u32::try_from(place)
            .ok()
            .and_then(|place| char::from_u32(FIRST_NAME + place));
        let Some(letter) = letter.filter(|_| place < MAX_NAMES) else {
            let what = format!("more than {MAX_NAMES} kinds of cells");
            return Err((node.line, syntax(what, "the colours of a palette")));
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
                found.rows = lines
                    .map(|line| line.trim_end_matches('\r').to_owned())
                    .collect();
                if found.rows.len() == 1 && size.is_some_and(|(height, _)| height > 1) {
                    flat = found.rows.remove(0);
                }
            }
            Value::List(items) => {
                for item in items {
                    let item = item?;
                    match item.value()? {
                        Value::Text(text) => found.rows.push(text.into_owned()),
                        Value::List(cells) => {
                            let mut row = String::new();
                            for cell in cells.take(MAX_SIDE + 1) {
                                found.add(&mut row, cell?)?;
                            }
                            found.rows.push(row);
                        }
                        Value::Object(_) => return Err(item.refuse("a row of cells")),
                        _ => found.add(&mut flat, item)?,
                    }
                    if found.rows.len() > MAX_SIDE {
                        break;
                    }
                }
                let is_cell = |row: &String| row.chars().count() == 1;
                let is_flat = |(height, width): (usize, usize)| {
                    width > 1 && height * width == found.rows.len()
                };
                if size.is_some_and(is_flat) && found.rows.iter().all(is_cell) {
                    flat = found.rows.drain(..).collect();
                }
            }
            _ => return Err(node.refuse("rows of cells")),
        }
        found.unfold(&flat, size, node)?;
        match found.rows.len() > MAX_SIDE {
            true => {
                let what = format!("more than {MAX_SIDE} lines on a side");
                Err((node.line, syntax(what, &format!("at most {MAX_SIDE}"))))
            }
            false => Ok(found),
        }
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
            let what = "cells that are not in rows";
            return Err((
                node.line,
                syntax(
                    what,
                    "rows of cells, or a width and a height beside the cells",
                ),
            ));
        };
        if cells.len() != height * width || width == 0 {
            let what = format!("{} cells", cells.len());
            return Err((
                node.line,
                syntax(what, &format!("{height} x {width}, the declared size")),
            ));
        }
        self.rows = cells
            .chunks(width)
            .map(|row| row.iter().collect())
            .collect();
        Ok(())
    }
}

impl<'a> Draft<'a> {
    /// The height and width that are known without the picture.
    fn known_size(&self) -> Option<(usize, usize)> {
        let square = || match self.sizes.first().map(Vec::as_slice) {
            Some([side]) => Some((*side, *side)),
            Some([height, width]) if height == width => Some((*height, *width)),
            _ => None,
        };
        self.height.zip(self.width).or_else(square)
    }

    /// Reads the pictures, of which each may be a board to fill in. `size` is the size of the clues, if there are any.
    pub(super) fn pictures(
        &mut self,
        size: Option<(usize, usize)>,
        filled: Option<char>,
    ) -> Result<Vec<Picture>, Fault> {
        let nodes: Vec<Node<'a>> = std::mem::take(&mut self.pictures);
        let known = size.or_else(|| self.known_size());
        nodes
            .into_iter()
            .map(|node| self.picture(node, known, size.is_none(), filled))
            .collect()
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
        let in_letters = filled.is_none()
            && letters().any(is_colour)
            && letters()
                .all(|letter| is_colour(letter) || is_blank(&letter.to_string()) || letter == '?');
        let has_names = !names.is_empty() || self.is_coloured() || !self.listed.is_empty();
        let cells = match has_names || in_letters {
            true => Cells::Names(
                self.meanings(&rows, &names, adds)
                    .map_err(|kind| (node.line, kind))?,
            ),
            false => Cells::Symbols(filled),
        };
        Ok(Picture {
            line: node.line,
            rows,
            cells,
        })
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
                    return Err(syntax(what, "the colours of a palette"));
                }
            }
        }
        let name = |letter: char| match (letter as u32).checked_sub(FIRST_NAME) {
            Some(place) if (place as usize) < names.len() => names[place as usize].clone(),
            _ => letter.to_string(),
        };
        // 0 is a colour of a list if other cells are blank.
        let has_blank = found
            .iter()
            .map(|&letter| name(letter))
            .any(|name| is_blank(&name) && name != "0");
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
                Err(syntax(what, &expected))
            }
        }
    }

    /// Names of the colours, for a message.
    fn colour_names(&self) -> String {
        let declared = self
            .colours
            .declared()
            .iter()
            .map(|colour| colour.name.as_str());
        let mut names: Vec<&str> = declared.collect();
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
                grid.map_err(|error| (self.line, ParseErrorKind::Grid(error)))
            }
            Cells::Symbols(filled) => {
                // Only a text file may have lost spaces at the ends of lines.
                let widths = self.rows.iter().map(|row| row.chars().count());
                let mut ragged = widths.clone().zip(widths.skip(1)).zip(1..);
                if let Some(((expected, found), row)) =
                    ragged.find(|((one, other), _)| one != other)
                    && self.rows.iter().any(|row| row.contains(' '))
                {
                    let row = row + 1;
                    return Err((
                        self.line,
                        ParseErrorKind::Grid(GridError::Ragged {
                            row,
                            found,
                            expected,
                        }),
                    ));
                }
                let text = self.rows.join("\n");
                let lines = Lines::of(&text);
                let grid = Symbols::of(lines, *filled);
                let grid = grid.and_then(|symbols| drawing(lines, symbols, true));
                grid.map_err(|(_, kind)| (self.line, kind))
            }
        }
    }
}

/// The puzzle of a drawing.
pub(super) fn puzzle(grid: Grid, palette: Palette) -> Result<Puzzle, ParseErrorKind> {
    if !grid.is_complete() {
        return Err(ParseErrorKind::Syntax {
            what: "a grid with unknown cells".to_owned(),
            expected: "cells that are filled or blank, or clues beside the grid".to_owned(),
            help: "use the grid of a solved puzzle".to_owned(),
        });
    }
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette);
    let puzzle = puzzle.expect("the grid was read in the colours of the palette");
    Ok(puzzle.with_goal(grid).expect("a grid has its own clues"))
}
