//! Drawings in plain text: one line per row, with `#` for filled and `-` for blank cells; a partial solution has `?` for
//! unknown cells. Drawings in several colours are written only, with the letters of the palette.
//!
//! Interface: [`render::text`] writes a drawing; [`parse`] reads complete drawings as puzzles and also accepts other symbols, and sizes
//! above a drawing, which it must have.

use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::Lines;
use super::picture::shown;
use super::section::{Fault, in_file};
use super::symbols::{Symbols, drawing, is_symbol};
use super::words::Word;
use super::{Description, Puzzles, ReadError, at_least_one, only};
use crate::{Format, Grid, Puzzle, render};

pub(super) const DESCRIPTION: Description = Description {
    name: "text",
    about: "drawings in plain text: # filled, - blank, or other symbols",
    extensions: &["txt"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(puzzles(source.text()?, source.name, source.filled)?)),
    write: |puzzle, picture| {
        let grid = shown(Format::Text, puzzle, picture)?;
        Ok(render::text(puzzle.palette(), grid).into_bytes())
    },
    join: None,
};

fn looks_like(text: &str) -> bool {
    let (_, rest) = Sizes::read(Lines::of(text));
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

/// The sizes above a drawing.
#[derive(Clone, Copy, Default)]
struct Sizes {
    height: Option<usize>,
    width: Option<usize>,
    /// Two sizes in unknown order, as in `5x8`.
    crossed: Option<(usize, usize)>,
}

impl Sizes {
    /// Reads the sizes above a drawing, if there are any, and returns the lines below. Two numbers are sizes if the lines below are a
    /// drawing of that size, or if the numbers cannot be cells.
    fn read(lines: Lines<'_>) -> (Self, Lines<'_>) {
        let (mut sizes, mut rest) = (Self::default(), lines);
        let mut ahead = lines;
        while let Some((_, line)) = ahead.next() {
            let line = line.trim();
            let end = line
                .find(|c: char| !c.is_alphabetic())
                .unwrap_or(line.len());
            let number = || line[end..].trim_matches([' ', '\t', ':', '=']).parse().ok();
            match Word::of(&line[..end]) {
                Some(Word::Size(Side::Rows)) if sizes.height.is_none() && number().is_some() => {
                    sizes.height = number()
                }
                Some(Word::Size(Side::Columns)) if sizes.width.is_none() && number().is_some() => {
                    sizes.width = number()
                }
                _ if line.is_empty() => continue,
                _ => break,
            }
            rest = ahead;
        }
        if sizes.height.or(sizes.width).is_some() {
            return (sizes, rest);
        }
        let mut below = lines;
        let first = below
            .find(|(_, line)| !line.trim().is_empty())
            .map(|(_, line)| line.trim());
        let numbers = first.and_then(|line| {
            let mut words = line
                .split([' ', '\t', 'x', 'X', '×', ','])
                .filter(|word| !word.is_empty());
            let number = |word: Option<&str>| word?.parse::<usize>().ok().filter(|&size| size > 0);
            let pair = (number(words.next())?, number(words.next())?);
            words.next().is_none().then_some(pair)
        });
        let Some((first_size, second_size)) = numbers else {
            return (sizes, lines);
        };
        let sizes = Self {
            crossed: Some((first_size, second_size)),
            ..sizes
        };
        let is_symbols =
            first.is_some_and(|line| line.chars().all(|c| is_symbol(c) && c != 'x' && c != 'X'));
        let cells = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
        let (height, width) = (
            below.written().count(),
            below.written().next().map_or(0, |(_, line)| cells(line)),
        );
        match is_symbols
            && !sizes.fit(height, width)
            && !(height == 1 && width == first_size * second_size)
        {
            true => (Self::default(), lines),
            false => (sizes, below),
        }
    }

    fn are_declared(self) -> bool {
        self.height.or(self.width).is_some() || self.crossed.is_some()
    }

    fn fit(self, height: usize, width: usize) -> bool {
        self.height.is_none_or(|known| known == height)
            && self.width.is_none_or(|known| known == width)
            && self
                .crossed
                .is_none_or(|known| known == (height, width) || known == (width, height))
    }

    /// The grid, which must have the sizes. A single row may hold all cells, row by row.
    fn checked(self, grid: Grid) -> Result<Grid, ParseErrorKind> {
        if self.fit(grid.rows(), grid.columns()) {
            return Ok(grid);
        }
        let square = self.crossed.filter(|(first, second)| first == second);
        if let Some((height, width)) = self.height.zip(self.width).or(square)
            && grid.rows() == 1
            && Some(grid.columns()) == height.checked_mul(width)
        {
            return Ok(Grid::from_cells(height, width, |row, column| {
                grid.get(0, row * width + column)
            }));
        }
        let size = |size: Option<usize>| size.map_or("any".to_owned(), |size| size.to_string());
        let expected = match self.crossed {
            Some((first, second)) => format!("the declared sizes, {first} and {second}"),
            None => format!(
                "the declared height {} and width {}",
                size(self.height),
                size(self.width)
            ),
        };
        Err(ParseErrorKind::Syntax {
            what: format!("a drawing of {} x {} cells", grid.rows(), grid.columns()),
            expected,
            help: "correct the sizes or the drawing".to_owned(),
        })
    }
}

/// Reads every drawing of a file; lines without cells separate drawings. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name, None)?.collect()
}

