//! The `nonogram` command: solve puzzles on an FPGA, on its simulation, or in software.
//!
//! [`run`] is the command. Other front ends use [`Session`] for boards on serial ports and for the simulated board.
//!
//! `commands/` contains the subcommands, `device/` the devices that implement the protocol, and `backend/` the options that select a
//! device or a software engine. Exit codes are those of `Exit`; data goes to stdout, everything else to stderr.

#![deny(clippy::print_stderr)]

/// Prints a message on stderr, even with `--quiet`.
macro_rules! complain {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        // A closed stderr is not a fault of the program, and cannot be reported anywhere.
        let _ = $crate::progress::aside(|| writeln!(std::io::stderr(), $($text)*));
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

mod answer;
mod backend;
mod cli;
mod commands;
mod device;
mod effect;
mod exit;
mod export;
mod families;
mod find_port;
mod http;
mod input;
mod interrupt;
mod logging;
mod output;
mod overwrite;
mod parameters;
mod picture;
mod progress;
mod release;
mod screen;
mod semaphore;
mod session;
mod settings;
mod solve_record;
mod source;
mod table;
mod targets;
mod toolchain;
mod values;

use std::process::ExitCode;

pub use answer::{Answer, RoundTrip, SearchResult};
pub use commands::check_board;
pub use device::{PortOptions, Traffic};
use exit::{Exit, Failure, Outcome};
use nonogram_kit::stop;
pub use nonogram_protocol::Status;
pub use session::{Session, check_engine, solve_in_software};
use settings::Settings;
pub use values::MAX_THREADS;

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
        if !cli::puts_settings_right(&matches) {
            settings?;
        }
        interrupt::install()?;
        commands::run(&matches)
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

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
