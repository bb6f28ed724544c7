//! `nonogram flash`: a bitstream into a board, by openFPGALoader.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use nonogram_sim::children::{self, Group};
use nonogram_sim::tools::OPENFPGALOADER;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::interrupt;
use crate::output;
use crate::targets;
use crate::toolchain;

/// Load a bitstream into a board
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram flash --board hx8k_breakout
  nonogram flash --board nexys4ddr --dry-run top.bit")]
pub struct Flash {
    /// The board; `nonogram boards` lists them
    #[arg(long, value_name = "NAME")]
    board: String,

    /// The bitstream [default: where `bitstream --board NAME` leaves it]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Print the command, do not run it
    #[arg(long)]
    dry_run: bool,
}

impl Subcommand for Flash {
    const NAME: &'static str = "flash";

    fn run(self) -> Outcome {
        let target = targets::find(&self.board)?;
        let file = match self.file {
            Some(file) => file,
            None => {
                // Vivado's extension, too, where the open flow has none.
                let extension = toolchain::extension(&target).unwrap_or("bit");
                PathBuf::from(format!(
                    "build/{}-{}.{extension}",
                    target.name,
                    target.build(None)?.name
                ))
            }
        };
        if !file.is_file() {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{}: no bitstream there; build one with `nonogram bitstream --board {}`",
                    file.display(),
                    target.name
                ),
            ));
        }
        let Some(programmer) = &target.programmer else {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "openFPGALoader has no board {}: load {} as its maker says; {}",
                    target.name,
                    file.display(),
                    target.notes
                ),
            ));
        };
        if self.dry_run {
            output::stdout(format!(
                "{} --board {} {}\n",
                OPENFPGALOADER.name,
                programmer,
                file.display()
            ))?;
            return Ok(Exit::Solved);
        }
        let loader = OPENFPGALOADER.find()?;
        let mut command = loader.command();
        command.args(["--board", programmer]).arg(&file);
        let status = children::spawn(&mut command)
            .and_then(Group::wait)
            .with_context(|| format!("{}: cannot be run", loader.path.display()))
            .or_exit(Exit::Fault)?;
        if status.success() {
            return Ok(Exit::Solved);
        }
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        Err(Failure::new(
            Exit::Fault,
            format!(
                "{} fails ({status}): see that the board is plugged in, and that udev lets you use it",
                loader.path.display()
            ),
        ))
    }
}
