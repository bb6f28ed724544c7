//! JSON: objects with clues or a grid, in arrays or one after the other. Replies of the command `nonogram` with a complete grid are also
//! accepted.
//!
//! Interface: [`parse`] and [`write()`]. Keys have many accepted names ([`Word`]); an object with a grid and without clues is a drawing.

mod fault;
mod value;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, Value};

use super::clues::{ClueLine, ClueReader, Declared, Inks, assemble_in, with_goal};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::Lines;
use super::symbols::{Symbols, drawing};
use super::words::Word;
use super::{Description, Puzzles, ReadError, Source, at_least_one};
use crate::excerpt::Excerpt;
use crate::{Clue, Grid, Metadata, Palette, Puzzle, Rgb};
pub use fault::JsonFault;
use value::{Draft, Lengths};

pub(super) const DESCRIPTION: Description = Description {
    name: "json",
    about: "objects with rows and columns of clues, or a grid",
    extensions: &["json"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(read),
    write: |puzzle, picture| Ok(write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_array(puzzles).into_bytes()),
};

fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let inner = text.strip_prefix('[').map_or(text, str::trim_start);
    inner.starts_with('{')
}

pub(super) fn read<'a>(source: &Source<'a>) -> Result<Puzzles<'a>, ReadError> {
    let (name, filled, notes) = (source.name, source.filled, source.notes);
    let puzzles = Objects::of(source.text()?, name).map(move |object| {
        let (line, text) = object?;
        let draft = Draft::read(text).map_err(|error| broken(name, line, &error))?;
        for key in &draft.unknown {
            let key = Excerpt(key);
            notes.add(false, format!("{name}:{line}: the key {key:?} has no meaning here and is ignored"));
        }
        puzzle(draft, name, line, filled)
    });
    Ok(Box::new(at_least_one(puzzles, name)))
}

/// Reads every puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ReadError`] if the text is invalid or larger than 64 MiB.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ReadError> {
    crate::read_from(text.as_bytes(), name, Some(crate::Format::Json))
}

/// The objects of a text with their line numbers: the elements of arrays, or consecutive objects.
struct Objects<'a> {
    text: &'a str,
    name: &'a str,
    at: usize,
    line: usize,
    /// Whether a comma is required before the next object of an array; `None` outside of arrays.
    array: Option<bool>,
}

impl<'a> Objects<'a> {
    fn of(text: &'a str, name: &'a str) -> Self {
        Self { text, name, at: 0, line: 1, array: None }
    }

    /// Advances by `bytes` bytes.
    fn pass(&mut self, bytes: usize) {
        let passed = &self.text.as_bytes()[self.at..][..bytes];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at += bytes;
    }

    /// Skips white space and returns the next byte without consuming it.
    fn look(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.pass(rest.len() - rest.trim_start().len());
        self.text.as_bytes().get(self.at).copied()
    }

    /// Returns the error as the last item and skips the rest of the text.
    fn fail(&mut self, error: ParseError) -> Option<<Self as Iterator>::Item> {
        (self.at, self.array) = (self.text.len(), None);
        Some(Err(error))
    }
}

impl<'a> Iterator for Objects<'a> {
    type Item = Result<(usize, &'a str), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match (self.look(), self.array) {
                (None, None) => return None,
                (Some(b'['), None) => {
                    self.array = Some(false);
                    self.pass(1);
                }
                (Some(b']'), Some(_)) => {
                    self.array = None;
                    self.pass(1);
                }
                (Some(b','), Some(true)) => {
                    self.array = Some(false);
                    self.pass(1);
                }
                (None, Some(_)) | (Some(_), Some(true)) => {
                    let error = ParseErrorKind::Syntax {
                        what: "an array that neither continues with a comma nor ends with `]`".to_owned(),
                        expected: "`,` and another object, or `]`".to_owned(),
                        help: "add what is missing".to_owned(),
                    };
                    return self.fail(ParseError::at(self.name, self.line, error));
                }
                (Some(_), None | Some(false)) => break,
            }
        }
        let rest = &self.text[self.at..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&'a RawValue>();
        match values.next()? {
            Ok(value) => {
                let line = self.line;
                self.array = self.array.map(|_| true);
                self.pass(values.byte_offset());
                Some(Ok((line, value.get())))
            }
            Err(error) => self.fail(broken(self.name, self.line, &error)),
        }
    }
}

/// The error for JSON that begins on `line` of the file.
fn broken(name: &str, line: usize, error: &serde_json::Error) -> ParseError {
    let JsonFault { found, expected } = error.into();
    let kind = match expected {
        Some(expected) => ParseErrorKind::Syntax {
            what: found,
            expected,
            help: "correct it".to_owned(),
        },
        None => syntax(&found),
    };
    ParseError::at(name, line + error.line().saturating_sub(1), kind)
}

fn syntax(what: &str) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what: what.to_owned(),
        expected: "an object such as {\"rows\": [[1]], \"columns\": [[1]]}".to_owned(),
        help: "correct it".to_owned(),
    }
}

