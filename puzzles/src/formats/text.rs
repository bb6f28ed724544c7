//! Drawings in plain text: one line per row, with `#` for filled and `-` for blank cells; a partial solution has `?` for
//! unknown cells. Drawings in several colours are written only, with the letters of the palette.
//!
//! [`parse_grid`] reads a grid that may be partial. Other symbols are accepted, too, and sizes above a drawing, which it must have.

use super::clues::{Lines, is_empty, is_number, size, whole_number};
use super::draft::drawn;
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use super::words::Word;
use super::{BARE, Description, Puzzles, Read, ReadError, Sniff, Source, Write};
use crate::{Cell, Grid, MAX_SIDE, Palette, counted, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "text",
    about: "drawings in plain text: # filled, - blank, or other symbols",
    extensions: &["txt"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(puzzles),
    write: Write::Picture(|palette, grid| render::text(palette, grid).into_bytes()),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    let (_, rest) = sizes(Lines::of(text));
    let lines = || rest;
    let is_cell = |c: char| is_symbol(c) && !c.is_whitespace();
    // Single digits, and digits without a 0, are clues rather than cells.
    let is_digit = |c: char| c == '0' || c == '1';
    let has_digits = lines().any(|(_, line)| line.contains(is_digit));
    let is_wide = |line: &str| line.matches(is_digit).nth(1).is_some();
    let are_cells = lines().written().all(|(_, line)| is_wide(line))
        && lines().any(|(_, line)| line.contains('0'));
    (!has_digits || are_cells)
        && lines().any(|(_, line)| line.contains(is_cell))
        && lines().all(|(_, line)| line.chars().all(|c| is_symbol(c) || c.is_whitespace()))
}

/// Reads the sizes above a drawing, if there are any, and returns the lines below. Two numbers are sizes if the lines below are a
/// drawing of that size, or if the numbers cannot be cells.
fn sizes(lines: Lines<'_>) -> (Sizes, Lines<'_>) {
    let (mut sizes, mut rest, mut ahead) = (Sizes::default(), lines, lines);
    while let Some((_, line)) = ahead.next() {
        let before = sizes;
        let has_words = line.contains(|c: char| c.is_alphabetic() && !is_symbol(c));
        if has_words && sizes.read(line).is_ok() && sizes != before {
            rest = ahead;
        } else if !line.trim().is_empty() {
            sizes = before;
            break;
        }
    }
    if sizes.height.or(sizes.width).is_some() {
        return (sizes, rest);
    }
    let mut below = lines;
    let first = below.find(|line| !is_empty(line)).map_or("", |(_, line)| line.trim());
    let words = first.split([' ', '\t', 'x', 'X', '×', ',']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).take(3).collect();
    let Some(&[first_size, second_size]) = numbers.as_deref().filter(|sizes| !sizes.contains(&0))
    else {
        return (sizes, lines);
    };
    let crossed = Some((first_size, second_size));
    let sizes = Sizes { crossed, ..sizes };
    let are_symbols = first.chars().all(|c| is_symbol(c) && c != 'x' && c != 'X');
    let cells = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let height = below.written().count();
    let width = below.written().next().map_or(0, |(_, line)| cells(line));
    let is_flat = height == 1 && width == first_size * second_size;
    if are_symbols && !sizes.fit(height, width) && !is_flat {
        return (Sizes::default(), lines);
    }
    (sizes, below)
}

/// Reads the drawings of a file on demand; lines without cells separate them. A file with sizes has one drawing.
fn puzzles<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, Fault> {
    let (sizes, lines) = sizes(Lines::of(text));
    let symbols = Symbols::of(lines, source.filled)?;
    let of_grid = |grid: Grid| drawn(grid, Palette::default());
    if sizes.are_declared() {
        let grid = one_drawing(lines, symbols, false)?;
        let grid = sizes.checked(grid).on(1)?;
        return Ok(Box::new(std::iter::once(Ok(of_grid(grid)))));
    }
    let drawings = lines.split(move |line| symbols.is_border(line));
    let puzzle = move |lines| drawing(lines, symbols, false).map(of_grid);
    Ok(Box::new(drawings.map(puzzle)))
}

/// Reads one drawing, which may have unknown cells. `filled` is the symbol of filled cells; `None` detects it.
///
/// # Errors
/// Returns a [`ReadError`], with the line and what was expected there, if the text is invalid.
pub fn parse_grid(text: &str, name: &str, filled: Option<char>) -> Result<Grid, ReadError> {
    let lines = Lines::of(text);
    let grid = Symbols::of(lines, filled).and_then(|symbols| one_drawing(lines, symbols, true));
    Ok(grid.map_err(|fault| fault.in_file(name))?)
}

/// Reads lines with one drawing. Unknown cells are an error unless `partial` is true.
fn one_drawing(lines: Lines, symbols: Symbols, partial: bool) -> Result<Grid, Fault> {
    let mut drawings = lines.split(move |line| symbols.is_border(line));
    let Some(first) = drawings.next() else {
        let help = "check that this is the right file";
        return refuse(1, "no cells", "a grid, one line per row", help);
    };
    if let Some((number, _)) = drawings.next().and_then(|mut second| second.next()) {
        let expected = "one grid without an empty line in it";
        let help = "remove it, or the empty line";
        return refuse(number, "a second drawing", expected, help);
    }
    drawing(first, symbols, partial)
}

/// Symbols of filled cells, and of blank cells. A text uses at most one of each, unless the caller names the symbol of filled cells.
pub(crate) const FILLED: &str = "#1XxoO*█■⬛";
pub(crate) const BLANK: &str = "-.0_░·□⬜";

/// Symbol of an unknown cell.
const UNKNOWN: char = '?';

/// Separators between cells. A space is also a separator unless it is the symbol of blank cells.
const SPACING: &str = "\t,;|";

/// Variation selector that may follow an emoji.
pub(crate) const VARIATION: char = '\u{fe0f}';

/// Whether a character may be part of a drawing.
pub(crate) fn is_symbol(character: char) -> bool {
    let others = [UNKNOWN, VARIATION, ' '];
    [FILLED, BLANK, SPACING].iter().any(|table| table.contains(character))
        || others.contains(&character)
}

/// The meaning of the symbols in a text.
#[derive(Clone, Copy)]
pub(crate) struct Symbols {
    /// Symbol of filled cells, if the caller named it; all other symbols except `?` are then blank.
    named: Option<char>,
    space_is_blank: bool,
    /// Length of the longest line in characters.
    width: usize,
}

impl Symbols {
    /// Decides the meaning of the symbols in `lines`. `named` is the symbol of filled cells, if the caller named it.
    pub(crate) fn of(lines: Lines, named: Option<char>) -> Result<Self, Fault> {
        let (mut filled, mut blank, mut width) = (None, None, 0);
        let mut separator = None;
        for (number, line) in lines {
            let mut marks = line.chars().filter(|&c| SPACING.contains(c));
            if let Some(found) = marks.find(|&c| *separator.get_or_insert(c) != c) {
                let first = separator.unwrap_or(found);
                let what = format!("{first:?} and {found:?} both separate cells");
                return refuse(number, what, "one separator between cells", "correct it");
            }
            width = width.max(line.chars().count());
            let is_cell = |c: &char| !is_spacing(*c) && *c != ' ' && *c != UNKNOWN;
            for found in line.chars().filter(is_cell) {
                let (place, meaning) = match named {
                    Some(name) if found == name => (&mut filled, "filled"),
                    // If the caller names the symbol of filled cells, all other symbols are blank.
                    Some(_) => {
                        blank.get_or_insert(found);
                        continue;
                    }
                    None if FILLED.contains(found) => (&mut filled, "filled"),
                    None if BLANK.contains(found) => (&mut blank, "blank"),
                    None => return Err(Fault::at(number, not_a_cell(found))),
                };
                let first = *place.get_or_insert(found);
                if first != found {
                    let what = format!("{first:?} and {found:?} both stand for {meaning} cells");
                    let help = "name the symbol of filled cells with --filled";
                    let expected = "one symbol for filled and one for blank cells";
                    return refuse(number, what, expected, help);
                }
            }
        }
        Ok(Self { named, space_is_blank: blank.is_none(), width })
    }

    /// Whether a line separates two drawings: it has no text and is not a row of blank cells, written as spaces.
    pub(crate) fn is_border(self, line: &str) -> bool {
        let is_row = self.space_is_blank && line.chars().count() == self.width;
        line.trim().is_empty() && !is_row
    }

    /// The cells of a line. A character that is not a cell is an error.
    fn cells(self, line: &str) -> impl Iterator<Item = Result<Cell, char>> + '_ {
        let is_cell = move |c: &char| !is_spacing(*c) && (self.space_is_blank || *c != ' ');
        let cells = line.trim_end_matches('\r').chars().filter(is_cell);
        cells.map(move |c| self.cell(c))
    }

    /// The cell of a symbol; the symbol if it is none.
    pub(crate) fn cell(self, symbol: char) -> Result<Cell, char> {
        match self.named {
            Some(filled) if symbol == filled => Ok(Cell::Filled),
            _ if symbol == UNKNOWN => Ok(Cell::Unknown),
            Some(_) => Ok(Cell::Blank),
            None if FILLED.contains(symbol) => Ok(Cell::Filled),
            None if symbol == ' ' || BLANK.contains(symbol) => Ok(Cell::Blank),
            None => Err(symbol),
        }
    }
}

