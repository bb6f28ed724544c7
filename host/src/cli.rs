//! The command line: program name, version, exit codes, and the subcommands of [`commands::Command`].
//!
//! [`command`] builds it; options that several subcommands share are in modules such as [`crate::input`] and
//! [`crate::backend`].

use std::fmt::Write as _;
use std::io::IsTerminal;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use nonogram_puzzles::render::Colours;
use nonogram_verilog::{BUILDS, Parameters};

use crate::commands;
use crate::exit::{Exit, Failure, OrExit};
use crate::logging::Options;
use crate::settings::Settings;
use crate::{output, screen};

const EXIT_CODES: &str = "\
Exit codes:
  0    solved, or done
  1    internal or I/O fault, a failed program, or a build that does not fit or misses its clock
  2    wrong usage, or bad input
  3    unsolvable, or a partial grid that cannot lead to a solution
  4    stalled, partial, not unique, or nothing found within the limits
  5    link fault: no port, a port that does not open or fails, no reply, an invalid reply, a bad check, a wrong picture
  6    a required tool is missing
  130  interrupted by Ctrl-C or a request to terminate; serve and virtual-board end with 0
With several puzzles, the highest applies, except in batch. A closed pipe on stdout is success.";

/// The commit that this program was built from; empty if it is unknown.
const COMMIT: &str = env!("NONOGRAM_COMMIT");

/// The version, followed by the commit if it is known.
fn version() -> String {
    match COMMIT {
        "" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
    }
}

/// The text of [`version`], and one line for each design.
fn long_version() -> String {
    let mut text = version() + "\ndesigns:";
    for build in BUILDS {
        let version = build.identity(&Parameters::default()).version.map(|part| part.to_string());
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n  {:<12} version {}, {} core, up to {} x {}",
            build.name,
            version.join("."),
            build.core(),
            build.side(),
            build.side()
        );
    }
    text
}

/// The command with all subcommands, some of whose options have the user's settings as defaults.
pub fn command(settings: &Settings) -> Command {
    let program = Command::new("nonogram")
        .version(version().leak() as &str)
        .long_version(long_version().leak() as &str)
        .after_help(EXIT_CODES)
        .subcommand_required(true)
        .arg_required_else_help(true);
    let program = commands::Command::augment_subcommands(Options::augment_args(program));
    // The descriptions of these types would replace one that was set before.
    program
        .about("Solves nonograms on an FPGA, on a cycle-accurate simulation of it, or in software")
        .mut_subcommands(|subcommand| {
            with_defaults(subcommand.mut_args(takes_negative_numbers), settings)
        })
}

/// The options whose clap default is a setting: their id, and the subcommands in which that default applies. `solve` applies the
/// settings of ports itself.
const SETTABLE: [(&str, &[&str]); 3] =
    [("on", &["solve"]), ("board", &["bitstream", "flash", "vivado"]), ("baud", &["ports"])];

/// A subcommand whose options have the user's settings as defaults.
fn with_defaults(command: Command, settings: &Settings) -> Command {
    let baud = settings.baud.map(|baud| baud.to_string());
    let values = [settings.on.clone(), settings.board.clone(), baud];
    let name = command.get_name().to_owned();
    let settable = SETTABLE.iter().zip(values);
    settable.fold(command, |command, ((id, subcommands), value)| {
        match value.filter(|_| subcommands.contains(&name.as_str())) {
            // The value is leaked, because clap requires defaults that live as long as the program.
            Some(value) => command
                .mut_arg(id, |option| option.required(false).default_value(value.leak() as &str)),
            None => command,
        }
    })
}

/// Prints help or the version, which the parser returns as errors.
///
/// # Errors
/// Stdout cannot be written to.
pub fn help(text: &clap::Error) -> Result<(), Failure> {
    let text = text.render();
    if std::io::stdout().is_terminal() && screen::colours() != Colours::None {
        output::stdout(text.ansi().to_string())
    } else {
        output::stdout(text.to_string())
    }
}

/// Applies the options that every subcommand has.
///
/// # Errors
/// The matches do not contain these options, which the parser rules out.
pub fn start(matches: &ArgMatches) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).or_exit(Exit::Usage)?;
    options.apply();
    tracing::info!(
        version = version(),
        subcommand = matches.subcommand_name().unwrap_or_default(),
        "begins"
    );
    Ok(())
}

/// Whether the subcommand runs even if the settings are invalid: it loads them itself, or does not need them.
pub fn runs_without_settings(matches: &ArgMatches) -> bool {
    ["config", "man", "completions"].map(Some).contains(&matches.subcommand_name())
}

/// Makes an option pass a value such as -1 to its own parser, whose error states what it expects.
fn takes_negative_numbers(arg: Arg) -> Arg {
    let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
    arg.allow_negative_numbers(is_option)
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_definition_is_consistent() {
        super::command(&super::Settings::default()).debug_assert();
    }

    #[test]
    fn every_subcommand_shows_an_example() {
        for mut subcommand in super::command(&super::Settings::default()).get_subcommands().cloned()
        {
            let help = subcommand.render_long_help().to_string();
            let example = format!("nonogram {}", subcommand.get_name());
            let shown = help.rsplit_once("Example").map(|(_, after)| after);
            assert!(shown.is_some_and(|after| after.contains(&example)), "{help}");
        }
    }
}
