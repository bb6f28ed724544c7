//! What has been read of one puzzle: its colours, words, clues and goal.
//!
//! [`Draft::finish`] makes the puzzle; colours may stand anywhere in it, so the goal is read last.

use std::collections::HashMap;

use super::{BLACK, LICENSE, WHITE, syntax};
use crate::excerpt::Excerpt;
use crate::formats::clues::{ClueLine, ClueReader, add_goal, assemble};
use crate::formats::error::{ParseError, ParseErrorKind, Side};
use crate::formats::section::{Fault, in_file};
use crate::{Clue, Grid, MAX_SIDE, Metadata, Puzzle};

/// A puzzle as far as it is read.
#[derive(Default)]
pub(super) struct Draft {
    /// The line of the puzzle's element.
    line: usize,
    background: String,
    /// The colour of blocks that do not name theirs.
    default: String,
    /// The colour of the first block, and so of all.
    ink: Option<String>,
    /// What the characters of an image stand for.
    characters: HashMap<char, String>,
    rows: Option<Clues>,
    columns: Option<Clues>,
    /// The blocks of the line at hand.
    lengths: Vec<usize>,
    has_goal: bool,
    /// The goal's image and its line.
    image: Option<(usize, String)>,
    source: Option<String>,
    id: Option<String>,
    metadata: Metadata,
}

/// The clues of one side, and the line of their element.
struct Clues {
    line: usize,
    lines: Vec<ClueLine>,
}

/// An element whose text is one of the puzzle's words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Source,
    Id,
    Title,
    Author,
    Copyright,
    Note,
}

impl Word {
    /// The word of an element's name.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"source" => Self::Source,
            b"id" => Self::Id,
            b"title" => Self::Title,
            b"author" => Self::Author,
            b"copyright" => Self::Copyright,
            b"note" => Self::Note,
            _ => return None,
        })
    }
}

impl Draft {
    /// A puzzle at `line` with its default and background colours, where it names them.
    pub(super) fn new(
        line: usize,
        (default, background): (Option<String>, Option<String>),
    ) -> Self {
        Self {
            line,
            default: default.unwrap_or_else(|| BLACK.to_owned()),
            background: background.unwrap_or_else(|| WHITE.to_owned()),
            characters: HashMap::from([('.', WHITE.to_owned()), ('X', BLACK.to_owned())]),
            ..Self::default()
        }
    }

    pub(super) fn add_colour(&mut self, character: &str, name: String) {
        if let Some(character) = character.chars().next() {
            self.characters.insert(character, name);
        }
    }

    /// The first text of an element that has any counts.
    pub(super) fn add_word(&mut self, word: Word, text: &str) {
        let (place, text) = match word {
            Word::Source => (&mut self.source, text),
            Word::Id => (&mut self.id, text),
            Word::Title => (&mut self.metadata.title, text),
            Word::Author => (&mut self.metadata.by, text),
            Word::Copyright => (&mut self.metadata.copyright, text),
            Word::Note => match text.strip_prefix(LICENSE) {
                Some(license) => (&mut self.metadata.license, license),
                None => return,
            },
        };
        if place.is_none() && !text.is_empty() {
            *place = Some(text.to_owned());
        }
    }

    fn side(&mut self, side: Side) -> &mut Option<Clues> {
        match side {
            Side::Rows => &mut self.rows,
            Side::Columns => &mut self.columns,
        }
    }

    /// Begins the clues of a side.
    pub(super) fn add_side(&mut self, side: Side, line: usize) -> Result<Option<Side>, Fault> {
        let place = self.side(side);
        if place.is_some() {
            let what = format!("a second <clues type=\"{}\">", name(side));
            return Err((line, syntax(what, "one a puzzle", "remove it")));
        }
        let lines = Vec::new();
        *place = Some(Clues { line, lines });
        Ok(Some(side))
    }

    /// Ends the clues of a side.
    pub(super) fn end_side(&mut self, side: Side) -> Result<(), Fault> {
        match self.side(side) {
            Some(clues) if clues.lines.is_empty() => {
                let what = format!("no {}", name(side));
                Err((clues.line, syntax(what, "a <line> for each", "add them")))
            }
            _ => Ok(()),
        }
    }

    /// Begins the clue of a line.
    pub(super) fn add_line(&mut self, side: Side, line: usize) -> Result<(), Fault> {
        self.lengths.clear();
        match self.side(side) {
            Some(clues) if clues.lines.len() == MAX_SIDE => {
                let expected = MAX_SIDE;
                Err((line, ParseErrorKind::TooManyLines { side, expected }))
            }
            Some(clues) => {
                let clue = Clue::default();
                clues.lines.push(ClueLine { number: line, clue });
                Ok(())
            }
            None => unreachable!("a line stands within the clues of its side"),
        }
    }

