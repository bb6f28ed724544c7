//! Work that cannot be interrupted everywhere, within limits that are kept nevertheless.
//!
//! [`outlast`] waits for it no longer than the limits say, [`leave`] not at all.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::engine::search::Limits;

/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(10);

/// What `work` gives, which runs in a thread of its own; none when it is late, or when no thread can be started. What
/// is late is left to its thread, which drops what the work gives.
pub fn outlast<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    limits: &Limits,
) -> Option<T> {
    // With room for the result the thread never waits.
    let (give, result) = sync_channel(1);
    leave(move || {
        // Nobody may be left to take it.
        let _ = give.send(work());
    });
    loop {
        match result.recv_timeout(TICK) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if limits.is_late() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            // No thread could be started.
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Does `work` in a thread that nobody waits for. Where none can be started it is dropped.
pub fn leave(work: impl FnOnce() + Send + 'static) {
    // The handle is not needed.
    let _ = thread::Builder::new().spawn(work);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn work_gives_its_result() {
        assert_eq!(outlast(|| 7, &Limits::NONE), Some(7));
    }

    /// The work would never end if it were waited for.
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
