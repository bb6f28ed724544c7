//! Ctrl-C and requests to terminate: they end the process at once if no code must clean up, otherwise at the next safe point.
//!
//! Code that must clean up holds a [`stop::guard`] and polls [`stop::requested`]; a second Ctrl-C always ends the process.

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use nonogram_sim::children;

use crate::exit::{self, Exit, Failure, OrExit};
use crate::{screen, stop};

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Installs the handler for Ctrl-C and for a request to terminate.
///
/// # Errors
/// The handler cannot be installed.
pub fn install() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let again = stop::request();
        // If programs were stopped, the thread that waits for them continues, cleans up and ends.
        let awaited = !again && children::stop();
        if again || (!awaited && !stop::is_guarded()) {
            // The list stays locked, so that no thread creates or renames a temporary file any more.
            let mut paths = paths();
            for path in paths.drain(..) {
                // The file or folder may be gone already, so an error is not reported.
                let _ = if path.is_dir() {
                    std::fs::remove_dir_all(path)
                } else {
                    std::fs::remove_file(path)
                };
            }
            report_interruption();
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .context("cannot install the handler for Ctrl-C; please report this defect")
    .or_exit(Exit::Fault)
}

/// Reports the interruption, and waits at most [`REPORT_LIMIT`] for a blocked terminal or a full pipe.
fn report_interruption() {
    let (reported, wait) = channel();
    std::thread::spawn(move || {
        screen::clear();
        exit::report(&Failure::Interrupted);
        // The process may be ending already.
        let _ = reported.send(());
    });
    let _ = wait.recv_timeout(REPORT_LIMIT);
}

/// The time limit for the last message: longer than a busy machine takes to schedule a thread.
const REPORT_LIMIT: Duration = Duration::from_secs(1);

fn paths() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file or folder that is removed when Ctrl-C ends the process while this value exists.
#[must_use]
pub struct Tidy(PathBuf);

/// Creates a file or folder that must not outlive the process. While it is created, Ctrl-C does not end the process.
///
/// # Errors
/// It cannot be created.
pub fn temporary<T: AsRef<Path>, E>(create: impl FnOnce() -> Result<T, E>) -> Result<(T, Tidy), E> {
    let mut paths = paths();
    let made = create()?;
    let path = made.as_ref().to_owned();
    paths.push(path.clone());
    Ok((made, Tidy(path)))
}

impl Tidy {
    /// Renames the file with `rename`. Meanwhile, Ctrl-C does not end the process, which would remove the file under either name.
    pub fn done<T>(self, rename: impl FnOnce() -> T) -> T {
        let mut paths = paths();
        let done = rename();
        paths.retain(|path| *path != self.0);
        drop(paths);
        done
    }
}

impl Drop for Tidy {
    fn drop(&mut self) {
        paths().retain(|path| *path != self.0);
    }
}