fn is_spacing(character: char) -> bool {
    SPACING.contains(character) || character == VARIATION
}

fn not_a_cell(found: char) -> ParseErrorKind {
    let expected = "# for a filled and - for a blank cell, or symbols such as 1 and 0";
    let help = "correct it, or name the symbol of filled cells with --filled";
    syntax(format!("{found:?} is not a cell"), expected, help)
}

/// The grid of this height and width whose cells a grid has in one row, if there are several rows; `None` for other grids.
pub(crate) fn unfolded(flat: &Grid, (height, width): (usize, usize)) -> Option<Grid> {
    let cells = height.checked_mul(width)?;
    let is_flat = flat.rows() == 1 && height > 1 && flat.columns() == cells;
    let cell = |row, column| flat.get(0, row * width + column);
    is_flat.then(|| Grid::from_cells(height, width, cell))
}

/// Reads lines of cells as a grid. Unknown cells are an error unless `partial` is true.
pub(crate) fn drawing(lines: Lines, symbols: Symbols, partial: bool) -> Result<Grid, Fault> {
    let widths = || lines.map(|(number, line)| (number, symbols.cells(line).count()));
    let Some((first, of_first)) = widths().next() else {
        return Err(Fault::at(1, ParseErrorKind::Empty));
    };
    // Editors remove spaces at the ends of lines, so shorter lines are padded with blank cells.
    let is_padded = symbols.space_is_blank && lines.clone().any(|(_, line)| line.contains(' '));
    let longest = widths().map(|(_, width)| width).max();
    let width = longest.filter(|_| is_padded).unwrap_or(of_first);
    let height = widths().count();
    if height.max(width) > MAX_SIDE {
        let what = format!("a drawing of {height} x {width} cells");
        let expected = format!("at most {MAX_SIDE} x {MAX_SIDE}");
        return refuse(first, what, expected, "correct it");
    }
    // The size is checked first because it determines the memory of the grid.
    if let Some((number, cells)) = widths().find(|&(_, cells)| cells != width && !is_padded) {
        let expected = format!("{width}, as in the line above");
        return refuse(number, counted(cells, "cell"), expected, "correct it");
    }
    if width == 0 {
        return Err(Fault::at(first, ParseErrorKind::Empty));
    }
    let mut grid = Grid::from_fn(height, width, |_, _| false);
    for (row, (number, line)) in lines.enumerate() {
        for (column, cell) in symbols.cells(line).enumerate() {
            match cell {
                Ok(Cell::Unknown) if !partial => {
                    let what = format!("{UNKNOWN:?} is an unknown cell");
                    return refuse(number, what, "cells that are filled or blank", "correct it");
                }
                Ok(cell) => grid.set(row, column, cell),
                Err(found) => return Err(Fault::at(number, not_a_cell(found))),
            }
        }
    }
    Ok(grid)
}

