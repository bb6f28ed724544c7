//! Requests to stop, by Ctrl-C or by a program that uses the library: code that must clean up polls them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static GUARDS: AtomicUsize = AtomicUsize::new(0);

/// Keeps the first Ctrl-C from ending the process until the guard is dropped.
#[must_use]
pub struct Guard(());

/// Announces code that polls [`requested`].
pub fn guard() -> Guard {
    GUARDS.fetch_add(1, Ordering::SeqCst);
    Guard(())
}

impl Drop for Guard {
    fn drop(&mut self) {
        GUARDS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether Ctrl-C was pressed, a request to terminate was received, or [`request`] was called, since the last [`forget`].
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Ends code that polls [`requested`]; returns whether that was requested before.
pub fn request() -> bool {
    REQUESTED.swap(true, Ordering::SeqCst)
}

/// Whether code that polls [`requested`] is running.
pub fn is_guarded() -> bool {
    GUARDS.load(Ordering::SeqCst) > 0
}

/// Cancels a [`request`]; to be called after the code that polls has ended.
pub fn forget() {
    REQUESTED.store(false, Ordering::SeqCst);
}

/// The value of [`requested`] as a flag, for code that polls one: pseudo-terminals and the simulation.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}
