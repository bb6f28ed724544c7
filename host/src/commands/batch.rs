//! `nonogram batch`: puzzles as JSON lines in, solutions as JSON lines out.
//!
//! This thread reads lines; each puzzle of a line is solved on one thread of a pool, many at a time, and
//! answered as soon as it is done, with the line's id. A bad line is answered with an error; nothing
//! stops the rest.

mod request;
mod semaphore;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use nonogram_puzzles::Puzzle;
use nonogram_solver::{SolveOptions, solve};
use rayon::{ScopeFifo, ThreadPool};
use serde::Serialize;
use serde_json::value::RawValue;

use self::semaphore::{Permit, Semaphore};
use super::Subcommand;
use crate::backend::Verdict;
use crate::backend::software::{SearchOptions, answer, check, pool};
use crate::exit::{Exit, Failure, OrExit, Outcome};
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

/// The answer to a bad line.
#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    error: String,
}

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

/// A file of lines, or stdin.
fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(std::fs::File::open(path)?)),
    })
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
        let lines = open(path).with_context(expected).or_exit(Exit::Usage)?;
        pool.in_place_scope_fifo(|scope| {
            for (text, number) in lines.split(b'\n').zip(1..) {
                let text = text.with_context(|| format!("{name}:{number}: cannot read"));
                let text = text.or_exit(Exit::Usage)?;
                let permit = self.lines.acquire();
                if self.stopped.load(Ordering::Relaxed) {
                    break;
                }
                scope.spawn_fifo(move |scope| self.line(&text, number, permit, scope));
            }
            Ok(())
        })
    }

    /// Has the puzzles of a line solved.
    fn line<'r>(
        &'r self,
        mut text: &[u8],
        number: usize,
        permit: Permit<'r>,
        scope: &ScopeFifo<'r>,
    ) {
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
            several: puzzles.as_ref().is_ok_and(|puzzles| puzzles.len() > 1),
            _permit: permit,
        };
        match puzzles {
            Err(error) => self.complain(line.origin(1), &error.into()),
            Ok(puzzles) => {
                let line = Arc::new(line);
                for (number, puzzle) in (1..).zip(puzzles) {
                    let line = line.clone();
                    scope.spawn_fifo(move |_| self.puzzle(line.origin(number), &puzzle));
                }
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
        let report = solve(puzzle, &self.options);
        let answer = answer(puzzle, report, self.several);
        let seconds = start.elapsed().as_secs_f64();
        let found = matches!(answer.verdict, Verdict::Solved | Verdict::Multiple);
        let responses = (1..).zip(answer.grids()).map(|(solution, grid)| Response {
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
        let error = format!("{error:#}");
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
