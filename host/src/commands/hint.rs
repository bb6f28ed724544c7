//! `nonogram hint FILE…`: explains the next deduction from a partial grid in words, with nonogram-solver.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nonogram_kit::hint;
use nonogram_puzzles::Grid;

use super::Subcommand;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::values::seconds;

/// Explain the next deduction from a partial grid
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram hint puzzle.non
  nonogram hint --grid so-far.txt puzzle.non

The grid has one line per row: `#` filled (in several colours, the letter of the colour), `-` blank, `?` unknown; without --grid, no \
cell is known. Exit code 3 if the grid cannot lead to a solution or the puzzle has none, 4 if nothing more follows, or nothing was found \
within the time limit.")]
pub struct Hint {
    #[command(flatten)]
    input: Input,

    /// The partial grid
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Seconds per puzzle after which to give up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

impl Subcommand for Hint {
    const NAME: &'static str = "hint";

    fn run(self) -> Outcome {
        self.input.goes_with(self.grid.as_deref())?;
        self.input.for_each(|source| {
            let puzzle = &source.puzzle;
            let grid = match &self.grid {
                Some(path) => self.input.grid(path).read(puzzle)?,
                None => Grid::new(puzzle.row_count(), puzzle.column_count()),
            };
            let found = hint(puzzle, &grid, self.time_limit);
            let record = found.record(puzzle, &grid);
            if self.json {
                output::record(&source, &record)?;
            } else {
                output::stdout(record.text + "\n")?;
            }
            Ok((&found).into())
        })
    }
}
