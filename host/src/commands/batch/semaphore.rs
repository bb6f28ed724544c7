//! A counting semaphore: the reader waits while as many lines as there are permits are being solved.
//!
//! [`Semaphore::acquire`] gives a [`Permit`], which goes back when it is dropped.

use std::sync::{Condvar, Mutex, PoisonError};

/// A number of permits.
pub struct Semaphore {
    free: Mutex<usize>,
    returned: Condvar,
}

/// A permit that is held.
pub struct Permit<'a>(&'a Semaphore);

impl Semaphore {
    /// A semaphore with this many permits.
    pub fn new(permits: usize) -> Self {
        Self {
            free: Mutex::new(permits),
            returned: Condvar::new(),
        }
    }

    /// Takes a permit, once one is free.
    pub fn acquire(&self) -> Permit<'_> {
        // A count is whole whatever else panicked.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.returned.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free += 1;
        self.0.returned.notify_one();
    }
}
