//! A partial grid in a file: the known or given cells of the puzzles that it accompanies.

use std::path::{Path, PathBuf};

use anyhow::Context;
use nonogram_kit::check_grid;
use nonogram_puzzles::formats::text::parse_grid;
use nonogram_puzzles::{Grid, Palette, Puzzle};

use super::{is_stdin, read_whole};
use crate::exit::{Exit, Failure, OrExit};
use crate::overwrite;

/// A file with a partial grid.
#[derive(Clone, Debug)]
pub struct GridFile {
    path: PathBuf,
    /// The symbol of filled cells that `--filled` names; `None` for the usual ones.
    filled: Option<char>,
}

impl GridFile {
    /// The grid in the file at `path`, where `filled` is the symbol of filled cells; `None` for the usual ones.
    pub fn new(path: &Path, filled: Option<char>) -> Self {
        Self {
            path: path.to_owned(),
            filled,
        }
    }

    /// Reads the grid, which must have the puzzle's size: one line per row. In a puzzle of several colours, a filled cell is the
    /// letter of its colour. The file is protected from being overwritten.
    ///
    /// # Errors
    /// The file cannot be read, or its content is not a grid of this size.
    pub fn read(&self, puzzle: &Puzzle) -> Result<Grid, Failure> {
        let path = &self.path;
        let name = path.display();
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let cells = if puzzle.palette().is_coloured() {
            "the letters of the colours, '-' or '?'"
        } else {
            "'#' (or the symbol of --filled), '-' or '?'"
        };
        let expected = format!("a grid: {rows} lines of {columns} cells, {cells}");
        if !is_stdin(path) {
            overwrite::protect(path);
        }
        let text = String::from_utf8(read_whole(path, &expected)?)
            .with_context(|| format!("{name}: not UTF-8 text; expected {expected}: correct it"))
            .or_exit(Exit::Usage)?;
        let grid = if puzzle.palette().is_coloured() {
            coloured_grid(puzzle.palette(), &text, path)?
        } else {
            parse_grid(&text, &name.to_string(), self.filled).or_exit(Exit::Usage)?
        };
        check_grid(&grid, puzzle, &name.to_string())?;
        Ok(grid)
    }
}

/// Reads a grid whose filled cells are letters of a palette.
fn coloured_grid(palette: &Palette, text: &str, path: &Path) -> Result<Grid, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    palette.to_grid(&lines).map_err(|error| {
        // Rows of the grid and lines of the file have the same numbers.
        let place = error.row().map_or(String::new(), |row| format!(":{row}"));
        let name = path.display();
        Failure::new(Exit::Usage, format!("{name}{place}: {error}: correct it"))
    })
}
