//! The `nonogram` command: solve puzzles on an FPGA, on its simulation, or in software.
//!
//! [`run`] is the command. `commands/` contains the subcommands, and `backend/` the options that select a device or a software engine;
//! nonogram-kit has the devices and results. Data goes to stdout, everything else to stderr.

#![deny(clippy::print_stderr)]

/// Prints a message on stderr, even with `--quiet`.
macro_rules! complain {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        // A closed stderr is not a fault of the program, and cannot be reported anywhere.
        let _ = $crate::screen::aside(|| writeln!(std::io::stderr(), $($text)*));
    }};
}

/// Prints a message on stderr, unless `--quiet` is given.
macro_rules! say {
    ($($text:tt)*) => {{
        if !$crate::logging::is_quiet() {
            // File names in the text may contain escape sequences of the terminal.
            complain!("{}", $crate::exit::harmless(&format!($($text)*)));
        }
    }};
}

mod backend;
mod cli;
mod commands;
mod families;
mod input;
mod interrupt;
mod logging;
mod output;
mod picture;
mod screen;
mod settings;
mod solve_record;
mod targets;
mod toolchain;
mod values;

/// Failures on stderr, and the exit codes of subcommands.
mod exit {
    use std::sync::{Mutex, PoisonError};

    pub use nonogram_kit::{Exit, Failure, OrExit, failure, harmless, harmless_name, refuse};

    /// The result of a subcommand.
    pub type Outcome = Result<Exit, Failure>;

    /// Whether an interruption was reported, by the handler of Ctrl-C or at the end of the subcommand.
    static IS_INTERRUPTION_REPORTED: Mutex<bool> = Mutex::new(false);

    /// Reports a failure on stderr, unless the failure is that stdout was closed. An interruption is reported once.
    pub fn report(failure: &Failure) {
        match failure {
            Failure::StdoutClosed => {}
            Failure::Interrupted => {
                // The lock is held until the message is written: the process may end after the second call.
                let reported = IS_INTERRUPTION_REPORTED.lock();
                let mut reported = reported.unwrap_or_else(PoisonError::into_inner);
                if !std::mem::replace(&mut *reported, true) {
                    complain!("nonogram: {failure}");
                }
            }
            // File names in the message may contain escape sequences of the terminal.
            failure => complain!("nonogram: {}", harmless(&failure.to_string())),
        }
    }
}

use std::process::ExitCode;

use clap::FromArgMatches;

use exit::{Exit, Failure, OrExit, Outcome};
use nonogram_kit::stop;
use settings::Settings;

/// Runs the command with the arguments of the process, and returns its exit code. Arguments that clap rejects end the
/// process at once, with exit code 2.
pub fn run() -> ExitCode {
    let settings = Settings::load();
    let known = settings.as_ref().cloned().unwrap_or_default();
    // Help and wrong usage take precedence over settings that cannot be read.
    let matches = match cli::command(&known).try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => error.exit(),
        // Help and the version are data, so a full disk is a fault.
        Err(error) => return finish(cli::help(&error).map(|()| Exit::Solved)),
    };
    let outcome = cli::start(&matches).and_then(|()| {
        // Some subcommands also run with invalid settings, such as `config`, which corrects them.
        if !cli::runs_without_settings(&matches) {
            settings?;
        }
        interrupt::install()?;
        commands::Command::from_arg_matches(&matches).or_exit(Exit::Usage)?.run()
    });
    finish(outcome)
}

/// Reports the failure, if there is one, and returns the exit code.
fn finish(outcome: Outcome) -> ExitCode {
    let exit = match outcome {
        Ok(exit) => exit,
        // The program that reads stdout has closed it, which counts as success.
        Err(Failure::StdoutClosed) => Exit::Solved,
        Err(failure) => {
            exit::report(&failure);
            failure.exit()
        }
    };
    tracing::info!(exit = exit as u8, "ends");
    exit.into()
}
