//! Devices that share a batch: each takes puzzles as it is free, and none is lost when one goes silent.
//!
//! [`Devices::serve`] runs a thread for each device; [`Devices::give`] hands a puzzle to whichever is free. A puzzle that
//! a device could not answer goes to another one, and is a failure when none is left that has not tried it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::backend::{Answer, Backend, Found};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::observer::{Observer, Progress};

/// A device of the batch.
pub struct Member {
    /// Its port, or `sim`.
    pub name: String,
    /// What solves.
    pub backend: Box<dyn Backend + Send>,
}

/// A puzzle, and what to do with its answer.
pub struct Job<T> {
    /// The puzzle.
    pub source: Source,
    /// What its answer needs.
    pub ticket: T,
    /// The devices that could not answer it, by number.
    tried: Vec<usize>,
}

/// What is shared by the reader and the devices.
pub struct Devices<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    waiting: VecDeque<Job<T>>,
    /// Puzzles that a device has taken.
    taken: usize,
    /// Devices at work.
    live: Vec<usize>,
    /// No more puzzles come.
    closed: bool,
    /// Why the run ends early.
    failure: Option<Failure>,
}

/// Puzzles in a row that a device may fail before it is left out: each was sent again several times.
const FAILURES: usize = 2;

/// The result of a puzzle, with the name of the device it is from.
pub type Result1<'a> = (&'a str, Result<Answer, Failure>);

impl<T: Send> Devices<T> {
    /// Work for this many devices.
    pub fn new(count: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                taken: 0,
                live: (0..count).collect(),
                closed: false,
                failure: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a puzzle to the devices; gives it back when none is left.
    pub fn give(&self, source: Source, ticket: T) -> Result<(), T> {
        let mut state = self.lock();
        if state.live.is_empty() {
            return Err(ticket);
        }
        state.waiting.push_back(Job {
            source,
            ticket,
            tried: Vec::new(),
        });
        self.changed.notify_all();
        Ok(())
    }

    /// No more puzzles come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Why the run has ended early, if it has.
    pub fn failure(&self) -> Option<Failure> {
        self.lock().failure.take()
    }
}
