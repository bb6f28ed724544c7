//! Puzzles made of drawings.
//! Interface: [`Drawing`] is what the page draws; [`judge`] and [`propose`] judge and mend it as a puzzle.

use std::time::Duration;

use nonogram_puzzles::formats::pixels::{Pixels, read};
use nonogram_puzzles::{Cell, Colour, Grid, ImageOptions, Metadata, Palette, Puzzle};
use nonogram_solver::{LineOutcome, disambiguate, propagate};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::paints::Paints;
use crate::{sheet, verdict};

/// A drawing as the page holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Drawn"))]
pub struct Drawing {
    /// Height.
    pub rows: usize,
    /// Width.
    pub columns: usize,
    /// Its cells as text, row by row; what is not filled is blank.
    pub cells: String,
    /// The colours to draw with.
    pub paints: Paints,
    /// Its name.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub title: Option<String>,
}

impl Drawing {
    /// Its cells and its colours.
    ///
    /// # Errors
    /// No cell, or cells or colours that are none, in words.
    fn parts(&self) -> Result<(Grid, Palette), String> {
        if self.rows == 0 || self.columns == 0 {
            return Err("a drawing without cells; expected at least 1 x 1".to_owned());
        }
        let palette = self.paints.palette()?;
        let drawn = sheet::grid(self.rows, self.columns, &self.cells)?;
        let blank = |cell: Cell| cell.colour().map_or(Cell::Blank, Cell::Colour);
        let grid = Grid::from_cells(self.rows, self.columns, |row, column| {
            blank(drawn.get(row, column))
        });
        Ok((grid, palette))
    }

    /// Its puzzle, in the colours that it uses.
    ///
    /// # Errors
    /// As [`parts`](Self::parts), and cells in colours that it does not have, in words.
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        let (grid, palette) = self.parts()?;
        let (grid, palette) = used(&grid, &palette)?;
        let words = Metadata {
            title: self.title.clone().filter(|title| !title.is_empty()),
            ..Metadata::default()
        };
        let puzzle = puzzle_of(&grid, palette)?.with_metadata(words);
        puzzle.with_goal(grid).map_err(|error| error.to_string())
    }
}

/// The puzzle of cells in these colours.
fn puzzle_of(grid: &Grid, palette: Palette) -> Result<Puzzle, String> {
    let puzzle = Puzzle::from_grid(grid).with_palette(palette);
    puzzle.map_err(|error| error.to_string())
}

/// The cells and the palette without the colours that no cell has; the first one where no cell is filled.
fn used(grid: &Grid, palette: &Palette) -> Result<(Grid, Palette), String> {
    let cells = || (0..grid.rows()).flat_map(|row| grid.row(row));
    let is_used = |colour: &Colour| cells().any(|cell| cell.colour() == Some(*colour));
    let mut colours: Vec<Colour> = palette.colours().filter(is_used).collect();
    if colours.is_empty() {
        colours.push(Colour::FIRST);
    }
    let inks = colours.iter().map(|colour| palette.inks()[colour.index()]);
    let fewer = Palette::new(inks.collect()).map_err(|error| error.to_string())?;
    let place = |colour: Colour| colours.iter().position(|other| *other == colour);
    let renamed = |cell: Cell| match cell.colour() {
        None => Ok(Cell::Blank),
        Some(colour) => match place(colour).and_then(Colour::new) {
            Some(colour) => Ok(Cell::Colour(colour)),
            None => Err(format!(
                "a cell in colour {}; the drawing has {}",
                colour.index() + 1,
                palette.count()
            )),
        },
    };
    let cells: Vec<Cell> = cells().map(renamed).collect::<Result<_, String>>()?;
    let renamed = Grid::from_cells(grid.rows(), grid.columns(), |row, column| {
        cells[row * grid.columns() + column]
    });
    Ok((renamed, fewer.with_background(palette.background())))
}

/// How a picture is to become a drawing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PictureOptions"))]
pub struct Wanted {
    /// Height.
    pub rows: usize,
    /// Width.
    pub columns: usize,
    /// Cells darker than this are filled: 0 is black, 255 is white.
    pub threshold: u8,
    /// Whether light cells are the filled ones.
    pub invert: bool,
    /// The most colours; without it, as many as the picture seems to have.
    pub colours: Option<usize>,
}

/// Samples of a pixel.
const RGBA: usize = 4;

/// The drawing of a picture, of its width and height and its samples in red, green, blue and opacity.
///
/// # Errors
/// The picture has no pixel or no filled cell, in words.
pub fn traced(size: (usize, usize), samples: &[u8], wanted: Wanted) -> Result<Drawing, String> {
    let options = ImageOptions {
        threshold: wanted.threshold,
        size: Some((wanted.rows, wanted.columns)),
        invert: wanted.invert,
        colours: wanted.colours,
        ..ImageOptions::default()
    };
    let (width, height) = size;
    let pixels = Pixels {
        width,
        height,
        channels: RGBA,
        samples,
    };
    let puzzle = read(pixels, "the picture", options).map_err(|error| error.to_string())?;
    Ok(Drawing {
        rows: puzzle.row_count(),
        columns: puzzle.column_count(),
        cells: puzzle.goal().map(sheet::text).unwrap_or_default(),
        paints: Paints::from(puzzle.palette()),
        title: None,
    })
}

