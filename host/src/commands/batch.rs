//! `nonogram batch`: puzzles as JSON lines in, solutions as JSON lines out.
//!
//! This thread reads lines; each puzzle of a line is solved on one thread of a pool, many at a time, and
//! answered as soon as it is done, with the line's id. A bad line is answered with an error; nothing
//! stops the rest.

mod request;
mod semaphore;

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use nonogram_puzzles::Puzzle;
use nonogram_solver::{SolveOptions, solve};
use rayon::ThreadPool;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::Serialize;
use serde_json::value::RawValue;

use self::request::Puzzles;
use self::semaphore::{Permit, Semaphore};
use super::Subcommand;
use crate::backend::Verdict;
use crate::backend::software::{SearchOptions, answer, check, pool};
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::open_stream;
use crate::output;

/// Solve puzzles given as JSON lines, and answer in JSON lines
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram batch puzzles.jsonl > solutions.jsonl
  echo '{\"id\": 7, \"rows\": [[1], [3], [1]], \"columns\": [[1], [3], [1]]}' | nonogram batch

A line is an object with an `id` (any JSON value) and a puzzle: `rows` and `columns` (arrays of clues), \
or `file` (a path), or `text` (a file's text); `format` where the file or text does not determine it. Answers \
come in any order, each with its `id` and `line`; a bad line gets an object with `error`. Exit code 2 when \
there was one, else 0; with --allow-bad-lines always 0 when every line was answered. docs/batch.md says how to \
spread lines over machines.")]
pub struct Batch {
    /// Files of JSON lines; `-`, or none, is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Exit with 0 although lines were bad: what ran is then told from what was lost
    #[arg(long)]
    allow_bad_lines: bool,

    #[command(flatten)]
    search: SearchOptions,
}

/// One answer.
#[derive(Serialize)]
struct Response<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    status: &'static str,
    rows: usize,
    columns: usize,
    grid: Vec<String>,
    engine: &'static str,
    unique: Option<bool>,
    /// The solution's number, from 1, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<usize>,
    elapsed_seconds: f64,
}

/// What an answer answers.
#[derive(Clone, Copy, Serialize)]
struct Origin<'a> {
    id: &'a RawValue,
    line: usize,
    /// The puzzle's place in a file of several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
}

impl Origin<'_> {
    /// A line whose id is not known.
    fn of_line(line: usize) -> Self {
        Origin {
            id: RawValue::NULL,
            line,
            puzzle: None,
        }
    }
}

/// The answer to a bad line.
#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    error: String,
}

/// The longest line, in bytes: as much as a puzzle file may have.
const MAX_LINE: u64 = 64 << 20;

/// The longest error message of an answer, in characters: some of the JSON reader's hold its input.
const MAX_ERROR: usize = 500;

/// Lines that are read ahead of each thread, so that none waits for the reader.
const AHEAD: usize = 16;

impl Subcommand for Batch {
    const NAME: &'static str = "batch";

    fn run(self) -> Outcome {
        self.search.check()?;
        let pool = pool(self.search.threads())?;
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() {
            &stdin[..]
        } else {
            &self.files
        };
        let run = Run {
            engine: self.search.engine().name(),
            several: self.search.wants_several(),
            options: SolveOptions {
                threads: 1,
                ..self.search.to_solve_options()
            },
            lines: Semaphore::new(AHEAD * pool.current_num_threads()),
            complained: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        let mut worst = Exit::Solved;
        for file in files {
            if let Err(failure) = run.file(file, &pool) {
                failure.report();
                worst = worst.max(failure.exit());
            }
            if let Some(failure) = run.failure() {
                return Err(failure);
            }
        }
        Ok(match run.complained.into_inner() && !self.allow_bad_lines {
            true => worst.max(Exit::Usage),
            false => worst,
        })
    }
}

/// Reads a line, without its end; the error is that of a line which is too long, and passed over.
fn read_line(lines: &mut dyn BufRead) -> io::Result<Option<anyhow::Result<Vec<u8>>>> {
    let mut text = Vec::new();
    let found = (&mut *lines)
        .take(MAX_LINE + 1)
        .read_until(b'\n', &mut text)?;
    if found == 0 {
        return Ok(None);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if found as u64 > MAX_LINE {
        lines.skip_until(b'\n')?;
        let error = anyhow!(
            "more than {MAX_LINE} bytes; expected a line for each puzzle: correct the line, or name a file in it"
        );
        return Ok(Some(Err(error)));
    }
    Ok(Some(Ok(text)))
}

/// What all lines share.
struct Run {
    engine: &'static str,
    several: bool,
    options: SolveOptions,
    lines: Semaphore,
    complained: AtomicBool,
    /// Nothing more can be written.
    stopped: AtomicBool,
    /// Why.
    failure: Mutex<Option<Failure>>,
}

/// A line whose puzzles are being solved.
struct Line<'r> {
    id: Box<RawValue>,
    number: usize,
    /// It holds several puzzles.
    several: bool,
    /// Taken until the last of its puzzles is answered.
    _permit: Permit<'r>,
}

impl Line<'_> {
    /// Where puzzle `number`, from 1, comes from.
    fn origin(&self, number: usize) -> Origin<'_> {
        Origin {
            id: &self.id,
            line: self.number,
            puzzle: self.several.then_some(number),
        }
    }
}

