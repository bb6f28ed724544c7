//! The messages on stderr: errors always, notes unless `--quiet` is given, and a log, whose level `--verbose` or `--quiet` sets.
//!
//! [`Options`] are the options that every subcommand has; events are those of the crate tracing, in this crate and its dependencies.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgAction, Args};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::time::uptime;

use crate::exit::harmless;
use crate::screen;

static QUIET: AtomicBool = AtomicBool::new(false);

/// The options that every subcommand accepts.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On every subcommand")]
pub struct Options {
    /// Log each step on stderr; -vv adds programs with their arguments, -vvv every exchange
    #[arg(long, short, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    verbose: u8,

    /// Print only errors on stderr, besides progress on a terminal
    #[arg(long, short, global = true)]
    quiet: bool,
}

impl Options {
    fn level(&self) -> LevelFilter {
        match self.verbose {
            _ if self.quiet => LevelFilter::OFF,
            0 => LevelFilter::WARN,
            1 => LevelFilter::INFO,
            2 => LevelFilter::DEBUG,
            _ => LevelFilter::TRACE,
        }
    }

    /// Starts logging as the options specify.
    pub fn apply(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        let log = tracing_subscriber::fmt()
            .with_max_level(self.level())
            .with_timer(uptime())
            .with_target(false)
            .with_ansi(false)
            .with_writer(|| Stderr);
        // A second call leaves the first log in place.
        let _ = log.try_init();
    }
}

/// Whether `--quiet` suppresses notes.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes the lines of the log to stderr, while no progress is on the screen.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = harmless(&String::from_utf8_lossy(line));
        // A closed stderr is not a reason to stop.
        let _ = screen::aside(|| io::stderr().write_all(text.as_bytes()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