/// Reads the drawings of a file on demand. A file without drawings yields one error; a file with sizes has one drawing.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
    filled: Option<char>,
) -> Result<Puzzles<'a>, ParseError> {
    let (sizes, lines) = Sizes::read(Lines::of(text));
    let symbols = Symbols::of(lines, filled).map_err(in_file(name))?;
    let of_grid = |grid: Grid| {
        Puzzle::from_grid(&grid)
            .with_goal(grid)
            .expect("a grid has its own clues")
    };
    if sizes.are_declared() {
        let grid = one_drawing(lines, symbols, false).map_err(in_file(name))?;
        let grid = sizes
            .checked(grid)
            .map_err(|kind| ParseError::at(name, 1, kind))?;
        return Ok(only(Ok(of_grid(grid))));
    }
    let drawings = lines.split(move |line| symbols.is_border(line));
    let puzzle = move |lines| {
        Ok(of_grid(
            drawing(lines, symbols, false).map_err(in_file(name))?,
        ))
    };
    Ok(Box::new(at_least_one(drawings.map(puzzle), name)))
}

/// Reads one drawing, which may have unknown cells. `filled` is the symbol of filled cells; `None` detects it.
///
/// # Errors
/// Returns a [`ReadError`], with the line and what was expected there, if the text is invalid.
pub fn parse_grid(text: &str, name: &str, filled: Option<char>) -> Result<Grid, ReadError> {
    let lines = Lines::of(text);
    let symbols = Symbols::of(lines, filled).map_err(in_file(name))?;
    Ok(one_drawing(lines, symbols, true).map_err(in_file(name))?)
}

/// Reads lines with one drawing. Unknown cells are an error unless `partial` is true.
fn one_drawing(lines: Lines, symbols: Symbols, partial: bool) -> Result<Grid, Fault> {
    let mut drawings = lines.split(move |line| symbols.is_border(line));
    let none = || {
        let kind = ParseErrorKind::Syntax {
            what: "no cells".to_owned(),
            expected: "a grid, one line per row".to_owned(),
            help: "check that this is the right file".to_owned(),
        };
        (1, kind)
    };
    let first = drawings.next().ok_or_else(none)?;
    if let Some((number, _)) = drawings.next().and_then(|mut second| second.next()) {
        let kind = ParseErrorKind::Syntax {
            what: "a second drawing".to_owned(),
            expected: "one grid without an empty line in it".to_owned(),
            help: "remove it, or the empty line".to_owned(),
        };
        return Err((number, kind));
    }
    drawing(first, symbols, partial)
}
