//! The messages on stderr: errors always, notes unless `--quiet` is given, and a log, whose level `--verbose` or `--quiet` sets.
//!
//! [`Options`] are the options that every subcommand has; events are those of the crate tracing, in this crate and its dependencies.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{ArgAction, Args};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

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
        let log = Log { level: self.level(), start: Instant::now() };
        // A second call leaves the first log in place.
        let _ = tracing::subscriber::set_global_default(log);
    }
}

/// Whether `--quiet` suppresses notes.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes each event as a line on stderr: time since the start, level, message and fields. The program has no spans.
struct Log {
    level: LevelFilter,
    start: Instant,
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= self.level
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        let seconds = self.start.elapsed().as_secs_f64();
        let (level, Fields(text)) = (event.metadata().level(), fields);
        let line = format!("{seconds:12.6}s {level:>5}{}\n", harmless(&text));
        // A closed stderr is not a reason to stop.
        let _ = screen::aside(|| std::io::stderr().write_all(line.as_bytes()));
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The message and fields of an event, each after a space.
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        let _ = if field.name() == "message" {
            write!(self.0, " {value:?}")
        } else {
            write!(self.0, " {field}={value:?}")
        };
    }
}
