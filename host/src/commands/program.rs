//! `nonogram config`: shows and changes the user's defaults. `nonogram completions SHELL`: prints a script for tab completion.
//! `nonogram man`: writes the manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use crate::exit::{Exit, OrExit, Outcome};
use crate::settings::{self, KEYS, Settings};
use crate::{cli, output};

/// Show and change the defaults: port, baud rate, back end, board
#[derive(Args)]
#[command(after_help = "\
The settings are in a TOML file: `config path` prints its name, and the variable NONOGRAM_CONFIG selects another file.

Examples:
  nonogram config set port /dev/ttyUSB1
  nonogram config set on port
  nonogram config show
  nonogram config unset on")]
pub struct Config {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Print the defaults that are set
    Show,
    /// Print the name of the settings file
    Path,
    /// Set a default
    Set {
        #[arg(value_name = "KEY", value_parser = keys(), help = help())]
        key: String,
        /// The value of the key
        value: String,
    },
    /// Remove a default
    Unset {
        #[arg(value_name = "KEY", value_parser = keys(), help = help())]
        key: String,
    },
}

fn keys() -> PossibleValuesParser {
    PossibleValuesParser::new(KEYS.map(|(key, _)| key))
}

fn help() -> String {
    let keys = KEYS.map(|(key, about)| format!("{key}, {about}"));
    format!("Key of the default: {}", keys.join("; "))
}

impl Config {
    pub fn run(self) -> Outcome {
        match self.action {
            Action::Show => {
                let text = settings::shown()?;
                if text.is_empty() {
                    say!(
                        "nonogram: nothing is set; `nonogram config set KEY VALUE` sets a default"
                    );
                }
                output::stdout(text)?;
            }
            Action::Path => output::stdout(format!("{}\n", settings::path()?.display()))?,
            Action::Set { key, value } => settings::change(&key, Some(&value))?,
            Action::Unset { key } => settings::change(&key, None)?,
        }
        Ok(Exit::Solved)
    }
}

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Example:
  nonogram completions bash > ~/.local/share/bash-completion/completions/nonogram")]
pub struct Completions {
    /// The shell that runs the script
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Outcome {
        let mut script = Vec::new();
        let mut command = cli::command(&Settings::default());
        clap_complete::generate(self.shell, &mut command, "nonogram", &mut script);
        output::stdout(script)?;
        Ok(Exit::Solved)
    }
}

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

impl Man {
    pub fn run(self) -> Outcome {
        let mut command = cli::command(&Settings::default());
        match &self.folder {
            None => {
                command.build();
                let mut text = Vec::new();
                Page::new(command).render(&mut text).or_exit(Exit::Fault)?;
                output::stdout(text)?;
            }
            Some(folder) => {
                output::folder(folder)?;
                clap_mangen::generate_to(command, folder)
                    .with_context(|| format!("{}: cannot write; check the disk", folder.display()))
                    .or_exit(Exit::Fault)?;
            }
        }
        Ok(Exit::Solved)
    }
}