/// The puzzle of an object on `line`.
fn puzzle(
    draft: Draft,
    name: &str,
    line: usize,
    filled: Option<char>,
) -> Result<Puzzle, ParseError> {
    let fault = |kind| ParseError::at(name, line, kind);
    let missing = |what: &str| {
        fault(ParseErrorKind::Syntax {
            what: format!("an object without {what}"),
            expected: "the keys \"rows\" and \"columns\", or a \"grid\"".to_owned(),
            help: "add what is missing".to_owned(),
        })
    };
    let mut reader = ClueReader::coloured();
    let mut clues = |side: Option<Lengths>| {
        let lines = side.map(|lines| lines.into_iter().map(|text| reader.read(&text)));
        let lines = lines.map(|lines| lines.map(|clue| clue.map(|clue| ClueLine { number: line, clue })));
        lines.map(Iterator::collect::<Result<Vec<_>, _>>).transpose().map_err(fault)
    };
    let (rows, columns) = (clues(draft.rows)?, clues(draft.columns)?);
    let inks = match (&rows, &columns) {
        (None, None) if draft.colours.is_coloured() => draft.colours.inks(),
        _ => reader.inks(&draft.colours),
    };
    let grid = draft.picture.map(|picture| grid_of(&picture, &inks, filled));
    let grid = grid.transpose().map_err(fault)?;
    let puzzle = match (rows, columns, grid) {
        (None, None, None) => return Err(missing("clues and without a grid")),
        (None, Some(_), _) => return Err(missing("row clues")),
        (Some(_), None, _) => return Err(missing("column clues")),
        (None, None, Some(grid)) => of_drawing(grid, inks.palette).map_err(fault)?,
        (Some(rows), Some(columns), grid) => {
            for (side, found, size) in
                [(Side::Rows, rows.len(), draft.height), (Side::Columns, columns.len(), draft.width)]
            {
                check_count(side, found, size).map_err(fault)?;
            }
            let puzzle = assemble_in(name, rows, columns, &inks)?;
            match grid.filter(Grid::is_complete) {
                Some(goal) => with_goal(puzzle, goal).map_err(fault)?,
                None => puzzle,
            }
        }
    };
    Ok(puzzle.with_metadata(draft.metadata))
}

/// The grid of a picture: with the letters of its colours or, if there is one colour and the picture lacks its letter, with two symbols.
fn grid_of(
    picture: &[String],
    inks: &Inks,
    filled: Option<char>,
) -> Result<Grid, ParseErrorKind> {
    // `write` uses letters for a palette of several colours, of which the clues may have only one.
    let is_letter = |c: char| c.is_alphabetic() && inks.marks.contains(&Some(c));
    let characters = || picture.iter().flat_map(|row| row.chars());
    let in_letters = filled.is_none()
        && characters().any(is_letter)
        && characters().all(|c| is_letter(c) || "-?".contains(c));
    if inks.palette.is_coloured() || in_letters {
        let cell = |character| inks.cell(character);
        return Grid::from_characters(picture, cell).map_err(ParseErrorKind::Grid);
    }
    let text = picture.join("\n");
    let lines = Lines::of(&text);
    let grid = Symbols::of(lines, filled).and_then(|symbols| drawing(lines, symbols, true));
    grid.map_err(|(_, kind)| kind)
}

/// Checks that the number of clues equals the declared size, or is not 0 if no size is declared.
fn check_count(side: Side, found: usize, size: Option<usize>) -> Result<(), ParseErrorKind> {
    match size {
        None if found == 0 => Err(ParseErrorKind::NoClues { side }),
        Some(expected) if found < expected => {
            Err(ParseErrorKind::TooFewLines { side, found, expected })
        }
        Some(expected) if found > expected => Err(ParseErrorKind::TooManyLines { side, expected }),
        _ => Ok(()),
    }
}

fn of_drawing(grid: Grid, palette: Palette) -> Result<Puzzle, ParseErrorKind> {
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

/// A puzzle for serialisation. Its fields are in the order of the keys in the file.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    catalogue: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copyright: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    palette: Option<Colours<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<String>,
    rows: Vec<Vec<Value>>,
    columns: Vec<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<String>>,
}

/// A palette, serialised as an object with a key per letter, in the order of the palette.
struct Colours<'a>(&'a Palette);

impl Serialize for Colours<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.inks().iter().map(|ink| (ink.letter, ink.rgb.to_string())))
    }
}

/// A clue as lengths, or as strings such as `3a` if there are several colours.
fn blocks(palette: &Palette, clue: &Clue) -> Vec<Value> {
    match palette.is_coloured() {
        true => palette.blocks(clue).into_iter().map(Value::from).collect(),
        false => clue.iter().map(|&length| Value::from(length)).collect(),
    }
}

/// Writes the puzzle as one line of JSON. If the clues use every colour, [`parse`] restores the same puzzle, except that it gives the
/// letter `a` to the colour of a puzzle of one colour.
pub fn write(puzzle: &Puzzle) -> String {
    let metadata: &Metadata = puzzle.metadata();
    let palette = puzzle.palette();
    let lengths = |clues: &[Clue]| clues.iter().map(|clue| blocks(palette, clue)).collect();
    let background = Some(palette.background()).filter(|&rgb| rgb != Rgb::WHITE);
    let written = Written {
        catalogue: metadata.catalogue.as_deref(),
        title: metadata.title.as_deref(),
        by: metadata.by.as_deref(),
        copyright: metadata.copyright.as_deref(),
        license: metadata.license.as_deref(),
        palette: (!palette.is_black_and_white()).then_some(Colours(palette)),
        background: background.map(|rgb| rgb.to_string()),
        rows: lengths(puzzle.rows()),
        columns: lengths(puzzle.columns()),
        grid: puzzle.goal().map(|goal| palette.to_lines(goal)),
    };
    serde_json::to_string(&written).expect("strings and numbers are JSON") + "\n"
}

/// Writes several puzzles as one array, one puzzle per line.
pub fn write_array(puzzles: &[Puzzle]) -> String {
    let lines: Vec<String> = puzzles.iter().map(|puzzle| write(puzzle).trim_end().to_owned()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
