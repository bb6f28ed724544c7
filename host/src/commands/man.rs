//! `nonogram man`: prints or writes manual pages, with clap_mangen.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::{cli, output};

/// Print the manual page, or write all manual pages to a folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram man | man -l -     (on Linux)
  nonogram man ~/.local/share/man/man1")]
pub struct Man {
    /// Write all pages to this folder: nonogram.1, nonogram-solve.1, …
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Subcommand for Man {
    const NAME: &'static str = "man";

    fn run(self) -> Outcome {
        let mut command = cli::command(&Default::default());
        // Completes each subcommand with the data that it inherits from the whole command, such as its full name.
        command.build();
        match &self.folder {
            None => output::stdout(page(&command)?)?,
            Some(folder) => {
                output::folder(folder)?;
                for command in with_subcommands(&command) {
                    let name = command.get_display_name().unwrap_or(command.get_name());
                    output::file(&folder.join(format!("{name}.1")), page(command)?)?;
                }
            }
        }
        Ok(Exit::Solved)
    }
}

/// A command and all subcommands below it, except `help`, because the pages already contain the help texts.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands();
    let below = below.filter(|below| below.get_name() != "help");
    let below = below.flat_map(with_subcommands);
    std::iter::once(command).chain(below).collect()
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Page::new(command.clone()).render(&mut text).or_exit(Exit::Fault)?;
    Ok(text)
}
