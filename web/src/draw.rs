//! Drawings, the puzzles derived from them, and random puzzles, as `nonogram generate` makes them.
//! Interface: [`traced`] makes a [`Drawing`] from a picture, [`judge`] assesses a drawing as a puzzle, and [`propose`] proposes edits;
//! [`generate`] makes a random puzzle.

use std::time::Duration;

use nonogram_kit::{Judgement, ProposalRecord, next_random};
use nonogram_puzzles::formats::pixels::{Pixels, read};
use nonogram_puzzles::{Cell, Colour, Grid, ImageOptions, Metadata, Palette, Puzzle};
use nonogram_solver::{Demand, Instant, Random, disambiguate, narrow};
use serde::{Deserialize, Serialize};

use crate::sheet;
use crate::sheet::{LARGEST, Paints};

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

/// Judges a drawing as a puzzle, and returns the cells that line logic decides, as text; `?` where it decides nothing.
pub fn judge(drawing: &Drawing, limit: Duration) -> Result<(Judgement, String), String> {
    let judgement = nonogram_kit::judge(&drawing.puzzle()?, limit);
    let lines = sheet::text(&judgement.lines);
    Ok((judgement, lines))
}

/// Maximum number of edits that are shown.
const SHOWN: usize = 12;

/// The first 1/`SHARE` of the time limit is for edits that leave one solution, the rest for edits that leave fewer cells open.
const SHARE: u32 = 2;

/// Proposes edits of one or two cells that leave the puzzle of a drawing exactly one solution or, if none are found, edits of one cell
/// that leave fewer cells open to line logic. A puzzle that is proven to have one solution gets none.
pub fn propose(drawing: &Drawing, limit: Duration) -> Result<ProposalRecord, String> {
    let (grid, palette) = drawing.parts()?;
    let puzzle = puzzle_of(&grid, palette)?;
    let start = Instant::now();
    let mut proposal = disambiguate(&grid, limit / SHARE);
    if proposal.edits.is_empty() && !proposal.was_unique {
        let was_complete = proposal.complete;
        proposal = narrow(&grid, limit.saturating_sub(start.elapsed()));
        proposal.complete &= was_complete;
    }
    Ok(ProposalRecord::new(&proposal, SHOWN, puzzle.palette()))
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
    next_random(&mut random, |_| start.elapsed() < limit).map_err(|complaint| {
        format!(
            "{complaint}: choose a higher density, a smaller size, another difficulty or a longer search limit"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_kit::EditRecord;
    use nonogram_puzzles::Rgb;
    use nonogram_solver::{LineOutcome, Verdict, propagate};

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
        let (judgement, lines) = judge(&drawn, LONG).unwrap();
        assert_eq!(judgement.verdict, Verdict::Multiple);
        assert!(lines.contains('?'), "{lines}");
        let proposed = propose(&drawn, LONG).unwrap();
        assert!(!proposed.edits.is_empty());
        for EditRecord { cells, values, .. } in proposed.edits {
            let mut changed: Vec<char> = drawn.cells.chars().collect();
            for ([row, column], letter) in cells.into_iter().zip(values.unwrap().chars()) {
                // The letter of the first colour.
                let value = if letter == 'a' { '#' } else { letter };
                let place = &mut changed[(row - 1) * drawn.columns + column - 1];
                assert_ne!(*place, value);
                *place = value;
            }
            let cells = changed.into_iter().collect();
            let (judgement, _) = judge(&Drawing { cells, ..drawn.clone() }, LONG).unwrap();
            assert_eq!(judgement.verdict, Verdict::Unique);
        }
    }

    #[test]
    fn edits_that_leave_fewer_cells_open_are_proposed_if_none_leaves_one_solution() {
        let grid = Grid::from_fn(12, 12, |row, column| row == column && row % 3 < 2);
        let drawn = drawing(&grid.to_lines(), &Palette::default());
        let proposed = propose(&drawn, LONG).unwrap();
        assert!(!proposed.edits.is_empty() && proposed.edits.len() <= SHOWN);
        assert!(proposed.edits.iter().all(|edit| edit.leaves.is_some_and(|leaves| leaves > 0)));
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
    fn options_without_rows_and_an_expired_limit_give_no_puzzle() {
        let wanted = RandomOptions { rows: 0, columns: 7, density: 0.5, seed: 4, level: 0 };
        assert!(generate(wanted, Duration::from_secs(1)).is_err());
        let late = RandomOptions { rows: 9, ..wanted };
        let late = generate(late, Duration::ZERO).unwrap_err();
        assert!(late.starts_with("none of 0 random puzzles of 9 x 7"), "{late}");
        assert!(late.ends_with("or a longer search limit"), "{late}");
    }
}