    /// Ends the clue of a line.
    pub(super) fn end_line(&mut self, side: Side) {
        let clue = Clue::new(self.lengths.iter().copied());
        if let Some(line) = self
            .side(side)
            .as_mut()
            .and_then(|clues| clues.lines.last_mut())
        {
            line.clue = clue;
        }
    }

    /// Whether a block's colour is that of the first block.
    pub(super) fn is_ink(&mut self, colour: Option<String>) -> bool {
        let colour = colour.unwrap_or_else(|| self.default.clone());
        match &self.ink {
            Some(ink) => *ink == colour,
            None => {
                self.ink = Some(colour);
                true
            }
        }
    }

    /// Adds a block to the line at hand.
    pub(super) fn add_block(&mut self, text: &str, is_ink: bool, line: usize) -> Result<(), Fault> {
        let clue = ClueReader::default()
            .read(text)
            .map_err(|kind| (line, kind))?;
        match clue[..] {
            [length] if is_ink => self.lengths.push(length),
            [length] => return Err((line, ParseErrorKind::Coloured { length })),
            [] if !text.is_empty() => {}
            _ => {
                let found = text.to_owned();
                return Err((line, ParseErrorKind::NotANumber { found }));
            }
        }
        Ok(())
    }

    /// Whether a goal is the first, which counts.
    pub(super) fn add_goal(&mut self) -> bool {
        !std::mem::replace(&mut self.has_goal, true)
    }

    /// Adds the goal's image; the first counts.
    pub(super) fn add_image(&mut self, text: &str, line: usize) {
        self.image.get_or_insert_with(|| (line, text.to_owned()));
    }

    /// The puzzle that was read.
    pub(super) fn finish(&mut self, file: &str) -> Result<Puzzle, ParseError> {
        let draft = std::mem::take(self);
        let (source, id) = (&draft.source, &draft.id);
        let catalogue = match (source, id) {
            (Some(source), Some(id)) => Some(format!("{source} {id}")),
            (source, id) => source.as_ref().or(id.as_ref()).cloned(),
        };
        let metadata = Metadata {
            catalogue,
            ..draft.metadata.clone()
        };
        let image = draft.image.as_ref();
        let cells = image.map(|(line, text)| Ok((*line, text, draft.cells(*line, text)?)));
        let cells = cells.transpose().map_err(in_file(file))?;
        let puzzle = match (draft.rows, draft.columns, cells) {
            (Some(rows), Some(columns), goal) => {
                let puzzle = assemble(file, rows.lines, columns.lines)?;
                match goal {
                    None => puzzle,
                    Some((line, _, cells)) => {
                        add_goal(puzzle, &cells).map_err(|kind| ParseError::at(file, line, kind))?
                    }
                }
            }
            (None, None, Some((line, text, cells))) => {
                of_goal(text, &cells).map_err(|kind| ParseError::at(file, line, kind))?
            }
            _ => {
                let what = "clues of rows or columns are missing".to_owned();
                let kind = syntax(what, "both, or neither and a goal", "add what is missing");
                return Err(ParseError::at(file, draft.line, kind));
            }
        };
        Ok(puzzle.with_metadata(metadata))
    }

    /// The cells of an image, row by row.
    fn cells(&self, line: usize, image: &str) -> Result<Vec<bool>, Fault> {
        let ink = self.ink.as_ref().unwrap_or(&self.default);
        let filled = |found| match self.characters.get(&found) {
            Some(name) if *name == self.background => Ok(false),
            Some(name) if name == ink => Ok(true),
            _ => {
                let what = format!("{found:?} in the goal");
                let expected = "the characters of the background and of one colour";
                Err((
                    line,
                    syntax(what, expected, "choose a puzzle in black and white"),
                ))
            }
        };
        rows(image).flat_map(str::chars).map(filled).collect()
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Rows => "rows",
        Side::Columns => "columns",
    }
}

/// The rows of an image, which stand between `|`.
fn rows(image: &str) -> impl Iterator<Item = &str> {
    image
        .split('|')
        .map(str::trim)
        .filter(|row| !row.is_empty())
}

/// The puzzle of a goal without clues.
fn of_goal(image: &str, cells: &[bool]) -> Result<Puzzle, ParseErrorKind> {
    let width = rows(image).next().map_or(0, |row| row.chars().count());
    let height = rows(image).count();
    let sides = 1..=MAX_SIDE;
    let is_grid = rows(image).all(|row| row.chars().count() == width);
    if !is_grid || !sides.contains(&height) || !sides.contains(&width) {
        let what = format!("an image that is no grid: {:?}", Excerpt(image));
        let expected = format!("rows |..X.| of one length, up to {MAX_SIDE} x {MAX_SIDE}");
        return Err(syntax(what, &expected, "correct it"));
    }
    let grid = Grid::from_fn(height, width, |row, column| cells[row * width + column]);
    let puzzle = Puzzle::from_grid(&grid);
    Ok(puzzle.with_goal(grid).expect("a grid has its own clues"))
}
