//! The messages on stderr: errors always, notes unless `--quiet` is given, and a log, whose level `--verbose`, `--quiet` or `--log` sets.
//!
//! [`Options`] are the options that every subcommand has; events are those of the crate tracing, in this crate and its dependencies.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgAction, Args, ValueEnum};
use tracing::level_filters::LevelFilter;

use crate::progress;

static QUIET: AtomicBool = AtomicBool::new(false);

/// The options that every subcommand accepts.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On every subcommand")]
pub struct Options {
    /// Log each step on stderr; -vv adds programs with their arguments, -vvv every exchange
    #[arg(long, short, global = true, action = ArgAction::Count, conflicts_with_all = ["quiet", "log"])]
    verbose: u8,

    /// Print only errors on stderr, besides progress and prompts on a terminal
    #[arg(long, short, global = true, conflicts_with = "log")]
    quiet: bool,

    /// Log events of this level and above on stderr [default: warn]
    #[arg(long, hide_short_help = true, global = true, value_name = "LEVEL")]
    log: Option<Level>,

    /// Never prompt, even on a terminal: fail where a choice is needed
    #[arg(long, hide_short_help = true, global = true)]
    pub non_interactive: bool,
}

/// The severity of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Nothing
    Off,
    /// Errors
    Error,
    /// Possible problems
    Warn,
    /// Each step
    Info,
    /// Details of a step: programs with their arguments, ports with their settings
    Debug,
    /// Every exchange
    Trace,
}

impl From<Level> for LevelFilter {
    fn from(level: Level) -> Self {
        match level {
            Level::Off => Self::OFF,
            Level::Error => Self::ERROR,
            Level::Warn => Self::WARN,
            Level::Info => Self::INFO,
            Level::Debug => Self::DEBUG,
            Level::Trace => Self::TRACE,
        }
    }
}

impl Options {
    fn level(&self) -> LevelFilter {
        match (self.log, self.quiet, self.verbose) {
            (Some(level), ..) => level.into(),
            (None, true, _) => LevelFilter::OFF,
            (None, false, 0) => LevelFilter::WARN,
            (None, false, 1) => LevelFilter::INFO,
            (None, false, 2) => LevelFilter::DEBUG,
            (None, false, _) => LevelFilter::TRACE,
        }
    }

    /// Starts logging as the options specify.
    pub fn apply(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        tracing_subscriber::fmt()
            .with_max_level(self.level())
            .with_writer(|| Stderr)
            .with_ansi(false)
            .with_target(false)
            .with_timer(tracing_subscriber::fmt::time::uptime())
            .init();
    }
}

/// Whether `--quiet` suppresses notes.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Stderr as a writer that hides the progress bar while it writes.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        // A closed stderr is not a reason to stop.
        let _ = progress::aside(|| std::io::stderr().write_all(text));
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
