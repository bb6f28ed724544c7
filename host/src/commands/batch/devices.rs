//! Devices that share a batch: each takes puzzles when it is free, and no puzzle is lost if a device stops answering.
//!
//! [`Devices::give`] queues a puzzle, and [`Devices::work`] runs the thread of a device. A puzzle that a device could not answer is
//! queued for the others; the puzzle fails when every device in use has tried it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::exit::{self, Exit, Failure};
use nonogram_kit::device::{Device, EachAnswer, Event};
use nonogram_kit::{Answer, Source};

/// The queue of puzzles that devices share; `T` is the ticket that is delivered with the result of a puzzle.
pub struct Devices<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

/// A puzzle that waits for a device.
struct Job<T> {
    source: Source,
    ticket: T,
    /// The numbers of the devices that could not answer the puzzle.
    tried: Vec<usize>,
    /// The failure of the last device that tried the puzzle; `None` if no device has tried it.
    failure: Option<Failure>,
}

struct State<T> {
    waiting: VecDeque<Job<T>>,
    /// Number of puzzles that devices have taken; a device subtracts its puzzles when it has finished with all of them.
    taken: usize,
    /// The numbers of the devices in use.
    live: Vec<usize>,
    /// Whether no more puzzles will be added.
    closed: bool,
    /// The failure that ended the run early, if any.
    stopped: Option<Failure>,
}

/// Maximum number of puzzles that a device takes at once, so that boards can follow each other on its link.
const AT_ONCE: usize = 4;

/// Number of consecutive failed puzzles, each after all retransmissions, after which a device is no longer used. Puzzles that do not fit
/// the device do not count.
const FAILURES: usize = 2;

/// Receives a puzzle's ticket and its result.
pub type Deliver<'a, T> = &'a (dyn Fn(T, Result<Answer, Failure>) + Sync);

