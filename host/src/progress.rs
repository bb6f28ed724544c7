//! The progress bar on stderr: bytes on the wire, and the time left; silent off a terminal.
//!
//! By the crate indicatif, which draws nothing when stderr is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::backend::Observer;
use crate::link::{Plan, Progress};

/// A bar for one board.
pub struct Bar {
    bar: ProgressBar,
    sent: u64,
}

/// Redrawn this often while nothing happens, so that the time left goes on counting.
const TICK: Duration = Duration::from_millis(200);

impl Bar {
    /// A bar named after the puzzle; it appears when a board is sent.
    pub fn new(name: &str) -> Self {
        let style = ProgressStyle::with_template(
            "{prefix} {msg} [{bar:30}] {bytes}/{total_bytes}, {eta} left",
        );
        // A template that does not parse only loses the looks.
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::hidden().with_style(style);
        bar.set_prefix(name.to_owned());
        Self { bar, sent: 0 }
    }
}

impl Observer for Bar {
    fn begin(&mut self, plan: &Plan) {
        self.sent = 0;
        self.bar.reset();
        self.bar
            .set_length(plan.size.bytes.saturating_add(plan.reply_bytes));
        self.bar.set_message("sending");
        self.bar
            .set_draw_target(indicatif::ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(TICK);
    }

    fn progress(&mut self, progress: Progress) {
        match progress {
            Progress::Sent(bytes) => {
                self.sent = bytes;
                self.bar.set_position(bytes);
            }
            Progress::Received(bytes) => {
                self.bar.set_message("receiving");
                self.bar.set_position(self.sent + bytes);
            }
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
