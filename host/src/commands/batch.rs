//! `nonogram batch`: puzzles as JSON lines in, solutions as JSON lines out.
//!
//! Each line is solved on one thread, many at a time, and answered as soon as it is done, with its id.
//! A bad line is answered with an error; nothing stops the rest.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use nonogram_puzzles::{Clue, Format, Grid, Puzzle, read_file, read_from};
use nonogram_solver::{SolveOptions, published, solve};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Subcommand;
use crate::backend::software::{SearchOptions, answer, pool};
use crate::backend::{Answer, Verdict};
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::output;

/// Solve puzzles given as JSON lines, and answer in JSON lines
#[derive(Args)]
#[command(after_help = r#"Examples:
  nonogram batch puzzles.jsonl > solutions.jsonl
  echo '{"id": 7, "rows": [[1], [3], [1]], "columns": [[1], [3], [1]]}' | nonogram batch

A line is an object with an `id` (any JSON value) and a puzzle: `rows` and `columns` (arrays of clues), or
`file` (a path), or `text` (a file's text); `format` where the file or text does not tell it. Answers come in
any order, each with its `id` and `line`; a bad line gets an object with `error`. Exit code 2 when there was
one, else 0. docs/batch.md tells how to spread lines over machines."#)]
pub struct Batch {
    /// Files of JSON lines; `-`, or none, is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    search: SearchOptions,
}

/// What a line asks for.
#[derive(Deserialize)]
struct Request {
    rows: Option<Vec<Vec<usize>>>,
    columns: Option<Vec<Vec<usize>>>,
    file: Option<PathBuf>,
    text: Option<String>,
    format: Option<String>,
}

/// One answer.
#[derive(Serialize)]
struct Response<'a> {
    id: &'a Value,
    line: usize,
    /// The puzzle's place in a file of several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
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

/// The answer to a bad line.
#[derive(Serialize)]
struct Complaint<'a> {
    id: &'a Value,
    line: usize,
    error: String,
}

impl Subcommand for Batch {
    const NAME: &'static str = "batch";

    fn run(self) -> Outcome {
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
            complained: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        for file in files {
            let lines = open(file)?.split(b'\n').zip(1..);
            pool.install(|| {
                lines
                    .par_bridge()
                    .try_for_each(|(text, line)| run.line(text, line))
            })
            .or_else(|Stop| run.stopped())?;
        }
        Ok(match run.complained.into_inner() {
            true => Exit::Usage,
            false => Exit::Solved,
        })
    }
}

/// A file of lines, or stdin.
fn open(path: &PathBuf) -> Result<Box<dyn BufRead + Send>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = std::fs::File::open(path)
        .with_context(|| {
            let path = path.display();
            format!("{path}: cannot read; expected a file of JSON lines: check the name")
        })
        .or_exit(Exit::Usage)?;
    Ok(Box::new(BufReader::new(file)))
}

/// Nothing more can be written or read.
struct Stop;

/// What all lines share.
struct Run {
    engine: &'static str,
    several: bool,
    options: SolveOptions,
    complained: AtomicBool,
    /// Why it stopped.
    failure: Mutex<Option<Failure>>,
}

impl Run {
    /// Answers one line.
    fn line(&self, text: io::Result<Vec<u8>>, line: usize) -> Result<(), Stop> {
        let text = match text.with_context(|| format!("line {line}: cannot read")) {
            Ok(text) => text,
            Err(error) => return Err(self.stop(Failure::Error(Exit::Fault, error))),
        };
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        let mut id = Value::Null;
        let answers = match self.answers(&text, line, &mut id) {
            Ok(answers) => answers,
            Err(error) => {
                self.complained.store(true, Ordering::Relaxed);
                let error = format!("{error:#}");
                let complaint = Complaint {
                    id: &id,
                    line,
                    error,
                };
                serde_json::to_string(&complaint).unwrap_or_default() + "\n"
            }
        };
        output::stdout(answers).map_err(|failure| self.stop(failure))
    }

    fn stop(&self, failure: Failure) -> Stop {
        if let Ok(mut first) = self.failure.lock() {
            first.get_or_insert(failure);
        }
        Stop
    }

    /// Why the run stopped, for good.
    fn stopped(&self) -> Result<(), Failure> {
        let first = self.failure.lock().ok().and_then(|mut first| first.take());
        Err(first.unwrap_or(Failure::StdoutClosed))
    }

    /// The lines that answer a line; `id` is set as soon as it is known.
    fn answers(&self, text: &[u8], line: usize, id: &mut Value) -> anyhow::Result<String> {
        let value: Value = serde_json::from_slice(text).context(
            "no JSON; expected an object a line, such as {\"id\": 1, \"rows\": [[1]], \"columns\": [[1]]}",
        )?;
        if let Some(found) = value.get("id") {
            *id = found.clone();
        }
        let request: Request = serde_json::from_value(value).context(
            "expected an object with `id` and `rows` and `columns`, or `file`, or `text`",
        )?;
        let puzzles = request.puzzles()?;
        let several = puzzles.len() > 1;
        let mut lines = String::new();
        for (number, puzzle) in (1..).zip(&puzzles) {
            let start = Instant::now();
            published::check(puzzle, self.options.engine)?;
            let report = solve(puzzle, &self.options);
            let answer = answer(puzzle, report, self.several);
            let seconds = start.elapsed().as_secs_f64();
            let found = matches!(answer.verdict, Verdict::Solved | Verdict::Multiple);
            for (solution, grid) in (1..).zip(grids(&answer)) {
                let response = Response {
                    id,
                    line,
                    puzzle: several.then_some(number),
                    status: answer.verdict.name(),
                    rows: grid.rows(),
                    columns: grid.columns(),
                    grid: grid.to_lines(),
                    engine: self.engine,
                    unique: answer.unique.flatten(),
                    solution: (self.several && found).then_some(solution),
                    elapsed_seconds: seconds,
                };
                lines += &serde_json::to_string(&response)?;
                lines.push('\n');
            }
        }
        Ok(lines)
    }
}

/// Every picture of an answer.
fn grids(answer: &Answer) -> impl Iterator<Item = &Grid> {
    std::iter::once(&answer.grid).chain(&answer.more)
}

impl Request {
    /// The puzzles it speaks of.
    fn puzzles(&self) -> anyhow::Result<Vec<Puzzle>> {
        let format: Option<Format> = self.format.as_deref().map(str::parse).transpose()?;
        match (&self.rows, &self.columns, &self.file, &self.text) {
            (Some(rows), Some(columns), None, None) => {
                let clues = |lines: &[Vec<usize>]| {
                    lines
                        .iter()
                        .map(|clue| Clue::new(clue.iter().copied()))
                        .collect()
                };
                Ok(vec![Puzzle::new(clues(rows), clues(columns))?])
            }
            (None, None, Some(file), None) => Ok(read_file(file, format)?),
            (None, None, None, Some(text)) => Ok(read_from(text.as_bytes(), "<text>", format)?),
            _ => anyhow::bail!(
                "expected one puzzle: both `rows` and `columns`, or `file`, or `text`: correct the line"
            ),
        }
    }
}
