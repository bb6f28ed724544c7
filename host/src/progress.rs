//! Progress on stderr: a bar of bytes on the wire and the time left, or a spinner; silent off a terminal.
//!
//! Whatever else is written passes through [`aside`], which takes the bar off the screen meanwhile.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::Failure;
use crate::observer::{Observer, Progress};

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
const WIDE: u16 = 72;

/// The style for the terminal's width; what is left of it, and no more, is the message's.
fn style() -> ProgressStyle {
    let width = terminal_size::terminal_size_of(std::io::stderr());
    let template = match width {
        Some((width, _)) if width.0 < WIDE => "{wide_msg} [{bar:8}] {percent:>3}%, {eta} left",
        _ => "{wide_msg} [{bar:20}] {bytes}/{total_bytes}, {eta} left",
    };
    // A template that does not parse only loses the looks.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A spinner while something runs whose end cannot be predicted, with its time so far; gone when it is dropped.
#[must_use]
pub struct Step(());

/// Shows on a terminal what is being done.
pub fn step(doing: &str) -> Step {
    let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::hidden().with_style(style);
    bar.set_message(doing.to_owned());
    show(&bar);
    Step(())
}

impl Drop for Step {
    fn drop(&mut self) {
        clear();
    }
}

/// A bar for one board, or a stream of them.
pub struct Bar {
    /// What the bar calls them.
    title: String,
    bar: ProgressBar,
    sent: u64,
    received: u64,
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
            title,
            bar: ProgressBar::hidden(),
            sent: 0,
            received: 0,
        }
    }

    fn say(&self, doing: &str) {
        self.bar.set_message(format!("{doing} {}", self.title));
    }
}

impl Observer for Bar {
    fn begin(&mut self, bytes: u64) {
        (self.sent, self.received) = (0, 0);
        self.bar.reset();
        self.bar.set_length(bytes);
        self.bar.set_style(style());
        self.say("sending");
        show(&self.bar);
    }

    fn progress(&mut self, progress: Progress) {
        match progress {
            Progress::Sent(bytes) => self.sent = bytes,
            Progress::Received(bytes) => {
                if self.received == 0 {
                    self.say("receiving");
                }
                self.received = bytes;
            }
        }
        self.bar.set_position(self.sent + self.received);
    }

    fn again(&mut self, name: &str, why: &Failure, retry: u32, limit: u32) {
        say!("nonogram: {name}: {why}; retransmitted, {retry} of at most {limit} times");
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        clear();
    }
}
