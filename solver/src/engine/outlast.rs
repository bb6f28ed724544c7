//! Runs work that does not check the limits often enough, in a thread that can be abandoned.
//!
//! [`outlast`] waits until the work ends or the limits are late; [`leave`] does not wait.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::engine::search::Limits;

/// Time between two checks of the limits.
const TICK: Duration = Duration::from_millis(10);

/// Runs `work` in a thread of its own and returns its result. Returns `None` if the limits are late ([`Limits::is_late`]) before the work
/// ends, no thread can be started, or the work panics. Late work continues in its thread, which drops the result.
pub fn outlast<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    limits: &Limits,
) -> Option<T> {
    // The channel has capacity for the result, so the thread never blocks.
    let (give, result) = sync_channel(1);
    leave(move || {
        // The receiver may be gone after a time-out.
        let _ = give.send(work());
    });
    loop {
        match result.recv_timeout(TICK) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if limits.is_late() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            // No thread could be started, or the work panicked.
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Runs `work` in a detached thread. If no thread can be started, the work is dropped.
pub fn leave(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn result_of_the_work_is_returned() {
        assert_eq!(outlast(|| 7, &Limits::NONE), Some(7));
    }

    /// The work does not end before it is released, so a wait for its end would hang.
    #[test]
    fn late_work_is_left_to_its_thread() {
        let (release, released) = channel::<()>();
        let (end, ended) = channel();
        let work = move || {
            released.recv().unwrap();
            end.send(()).unwrap();
        };
        assert_eq!(outlast(work, &Limits::of_looks(2)), None);
        release.send(()).unwrap();
        assert_eq!(ended.recv(), Ok(()));
    }
}