fn second_size(sizes: &[usize]) -> ParseErrorKind {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let what = format!("the sizes {} of one puzzle", sizes.join(" and "));
    let help = "correct one, or put each puzzle into its own file";
    syntax(what, "sizes that agree", help)
}

/// The sizes that a file declares.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Sizes {
    pub(crate) height: Option<usize>,
    pub(crate) width: Option<usize>,
    /// Two sizes in unknown order, as in `5x8`.
    pub(crate) crossed: Option<(usize, usize)>,
}

impl Sizes {
    /// The size of a side.
    pub(crate) fn of(&mut self, side: Side) -> &mut Option<usize> {
        side.of(&mut self.height, &mut self.width)
    }

    /// Adds the size of a side; an error if another one was declared.
    pub(crate) fn declare(&mut self, side: Side, text: &str) -> Result<(), ParseErrorKind> {
        let size = size(text.trim(), side)?;
        match self.of(side).replace(size) {
            Some(known) if known != size => Err(second_size(&[known, size])),
            _ => Ok(()),
        }
    }

    /// Adds two sizes in unknown order; an error if others were declared.
    pub(crate) fn cross(&mut self, (first, second): (usize, usize)) -> Result<(), ParseErrorKind> {
        match self.crossed.replace((first, second)) {
            Some(known) if known != (first, second) => {
                Err(second_size(&[known.0, known.1, first, second]))
            }
            _ => Ok(()),
        }
    }

