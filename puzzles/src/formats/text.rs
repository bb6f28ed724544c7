//! Drawings in plain text: one line per row, with `#` for filled and `-` for blank cells; a partial solution has `?` for
//! unknown cells. Drawings in several colours are written only, with the letters of the palette.
//!
//! [`parse_grid`] reads a grid that may be partial. Other symbols are accepted, too, and sizes above a drawing, which it must have.

use super::draft::drawn;
use super::error::{Fault, OnLine, refuse};
use super::lines::{Lines, is_empty};
use super::symbols::{Sizes, Symbols, drawing, is_symbol};
use super::words::Word;
use super::{BARE, Description, Puzzles, Read, ReadError, Sniff, Source, Write};
use crate::{Grid, Palette, render};

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
    let (mut sizes, mut rest) = (Sizes::default(), lines);
    let mut ahead = lines;
    while let Some((_, line)) = ahead.next() {
        let line = line.trim();
        let end = line.find(|c: char| !c.is_alphabetic());
        let (word, number) = line.split_at(end.unwrap_or(line.len()));
        let number = number.trim_matches([' ', '\t', ':', '=']).parse().ok();
        let place = match Word::of(word) {
            Some(Word::Size(side)) => Some(sizes.of(side)),
            _ => None,
        };
        match place.filter(|place| place.is_none() && number.is_some()) {
            Some(place) => *place = number,
            None if line.is_empty() => continue,
            None => break,
        }
        rest = ahead;
    }
    if sizes.height.or(sizes.width).is_some() {
        return (sizes, rest);
    }
    let mut below = lines;
    let first = below
        .find(|line| !is_empty(line))
        .map_or("", |(_, line)| line.trim());
    let words = first
        .split([' ', '\t', 'x', 'X', '×', ','])
        .filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).take(3).collect();
    let Some(&[first_size, second_size]) = numbers.as_deref() else {
        return (sizes, lines);
    };
    if first_size == 0 || second_size == 0 {
        return (sizes, lines);
    }
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
