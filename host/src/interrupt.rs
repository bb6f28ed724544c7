//! Ctrl-C: at once where nothing needs tidying, at the next safe point elsewhere.
//!
//! Code that must clean up holds a [`guard`] and asks [`requested`]; a second Ctrl-C always ends.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::exit::{Exit, Failure, OrExit};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static GUARDS: AtomicUsize = AtomicUsize::new(0);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Handles Ctrl-C (and a request to terminate) from here on.
pub fn install() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || GUARDS.load(Ordering::SeqCst) == 0 {
            for path in temporary().drain(..) {
                // Nothing is left to be told if it is gone already.
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .or_exit(Exit::Fault)
}

/// Keeps the first Ctrl-C from ending the process while it lives.
#[must_use]
pub struct Guard(());

/// Announces code that watches [`requested`] itself.
pub fn guard() -> Guard {
    GUARDS.fetch_add(1, Ordering::SeqCst);
    Guard(())
}

impl Drop for Guard {
    fn drop(&mut self) {
        GUARDS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether Ctrl-C has been pressed.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// The same as a flag, for code that polls one.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has Ctrl-C remove this file, too, while it lives.
#[must_use]
pub struct Tidy(PathBuf);

/// Announces a file that is not to outlive the process.
pub fn tidy(path: &Path) -> Tidy {
    temporary().push(path.to_owned());
    Tidy(path.to_owned())
}

impl Drop for Tidy {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}
