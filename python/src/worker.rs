//! Work on threads of their own, while the calling thread waits without the interpreter's lock and watches for Ctrl-C.
//!
//! [`run`] runs one piece of work; an [`Actor`] keeps a [`Session`] on its thread and works on it there, one piece after the
//! other.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use nonogram_host::{Failure, Session};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyResult, Python};

use crate::error::raise;

/// Time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(20);

/// Time that work may take to end after Ctrl-C before it is left to itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// The stack of a thread, in bytes: that of a process's first thread.
const STACK: usize = 8 << 20;

/// Starts a thread.
///
/// # Errors
/// The system has none left.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> PyResult<JoinHandle<()>> {
    Ok(Builder::new().stack_size(STACK).spawn(work)?)
}

/// Runs `work`, and returns what it returns. After Ctrl-C it calls `stop`, which should end the work, and raises
/// `KeyboardInterrupt`.
///
/// # Errors
/// The exception of a signal's handler.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: impl FnOnce(),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let thread = spawn(move || {
        // The caller may have been interrupted.
        let _ = sender.send(work());
    })?;
    match wait(py, &Mutex::new(receiver)) {
        Ok(Some(result)) => Ok(result),
        Ok(None) => match thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => Err(PyRuntimeError::new_err("a thread ended without a result")),
        },
        Err(signal) => {
            stop();
            Err(signal)
        }
    }
}

/// [`run`] for work of a [`Session`], or that ends with [`nonogram_host::stop`].
///
/// # Errors
/// The exception of a signal's handler.
pub fn run_session<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    spawn(move || {
        // The caller may have been interrupted.
        let _ = sender.send(work());
    })?;
    session_result(py, receiver)
}

/// Waits for a thread's next result; `None` once it has ended.
///
/// # Errors
/// The exception of a signal's handler.
pub fn wait<T: Send>(py: Python<'_>, results: &Mutex<Receiver<T>>) -> PyResult<Option<T>> {
    loop {
        match py.detach(|| receive(results, LOOK)) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

fn receive<T>(results: &Mutex<Receiver<T>>, time: Duration) -> Result<T, RecvTimeoutError> {
    let results = results.lock().unwrap_or_else(PoisonError::into_inner);
    results.recv_timeout(time)
}

/// A piece of work on a session.
type Job = Box<dyn FnOnce(&mut Session) + Send>;

/// A session on a thread of its own, which ends with it.
pub struct Actor(Mutex<Sender<Job>>);

impl Actor {
    /// Opens a session.
    ///
    /// # Errors
    /// That of `open`.
    pub fn start(
        py: Python<'_>,
        open: impl FnOnce() -> Result<Session, Failure> + Send + 'static,
    ) -> PyResult<Self> {
        let (opened, answers) = channel();
        let (jobs, queue) = channel::<Job>();
        spawn(move || match open() {
            Err(failure) => {
                let _ = opened.send(Err(failure));
            }
            Ok(mut session) => {
                let _ = opened.send(Ok(()));
                for job in queue {
                    job(&mut session);
                }
            }
        })?;
        match wait(py, &Mutex::new(answers))? {
            Some(Ok(())) => Ok(Self(Mutex::new(jobs))),
            Some(Err(failure)) => Err(raise(failure)),
            None => Err(ended()),
        }
    }

    /// Works on the session; Ctrl-C ends what every session of the process is doing.
    ///
    /// # Errors
    /// That of `work`, or the exception of a signal's handler.
    pub fn call<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Session) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (sender, receiver) = channel();
        let job: Job = Box::new(move |session| {
            // The caller may have been interrupted.
            let _ = sender.send(work(session));
        });
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = jobs.send(job);
        drop(jobs);
        sent.map_err(|_| ended())?;
        session_result(py, receiver)?.map_err(raise)
    }
}

/// The result of work on a session; Ctrl-C ends what every session of the process is doing.
fn session_result<T: Send>(py: Python<'_>, results: Receiver<T>) -> PyResult<T> {
    let results = Mutex::new(results);
    match wait(py, &results) {
        Ok(result) => result.ok_or_else(ended),
        Err(signal) => {
            nonogram_host::stop();
            // Work that does not end in time is left to itself.
            let _ = py.detach(|| receive(&results, PATIENCE));
            nonogram_host::resume();
            Err(signal)
        }
    }
}

fn ended() -> pyo3::PyErr {
    PyRuntimeError::new_err("a thread ended without a result; expected one: open the board again")
}
