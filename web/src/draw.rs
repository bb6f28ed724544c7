//! Drawings, the puzzles derived from them, and random puzzles, as `nonogram generate` makes them.
//! Interface: [`traced`] makes a [`Drawing`] from a picture, [`judge`] assesses a drawing as a puzzle, and [`propose`] proposes edits;
//! [`generate`] makes a random puzzle.

use std::time::Duration;

use nonogram_puzzles::formats::pixels::{Pixels, read};
use nonogram_puzzles::{Cell, Colour, Grid, ImageOptions, Metadata, Palette, Puzzle};
use nonogram_solver::{Demand, Instant, LineOutcome, Random, disambiguate, propagate};
use serde::{Deserialize, Serialize};

use crate::sheet::LARGEST;
use crate::sheet::Paints;
use crate::{advice, sheet};

/// A drawing, as the page stores it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Drawn"))]
pub struct Drawing {
    /// Height in cells.
    pub rows: usize,
    /// Width in cells.
    pub columns: usize,
    /// The cells as text, in row-major order; cells that are not filled are blank.
    pub cells: String,
    /// The palette of the drawing.
    pub paints: Paints,
    /// Title of the puzzle.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub title: Option<String>,
}

impl Drawing {
    /// The cells and the palette of the drawing.
    fn parts(&self) -> Result<(Grid, Palette), String> {
        if self.rows == 0 || self.columns == 0 {
            return Err("the drawing has no cells; expected at least 1 x 1".to_owned());
        }
        sheet::check_size(self.rows, self.columns)?;
        let palette = self.paints.palette()?;
        let drawn = sheet::grid(self.rows, self.columns, &self.cells)?;
        let blank = |cell: Cell| cell.colour().map_or(Cell::Blank, Cell::Colour);
        let grid =
            Grid::from_cells(self.rows, self.columns, |row, column| blank(drawn.get(row, column)));
        Ok((grid, palette))
    }

    /// The puzzle of the drawing, with only the colours that occur in its cells.
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

/// The puzzle with the clues of `grid`, in the colours of `palette`; an error if a cell has a colour that is not in the palette.
fn puzzle_of(grid: &Grid, palette: Palette) -> Result<Puzzle, String> {
    let puzzle = Puzzle::from_grid(grid).with_palette(palette);
    puzzle.map_err(|error| error.to_string())
}

/// The cells and the palette without unused colours; if no cell is filled, the palette keeps the first colour. An error if a cell has a
/// colour that is not in the palette.
fn used(grid: &Grid, palette: &Palette) -> Result<(Grid, Palette), String> {
    let (largest, count) = (grid.palette_size(), palette.count());
    if largest > count {
        return Err(format!(
            "a cell has colour {largest}; expected a colour of the palette, at most {count}"
        ));
    }
    let cells = || (0..grid.rows()).flat_map(|row| grid.row(row));
    let is_used = |colour: &Colour| cells().any(|cell| cell.colour() == Some(*colour));
    let mut colours: Vec<Colour> = palette.colours().filter(is_used).collect();
    if colours.is_empty() {
        colours.push(Colour::FIRST);
    }
    let inks = colours.iter().map(|colour| palette.inks()[colour.index()]);
    let fewer = Palette::new(inks.collect()).map_err(|error| error.to_string())?;
    let place = |colour| colours.iter().position(|other| *other == colour);
    let renamed = Grid::from_cells(grid.rows(), grid.columns(), |row, column| {
        let colour = grid.get(row, column).colour().and_then(place);
        colour.and_then(Colour::new).map_or(Cell::Blank, Cell::Colour)
    });
    Ok((renamed, fewer.with_background(palette.background())))
}

/// Options for converting a picture to a drawing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureOptions {
    /// Height of the drawing in cells.
    pub rows: usize,
    /// Width of the drawing in cells.
    pub columns: usize,
    /// Luma below which a cell or, in a coloured picture, a near-neutral pixel counts as dark: 0 (black) to 255 (white).
    pub threshold: u8,
    /// Whether light cells are filled instead of dark ones.
    pub invert: bool,
    /// Maximum number of colours; none stands for 8.
    pub colours: Option<usize>,
}

/// Samples per pixel.
const RGBA: usize = 4;

