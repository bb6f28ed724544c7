//! A counting semaphore: limits how much is done at the same time, such as the lines of a batch that wait for answers.
//!
//! [`Semaphore::acquire`] returns a [`Permit`], which is released when it is dropped.

use std::sync::{Condvar, Mutex, PoisonError};

/// A counting semaphore: the number of free permits, and the signal that one was returned.
pub struct Semaphore {
    free: Mutex<usize>,
    returned: Condvar,
}

/// A permit that is held until it is dropped.
pub struct Permit<'a>(&'a Semaphore);

impl Semaphore {
    /// A semaphore with this many permits.
    pub const fn new(permits: usize) -> Self {
        Self { free: Mutex::new(permits), returned: Condvar::new() }
    }

    /// Waits for a free permit and takes it.
    pub fn acquire(&self) -> Permit<'_> {
        // The count is consistent even if a thread panicked.
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
