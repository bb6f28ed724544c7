//! JSON: objects with clues or a grid, alone, in lists or in other objects, or one after the other. Replies of the command `nonogram`
//! with a complete grid are also accepted.
//!
//! Interface: [`parse`] and [`write()`]. Keys have many accepted names ([`Word`](super::words::Word)); an object with a grid and without
//! clues is a drawing. A list of two lists of clues is a puzzle, too.

mod clues;
mod draft;
mod fault;
mod node;
mod palette;
mod picture;

use serde::{Serialize, Serializer};
use serde_json::value::Value;

use super::clues::{ClueLine, assemble_in, with_goal};
use super::error::{ParseError, ParseErrorKind, Side};
use super::section::{Fault, in_file};
use super::{Description, Puzzles, ReadError, Source, at_least_one, counted, only};
use crate::excerpt::Excerpt;
use crate::formats::ListOptions;
use crate::notes::Notes;
use crate::{Clue, Grid, Metadata, Palette, Puzzle, Rgb};
use draft::Draft;
pub use fault::JsonFault;
use node::{Items, Node};

pub(super) const DESCRIPTION: Description = Description {
    name: "json",
    about: "objects with rows and columns of clues, or a grid",
    extensions: &["json"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(read),
    write: |puzzle, picture| Ok(write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_array(puzzles).into_bytes()),
};

/// Maximum depth of objects and lists above the clues of a puzzle.
const MAX_DEPTH: usize = 16;

fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let inner = text.strip_prefix('[').map_or(text, str::trim_start);
    inner.starts_with('{') || (inner.len() < text.len() && inner.starts_with('['))
}

pub(super) fn read<'a>(source: &Source<'a>) -> Result<Puzzles<'a>, ReadError> {
    let text = source.text()?;
    let reader = Reader {
        is_alone: Items::of(text).nth(1).is_none(),
        name: source.name,
        filled: source.filled,
        lists: source.lists,
        notes: source.notes,
    };
    let puzzles = Items::of(text).flat_map(move |node| reader.all(node, None, 0));
    Ok(Box::new(at_least_one(puzzles, source.name)))
}

/// Reads every puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ReadError`] if the text is invalid or larger than 64 MiB.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ReadError> {
    crate::read_from(text.as_bytes(), name, Some(crate::Format::Json))
}

/// The error for a value that is not the `expected` one.
fn syntax(what: impl Into<String>, expected: &str) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what: what.into(),
        expected: expected.to_owned(),
        help: "correct it".to_owned(),
    }
}

/// How the puzzles of a file are read.
#[derive(Clone, Copy)]
struct Reader<'a> {
    name: &'a str,
    filled: Option<char>,
    lists: ListOptions,
    notes: &'a Notes,
    /// Whether the text has only one value.
    is_alone: bool,
}

impl<'a> Reader<'a> {
    /// The puzzles of a value, or its error. `title` is the title of a puzzle that has none.
    fn all(self, node: Result<Node<'a>, Fault>, title: Option<&str>, depth: usize) -> Puzzles<'a> {
        let puzzles = node.map_err(in_file(self.name));
        let puzzles = puzzles.and_then(|node| self.of_value(node, title, depth));
        puzzles.unwrap_or_else(|error| only(Err(error)))
    }

    fn of_value(
        self,
        node: Node<'a>,
        title: Option<&str>,
        depth: usize,
    ) -> Result<Puzzles<'a>, ParseError> {
        if depth > MAX_DEPTH {
            let what = format!("lists and objects nested more than {MAX_DEPTH} deep");
            return Err(self.fault((node.line, syntax(what, "a puzzle"))));
        }
        if node.is_list() {
            return match draft::holds_objects(node) {
                true => Ok(Box::new(
                    node.items()
                        .flat_map(move |item| self.all(item, None, depth + 1)),
                )),
                false => self.of_lists(node, depth),
            };
        }
        let mut draft = Draft::new(node.line);
        draft.add_all(node, 0).map_err(in_file(self.name))?;
        if draft.is_puzzle() {
            let mut puzzle = self.puzzle(draft)?;
            if puzzle.metadata().title.is_none() {
                let title = title.map(str::to_owned);
                let metadata = Metadata {
                    title,
                    ..puzzle.metadata().clone()
                };
                puzzle = puzzle.with_metadata(metadata);
            }
            return Ok(only(Ok(puzzle)));
        }
        let within = draft.within().map_err(in_file(self.name))?;
        self.note(node.line, draft.ignored());
        let within = within.into_iter();
        Ok(Box::new(within.flat_map(move |(key, node)| {
            self.all(Ok(node), key.as_deref(), depth + 1)
        })))
    }

