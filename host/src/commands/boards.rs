//! `nonogram boards`: lists the supported boards.

use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::targets::{self, Target};
use crate::{output, screen};

/// List the supported boards
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram boards
  nonogram boards --json")]
pub struct Boards {
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

impl Subcommand for Boards {
    const NAME: &'static str = "boards";

    fn run(self) -> Outcome {
        let boards = targets::all()?;
        if self.json {
            boards.iter().try_for_each(output::json)?;
            return Ok(Exit::Solved);
        }
        let row = |board: Target| {
            let designs = board.designs.join(", ");
            [board.name, board.part, board.title, designs]
        };
        screen::table(["NAME", "PART", "BOARD", "DESIGNS"], boards.into_iter().map(row))?;
        Ok(Exit::Solved)
    }
}
