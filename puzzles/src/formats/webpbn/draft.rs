//! The parts of one puzzle read so far: its colours, metadata, clues and goal.
//!
//! [`Draft::finish`] creates the puzzle. Colours may be declared anywhere in the puzzle's element, so the goal is evaluated last.

use super::colours::Names;
use super::{LICENSE, syntax};
use crate::excerpt::Excerpt;
use crate::formats::clues::{ClueLine, ClueReader, add_goal, assemble_in};
use crate::formats::error::{ParseError, ParseErrorKind, Side};
use crate::formats::section::Fault;
use crate::{Cell, Clue, Colour, Grid, MAX_SIDE, Metadata, Palette, Puzzle};

/// The parts of a puzzle read so far.
#[derive(Default)]
pub(super) struct Draft {
    /// Line of the puzzle's element.
    line: usize,
    colours: Names,
    rows: Option<Clues>,
    columns: Option<Clues>,
    /// Block lengths of the current clue, and their colour indices.
    lengths: Vec<usize>,
    inks: Vec<Colour>,
    has_goal: bool,
    /// Image of the goal, and its line.
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

/// An element whose text is metadata of the puzzle.
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
    /// The metadata field of an element name; `None` for other elements.
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
    /// Creates a draft for a puzzle at `line`, with the default and background colours that it names.
    pub(super) fn new(
        line: usize,
        (default, background): (Option<String>, Option<String>),
    ) -> Self {
        Self {
            line,
            colours: Names::new(default.as_deref(), background.as_deref()),
            ..Self::default()
        }
    }

    /// Adds a colour with its character, if it has one, and its RGB value or name as text.
    pub(super) fn add_colour(&mut self, name: &str, character: Option<char>, text: &str) {
        self.colours.declare(name, character, text);
    }

    /// Adds metadata. The first element with text is used for each field; of the notes, the first one with the licence.
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

    /// Starts the clues of a side; an error if the side already has clues.
    pub(super) fn add_side(&mut self, side: Side, line: usize) -> Result<Option<Side>, Fault> {
        let place = self.side(side);
        if place.is_some() {
            let what = format!("a second <clues type=\"{}\">", name(side));
            return Err((line, syntax(what, "one per puzzle", "remove it")));
        }
        let lines = Vec::new();
        *place = Some(Clues { line, lines });
        Ok(Some(side))
    }

    /// Ends the clues of a side; an error if the side has no lines.
    pub(super) fn end_side(&mut self, side: Side) -> Result<(), Fault> {
        match self.side(side) {
            Some(clues) if clues.lines.is_empty() => {
                let what = format!("no <line> in <clues type=\"{}\">", name(side));
                Err((clues.line, syntax(what, "one per clue", "add the clues")))
            }
            _ => Ok(()),
        }
    }

