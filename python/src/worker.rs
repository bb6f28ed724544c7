//! Runs work on separate threads, while the calling thread waits without the interpreter's lock and checks for Ctrl-C.
//!
//! [`run`] runs one job; an [`Actor`] owns a [`Device`] on its own thread and runs jobs on that device one after the other.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use nonogram_kit::device::Device;
use nonogram_kit::{Failure, stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyErr, PyResult, Python};

use crate::error::raise;

/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// Maximum time to wait after Ctrl-C for the end of work that [`stop::request`] ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// Stack size of a thread in bytes, which is also the usual stack size of a main thread on Linux and macOS.
const STACK: usize = 8 << 20;

/// The next step if the thread of a device ended without a result.
const REOPEN: &str = "open the board again, and report this defect";

/// The next step if other work ended without a result.
const REPORT: &str = "please report this defect";

/// Starts a thread.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> PyResult<JoinHandle<()>> {
    Ok(Builder::new().stack_size(STACK).spawn(work)?)
}

/// Runs `work` and returns its result. After Ctrl-C it calls `stop`, which should end the work, and raises `KeyboardInterrupt`.
/// # Panics
/// Panics if `work` panics.
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
            Ok(()) => Err(ended(REPORT)),
        },
        Err(signal) => {
            stop();
            Err(signal)
        }
    }
}

/// Runs `work` like [`run`]. After Ctrl-C, [`stop::request`] ends the work, for example a job on a [`Device`].
pub fn run_until_stopped<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    spawn(move || {
        // The caller may have been interrupted.
        let _ = sender.send(work());
    })?;
    result(py, receiver, REPORT)
}

/// Waits for a thread's next result; `None` once the thread has ended.
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

/// A job on a device.
type Job = Box<dyn FnOnce(&mut Device) + Send>;

/// A device on its own thread; both end when the actor has been dropped and its jobs have ended.
pub struct Actor(Mutex<Sender<Job>>);

impl Actor {
    /// Opens a device on a new thread.
    pub fn start(
        py: Python<'_>,
        open: impl FnOnce() -> Result<Device, Failure> + Send + 'static,
    ) -> PyResult<Self> {
        let (opened, answers) = channel();
        let (jobs, queue) = channel::<Job>();
        spawn(move || match open() {
            Err(failure) => {
                let _ = opened.send(Err(failure));
            }
            Ok(mut device) => {
                let _ = opened.send(Ok(()));
                for job in queue {
                    job(&mut device);
                }
            }
        })?;
        match wait(py, &Mutex::new(answers))? {
            Some(Ok(())) => Ok(Self(Mutex::new(jobs))),
            Some(Err(failure)) => Err(raise(failure)),
            None => Err(ended(REOPEN)),
        }
    }

    /// Runs a job on the device; Ctrl-C ends the current job of every device in the process.
    pub fn call<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Device) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (sender, receiver) = channel();
        let job: Job = Box::new(move |device| {
            // The caller may have been interrupted.
            let _ = sender.send(work(device));
        });
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = jobs.send(job);
        drop(jobs);
        sent.map_err(|_| ended(REOPEN))?;
        result(py, receiver, REOPEN)?.map_err(raise)
    }
}

/// Waits for the result of work that [`stop::request`] ends. Ctrl-C ends all such work in the process: the current job of every
/// device, and `next_random`. `next` is the next step if the work ends without a result.
fn result<T: Send>(py: Python<'_>, results: Receiver<T>, next: &str) -> PyResult<T> {
    let results = Mutex::new(results);
    match wait(py, &results) {
        Ok(result) => result.ok_or_else(|| ended(next)),
        Err(signal) => {
            stop::request();
            // Work that does not end in time continues on its thread, and its result is ignored.
            let _ = py.detach(|| receive(&results, PATIENCE));
            stop::forget();
            Err(signal)
        }
    }
}

/// The exception for a thread that ended without a result, and the next step.
fn ended(next: &str) -> PyErr {
    PyRuntimeError::new_err(format!("a thread ended without a result: {next}"))
}
