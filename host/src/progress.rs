//! The progress bar on stderr: bytes on the wire, and the time left; silent off a terminal.
//!
//! By the crate indicatif, which draws nothing when stderr is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::backend::Observer;
use crate::exit::Failure;
use crate::link::Progress;

/// A bar for one board, or a stream of them.
pub struct Bar {
    names: Vec<String>,
    bar: ProgressBar,
    sent: u64,
    received: u64,
}

/// Redrawn this often while nothing happens, so that the time left goes on counting.
const TICK: Duration = Duration::from_millis(200);

impl Bar {
    /// A bar named after the puzzle; it appears when a board is sent.
    pub fn new(name: &str) -> Self {
        Self::of(vec![name.to_owned()])
    }

    /// A bar for boards of these names.
    pub fn of(names: Vec<String>) -> Self {
        let style = ProgressStyle::with_template(
            "{prefix} {msg} [{bar:30}] {bytes}/{total_bytes}, {eta} left",
        );
        // A template that does not parse only loses the looks.
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::hidden().with_style(style);
        bar.set_prefix(match &names[..] {
            [name] => name.clone(),
            names => format!("{} puzzles", names.len()),
        });
        Self {
            names,
            bar,
            sent: 0,
            received: 0,
        }
    }
}

impl Observer for Bar {
    fn begin(&mut self, bytes: u64) {
        (self.sent, self.received) = (0, 0);
        self.bar.reset();
        self.bar.set_length(bytes);
        self.bar.set_message("sending");
        self.bar
            .set_draw_target(indicatif::ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(TICK);
    }

    fn progress(&mut self, progress: Progress) {
        match progress {
            Progress::Sent(bytes) => self.sent = bytes,
            Progress::Received(bytes) => {
                self.bar.set_message("receiving");
                self.received = bytes;
            }
        }
        self.bar.set_position(self.sent + self.received);
    }

    fn again(&mut self, puzzle: usize, why: &Failure, retry: u32, limit: u32) {
        self.bar.suspend(|| {
            let name = &self.names[puzzle];
            say!("nonogram: {name}: {why}; sent again, {retry} of at most {limit} times");
        });
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
