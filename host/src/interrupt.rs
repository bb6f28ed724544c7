//! Ctrl-C: at once where nothing needs tidying, at the next safe point elsewhere.
//!
//! Code that must clean up holds a [`guard`] and asks [`requested`]; a second Ctrl-C always ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::exit::{Exit, Failure, OrExit};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static GUARDS: AtomicUsize = AtomicUsize::new(0);

/// Handles Ctrl-C (and a request to terminate) from here on.
pub fn install() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || GUARDS.load(Ordering::SeqCst) == 0 {
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
