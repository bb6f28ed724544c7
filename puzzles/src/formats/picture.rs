//! What the picture formats share: from grey levels to a puzzle, and what a file is to show.
//!
//! [`Levels::puzzle`] shrinks a picture to size and makes its dark cells the filled ones.

use super::WriteError;
use super::error::ParseErrorKind;
use crate::notes::Notes;
use crate::{Format, Grid, MAX_SIDE, Puzzle};

/// How a picture becomes a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageOptions {
    /// Cells darker than this are filled: 0 is black, 255 is white.
    pub threshold: u8,
    /// The longest side in cells. A larger picture is shrunk to it, each cell the mean of what it
    /// covers; a smaller one stays as it is.
    pub max_side: usize,
    /// The size in rows and columns, for pictures of any proportions; a picture with fewer pixels
    /// is enlarged. Comes before `max_side`.
    pub size: Option<(usize, usize)>,
    /// Whether light cells are the filled ones, as on a dark screen.
    pub invert: bool,
}

impl Default for ImageOptions {
    fn default() -> Self {
        Self {
            threshold: 128,
            max_side: MAX_SIDE,
            size: None,
            invert: false,
        }
    }
}

/// The most pixels a picture may have: a puzzle of the largest size, a pixel a cell.
pub(super) const MAX_PIXELS: usize = MAX_SIDE * MAX_SIDE;

/// The faults of a picture's size.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), ParseErrorKind> {
    let pixels = width.checked_mul(height);
    if pixels.is_some_and(|pixels| (1..=MAX_PIXELS).contains(&pixels)) {
        return Ok(());
    }
    Err(ParseErrorKind::Syntax {
        what: format!("a picture of {width} x {height} pixels"),
        expected: format!("1 to {MAX_PIXELS} pixels in all"),
        help: "change its size".to_owned(),
    })
}

/// A picture in grey, row by row, 0 is black.
pub(super) struct Levels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) levels: Vec<u8>,
}

impl Levels {
    /// The puzzle of this picture, with the picture for its goal.
    pub(super) fn puzzle(&self, options: ImageOptions) -> Result<Puzzle, ParseErrorKind> {
        let grid = self.grid(options);
        if grid.filled_cells() == 0 {
            return Err(ParseErrorKind::NoFilledCell {
                threshold: options.threshold,
                invert: options.invert,
            });
        }
        let puzzle = Puzzle::from_grid(&grid).with_goal(grid);
        Ok(puzzle.expect("a grid has its own clues"))
    }

    fn grid(&self, options: ImageOptions) -> Grid {
        let longest = self.width.max(self.height);
        let side = longest.min(options.max_side.clamp(1, MAX_SIDE));
        let shrunk = |length: usize| (length * side).div_ceil(longest);
        let (rows, columns) = match options.size {
            Some((rows, columns)) => (rows.clamp(1, MAX_SIDE), columns.clamp(1, MAX_SIDE)),
            None => (shrunk(self.height), shrunk(self.width)),
        };
        Grid::from_fn(rows, columns, |row, column| {
            let (top, bottom) = span(row, rows, self.height);
            let (left, right) = span(column, columns, self.width);
            let is_dark = self.mean(top..bottom, left..right) < u64::from(options.threshold);
            is_dark != options.invert
        })
    }

    fn mean(&self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> u64 {
        let pixels = (rows.len() * columns.len()) as u64;
        let line = |row| &self.levels[row * self.width..][columns.clone()];
        let sum: u64 = rows.flat_map(line).map(|&level| u64::from(level)).sum();
        sum / pixels
    }
}

/// The pixels that cell `index` of `cells` covers, at least one.
fn span(index: usize, cells: usize, pixels: usize) -> (usize, usize) {
    let start = index * pixels / cells;
    (start, ((index + 1) * pixels / cells).max(start + 1))
}

/// Remarks on a picture that is dark for the most part: its light cells may be the ones that are meant.
pub(super) fn note_dark(name: &str, notes: &Notes, options: ImageOptions, puzzle: &Puzzle) {
    let cells = puzzle.row_count() * puzzle.column_count();
    let filled = puzzle.goal().map_or(0, Grid::filled_cells);
    if filled > cells - filled && !options.invert {
        let percent = filled * 100 / cells;
        notes.add(
            true,
            format!("{name}: {percent} % of the picture is dark: --invert makes the light cells the filled ones"),
        );
    }
}

/// What a picture file of the puzzle shows: the solution at hand, or the goal.
pub(super) fn shown<'a>(
    format: Format,
    puzzle: &'a Puzzle,
    picture: Option<&'a Grid>,
) -> Result<&'a Grid, WriteError> {
    picture
        .or(puzzle.goal())
        .ok_or(WriteError::NoPicture { format })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(levels: &[&[u8]], threshold: u8, max_side: usize) -> Vec<String> {
        let picture = Levels {
            width: levels[0].len(),
            height: levels.len(),
            levels: levels.concat(),
        };
        let puzzle = picture.puzzle(ImageOptions {
            threshold,
            max_side,
            size: None,
            invert: false,
        });
        puzzle.unwrap().goal().unwrap().to_lines()
    }

    #[test]
    fn dark_is_filled() {
        let picture: &[&[u8]] = &[&[0, 127, 128], &[255, 1, 200]];
        assert_eq!(grid(picture, 128, 10), ["##-", "-#-"]);
        assert_eq!(grid(picture, 1, 10), ["#--", "---"]);
        assert_eq!(grid(picture, 255, 10), ["###", "-##"]);
    }

    #[test]
    fn a_picture_takes_the_size_asked_for() {
        let picture = Levels {
            width: 4,
            height: 2,
            levels: vec![0, 0, 255, 255, 255, 255, 0, 0],
        };
        let sized = |size| {
            let options = ImageOptions {
                size: Some(size),
                ..ImageOptions::default()
            };
            picture.puzzle(options).unwrap().goal().unwrap().to_lines()
        };
        assert_eq!(sized((2, 2)), ["#-", "-#"]);
        assert_eq!(sized((4, 4)), ["##--", "##--", "--##", "--##"]);
        assert_eq!(sized((2, 6)), ["###---", "---###"]);
        assert_eq!(sized((0, 1)), ["#"]);
    }

    #[test]
    fn a_large_picture_is_shrunk_in_proportion() {
        let row: &[u8] = &[0, 0, 255, 255, 0, 0];
        assert_eq!(grid(&[row, row, row, row], 128, 3), ["#-#", "#-#"]);
        assert_eq!(grid(&[row], 128, 3), ["#-#"]);
        assert_eq!(grid(&[&[0, 255], &[255, 255]], 200, 1), ["#"]);
        assert_eq!(grid(&[&[0, 255], &[0, 0]], 128, 0), ["#"]);
    }
}