/// What a drawing is as a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// As in [`verdict::Solved`].
    #[cfg_attr(test, ts(type = "Verdict"))]
    pub verdict: &'static str,
    /// Line logic is enough.
    pub line_solvable: bool,
    /// What line logic knows.
    pub lines: String,
    /// Places that line logic leaves open.
    pub open: Vec<usize>,
    /// How hard it is.
    pub rated: Option<verdict::Rated>,
}

/// Judges a drawing.
///
/// # Errors
/// As [`Drawing::puzzle`].
pub fn judge(drawing: &Drawing, limit: Duration) -> Result<Judged, String> {
    let puzzle = drawing.puzzle()?;
    let solved = verdict::solve(&puzzle, None, limit);
    let open = solved
        .lines
        .char_indices()
        .filter(|(_, cell)| *cell == '?')
        .map(|(place, _)| place);
    Ok(Judged {
        verdict: solved.verdict,
        line_solvable: solved.line_solvable,
        open: open.collect(),
        rated: (solved.verdict == "unique")
            .then(|| verdict::rating(&puzzle, Some(limit)))
            .flatten(),
        lines: solved.lines,
    })
}

/// An edit as the page takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Edit"))]
pub struct Change {
    /// Places of the cells to change.
    pub cells: Vec<usize>,
    /// What they become, as text.
    pub values: String,
    /// Cells that it settles.
    pub settles: usize,
    /// Cells that line logic leaves open with it; 0 where there is one solution.
    pub leaves: usize,
}

/// Edits as the page takes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposed {
    /// The best first.
    pub edits: Vec<Change>,
    /// Whether everything was tried.
    pub complete: bool,
}

/// Edits that are shown.
const SHOWN: usize = 12;

/// The share of the time after which edits that settle only a part are looked for.
const SHARE: u32 = 2;

/// Proposes edits that leave a drawing one solution or, where no one or two cells do, those that leave the fewest cells open.
///
/// # Errors
/// As [`Drawing::puzzle`].
pub fn propose(drawing: &Drawing, limit: Duration) -> Result<Proposed, String> {
    let (grid, palette) = drawing.parts()?;
    let puzzle = puzzle_of(&grid, palette)?;
    let start = Instant::now();
    let proposal = disambiguate(&grid, limit / SHARE);
    let change = |edit: &nonogram_solver::Edit| Change {
        cells: edit
            .cells
            .iter()
            .map(|(row, column)| row * grid.columns() + column)
            .collect(),
        values: edit.values.iter().map(|value| value.to_char()).collect(),
        settles: edit.settles,
        leaves: 0,
    };
    let mut edits: Vec<Change> = proposal.edits.iter().take(SHOWN).map(change).collect();
    let mut complete = proposal.complete;
    if edits.is_empty() && !proposal.was_unique {
        let is_late = || start.elapsed() >= limit;
        complete &= shrinking(&grid, &puzzle, &is_late, &mut edits);
    }
    Ok(Proposed { edits, complete })
}

/// How many cells line logic leaves open.
fn open(puzzle: &Puzzle) -> usize {
    match propagate(puzzle) {
        LineOutcome::Stalled(known) => known.rows() * known.columns() - known.known_cells(),
        LineOutcome::Solved(_) | LineOutcome::Contradiction { .. } => 0,
    }
}

/// Edits of one cell that leave fewer cells open, those that leave fewest first; whether all cells were tried.
fn shrinking(
    drawing: &Grid,
    puzzle: &Puzzle,
    is_late: &dyn Fn() -> bool,
    edits: &mut Vec<Change>,
) -> bool {
    let columns = drawing.columns();
    let before = open(puzzle);
    let colours = puzzle.palette().colours().map(Cell::Colour);
    let values: Vec<Cell> = std::iter::once(Cell::Blank).chain(colours).collect();
    let mut changed = drawing.clone();
    let mut complete = true;
    for place in 0..drawing.rows() * columns {
        if is_late() {
            complete = false;
            break;
        }
        let (row, column) = (place / columns, place % columns);
        let now = drawing.get(row, column);
        for value in values.iter().filter(|value| **value != now) {
            changed.set(row, column, *value);
            let leaves = open(&Puzzle::from_grid(&changed));
            if leaves < before {
                edits.push(Change {
                    cells: vec![place],
                    values: value.to_char().to_string(),
                    settles: before - leaves,
                    leaves,
                });
            }
        }
        changed.set(row, column, now);
    }
    edits.sort_by_key(|edit| edit.leaves);
    edits.truncate(SHOWN);
    complete
}

#[cfg(test)]
mod tests;
