//! `nonogram batch`: reads puzzles as JSON Lines, and writes solutions as JSON Lines.
//!
//! One thread reads the lines; threads with a software engine, or devices, solve the puzzles in parallel. Each answer is printed
//! with the line's id as soon as it is ready. A bad line is answered with an error and does not stop the others.

mod json_error;
mod request;
mod run;

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use nonogram_kit::device::{PortAddress, SIM};

use self::run::Run;
use crate::backend::software::SearchOptions;
use crate::backend::{Choice, PortArgs, SOFTWARE};
use crate::exit::{Exit, Failure, Outcome, refuse};
use crate::values::threads;

/// Solve puzzles given as JSON Lines, and answer in JSON Lines
#[derive(Args)]
#[command(mut_group("PortArgs", |ports| ports.requires("on").conflicts_with("threads")))]
#[command(after_help = "\
Examples:
  nonogram batch puzzles.jsonl > solutions.jsonl
  nonogram batch --on /dev/ttyUSB1,/dev/ttyUSB3 puzzles.jsonl > solutions.jsonl
  echo '{\"id\": 7, \"rows\": [[1], [3], [1]], \"columns\": [[1], [3], [1]]}' | nonogram batch

A line is an object with an `id` (any JSON value) and a puzzle: `rows` and `columns` (arrays of clues), \
or `file` (a path), or `text` (a file's text); `format` if the file or text does not determine it. Answers \
come in any order, each with its `id` and `line`. A bad line, or a puzzle that could not be solved because of an error, is answered with \
`error`. Exit code 2 if an answer has `error` or a file of lines cannot be read, otherwise 0 unless the run itself \
fails. With --allow-bad-lines, the exit code is 0 if every line was answered. docs/guide/batch.md describes how to distribute lines \
over machines.")]
pub struct Batch {
    /// Files of JSON Lines; `-`, or no file, is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Solve on these devices instead of in software: ports, boards behind UDP (udp://ADDRESS:PORT), or `sim`; each receives puzzles when it is free
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    on: Vec<String>,

    #[command(flatten)]
    port: PortArgs,

    /// Exit with 0 even if answers have `error`, so that any other code means missing answers
    #[arg(long)]
    allow_bad_lines: bool,

    /// Puzzles solved at the same time [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads, conflicts_with = "on")]
    threads: Option<usize>,

    #[command(flatten)]
    search: SearchOptions,
}

impl Batch {
    pub fn run(self) -> Outcome {
        if self.on.iter().any(|name| name == SOFTWARE) {
            return Err(Failure::new(
                Exit::Usage,
                "software is not a device; expected ports, or `sim`: leave --on out to solve in software",
            ));
        }
        if !self.on.is_empty() {
            refuse(&self.search.only_in_software(), "with --on")?;
            let on = format!("with `--on {}`", self.on.join(","));
            if self.on.iter().all(|on| on == SIM || !PortAddress::of(on).has_baud()) {
                refuse(&[("--baud", self.port.baud.is_some())], &on)?;
            }
            if self.on.iter().all(|on| on == SIM) {
                refuse(&self.port.only_on_port(), &on)?;
            }
        }
        self.search.check_effect()?;
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let software = self.on.is_empty();
        let workers = match (self.on.len(), self.threads.unwrap_or(0)) {
            (0, 0) => thread::available_parallelism().map_or(1, NonZero::get),
            (0, threads) => threads,
            (devices, _) => devices,
        };
        let options = self.search.to_solve_options();
        let engine = software.then(|| self.search.engine().name());
        let run = Run::new(workers, options, engine, self.search.wants_several());
        let read = thread::scope(|scope| {
            for worker in 0..workers {
                let (run, batch) = (&run, &self);
                scope.spawn(move || match batch.on.get(worker) {
                    None => run.in_software(worker),
                    Some(name) => {
                        // The simulated board has its own baud rate.
                        let mut port = batch.port;
                        port.baud = port.baud.filter(|_| name != SIM);
                        let choice = Choice::of_device(name, port, batch.search.clone());
                        run.on_device(worker, name, || choice.device("`sim`, or "));
                    }
                });
            }
            run.read(files)
        });
        run.end(read, self.allow_bad_lines)
    }
}
