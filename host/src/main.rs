//! The `nonogram` command: solve puzzles on an FPGA, on its simulation, or in software.
//!
//! Subcommands live in `commands/`, far ends of the protocol in `link/`, solving back ends in
//! `backend/`. Exit codes are those of [`exit::Exit`]; data goes to stdout, all else to stderr.

#![deny(clippy::print_stderr)]

/// Says something on stderr, where that has a reader: one that went away is no fault of ours.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        // There is nowhere left to complain.
        let _ = $crate::progress::aside(|| writeln!(std::io::stderr(), $($text)*));
    }};
}

mod backend;
mod boards;
mod cli;
mod commands;
mod exit;
mod export;
mod identity;
mod input;
mod interrupt;
mod link;
mod output;
mod overwrite;
mod picture;
mod progress;
mod report;
mod toolchain;
mod wire;

use std::process::ExitCode;

use exit::{Exit, Failure};

fn main() -> ExitCode {
    let matches = cli::command().get_matches();
    let outcome = interrupt::install().and_then(|()| commands::run(&matches));
    match outcome {
        Ok(exit) => exit.into(),
        // Whoever read our output has seen enough.
        Err(Failure::StdoutClosed) => Exit::Solved.into(),
        Err(failure) => {
            failure.report();
            failure.exit().into()
        }
    }
}
