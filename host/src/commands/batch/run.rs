//! A run of a batch: reads lines and writes answers.
//!
//! [`Run::files`] reads lines, and solves their puzzles on the threads of a pool or with [`Devices`]. Every line that is not blank is
//! answered, unless it cannot be read or the run stops.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, anyhow};
use nonogram_kit::{Answer, Source};
use nonogram_protocol::Status;
use nonogram_puzzles::{Grid, Palette, Puzzle};
use nonogram_solver::{SolveOptions, fit, solve_each};
use rayon::ThreadPool;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::Serialize;
use serde_json::value::RawValue;

use super::devices::Devices;
use super::request::{self, Puzzles};
use crate::backend::software::SearchOptions;
use crate::exit::{self, Exit, Failure, OrExit, Outcome};
use crate::input::open_stream;
use crate::output;
use crate::semaphore::{Permit, Semaphore};
use crate::solve_record::ResultKeys;

/// An answer to a puzzle; if several solutions were requested and found, there is one answer per solution.
#[derive(Serialize)]
struct Response<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
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

/// The line and the puzzle that an answer belongs to.
#[derive(Clone, Copy, Serialize)]
struct Origin<'a> {
    id: &'a RawValue,
    line: usize,
    /// The puzzle's position in a file or text of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
}

impl Origin<'_> {
    /// The origin of a line whose id is unknown.
    fn of_line(line: usize) -> Self {
        Origin { id: RawValue::NULL, line, puzzle: None }
    }
}

/// The answer to a bad line, or to a puzzle that could not be solved because of an error.
#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    error: String,
}

/// The longest line without its line feed, in bytes: the same limit as for a puzzle file.
const MAX_LINE: u64 = 64 << 20;

/// The number of characters to which longer error messages are shortened, without the ellipsis. The messages of the JSON reader can be
/// long, because they can quote its input.
const MAX_ERROR: usize = 500;

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

/// The state that all lines share.
pub struct Run {
    /// The name of the software engine.
    engine: &'static str,
    /// Whether more than one solution was requested.
    several: bool,
    options: SolveOptions,
    /// The permits for lines that wait for their answers.
    lines: Semaphore,
    /// Whether an answer had an error.
    complained: AtomicBool,
    /// Set when nothing more can be written.
    stopped: AtomicBool,
    /// The failure that stopped the run, if any.
    failure: Mutex<Option<Failure>>,
}

/// The data for the answer to a puzzle that is queued for the devices.
pub struct Ticket<'r> {
    line: Arc<Line<'r>>,
    /// The puzzle's number in its line, from 1.
    number: usize,
    /// The time at which the puzzle was queued.
    given: Instant,
    palette: Palette,
}

/// A line whose puzzles are being solved.
struct Line<'r> {
    id: Box<RawValue>,
    /// The number of the line in its file, from 1.
    number: usize,
    /// Whether the line holds several puzzles.
    several: bool,
    /// The permit of the line, held until its last puzzle is answered.
    _permit: Permit<'r>,
}

impl Line<'_> {
    /// The origin of the line's puzzle `number`, counted from 1.
    fn origin(&self, number: usize) -> Origin<'_> {
        Origin { id: &self.id, line: self.number, puzzle: self.several.then_some(number) }
    }
}

impl Run {
    /// A run with these options; at most `ahead` lines wait for their answers, and the next line is read meanwhile.
    pub fn new(search: &SearchOptions, ahead: usize) -> Self {
        Self {
            engine: search.engine().name(),
            several: search.wants_several(),
            options: search.to_solve_options(),
            lines: Semaphore::new(ahead),
            complained: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            failure: Mutex::new(None),
        }
    }

    /// Whether a line or one of its puzzles was answered with an error.
    pub fn has_bad_lines(&self) -> bool {
        self.complained.load(Ordering::Relaxed)
    }