    /// The puzzles of a list without objects: two lists of clues, a drawing, or a list of these.
    fn of_lists(self, node: Node<'a>, depth: usize) -> Result<Puzzles<'a>, ParseError> {
        let mut draft = Draft::new(node.line);
        match clues::kind(node).map_err(in_file(self.name))? {
            clues::Kind::Pair(first, second) => self.add_pair(&mut draft, first, second),
            clues::Kind::Drawing if self.is_alone || depth > 0 => {
                draft.add_picture(node).map_err(in_file(self.name))?;
            }
            clues::Kind::Drawing => {
                let expected = "one drawing, or objects with \"rows\" and \"columns\"";
                return Err(self.fault((node.line, syntax("several lists of numbers", expected))));
            }
            clues::Kind::Several => {
                let items = node.items();
                return Ok(Box::new(
                    items.flat_map(move |item| self.all(item, None, depth + 1)),
                ));
            }
        }
        self.puzzle(draft).map(|puzzle| only(Ok(puzzle)))
    }

    /// Adds two lists of clues without names. The rows come first, unless the caller chose otherwise.
    fn add_pair(self, draft: &mut Draft<'a>, first: Node<'a>, second: Node<'a>) {
        let (rows, columns) = if self.lists.columns_first {
            (second, first)
        } else {
            (first, second)
        };
        (draft.rows, draft.columns) = (Some(rows), Some(columns));
        draft.height = self.lists.rows;
        if !self.lists.columns_first {
            let text = format!(
                "{}: no headings: the rows are read first ({}); --columns-first reads the columns first",
                self.name,
                counted(rows.items().count(), "clue")
            );
            self.notes.add(true, text);
        }
    }

    fn fault(self, fault: Fault) -> ParseError {
        in_file(self.name)(fault)
    }

    /// Adds a note for each of these keys.
    fn note(self, line: usize, keys: &[String]) {
        for key in keys {
            let key = Excerpt(key);
            let name = self.name;
            self.notes.add(
                false,
                format!("{name}:{line}: the key {key:?} has no meaning here and is ignored"),
            );
        }
    }

    /// The puzzle of a draft.
    fn puzzle(self, mut draft: Draft<'a>) -> Result<Puzzle, ParseError> {
        let line = draft.line;
        let at = |kind| ParseError::at(self.name, line, kind);
        draft.check_alone().map_err(at)?;
        if let Some((first, second)) = draft.pair.take() {
            if let Some(side) = draft.rows.or(draft.columns) {
                let expected = "\"rows\" and \"columns\", or two lists";
                return Err(self.fault((
                    side.line,
                    syntax("a side beside two lists of clues", expected),
                )));
            }
            self.add_pair(&mut draft, first, second);
        }
        let missing = |what: &str| {
            at(ParseErrorKind::Syntax {
                what: format!("an object without {what}"),
                expected: "the keys \"rows\" and \"columns\", or a \"grid\"".to_owned(),
                help: "add what is missing".to_owned(),
            })
        };
        let sides = match (draft.rows, draft.columns) {
            (Some(rows), Some(columns)) => {
                let rows = draft.clues(rows).map_err(in_file(self.name))?;
                let columns = draft.clues(columns).map_err(in_file(self.name))?;
                Some((rows, columns))
            }
            (None, None) => None,
            (None, Some(_)) => return Err(missing("row clues")),
            (Some(_), None) => return Err(missing("column clues")),
        };
        let size = sides
            .as_ref()
            .map(|(rows, columns)| (rows.len(), columns.len()));
        if let Some((height, width)) = size {
            draft.check_count(Side::Rows, height).map_err(at)?;
            draft.check_count(Side::Columns, width).map_err(at)?;
        }
        if draft.colours.is_used("") && draft.colours.names().len() > 1 {
            let expected = "a colour for each block, or for none";
            return Err(at(syntax("blocks with and without a colour", expected)));
        }
        let pictures = draft
            .pictures(size, self.filled)
            .map_err(in_file(self.name))?;
        draft.bind_numbers().map_err(at)?;
        let inks = draft.colours.inks();
        let grids = pictures.iter().map(|picture| picture.grid(&inks));
        let mut grids = grids
            .collect::<Result<Vec<_>, _>>()
            .map_err(in_file(self.name))?;
        let is_open = |grid: &Grid| !grid.is_complete() || grid.filled_cells() == 0;
        if sides.is_some() || grids.len() > 1 {
            // A board to fill in.
            let is_blank =
                |(rows, _): &(Vec<ClueLine>, _)| rows.iter().all(|line| line.clue.is_empty());
            grids.retain(|grid| {
                !is_open(grid) || (grid.is_complete() && sides.as_ref().is_some_and(is_blank))
            });
        }
        if grids.iter().any(|grid| *grid != grids[0]) {
            return Err(at(syntax("two pictures that differ", "one picture")));
        }
        let grid = grids.into_iter().next();
        let puzzle = match (sides, grid) {
            (None, None) => return Err(missing("clues and without a grid")),
            (None, Some(grid)) => {
                draft
                    .check_size((grid.rows(), grid.columns()))
                    .map_err(at)?;
                picture::puzzle(grid, inks.palette).map_err(at)?
            }
            (Some((rows, columns)), grid) => {
                draft.check_size((rows.len(), columns.len())).map_err(at)?;
                let puzzle = assemble_in(self.name, rows, columns, &inks)?;
                match grid {
                    Some(goal) => with_goal(puzzle, goal).map_err(at)?,
                    None => puzzle,
                }
            }
        };
        self.note(line, draft.ignored());
        Ok(puzzle.with_metadata(draft.metadata))
    }
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
        serializer.collect_map(
            self.0
                .inks()
                .iter()
                .map(|ink| (ink.letter, ink.rgb.to_string())),
        )
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
    let lines: Vec<String> = puzzles
        .iter()
        .map(|puzzle| write(puzzle).trim_end().to_owned())
        .collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
