//! Progress of a search in software, on a terminal: the number of cells that line logic determines, and the elapsed time.
//!
//! [`SearchProgress`] shows it until it is dropped, unless the search ends within [`DELAY`].

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nonogram_kit::Source;
use nonogram_solver::{LineOutcome, propagate};

use crate::progress;

/// Searches that end within this time show no progress.
const DELAY: Duration = Duration::from_secs(1);

/// The progress of a search that is running.
#[must_use]
pub struct SearchProgress {
    /// The sender; dropping it ends the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl SearchProgress {
    /// Shows the progress of the search for a puzzle; `None` if stderr is not a terminal.
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
            // The name comes last because a narrow terminal cuts off the end.
            let _step =
                progress::step(&format!("{known} of {cells} cells known; searching {name}"));
            // Nothing is ever sent: the call returns when the sender is dropped.
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
            // A thread that panicked has already reported it.
            let _ = thread.join();
        }
    }
}
