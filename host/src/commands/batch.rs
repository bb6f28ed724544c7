//! `nonogram batch`: reads puzzles as JSON Lines, and writes solutions as JSON Lines.
//!
//! One thread reads the lines; the threads of a pool, or devices, solve the puzzles in parallel. Each answer is printed
//! with the line's id as soon as it is ready. A bad line is answered with an error and does not stop the others.

mod devices;
mod json_error;
mod request;
mod run;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use nonogram_kit::device::{Designs, Device, PortOptions, SIM, Simulated, Transport};
use nonogram_protocol::CoreKind;
use rayon::ThreadPool;

use self::devices::Devices;
use self::run::{Run, Ticket};
use super::Subcommand;
use crate::backend::SOFTWARE;
use crate::backend::software::{SearchOptions, pool};
use crate::exit::{Exit, Failure, Outcome};
use crate::values::seconds;

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

    #[command(flatten)]
    search: SearchOptions,
}

/// Maximum number of lines per thread or device that wait for their answers: enough that threads seldom wait for the reader.
const AHEAD: usize = 16;

impl Subcommand for Batch {
    const NAME: &'static str = "batch";

    fn run(self) -> Outcome {
        if self.on.iter().any(|name| name == SOFTWARE) {
            return Err(Failure::new(
                Exit::Usage,
                "software is not a device; expected ports, or `sim`: leave --on out to solve in software",
            ));
        }
        let pool = pool(self.search.threads())?;
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let threads = self.on.len().max(pool.current_num_threads());
        let run = Run::new(&self.search, AHEAD * threads);
        let worst = if self.on.is_empty() {
            run.files(files, &pool, None)?
        } else {
            self.on_devices(&run, files, &pool)?
        };
        Ok(if run.has_bad_lines() && !self.allow_bad_lines {
            worst.max(Exit::Usage)
        } else {
            worst
        })
    }
}

impl Batch {
    /// Answers the lines of these files that are not blank; the devices of `--on` solve the puzzles.
    fn on_devices(&self, run: &Run, files: &[PathBuf], pool: &ThreadPool) -> Outcome {
        let devices = Devices::new(self.on.len());
        let deliver = |ticket: Ticket<'_>, result| run.deliver(&ticket, result);
        thread::scope(|scope| {
            for (number, name) in self.on.iter().enumerate() {
                let (devices, deliver) = (&devices, &deliver);
                scope.spawn(move || devices.work(number, name, || self.open(name), deliver));
            }
            let worst = run.files(files, pool, Some(&devices));
            devices.close();
            worst
        })
        .and_then(|worst| match run.failure().or(devices.stopped()) {
            Some(failure) => Err(failure),
            None => Ok(worst),
        })
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
