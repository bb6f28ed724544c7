//! `nonogram boards`: the boards that the design is built for.

use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::output;
use crate::targets;

/// List the boards that the design is built for
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram boards
  nonogram boards --json")]
pub struct Boards {
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
}

impl Subcommand for Boards {
    const NAME: &'static str = "boards";

    fn run(self) -> Outcome {
        for board in targets::all()? {
            if self.json {
                output::json(&board)?;
                continue;
            }
            let builds = board.builds.join(", ");
            output::stdout(format!(
                "{:<14} {:<20} {}: {builds}\n",
                board.name, board.part, board.title
            ))?;
        }
        Ok(Exit::Solved)
    }
}