/// Solves puzzles, as [`Device::solve_all`] does.
type Solve<'a> = &'a mut dyn FnMut(&[Source], EachAnswer<'_>) -> Result<(), Failure>;

/// Announces a board that will take long.
fn announce(event: Event) {
    if let Event::Slow(text) = event {
        say!("nonogram: {text}");
    }
}

impl<T> State<T> {
    /// Removes the waiting puzzles that every device in use has tried, and returns them.
    fn hopeless(&mut self) -> Vec<Job<T>> {
        let Self { waiting, live, .. } = self;
        let open = |job: &Job<T>| live.iter().any(|device| !job.tried.contains(device));
        let (keep, hopeless) = waiting.drain(..).partition(open);
        *waiting = keep;
        Vec::from_iter::<VecDeque<Job<T>>>(hopeless)
    }
}

impl<T> Devices<T> {
    /// The queue of `count` devices, which are numbered from 0.
    pub fn new(count: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                taken: 0,
                live: (0..count).collect(),
                closed: false,
                stopped: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Every change of the state is complete, even if a thread panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a puzzle for the devices; the puzzle fails at once if no device is in use.
    pub fn give(&self, source: Source, ticket: T, deliver: Deliver<T>) {
        let job = Job { source, ticket, tried: Vec::new(), failure: None };
        self.put_back([job], 0, deliver);
    }

    /// Announces that no more puzzles will be added.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Takes the failure that ended the run early, if any.
    pub fn stopped(&self) -> Option<Failure> {
        self.lock().stopped.take()
    }

    /// Queues puzzles for the devices, and subtracts `done` from the number of puzzles taken. Both are one change of the state, because
    /// another device could otherwise see the run as finished in between. Then delivers the failures of the puzzles that every device in
    /// use has tried.
    fn put_back(&self, jobs: impl IntoIterator<Item = Job<T>>, done: usize, deliver: Deliver<T>) {
        let mut state = self.lock();
        state.waiting.extend(jobs);
        state.taken -= done;
        let hopeless = state.hopeless();
        drop(state);
        self.changed.notify_all();
        for job in hopeless {
            let none = || Failure::new(Exit::Link, "no device is left; check the devices of --on");
            deliver(job.ticket, Err(job.failure.unwrap_or_else(none)));
        }
    }

    /// Waits for puzzles that this device has not tried, and takes up to [`AT_ONCE`] of them; none when the run has ended.
    fn take(&self, device: usize) -> Vec<Job<T>> {
        let mut state = self.lock();
        loop {
            let mut jobs = Vec::new();
            let mut passed = VecDeque::new();
            while let Some(job) = state.waiting.pop_front() {
                if jobs.len() < AT_ONCE && !job.tried.contains(&device) {
                    jobs.push(job);
                } else {
                    passed.push_back(job);
                }
            }
            state.waiting = passed;
            state.taken += jobs.len();
            let over = state.closed && state.waiting.is_empty() && state.taken == 0;
            if !jobs.is_empty() || over || state.stopped.is_some() {
                return jobs;
            }
            state = (self.changed.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Opens the device called `name` and solves puzzles with it, until the run has ended or the device is no longer used.
    pub fn work(
        &self,
        device: usize,
        name: &str,
        open: impl FnOnce() -> Result<Device, Failure>,
        deliver: Deliver<T>,
    ) {
        let mut failed = match open() {
            Ok(mut opened) => {
                let mut solve = |sources: &[Source], each: EachAnswer<'_>| {
                    opened.solve_all(sources, &mut announce, each)
                };
                let failure = self.serve(device, &mut solve, deliver);
                failure.map(|failure| failure.within(name))
            }
            Err(failure) => Some(failure),
        };
        if let Some(failure @ (Failure::Interrupted | Failure::StdoutClosed)) = failed {
            self.lock().stopped.get_or_insert(failure);
            failed = None;
        }
        if let Some(failure) = failed {
            exit::report(&failure);
            let others = self.lock().live.iter().any(|&live| live != device);
            let fate = if others {
                "its puzzles go to the others"
            } else {
                "no other device is left for its puzzles"
            };
            say!("nonogram: {name}: no longer used; {fate}");
        }
        self.lock().live.retain(|&live| live != device);
        self.put_back([], 0, deliver);
    }

    /// Solves puzzles with `solve` until the run has ended; returns the failure because of which the device is no longer used, if any.
    fn serve(&self, device: usize, solve: Solve<'_>, deliver: Deliver<T>) -> Option<Failure> {
        let mut failures = 0;
        loop {
            let jobs = self.take(device);
            if jobs.is_empty() {
                return None;
            }
            let count = jobs.len();
            let (sources, mut open): (Vec<Source>, VecDeque<_>) = (jobs.into_iter())
                .map(|job| (job.source, (job.ticket, job.tried, job.failure)))
                .unzip();
            let mut again = Vec::new();
            let result = solve(&sources, &mut |source, result| {
                let Some((ticket, mut tried, _)) = open.pop_front() else {
                    return Ok(());
                };
                match result {
                    Ok(answer) => {
                        failures = 0;
                        deliver(ticket, Ok(answer));
                    }
                    Err(failure) => {
                        // A puzzle that does not fit this device may fit another one, and does not indicate a faulty device or link.
                        failures += usize::from(failure.exit() != Exit::Usage);
                        tried.push(device);
                        again.push(Job {
                            source: source.clone(),
                            ticket,
                            tried,
                            failure: Some(failure),
                        });
                    }
                }
                if failures < FAILURES {
                    return Ok(());
                }
                Err(Failure::new(
                    Exit::Link,
                    "too many puzzles in a row failed; check the device and its cable",
                ))
            });
            // The puzzles that the device did not reach.
            let rest = sources.len() - open.len();
            again.extend(
                (sources.into_iter().skip(rest).zip(open)).map(
                    |(source, (ticket, tried, failure))| Job { source, ticket, tried, failure },
                ),
            );
            let out = result.err();
            if out.is_some() {
                // The device is removed before its puzzles are queued again, so that they do not wait for it.
                self.lock().live.retain(|&live| live != device);
            }
            self.put_back(again, count, deliver);
            if out.is_some() {
                return out;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Clue, Puzzle};

    #[test]
    fn puzzle_that_the_last_device_does_not_reach_keeps_its_failure() {
        let failures = Mutex::new(Vec::new());
        let deliver = |(), result: Result<Answer, Failure>| {
            let failure = result.expect_err("no device answers");
            failures.lock().unwrap().push(failure.to_string());
        };
        let devices = Devices::new(2);
        for _ in 0..FAILURES {
            let clues = || vec![Clue::from([1])];
            let source = Source {
                file: "puzzle".to_owned(),
                number: None,
                puzzle: Puzzle::new(clues(), clues()).unwrap(),
            };
            devices.give(source, (), &deliver);
        }
        // All replies of the first device are bad; the second fails before it has tried a puzzle.
        let mut noisy = |sources: &[Source], each: EachAnswer<'_>| {
            let mut bad = sources.iter();
            bad.try_for_each(|source| each(source, Err(Failure::new(Exit::Link, "bad reply"))))
        };
        let mut unplugged =
            |_: &[Source], _: EachAnswer<'_>| Err(Failure::new(Exit::Link, "unplugged"));
        assert!(devices.serve(0, &mut noisy, &deliver).is_some());
        assert!(devices.serve(1, &mut unplugged, &deliver).is_some());
        let failures = failures.lock().unwrap();
        assert_eq!(*failures, ["bad reply"; FAILURES]);
    }
}
