//! The picture of a puzzle by name: rows of cells as texts, as numbers, or as names of colours.

use std::collections::{BTreeMap, BTreeSet};

use super::colours::{canonical, is_blank};
use super::{Parts, Sides, wrong};
use crate::formats::clues::Lines;
use crate::formats::error::{Fault, OnLine, ParseErrorKind, refuse, syntax};
use crate::formats::notation::{Node, Value};
use crate::formats::text::{FILLED, Symbols, VARIATION, unfolded};
use crate::{Cell, Excerpt, Grid, MAX_SIDE, Rgb};

/// The first of the characters that stand for names of several characters in a picture.
const FIRST_NAME: u32 = 0xe000;

/// Maximum number of such names.
const MOST_NAMES: usize = 64;

/// The rows of a picture, one character per cell, and the names for which characters stand.
#[derive(Default)]
struct Picture {
    rows: Vec<String>,
    names: Vec<String>,
    /// Whether all cells are in one list.
    is_flat: bool,
}

impl Picture {
    fn read(node: &Node) -> Result<Self, Fault> {
        let mut picture = Self::default();
        let text_row = |text: &str| text.replace(VARIATION, "");
        match &node.value {
            Value::Text(text) => picture.rows.extend(text.lines().map(text_row)),
            Value::List(rows) if rows.iter().all(|row| matches!(row.value, Value::Text(_))) => {
                picture.rows.extend(rows.iter().filter_map(Node::word).map(text_row));
            }
            Value::List(rows) if rows.iter().all(Node::is_list) => {
                for row in rows {
                    let row = picture.row(row)?;
                    picture.rows.push(row);
                }
            }
            _ => {
                picture.is_flat = true;
                let row = picture.row(node)?;
                picture.rows.push(row);
            }
        }
        Ok(picture)
    }

    fn row(&mut self, node: &Node) -> Result<String, Fault> {
        let mut row = String::new();
        for cell in node.items() {
            let Some(word) = cell.word() else {
                return cell.refuse("a cell of a picture");
            };
            row.push(match word {
                "true" | "True" => '1',
                "false" | "False" => '0',
                "null" | "None" | "nil" => '?',
                "" => ' ',
                word => {
                    let mut letters = word.chars().filter(|c| *c != VARIATION);
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => letter,
                        _ => self.character(word, cell)?,
                    }
                }
            });
        }
        Ok(row)
    }

    /// The character that stands for a name.
    fn character(&mut self, name: &str, cell: &Node) -> Result<char, Fault> {
        let known = self.names.iter().position(|known| known == name);
        let place = known.unwrap_or(self.names.len());
        if place == MOST_NAMES {
            return cell.refuse("cells in the colours of a palette");
        }
        if known.is_none() {
            self.names.push(name.to_owned());
        }
        Ok(char::from_u32(FIRST_NAME + place as u32).unwrap_or('?'))
    }

    fn name(&self, character: char) -> String {
        let place = u32::from(character).checked_sub(FIRST_NAME);
        let name = place.and_then(|place| self.names.get(place as usize));
        name.map_or_else(|| character.to_string(), String::clone)
    }
}

impl Parts<'_> {
    /// The picture as the goal, with cells of the used colours. A board to fill in beside clues is no goal.
    pub(super) fn goal(
        &mut self,
        sides: Option<&Sides>,
        filled: Option<char>,
    ) -> Result<Option<(usize, Grid)>, Fault> {
        let Some(node) = self.picture.take() else {
            return Ok(None);
        };
        let line = node.line;
        let picture = Picture::read(&node)?;
        let grid = self.grid(&picture, sides.is_none(), filled).on(line)?;
        let Some((rows, columns)) = sides else {
            if picture.is_flat && !self.sizes.are_declared() {
                let expected = "rows of cells, or a width and a height";
                return wrong(line, "cells that are not in rows", expected);
            }
            let grid = self.sizes.checked(grid).on(line)?;
            if grid.rows().max(grid.columns()) > MAX_SIDE {
                let expected = format!("at most {MAX_SIDE} x {MAX_SIDE}");
                return wrong(line, "a larger picture", expected);
            }
            if !grid.is_complete() {
                let expected = "cells that are filled or blank, or clues beside the grid";
                let help = "use the grid of a solved puzzle";
                return refuse(line, "a grid with unknown cells", expected, help);
            }
            return Ok(Some((line, grid)));
        };
        let grid = unfolded(&grid, (rows.len(), columns.len())).unwrap_or(grid);
        let is_blank = rows.iter().all(|row| row.clue.is_empty());
        let is_goal = grid.is_complete() && (grid.filled_cells() > 0 || is_blank);
        Ok(is_goal.then_some((line, grid)))
    }

    /// The cells of a picture. `adds` is true if it may have colours that no block has.
    fn grid(
        &mut self,
        picture: &Picture,
        adds: bool,
        filled: Option<char>,
    ) -> Result<Grid, ParseErrorKind> {
        let colours = &self.colours;
        let mut characters: Vec<char> = picture.rows.iter().flat_map(|row| row.chars()).collect();
        characters.sort_unstable();
        characters.dedup();
        let is_colour = |letter: &char| {
            let name = letter.to_string();
            !is_blank(&name) && (colours.named(&name).is_some() || colours.is_used(&name))
        };
        let inks = colours.declared().iter().filter(|colour| !is_blank(&colour.name)).count();
        let is_coloured = !picture.names.is_empty()
            || inks.max(colours.names().len()) > 1
            || filled.is_none() && characters.iter().any(is_colour);
        if !is_coloured {
            let only = colours.names().first().cloned();
            self.colours.used(only.as_deref())?;
            let text = picture.rows.join("\n");
            let symbols = Symbols::of(Lines::of(&text), filled).map_err(|fault| fault.kind)?;
            let cell = |found| symbols.cell(found).map_err(|_| "the symbol of a cell".to_owned());
            return Grid::from_characters(&picture.rows, cell).map_err(ParseErrorKind::Grid);
        }
        let mut cells = BTreeMap::new();
        for character in characters {
            let cell = self.cell(&picture.name(character), adds)?;
            cells.insert(character, cell);
        }
        let cell = |found| Ok(cells[&found]);
        Grid::from_characters(&picture.rows, cell).map_err(ParseErrorKind::Grid)
    }

    /// The cell with this name in a picture in colours.
    fn cell(&mut self, name: &str, adds: bool) -> Result<Cell, ParseErrorKind> {
        let name = canonical(name, &self.listed)?.to_owned();
        let colours = &mut self.colours;
        if name == "?" {
            return Ok(Cell::Unknown);
        }
        let rgb =
            name.parse().ok().filter(|_| name.starts_with('#')).or_else(|| colours.rgb(&name));
        let is_background = rgb == Some(colours.background.unwrap_or(Rgb::WHITE));
        if !colours.is_used(&name) && (is_blank(&name) || is_background) {
            return Ok(Cell::Blank);
        }
        let is_known = colours.named(&name).is_some() || rgb.is_some();
        if colours.is_used(&name) || adds && is_known {
            return colours.used(Some(&name)).map(Cell::Colour);
        }
        if colours.names().len() == 1 && FILLED.contains(&name) {
            return Ok(Cell::Filled);
        }
        let declared = colours.declared().iter().map(|colour| &colour.name);
        let names: BTreeSet<&str> = declared.chain(colours.names()).map(String::as_str).collect();
        let names = Vec::from_iter(names).join(", ");
        let expected = format!("0 and 1, or the colours of a palette: {}", Excerpt(&names));
        Err(syntax(format!("{:?} in a picture in colours", Excerpt(&name)), expected, "correct it"))
    }
}
