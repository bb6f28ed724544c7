//! Progress on stderr: a bar of bytes on the wire and the time left, or a spinner with the time of a search; silent off a
//! terminal.
//!
//! Whatever else is written passes through [`aside`], which takes the bar off the screen meanwhile.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::exit::harmless;
use crate::observer::{Observer, Progress};
use crate::screen;

/// The bar that is on the screen now.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to stdout or stderr while no bar is on the screen.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        // A full bar has no more to show: it would come back only to be cleared.
        Some(bar) if bar.length().is_some_and(|length| bar.position() >= length) => {
            clear();
            write()
        }
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Takes the bar off the screen for good.
pub fn clear() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

/// Draws a bar on stderr, and goes on doing so while nothing happens.
fn show(bar: &ProgressBar) {
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(TICK);
    *shown() = Some(bar.clone());
}

/// Redrawn this often while nothing happens, so that the time left goes on counting.
const TICK: Duration = Duration::from_millis(200);

/// The least columns of a terminal that shows bytes and a long bar, too.
const WIDE: usize = 72;

/// The style of bytes on the wire, for the terminal's width; what is left of it, and no more, is the message's.
fn wire_style() -> ProgressStyle {
    style(match screen::columns(std::io::stderr()) {
        Some(width) if width < WIDE => "{wide_msg} [{bar:8}] {percent:>3}%, {eta} left",
        _ => "{wide_msg} [{bar:20}] {bytes}/{total_bytes}, {eta} left",
    })
}

/// The style of a search on chip, whose end cannot be predicted.
fn search_style() -> ProgressStyle {
    let seconds = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // The bar takes any text.
        let _ = write!(out, "{} s", state.elapsed().as_secs());
    };
    style("{spinner} searching, {seconds}: {wide_msg}").with_key("seconds", seconds)
}

/// A style in the characters that the terminal has.
fn style(template: &str) -> ProgressStyle {
    // A template that does not parse only loses the looks.
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    match screen::is_utf_8() {
        true => style,
        false => style.progress_chars("#-").tick_chars("|/-\\ "),
    }
}

/// A spinner while something runs whose end cannot be predicted, with its time so far; gone when it is dropped.
#[must_use]
pub struct Step(());

/// Shows on a terminal what is being done.
pub fn step(doing: &str) -> Step {
    let bar = ProgressBar::hidden().with_style(style("{spinner} {wide_msg} {elapsed}"));
    bar.set_message(doing.to_owned());
    show(&bar);
    Step(())
}

impl Drop for Step {
    fn drop(&mut self) {
        clear();
    }
}

/// What a device is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Sending,
    Searching,
    Receiving,
}

/// Where boards follow each other, sending and receiving alternate: replies have come to an end after this time
/// without one.
const LULL: Duration = Duration::from_secs(1);

/// A bar for one board, or a stream of them.
pub struct Bar {
    /// What the bar calls them.
    title: String,
    bar: ProgressBar,
    phase: Phase,
    sent: u64,
    received: u64,
    /// Time of the last byte received.
    heard: Instant,
}

impl Bar {
    /// A bar for boards that go by `name`; it appears when they are sent.
    pub fn new(name: &str) -> Self {
        // The end of a path says most.
        let title = Path::new(name).file_name().map_or_else(
            || name.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        Self {
            title: harmless(&title),
            bar: ProgressBar::hidden(),
            phase: Phase::Sending,
            sent: 0,
            received: 0,
            heard: Instant::now(),
        }
    }

    /// Shows what is being done.
    fn show_phase(&self) {
        let (style, doing) = match self.phase {
            Phase::Sending => (wire_style(), "sending "),
            Phase::Searching => (search_style(), ""),
            Phase::Receiving => (wire_style(), "receiving "),
        };
        // The estimates of one phase say nothing of the next.
        self.bar.reset_eta();
        self.bar.set_style(style);
        self.bar.set_message(format!("{doing}{}", self.title));
        if self.phase == Phase::Searching {
            self.bar.reset_elapsed();
        }
        self.bar.force_draw();
    }
}

impl Observer for Bar {
    fn begin(&mut self, bytes: u64) {
        // A round that met a fault has left its bar on the screen.
        clear();
        (self.sent, self.received, self.phase) = (0, 0, Phase::Sending);
        // A new bar: one that changes its target forgets what it has drawn.
        self.bar = ProgressBar::hidden();
        self.bar.set_length(bytes);
        self.show_phase();
        show(&self.bar);
    }

    fn progress(&mut self, progress: Progress) {
        let phase = match progress {
            Progress::Sent(bytes) => {
                self.sent = bytes;
                match self.phase {
                    Phase::Receiving if self.heard.elapsed() > LULL => Phase::Sending,
                    phase => phase,
                }
            }
            Progress::Received(bytes) => {
                self.received = bytes;
                self.heard = Instant::now();
                Phase::Receiving
            }
            Progress::Searching => Phase::Searching,
        };
        self.bar.set_position(self.sent + self.received);
        if phase != self.phase {
            self.phase = phase;
            self.show_phase();
        }
    }

    fn again(&mut self, name: &str, cause: &str, retry: u32, limit: Option<u32>) {
        match limit {
            Some(limit) => {
                say!("nonogram: {name}: {cause}; retransmitted, {retry} of at most {limit} times")
            }
            None => say!(
                "nonogram: {name}: {cause}; retransmitted once, for the device has sent nothing so far"
            ),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        clear();
    }
}