    /// Starts the clue of a line; an error if the side already has the maximum number of clues.
    pub(super) fn add_line(&mut self, side: Side, line: usize) -> Result<(), Fault> {
        self.lengths.clear();
        self.inks.clear();
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
            None => unreachable!("a line is within the clues of its side"),
        }
    }

    /// Ends the clue of a line.
    pub(super) fn end_line(&mut self, side: Side) {
        let (lengths, inks) = (self.lengths.clone(), self.inks.clone());
        let clue = Clue::of_parts(lengths, inks);
        if let Some(line) = self
            .side(side)
            .as_mut()
            .and_then(|clues| clues.lines.last_mut())
        {
            line.clue = clue;
        }
    }

    /// The colour of a block; the default colour of the puzzle if the block does not name one.
    pub(super) fn colour(&mut self, name: Option<String>, line: usize) -> Result<Colour, Fault> {
        let colour = self.colours.of_block(name.as_deref());
        colour.map_err(|kind| (line, kind))
    }

    /// Adds a block to the current clue.
    pub(super) fn add_block(
        &mut self,
        text: &str,
        colour: Colour,
        line: usize,
    ) -> Result<(), Fault> {
        let bad = || {
            let what = format!("{:?} is not a block length", Excerpt(text));
            (
                line,
                syntax(what, "one whole number such as 3", "correct it"),
            )
        };
        let clue = ClueReader::default().read(text).map_err(|_| bad())?;
        match clue[..] {
            [length] => {
                self.lengths.push(length);
                self.inks.push(colour);
            }
            [] if !text.is_empty() => {}
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Records a goal and returns whether it is the first one; later goals are ignored.
    pub(super) fn add_goal(&mut self) -> bool {
        !std::mem::replace(&mut self.has_goal, true)
    }

    /// Adds the image of the goal; later images are ignored.
    pub(super) fn add_image(&mut self, text: &str, line: usize) {
        self.image.get_or_insert_with(|| (line, text.to_owned()));
    }

    /// Creates the puzzle.
    pub(super) fn finish(&mut self, file: &str) -> Result<Puzzle, ParseError> {
        let mut draft = std::mem::take(self);
        let (source, id) = (&draft.source, &draft.id);
        let catalogue = match (source, id) {
            (Some(source), Some(id)) => Some(format!("{source} {id}")),
            (source, id) => source.as_ref().or(id.as_ref()).cloned(),
        };
        let metadata = Metadata {
            catalogue,
            ..draft.metadata.clone()
        };
        let has_clues = draft.rows.is_some() || draft.columns.is_some();
        let cells = match &draft.image {
            Some((line, image)) => {
                let cells = draft.colours.cells(image, !has_clues);
                Some((
                    *line,
                    image,
                    cells.map_err(|kind| ParseError::at(file, *line, kind))?,
                ))
            }
            None => None,
        };
        let inks = draft
            .colours
            .inks()
            .map_err(|kind| ParseError::at(file, draft.line, kind))?;
        let in_palette = |cells: Vec<Option<Colour>>| -> Vec<Cell> {
            let cell = |colour: Colour| Cell::Colour(inks.colours[colour.index()]);
            let cells = cells.into_iter();
            cells
                .map(|colour| colour.map_or(Cell::Blank, cell))
                .collect()
        };
        let puzzle = match (draft.rows, draft.columns, cells) {
            (Some(rows), Some(columns), goal) => {
                let puzzle = assemble_in(file, rows.lines, columns.lines, &inks)?;
                match goal {
                    None => puzzle,
                    Some((line, _, cells)) => add_goal(puzzle, &in_palette(cells))
                        .map_err(|kind| ParseError::at(file, line, kind))?,
                }
            }
            (None, None, Some((line, text, cells))) => {
                of_goal(text, &in_palette(cells), &inks.palette)
                    .map_err(|kind| ParseError::at(file, line, kind))?
            }
            _ => {
                let what = "clues of rows or columns are missing".to_owned();
                let kind = syntax(what, "clues of both, or only a goal", "add what is missing");
                return Err(ParseError::at(file, draft.line, kind));
            }
        };
        Ok(puzzle.with_metadata(metadata))
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Rows => "rows",
        Side::Columns => "columns",
    }
}

/// The rows of an image, which are separated by `|`.
pub(super) fn rows(image: &str) -> impl Iterator<Item = &str> {
    image
        .split('|')
        .map(str::trim)
        .filter(|row| !row.is_empty())
}

/// The puzzle of a goal without clues.
fn of_goal(image: &str, cells: &[Cell], palette: &Palette) -> Result<Puzzle, ParseErrorKind> {
    let width = rows(image).next().map_or(0, |row| row.chars().count());
    let height = rows(image).count();
    let sides = 1..=MAX_SIDE;
    let is_grid = rows(image).all(|row| row.chars().count() == width);
    if !is_grid || !sides.contains(&height) || !sides.contains(&width) {
        let what = format!(
            "an image that is not a grid of a valid size: {:?}",
            Excerpt(image)
        );
        let expected =
            format!("rows of equal length such as |..X.|, up to {MAX_SIDE} x {MAX_SIDE} cells");
        return Err(syntax(what, &expected, "correct it"));
    }
    let grid = Grid::from_cells(height, width, |row, column| cells[row * width + column]);
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette.clone());
    let puzzle = puzzle.expect("the palette has the colours of the image");
    Ok(puzzle.with_goal(grid).expect("a grid has its own clues"))
}