/// Converts a picture to a drawing; `size` is its width and height, `samples` are its RGBA bytes.
pub fn traced(
    size: (usize, usize),
    samples: &[u8],
    wanted: PictureOptions,
) -> Result<Drawing, String> {
    let options = ImageOptions {
        threshold: wanted.threshold,
        size: Some((wanted.rows, wanted.columns)),
        invert: wanted.invert,
        colours: wanted.colours,
        ..ImageOptions::default()
    };
    let (width, height) = size;
    let pixels = Pixels { width, height, channels: RGBA, samples };
    let puzzle = read(pixels, "the picture", options).map_err(|error| error.to_string())?;
    Ok(Drawing {
        rows: puzzle.row_count(),
        columns: puzzle.column_count(),
        cells: puzzle.goal().map(sheet::text).unwrap_or_default(),
        paints: Paints::from(puzzle.palette()),
        title: None,
    })
}

/// Assessment of a drawing as a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// The solver's verdict on the puzzle.
    #[cfg_attr(test, ts(type = "Verdict"))]
    pub verdict: &'static str,
    /// Whether line logic alone solves the puzzle.
    pub line_solvable: bool,
    /// The cells that line logic decides, as text; `?` where it decides nothing.
    pub lines: String,
    /// Indices of the cells that line logic leaves open, in row-major order.
    pub open: Vec<usize>,
    /// The difficulty; none if the puzzle does not have exactly one solution, or is not rated within the limits.
    pub rated: Option<advice::Rated>,
}

/// Judges a drawing as a puzzle. The time limit applies to the search for the verdict, and again to the rating.
pub fn judge(drawing: &Drawing, limit: Duration) -> Result<Judged, String> {
    let puzzle = drawing.puzzle()?;
    let solved = advice::solve(&puzzle, limit);
    let open = solved.lines.char_indices().filter(|(_, cell)| *cell == '?').map(|(place, _)| place);
    Ok(Judged {
        verdict: solved.verdict,
        line_solvable: solved.line_solvable,
        open: open.collect(),
        rated: (solved.verdict == "unique").then(|| advice::rating(&puzzle, Some(limit))).flatten(),
        lines: solved.lines,
    })
}

/// A proposed edit of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Edit"))]
pub struct Change {
    /// Indices of the cells to change, in row-major order.
    pub cells: Vec<usize>,
    /// The new values of these cells, one character each.
    pub values: String,
    /// Number of additional cells that line logic decides with the edit.
    pub settles: usize,
    /// Number of cells that line logic leaves open with the edit; 0 if the edit leaves exactly one solution.
    pub leaves: usize,
}

/// Proposed edits of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposed {
    /// The edits, at most 12, the best first.
    pub edits: Vec<Change>,
    /// Whether the search for edits, which does not try all pairs of cells, ended before the time limit.
    pub complete: bool,
}

/// Maximum number of edits that are shown.
const SHOWN: usize = 12;

/// The first 1/`SHARE` of the time limit is for edits that leave one solution, the rest for edits that leave fewer cells open.
const SHARE: u32 = 2;

