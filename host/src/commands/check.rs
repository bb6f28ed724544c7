//! `nonogram check FILE… --grid PARTIAL`: lists the mistakes in a partial grid, with nonogram-solver.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nonogram_kit::check;

use super::Subcommand;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::values::seconds;

/// List the mistakes in a partial grid
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram check --grid so-far.txt puzzle.non
  nonogram check --grid so-far.txt --json puzzle.non

The grid has one line per row: `#` filled (in several colours, the letter of the colour), `-` blank, `?` unknown. Exit code 0 if the \
grid can lead to a solution, 3 if it cannot or the puzzle has none, 4 if that is not settled: the time limit was reached, or the board is \
too large to search.")]
pub struct Check {
    #[command(flatten)]
    input: Input,

    /// The partial grid
    #[arg(long, value_name = "PARTIAL")]
    grid: PathBuf,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Seconds per puzzle after which to give up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

impl Subcommand for Check {
    const NAME: &'static str = "check";

    fn run(self) -> Outcome {
        self.input.goes_with(Some(&self.grid))?;
        self.input.for_each(|source| {
            let grid = self.input.grid(&self.grid).read(&source.puzzle)?;
            let found = check(&source.puzzle, &grid, self.time_limit);
            let exit = (&found).into();
            if self.json {
                output::record(&source, &found)?;
            } else {
                output::stdout(found.text + "\n")?;
            }
            Ok(exit)
        })
    }
}