    /// Answers every line of these files that is not blank. A file that cannot be read is reported and does not stop the others.
    ///
    /// # Errors
    /// Answers cannot be written to stdout.
    pub fn files<'r>(
        &'r self,
        files: &[PathBuf],
        pool: &ThreadPool,
        devices: Option<&Devices<Ticket<'r>>>,
    ) -> Outcome {
        let mut worst = Exit::Solved;
        for file in files {
            if let Err(failure) = self.file(file, pool, devices) {
                exit::report(&failure);
                worst = worst.max(failure.exit());
            }
            if let Some(failure) = self.failure() {
                return Err(failure);
            }
        }
        Ok(worst)
    }

    /// Answers every line of a file that is not blank.
    fn file<'r>(
        &'r self,
        path: &Path,
        pool: &ThreadPool,
        devices: Option<&Devices<Ticket<'r>>>,
    ) -> Result<(), Failure> {
        let name = path.display();
        let expected =
            || format!("{name}: cannot read; expected JSON Lines: check its name and permissions");
        let mut lines = open_stream(path).with_context(expected).or_exit(Exit::Usage)?;
        pool.in_place_scope_fifo(|scope| {
            for number in 1.. {
                let text = read_line(&mut lines).with_context(|| {
                    format!(
                        "{name}:{number}: cannot read; expected a file: check its name and the disk"
                    )
                });
                let Some(text) = text.or_exit(Exit::Usage)? else {
                    break;
                };
                let permit = self.lines.acquire();
                if self.stopped.load(Ordering::Relaxed) {
                    break;
                }
                scope.spawn_fifo(move |_| match text {
                    Ok(text) => self.line(&text, number, permit, devices),
                    Err(error) => self.complain(Origin::of_line(number), &error),
                });
            }
            Ok(())
        })
    }

    /// Solves the puzzles of a line, or queues them for the devices.
    fn line<'r>(
        &'r self,
        mut text: &[u8],
        number: usize,
        permit: Permit<'r>,
        devices: Option<&Devices<Ticket<'r>>>,
    ) {
        if number == 1 {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.trim_ascii().is_empty() {
            return;
        }
        let (id, puzzles) = request::read(text);
        let line = Arc::new(Line {
            id,
            number,
            several: matches!(puzzles, Ok(Puzzles::Several(_, 2..))),
            _permit: permit,
        });
        let solve = |number: usize, puzzle: Puzzle| match devices {
            Some(devices) => self.send(devices, &line, number, puzzle),
            None => self.puzzle(line.origin(number), &puzzle),
        };
        match puzzles {
            Err(error) => self.complain(line.origin(1), &error),
            Ok(Puzzles::One(puzzle)) => solve(1, puzzle),
            // Each puzzle is read when a thread is free for it, so that, in software, only a few of them are in memory.
            Ok(Puzzles::Several(file, _)) => {
                let numbered = (1..).zip(file.puzzles()).par_bridge();
                numbered.for_each(|(number, puzzle)| match puzzle {
                    Ok(puzzle) => solve(number, puzzle),
                    Err(error) => self.complain(line.origin(number), &error.into()),
                });
            }
        }
    }

    /// Queues a puzzle for the devices; a puzzle whose row and column clues have different sums is answered at once.
    fn send<'r>(
        &'r self,
        devices: &Devices<Ticket<'r>>,
        line: &Arc<Line<'r>>,
        number: usize,
        puzzle: Puzzle,
    ) {
        let ticket = Ticket {
            line: Arc::clone(line),
            number,
            given: Instant::now(),
            palette: puzzle.palette().clone(),
        };
        if !puzzle.sums_agree() {
            return self.deliver(&ticket, Ok(Answer::impossible(&puzzle)));
        }
        let source = Source {
            file: format!("line {}", line.number),
            number: line.several.then_some(number),
            puzzle,
        };
        devices.give(source, ticket, &|ticket, result| self.deliver(&ticket, result));
    }

    /// Writes the result of a puzzle that was queued for the devices.
    pub fn deliver(&self, ticket: &Ticket<'_>, result: Result<Answer, Failure>) {
        let origin = ticket.line.origin(ticket.number);
        match result {
            Ok(answer) => self.write([Response {
                origin,
                result: ResultKeys::new(&answer, &ticket.palette),
                engine: None,
                core: answer.core(),
                unique: answer.unique(),
                solution: None,
                elapsed_seconds: ticket.given.elapsed().as_secs_f64(),
            }]),
            Err(failure) => self.complain(origin, &anyhow!("{failure}")),
        }
    }

    /// Solves a puzzle in software and writes the answers.
    fn puzzle(&self, origin: Origin<'_>, puzzle: &Puzzle) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = fit::check(puzzle, self.options.engine) {
            return self.complain(origin, &error.into());
        }
        let start = Instant::now();
        let response = |solution: Option<usize>, answer: &Answer| Response {
            origin,
            result: ResultKeys::new(answer, puzzle.palette()),
            engine: Some(self.engine),
            core: None,
            unique: answer.unique(),
            solution,
            elapsed_seconds: start.elapsed().as_secs_f64(),
        };
        // The first solution waits for a second one or for the end, which decide its status. The others are written when they are
        // found, so that memory holds only one.
        let (mut first, mut count) = (None, 0);
        let mut report = solve_each(puzzle, &self.options, &mut |solution| {
            count += 1;
            if count == 1 {
                first = Some(solution.clone());
            } else if self.several {
                let response =
                    |number, grid: &Grid| response(Some(number), &Answer::one_of_several(grid));
                let begun = first.take().map(|first| response(1, &first));
                let next = response(count, solution);
                self.write(begun.into_iter().chain([next]));
            }
            if self.stopped.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if self.several && count > 1 {
            return;
        }
        report.solutions.extend(first);
        let answer = Answer::of_software(puzzle, &self.options, report, 0);
        let found = matches!(answer.verdict, Status::Solved | Status::Multiple);
        let number = (self.several && found).then_some(1);
        self.write([response(number, &answer)]);
    }

    fn complain(&self, origin: Origin<'_>, error: &anyhow::Error) {
        self.complained.store(true, Ordering::Relaxed);
        let error = shortened(format!("{error:#}"));
        self.write([Complaint { origin, error }]);
    }

    /// Writes answers to stdout, without other answers in between; a failure stops the run.
    fn write(&self, answers: impl IntoIterator<Item = impl Serialize>) {
        let lines: Result<String, _> = (answers.into_iter())
            .map(|answer| serde_json::to_string(&answer).map(|line| line + "\n"))
            .collect();
        if let Err(failure) = lines.or_exit(Exit::Fault).and_then(output::stdout) {
            let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(failure);
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Takes the failure that stopped the run, if any.
    pub fn failure(&self) -> Option<Failure> {
        let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.take()
    }
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