/// Proposes edits of one or two cells that leave the puzzle of a drawing exactly one solution or, if none are found, edits of one cell
/// that leave fewer cells open to line logic. A puzzle that is proven to have one solution gets none.
pub fn propose(drawing: &Drawing, limit: Duration) -> Result<Proposed, String> {
    let (grid, palette) = drawing.parts()?;
    let puzzle = puzzle_of(&grid, palette)?;
    let start = Instant::now();
    let proposal = disambiguate(&grid, limit / SHARE);
    let change = |edit: &nonogram_solver::Edit| Change {
        cells: edit.cells.iter().map(|(row, column)| row * grid.columns() + column).collect(),
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

/// The number of cells that line logic leaves open; 0 if the clues contradict each other.
fn open(puzzle: &Puzzle) -> usize {
    match propagate(puzzle) {
        LineOutcome::Stalled(known) => known.rows() * known.columns() - known.known_cells(),
        LineOutcome::Solved(_) | LineOutcome::Contradiction { .. } => 0,
    }
}

/// Collects up to [`SHOWN`] edits of one cell that leave fewer cells open than the drawing, best first. Returns whether all cells were
/// tried.
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

/// Options for generating a random puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RandomOptions {
    /// Height in cells.
    pub rows: usize,
    /// Width in cells.
    pub columns: usize,
    /// Probability that a cell is filled, 0 to 1.
    pub density: f64,
    /// Seed of the random number generator.
    pub seed: u32,
    /// Difficulty: 0 if line logic solves the puzzle, 1 if it does not, 2 for either. Every puzzle has exactly one solution.
    pub level: u8,
}

/// Generates a random puzzle that meets the options.
pub fn generate(wanted: RandomOptions, limit: Duration) -> Result<Puzzle, String> {
    let RandomOptions { rows, columns, density, seed, level } = wanted;
    if rows == 0 || columns == 0 || rows.max(columns) > LARGEST || !(0.0..=1.0).contains(&density) {
        return Err(format!(
            "{rows} x {columns} cells with a density of {density}; expected 1 to {LARGEST} rows and columns, and a density of 0 to 1"
        ));
    }
    let demand = Demand {
        line_solvable: level == 0,
        beyond_line_logic: level == 1,
        unique: true,
        difficulty: None,
    };
    let mut random = Random::new((rows, columns), density, seed.into(), demand);
    let start = Instant::now();
    let mut tries = 0;
    let found = random.next_puzzle(|| {
        let goes_on = start.elapsed() < limit;
        tries += u32::from(goes_on);
        goes_on
    });
    found.ok_or_else(|| {
        format!(
            "{}: choose a higher density, a smaller size, another difficulty or a longer search limit",
            random.complaint(tries)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::Rgb;
    use nonogram_solver::{LineOutcome, propagate};

    const LONG: Duration = Duration::from_secs(60);

    fn drawing(lines: &[impl AsRef<str>], palette: &Palette) -> Drawing {
        let cells: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        Drawing {
            rows: cells.len(),
            columns: cells[0].len(),
            cells: cells.concat(),
            paints: Paints::from(palette),
            title: None,
        }
    }

    #[test]
    fn a_puzzle_has_the_colours_that_are_used() {
        let palette = Palette::standard(3).with_background(Rgb::new(255, 240, 224));
        let drawn = drawing(&["c-", "#c"], &palette);
        let puzzle = drawn.puzzle().unwrap();
        assert_eq!(puzzle.palette().count(), 2);
        assert_eq!(puzzle.palette().rgb(Colour::FIRST), palette.inks()[0].rgb);
        assert_eq!(puzzle.palette().letter(Colour::new(1).unwrap()), 'c');
        assert_eq!(puzzle.palette().background(), palette.background());
        assert_eq!(sheet::text(puzzle.goal().unwrap()), "b-#b");
        let plain = drawing(&["#-", "-#"], &Palette::standard(3));
        assert!(plain.puzzle().unwrap().palette().is_black_and_white());
        let beyond = drawing(&["d-"], &palette).puzzle().unwrap_err();
        assert!(
            beyond.contains("colour 4; expected a colour of the palette, at most 3"),
            "{beyond}"
        );
        assert!(drawing(&["", ""], &palette).puzzle().is_err());
    }

    #[test]
    fn proposed_edits_of_coloured_drawings_leave_one_solution() {
        let drawn = drawing(&["#-b-", "-#b-", "b--#"], &Palette::standard(2));
        assert_eq!(judge(&drawn, LONG).unwrap().verdict, "multiple");
        let proposed = propose(&drawn, LONG).unwrap();
        assert!(!proposed.edits.is_empty());
        for Change { cells, values, .. } in proposed.edits {
            let mut changed: Vec<char> = drawn.cells.chars().collect();
            for (place, value) in cells.into_iter().zip(values.chars()) {
                assert_ne!(changed[place], value);
                changed[place] = value;
            }
            let cells = changed.into_iter().collect();
            let judged = judge(&Drawing { cells, ..drawn.clone() }, LONG).unwrap();
            assert_eq!(judged.verdict, "unique");
        }
    }

    #[test]
    fn level_0_needs_line_logic_only_and_level_1_needs_more() {
        for level in 0..=2 {
            let wanted = RandomOptions { rows: 8, columns: 7, density: 0.55, seed: 4, level };
            let made = generate(wanted, Duration::from_secs(60)).unwrap();
            let by_lines = matches!(propagate(&made), LineOutcome::Solved(_));
            assert!(level == 2 || by_lines == (level == 0));
        }
    }

    #[test]
    fn a_puzzle_without_rows_is_refused() {
        let wanted = RandomOptions { rows: 0, columns: 7, density: 0.5, seed: 4, level: 0 };
        assert!(generate(wanted, Duration::from_secs(1)).is_err());
    }
}
