//! `nonogram config`: shows and changes the user's defaults. `nonogram completions SHELL`: prints a script for tab completion.
//! `nonogram man`: writes the manual pages.
//!
//! The scripts for bash, zsh and fish call `nonogram ports --names` to list the names of the ports, which are values of `--on`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, Subcommand as Subcommands};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use nonogram_kit::device::SIM;

use super::Subcommand;
use super::batch::Batch;
use crate::backend::{SOFTWARE, builds};
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::find_port::PORT;
use crate::settings::{self, KEYS, Settings};
use crate::{cli, output, targets};

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

/// The values of `--on` in `solve` that are not names of ports.
const ON: [&str; 3] = [SIM, SOFTWARE, PORT];

/// The values of `--on` in `batch` that are not names of ports.
const ON_IN_BATCH: [&str; 1] = [SIM];

/// Placeholder for the ports in a generated script.
const PORTS: &str = "@PORTS@";

/// The command that lists the ports when the script runs.
const LIST_PORTS: &str = "nonogram ports --names 2>/dev/null";

impl Subcommand for Completions {
    const NAME: &'static str = "completions";

    fn run(self) -> Outcome {
        let mut script = Vec::new();
        let command = with_back_ends(cli::command(&Settings::default()), has_ports(self.shell));
        let mut command = with_boards(command)?;
        clap_complete::generate(self.shell, &mut command, "nonogram", &mut script);
        let script = String::from_utf8_lossy(&script);
        output::stdout(with_ports(self.shell, &script))?;
        Ok(Exit::Solved)
    }
}

/// Whether the shell's script can list the ports when it runs.
fn has_ports(shell: Shell) -> bool {
    matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish)
}

/// The command with the values of `--on` that are not names of ports, and with the placeholder for the ports if `ports` is set.
fn with_back_ends(command: Command, ports: bool) -> Command {
    command.mut_subcommands(|subcommand| {
        let values = match subcommand.get_name() {
            Batch::NAME => &ON_IN_BATCH[..],
            _ => &ON,
        };
        let values = values.iter().copied().chain(ports.then_some(PORTS));
        let values = PossibleValuesParser::new(values);
        let takes_on = subcommand.get_arguments().any(|arg| arg.get_id() == "on");
        if takes_on {
            subcommand.mut_arg("on", |arg| arg.value_parser(values).hide_possible_values(false))
        } else {
            subcommand
        }
    })
}

/// The command with the boards and builds as values of the options and arguments that take them.
fn with_boards(command: Command) -> Result<Command, Failure> {
    // The names are leaked, because clap requires names that live as long as the program.
    let boards = targets::all()?.into_iter().map(|board| board.name.leak() as &str);
    let boards = PossibleValuesParser::new(boards.collect::<Vec<_>>());
    let builds = PossibleValuesParser::new(builds());
    let lists = [("board", &boards), ("boards", &boards), ("build", &builds), ("builds", &builds)];
    Ok(command.mut_subcommands(|subcommand| {
        lists.iter().fold(subcommand, |subcommand, (id, values)| {
            let has_it = subcommand.get_arguments().any(|arg| arg.get_id() == *id);
            if has_it {
                subcommand.mut_arg(id, |arg| arg.value_parser((*values).clone()))
            } else {
                subcommand
            }
        })
    }))
}

/// The script with the placeholder, if it has one, replaced by the command that lists the ports.
fn with_ports(shell: Shell, script: &str) -> String {
    match shell {
        // If COMPREPLY is empty, bash completes file names itself, and escapes special characters in them.
        Shell::Bash => script
            .replace(PORTS, &format!("$({LIST_PORTS})"))
            .replace("COMPREPLY=($(compgen -f \"${cur}\"))", "COMPREPLY=()"),
        // zsh does not expand commands in a list in parentheses, but it runs an action in braces.
        Shell::Zsh => {
            let lists = [&ON[..], &ON_IN_BATCH].map(|values| values.join(" "));
            lists.iter().fold(script.to_owned(), |script, values| {
                script.replace(
                    &format!("({values} {PORTS})"),
                    &format!("{{compadd -- {values} ${{(f)\"$({LIST_PORTS})\"}}}}"),
                )
            })
        }
        Shell::Fish => script.replace(&format!("{PORTS}\\t''"), &format!("({LIST_PORTS})")),
        _ => script.to_owned(),
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
