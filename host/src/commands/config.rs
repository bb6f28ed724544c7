//! `nonogram config`: shows and changes the user's defaults.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand as Subcommands};

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::output;
use crate::settings::{self, File, KEYS, Settings};

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

#[derive(Subcommands)]
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

impl Subcommand for Config {
    const NAME: &'static str = "config";

    fn run(self) -> Outcome {
        match self.action {
            Action::Show => {
                let lines = Settings::load()?.lines();
                if lines.is_empty() {
                    say!(
                        "nonogram: nothing is set; `nonogram config set KEY VALUE` sets a default"
                    );
                }
                let lines = lines.iter().map(|line| format!("{line}\n"));
                output::stdout(lines.collect::<String>())?;
            }
            Action::Path => output::stdout(format!("{}\n", settings::path()?.display()))?,
            Action::Set { key, value } => File::open()?.change(&key, Some(&value))?,
            Action::Unset { key } => File::open()?.change(&key, None)?,
        }
        Ok(Exit::Solved)
    }
}
