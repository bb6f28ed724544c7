//! Room for so many lines at a time: the reader waits until one of them is answered.
//!
//! [`Room::enter`] gives a [`Place`], which is free again when it is dropped.

use std::sync::{Condvar, Mutex, PoisonError};

/// A number of places.
pub struct Room {
    free: Mutex<usize>,
    left: Condvar,
}

/// A place that is taken.
pub struct Place<'a>(&'a Room);

impl Room {
    /// A room with so many places.
    pub fn new(places: usize) -> Self {
        Self {
            free: Mutex::new(places),
            left: Condvar::new(),
        }
    }

    /// Takes a place, once there is one.
    pub fn enter(&self) -> Place<'_> {
        // A count is whole whatever else panicked.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.left.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Place(self)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free += 1;
        self.0.left.notify_one();
    }
}
