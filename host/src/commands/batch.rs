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
use std::time::Duration;

use clap::Args;
use nonogram_kit::device::{Designs, Device, PortOptions, SIM, Simulated, Transport, UDP};
use nonogram_protocol::CoreKind;

use self::run::Run;
use crate::backend::SOFTWARE;
use crate::backend::software::SearchOptions;
use crate::exit::{Exit, Failure, Outcome, refuse};
use crate::values::{seconds, threads};

/// Solve puzzles given as JSON Lines, and answer in JSON Lines
#[derive(Args)]
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

    /// With ports: baud rate of the links [default: 9600]
    #[arg(long, requires = "on", value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,

    /// With ports: retransmit a board up to N times if its reply is bad, short or missing, but at most once if the device has
    /// never sent anything [default: 7]
    #[arg(long, value_name = "N", requires = "on")]
    retries: Option<u32>,

    /// With ports: seconds of silence after which to give up [default: calculated from the board's size and the baud rate]
    #[arg(long, value_name = "S", requires = "on", value_parser = seconds)]
    timeout: Option<Duration>,

    /// With ports: also send option boards of more than 64 MiB
    #[arg(long, requires = "on")]
    force: bool,

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
            let has_baud = |on: &String| on != SIM && !on.starts_with(UDP);
            let baud = [("baud", self.baud.is_some() && !self.on.iter().any(has_baud))];
            refuse(&baud, &format!("with `--on {}`: leave it out", self.on.join(",")))?;
            if self.on.iter().all(|on| on == SIM) {
                let link = [
                    ("retries", self.retries.is_some()),
                    ("timeout", self.timeout.is_some()),
                    ("force", self.force),
                ];
                refuse(&link, &format!("with `--on {SIM}`: leave it out"))?;
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
                    Some(name) => run.on_device(worker, name, || batch.open(name)),
                });
            }
            run.read(files)
        });
        run.end(read, self.allow_bad_lines)
    }

    /// Opens the device that `--on` calls `name`.
    fn open(&self, name: &str) -> Result<Device, Failure> {
        let search = self.search.to_search_terms();
        if name == SIM {
            let designs = Designs {
                // Devices accept only the search options of the clue core.
                core: (self.search.needs_clue_core()).then_some(CoreKind::Clue),
                ..Designs::default()
            };
            let board = Transport::Simulated(Simulated::new(designs));
            return Ok(Device::simulated(board, false, search));
        }
        let usual = PortOptions::default();
        let options = PortOptions {
            baud: self.baud.unwrap_or(usual.baud),
            timeout: self.timeout,
            retries: self.retries,
            force: self.force,
            ..usual
        };
        options.open(name, search, "`sim`, or ")
    }
}