    /// Adds the sizes that a text such as a comment mentions, as in `5x8` and `width: 8`.
    pub(crate) fn read(&mut self, text: &str) -> Result<(), ParseErrorKind> {
        let text = text.replace(['x', 'X', '×'], " x ").replace([':', '=', ',', '(', ')'], " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        for trio in words.windows(3) {
            if let ([first, "x", second], true) = (trio, trio.len() == 3)
                && let (Some(first), Some(second)) = (whole_number(first), whole_number(second))
            {
                self.cross((first, second))?;
            }
        }
        for pair in words.windows(2) {
            if let (Some(Word::Size(side)), true) = (Word::of(pair[0]), is_number(pair[1])) {
                self.declare(side, pair[1])?;
            }
        }
        Ok(())
    }

    pub(crate) fn are_declared(self) -> bool {
        self.height.or(self.width).is_some() || self.crossed.is_some()
    }

    pub(crate) fn fit(self, height: usize, width: usize) -> bool {
        self.height.is_none_or(|known| known == height)
            && self.width.is_none_or(|known| known == width)
            && (self.crossed)
                .is_none_or(|known| [(height, width), (width, height)].contains(&known))
    }

    /// The height and the width, if both are certain.
    pub(crate) fn known(self) -> Option<(usize, usize)> {
        let square = self.crossed.filter(|(first, second)| first == second);
        self.height.zip(self.width).or(square)
    }

    /// The grid, which must have the sizes. A single row may hold all cells, row by row.
    pub(crate) fn checked(self, grid: Grid) -> Result<Grid, ParseErrorKind> {
        if self.fit(grid.rows(), grid.columns()) {
            return Ok(grid);
        }
        if let Some(grid) = self.known().and_then(|size| unfolded(&grid, size)) {
            return Ok(grid);
        }
        let what = format!("a drawing of {} x {} cells", grid.rows(), grid.columns());
        Err(syntax(what, self.expected(), "correct the sizes or the drawing"))
    }

    /// The declared sizes, for a message.
    pub(crate) fn expected(self) -> String {
        if let Some((first, second)) = self.crossed {
            return format!("the declared sizes, {first} and {second}");
        }
        let size = |size: Option<usize>| size.map_or("any".to_owned(), |size| size.to_string());
        format!("the declared height {} and width {}", size(self.height), size(self.width))
    }
}
