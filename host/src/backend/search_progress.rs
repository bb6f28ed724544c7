//! Progress of a search in software, on a terminal: what line logic knows of the puzzle, and the time.
//!
//! A [`SearchProgress`] shows it while it lives, unless the search ends within [`DELAY`].

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nonogram_solver::{LineOutcome, propagate};

use crate::input::Source;
use crate::progress;

/// Searches that end sooner show nothing.
const DELAY: Duration = Duration::from_secs(1);

/// A search that is under way.
#[must_use]
pub struct SearchProgress {
    /// Dropped to end the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl SearchProgress {
    /// Watches the search for a puzzle; off a terminal there is nothing to show.
    pub fn start(source: &Source) -> Option<Self> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let (name, puzzle) = (source.name(), source.puzzle.clone());
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            if stopped.recv_timeout(DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let cells = puzzle.row_count() * puzzle.column_count();
            let known = match propagate(&puzzle) {
                LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid.known_cells(),
                LineOutcome::Contradiction { .. } => 0,
            };
            // The name comes last: what the terminal has no room for is cut off.
            let _step =
                progress::step(&format!("{known} of {cells} cells known; searching {name}"));
            // Nothing is ever sent: this ends when the sender is dropped.
            let _ = stopped.recv();
        });
        Some(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}
