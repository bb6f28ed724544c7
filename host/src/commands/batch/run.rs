//! A run of a batch: one thread reads lines and queues their puzzles; workers, which are threads with a software engine or devices,
//! take puzzles when they are free, and write the answers.
//!
//! A puzzle that a device could not answer is queued for the others, and fails when every device in use has tried it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::{Context, anyhow};
use nonogram_kit::device::{Device, Event};
use nonogram_kit::{Answer, Source};
use nonogram_puzzles::{Palette, Puzzle};
use nonogram_solver::{SolveOptions, fit, solve_each};
use serde::Serialize;
use serde_json::value::RawValue;

use super::request::{self, Puzzles};
use crate::backend::software::Listing;
use crate::exit::{self, Exit, Failure, OrExit, Outcome};
use crate::input::open_stream;
use crate::output;
use crate::solve_record::ResultKeys;

/// The longest line without its line feed, in bytes: the same limit as for a puzzle file.
const MAX_LINE: u64 = 64 << 20;

/// The number of characters to which longer error messages are shortened, without the ellipsis. The messages of the JSON reader can be
/// long, because they can quote its input.
const MAX_ERROR: usize = 500;

/// Maximum number of puzzles per worker that wait: enough that workers seldom wait for the reader.
const AHEAD: usize = 16;

/// Maximum number of puzzles that a device takes at once, so that boards can follow each other on its link.
const AT_ONCE: usize = 4;

/// Number of consecutive failed puzzles, each after all retransmissions, after which a device is no longer used. Puzzles that do not fit
/// the device do not count.
const FAILURES: usize = 2;

/// The line and the puzzle that an answer belongs to.
#[derive(Clone, Serialize)]
struct Origin {
    id: Box<RawValue>,
    line: usize,
    /// The puzzle's position in a file or text of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
}

/// An answer to a puzzle; if several solutions were requested and found, there is one answer per solution.
#[derive(Serialize)]
struct Response<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    #[serde(flatten)]
    result: ResultKeys,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    /// The core of the device that solved the puzzle, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<&'static str>,
    unique: Option<bool>,
    /// The solution's number, from 1, if several were requested and at least one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<usize>,
    elapsed_seconds: f64,
}

/// The answer to a bad line, or to a puzzle that could not be solved because of an error.
#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    error: String,
}

/// What belongs to a puzzle that waits for a worker, or that a worker has taken.
struct Ticket {
    origin: Origin,
    /// The time at which a worker has taken the puzzle.
    start: Instant,
    /// The numbers of the devices that could not answer the puzzle.
    tried: Vec<usize>,
    /// The failure of the last device that tried the puzzle; `None` if no device has tried it.
    failure: Option<Failure>,
}

type Job = (Source, Ticket);

/// What the reader and the workers share.
pub struct Run {
    options: SolveOptions,
    /// The software engine; `None` if devices solve the puzzles.
    engine: Option<&'static str>,
    /// Whether more than one solution was requested.
    several: bool,
    /// Maximum number of puzzles that wait.
    ahead: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: VecDeque<Job>,
    /// Number of puzzles that workers have taken; a worker subtracts its puzzles when it has finished with all of them.
    taken: usize,
    /// The numbers of the workers in use.
    live: Vec<usize>,
    /// Whether no more puzzles will be queued.
    closed: bool,
    /// Whether an answer had an error.
    has_errors: bool,
    /// The failure that ended the run early, if any.
    failure: Option<Failure>,
}

impl Run {
    /// A run with this many workers, which are numbered from 0; `engine` is the software engine, or `None` for devices.
    pub fn new(
        workers: usize,
        options: SolveOptions,
        engine: Option<&'static str>,
        several: bool,
    ) -> Self {
        let state = State {
            waiting: VecDeque::new(),
            taken: 0,
            live: (0..workers).collect(),
            closed: false,
            has_errors: false,
            failure: None,
        };
        Self {
            options,
            engine,
            several,
            ahead: AHEAD * workers,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change of the state is complete, even if a thread panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.lock().failure.is_some()
    }

    /// The exit code of the run after all workers have ended: `read` is that of the reader. An answer with an error counts as
    /// exit code 2 unless `allow_errors` is set.
    ///
    /// # Errors
    /// The failure that ended the run early.
    pub fn end(self, read: Exit, allow_errors: bool) -> Outcome {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(failure) => Err(failure),
            None if state.has_errors && !allow_errors => Ok(read.max(Exit::Usage)),
            None => Ok(read),
        }
    }

    /// Queues the puzzles of every line of these files that is not blank. A file that cannot be read is reported and does not stop the
    /// others. Returns the highest exit code.
    pub fn read(&self, files: &[PathBuf]) -> Exit {
        let mut worst = Exit::Solved;
        for file in files {
            if let Err(failure) = self.file(file) {
                exit::report(&failure);
                worst = worst.max(failure.exit());
            }
        }
        self.lock().closed = true;
        self.changed.notify_all();
        worst
    }