impl Run {
    /// Answers every line of a file.
    fn file(&self, path: &Path, pool: &ThreadPool) -> Result<(), Failure> {
        let name = path.display();
        let expected =
            || format!("{name}: cannot read; expected a file of JSON lines: check the name");
        let mut lines = open_stream(path)
            .with_context(expected)
            .or_exit(Exit::Usage)?;
        pool.in_place_scope_fifo(|scope| {
            for number in 1.. {
                let text =
                    read_line(&mut lines).with_context(|| format!("{name}:{number}: cannot read"));
                let Some(text) = text.or_exit(Exit::Usage)? else {
                    break;
                };
                let permit = self.lines.acquire();
                if self.stopped.load(Ordering::Relaxed) {
                    break;
                }
                scope.spawn_fifo(move |_| match text {
                    Ok(text) => self.line(&text, number, permit),
                    Err(error) => self.complain(Origin::of_line(number), &error),
                });
            }
            Ok(())
        })
    }

    /// Has the puzzles of a line solved.
    fn line(&self, mut text: &[u8], number: usize, permit: Permit<'_>) {
        if number == 1 {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.trim_ascii().is_empty() {
            return;
        }
        let (id, puzzles) = request::read(text);
        let line = Line {
            id,
            number,
            several: matches!(puzzles, Ok(Puzzles::Several(_, 2..))),
            _permit: permit,
        };
        match puzzles {
            Err(error) => self.complain(line.origin(1), &error.into()),
            Ok(Puzzles::One(puzzle)) => self.puzzle(line.origin(1), &puzzle),
            // Each is read when a thread is free for it, so that memory holds a few of them.
            Ok(Puzzles::Several(file, _)) => {
                let numbered = (1..).zip(file.puzzles()).par_bridge();
                numbered.for_each(|(number, puzzle)| match puzzle {
                    Ok(puzzle) => self.puzzle(line.origin(number), &puzzle),
                    Err(error) => self.complain(line.origin(number), &error.into()),
                });
            }
        }
    }

    /// Solves a puzzle and answers.
    fn puzzle(&self, origin: Origin<'_>, puzzle: &Puzzle) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = check(puzzle, &self.options) {
            return self.complain(origin, &error.into());
        }
        let start = Instant::now();
        let mut report = solve(puzzle, &self.options);
        let more = match self.several && report.count > 1 {
            true => report.solutions.split_off(1),
            false => Vec::new(),
        };
        let answer = answer(puzzle, self.options.engine, report, 0);
        let seconds = start.elapsed().as_secs_f64();
        let found = matches!(answer.verdict, Verdict::Solved | Verdict::Multiple);
        let responses =
            (1..)
                .zip([&answer.grid].into_iter().chain(&more))
                .map(|(solution, grid)| Response {
                    origin,
                    status: answer.verdict.name(),
                    rows: grid.rows(),
                    columns: grid.columns(),
                    grid: grid.to_lines(),
                    engine: self.engine,
                    unique: answer.search.as_ref().and_then(|search| search.unique),
                    solution: (self.several && found).then_some(solution),
                    elapsed_seconds: seconds,
                });
        self.write(responses);
    }

    fn complain(&self, origin: Origin<'_>, error: &anyhow::Error) {
        self.complained.store(true, Ordering::Relaxed);
        let error = shortened(format!("{error:#}"));
        self.write([Complaint { origin, error }]);
    }

    /// Writes answers that belong together; a failure stops the run.
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

    /// Why the run stopped, if it did.
    fn failure(&self) -> Option<Failure> {
        let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.take()
    }
}

/// A message without its middle, if it is long: what was expected stands at its end.
fn shortened(message: String) -> String {
    let length = message.chars().count();
    if length <= MAX_ERROR {
        return message;
    }
    let head: String = message.chars().take(MAX_ERROR / 2).collect();
    let tail: String = message.chars().skip(length - MAX_ERROR / 2).collect();
    format!("{head}…{tail}")
}