    fn file(&self, path: &Path) -> Result<(), Failure> {
        let name = path.display();
        let expected =
            || format!("{name}: cannot read; expected JSON Lines: check its name and permissions");
        let mut lines = open_stream(path).with_context(expected).or_exit(Exit::Usage)?;
        for number in 1.. {
            let text = read_line(&mut lines).with_context(|| {
                format!(
                    "{name}:{number}: cannot read; expected a file: check its name and the disk"
                )
            });
            match text.or_exit(Exit::Usage)? {
                _ if self.is_stopped() => break,
                None => break,
                Some(Ok(text)) => self.line(&text, number),
                Some(Err(error)) => {
                    let id = RawValue::NULL.to_owned();
                    self.complain(&Origin { id, line: number, puzzle: None }, &error);
                }
            }
        }
        Ok(())
    }

    /// Queues the puzzles of a line.
    fn line(&self, mut text: &[u8], number: usize) {
        if number == 1 {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.trim_ascii().is_empty() {
            return;
        }
        let (id, puzzles) = request::read(text);
        let origin = |puzzle| Origin { id: id.clone(), line: number, puzzle };
        match puzzles {
            Err(error) => self.complain(&origin(None), &error),
            Ok(Puzzles::One(puzzle)) => self.give(origin(None), puzzle),
            Ok(Puzzles::Several(file, count)) => {
                for (number, puzzle) in (1..).zip(file.puzzles()) {
                    let origin = origin((count > 1).then_some(number));
                    match puzzle {
                        _ if self.is_stopped() => return,
                        Ok(puzzle) => self.give(origin, puzzle),
                        Err(error) => self.complain(&origin, &error.into()),
                    }
                }
            }
        }
    }

    /// Queues a puzzle when there is room for it; a puzzle whose row and column clues have different sums is answered at once.
    fn give(&self, origin: Origin, puzzle: Puzzle) {
        let name = format!("line {}", origin.line);
        let source = Source { file: name, number: origin.puzzle, puzzle };
        let ticket = Ticket { origin, start: Instant::now(), tried: Vec::new(), failure: None };
        if !source.puzzle.sums_agree() {
            let answer = Answer::impossible(&source.puzzle);
            return self.answer(&ticket, source.puzzle.palette(), None, &answer);
        }
        let mut state = self.lock();
        while state.waiting.len() >= self.ahead && state.failure.is_none() {
            state = self.wait(state);
        }
        drop(state);
        self.put_back([(source, ticket)], 0);
    }

    /// Queues puzzles, and subtracts `done` from the number of puzzles taken. Both are one change of the state, because another worker
    /// could otherwise see the run as finished in between. Puzzles that every worker in use has tried are answered with their failures,
    /// unless the run has been stopped, which says nothing of them.
    fn put_back(&self, jobs: impl IntoIterator<Item = Job>, done: usize) {
        let mut state = self.lock();
        state.waiting.extend(jobs);
        state.taken -= done;
        if state.failure.is_some() {
            drop(state);
            return self.changed.notify_all();
        }
        let State { waiting, live, .. } = &mut *state;
        let is_open = |job: &Job| live.iter().any(|worker| !job.1.tried.contains(worker));
        let (open, hopeless): (VecDeque<Job>, VecDeque<Job>) = waiting.drain(..).partition(is_open);
        *waiting = open;
        drop(state);
        self.changed.notify_all();
        for (_, ticket) in hopeless {
            let none = || Failure::new(Exit::Link, "no device is left; check the devices of --on");
            let failure = ticket.failure.unwrap_or_else(none);
            self.complain(&ticket.origin, &anyhow!("{failure}"));
        }
    }

    /// Waits for puzzles that this worker has not tried, and takes up to `most` of them; none when the run has ended.
    fn take(&self, worker: usize, most: usize) -> Vec<Job> {
        let mut state = self.lock();
        while state.failure.is_none() {
            let mut jobs = Vec::new();
            let mut passed = VecDeque::new();
            while jobs.len() < most
                && let Some(mut job) = state.waiting.pop_front()
            {
                if job.1.tried.contains(&worker) {
                    passed.push_back(job);
                } else {
                    job.1.start = Instant::now();
                    jobs.push(job);
                }
            }
            passed.append(&mut state.waiting);
            state.waiting = passed;
            state.taken += jobs.len();
            let over = state.closed && state.waiting.is_empty() && state.taken == 0;
            if !jobs.is_empty() || over {
                self.changed.notify_all();
                return jobs;
            }
            state = self.wait(state);
        }
        Vec::new()
    }

    /// Solves puzzles in software until the run has ended.
    pub fn in_software(&self, worker: usize) {
        while let Some((source, ticket)) = self.take(worker, 1).pop() {
            self.solve(&source.puzzle, &ticket);
            self.put_back([], 1);
        }
    }

    fn solve(&self, puzzle: &Puzzle, ticket: &Ticket) {
        if let Err(error) = fit::check(puzzle, self.options.engine) {
            return self.complain(&ticket.origin, &error.into());
        }
        let palette = puzzle.palette();
        let mut listing = Listing::new(self.several);
        let report = solve_each(puzzle, &self.options, &mut |solution| {
            listing.push(solution, &mut |number, answer| {
                self.answer(ticket, palette, Some(number), answer);
                if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        let (number, answer) = listing.finish(puzzle, &self.options, report);
        if !answer.is_listed() {
            self.answer(ticket, palette, number, &answer);
        }
    }

    /// Opens the device called `name` and solves puzzles with it, until the run has ended or the device is no longer used.
    pub fn on_device(
        &self,
        worker: usize,
        name: &str,
        open: impl FnOnce() -> Result<Device, Failure>,
    ) {
        match open() {
            Ok(mut device) => self.serve(worker, name, &mut device),
            Err(failure) => {
                self.retire(worker, name, failure);
                self.put_back([], 0);
            }
        }
    }

    /// Ends the use of the device called `name` after a failure. An interruption ends the run.
    fn retire(&self, worker: usize, name: &str, failure: Failure) {
        if let Failure::Interrupted | Failure::StdoutClosed = failure {
            return self.stop(failure);
        }
        exit::report(&failure);
        let mut state = self.lock();
        state.live.retain(|&live| live != worker);
        let fate = if state.live.is_empty() {
            "no other device is left for its puzzles"
        } else {
            "its puzzles go to the others"
        };
        drop(state);
        say!("nonogram: {name}: no longer used; {fate}");
    }

    /// Solves puzzles on the device called `name`, until the run has ended or the device is no longer used.
    fn serve(&self, worker: usize, name: &str, device: &mut Device) {
        let mut failures = 0;
        loop {
            let jobs = self.take(worker, AT_ONCE);
            if jobs.is_empty() {
                return;
            }
            let count = jobs.len();
            let (sources, mut tickets): (Vec<Source>, VecDeque<Ticket>) = jobs.into_iter().unzip();
            let mut again = Vec::new();
            let result = device.solve_all(&sources, &mut announce, &mut |source, result| {
                let Some(mut ticket) = tickets.pop_front() else {
                    return Ok(());
                };
                match result {
                    Ok(answer) => {
                        failures = 0;
                        self.answer(&ticket, source.puzzle.palette(), None, &answer);
                    }
                    Err(failure) => {
                        // A puzzle that does not fit this device may fit another one, and does not indicate a faulty device or link.
                        failures += usize::from(failure.exit() != Exit::Usage);
                        ticket.tried.push(worker);
                        ticket.failure = Some(failure);
                        again.push((source.clone(), ticket));
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
            let reached = count - tickets.len();
            again.extend(sources.into_iter().skip(reached).zip(tickets));
            let failed = result.is_err();
            if let Err(failure) = result {
                // Before its puzzles are queued again, so that they do not wait for the device.
                self.retire(worker, name, failure.within(name));
            }
            self.put_back(again, count);
            if failed {
                return;
            }
        }
    }

    fn answer(&self, ticket: &Ticket, palette: &Palette, solution: Option<usize>, answer: &Answer) {
        self.write(&Response {
            origin: &ticket.origin,
            result: ResultKeys::new(answer, palette),
            engine: self.engine,
            core: answer.core(),
            unique: answer.verdict.unique(),
            solution,
            elapsed_seconds: ticket.start.elapsed().as_secs_f64(),
        });
    }

    fn complain(&self, origin: &Origin, error: &anyhow::Error) {
        self.lock().has_errors = true;
        self.write(&Complaint { origin, error: shortened(format!("{error:#}")) });
    }

    /// Writes an answer to stdout; a failure ends the run.
    fn write(&self, answer: &impl Serialize) {
        if let Err(failure) = output::json(answer) {
            self.stop(failure);
        }
    }

    /// Ends the run early.
    fn stop(&self, failure: Failure) {
        self.lock().failure.get_or_insert(failure);
        self.changed.notify_all();
    }
}

/// Announces a board that will take long.
fn announce(event: Event) {
    if let Event::Slow(text) = event {
        say!("nonogram: {text}");
    }
}

/// Reads a line without its line feed; `None` at the end of the input. The inner error reports a line that is too long and was skipped.
fn read_line(lines: &mut dyn BufRead) -> io::Result<Option<anyhow::Result<Vec<u8>>>> {
    let mut text = Vec::new();
    let found = (&mut *lines).take(MAX_LINE + 1).read_until(b'\n', &mut text)?;
    if found == 0 {
        return Ok(None);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if found as u64 > MAX_LINE {
        lines.skip_until(b'\n')?;
        let error = anyhow!(
            "more than {MAX_LINE} bytes; expected a shorter line: end each object with a line feed, or split a long `text`"
        );
        return Ok(Some(Err(error)));
    }
    Ok(Some(Ok(text)))
}

/// The message; if it is too long, without its middle. The end is kept because it states what was expected.
fn shortened(message: String) -> String {
    let length = message.chars().count();
    if length <= MAX_ERROR {
        return message;
    }
    let head: String = message.chars().take(MAX_ERROR / 2).collect();
    let tail: String = message.chars().skip(length - MAX_ERROR / 2).collect();
    format!("{head}…{tail}")
}
