//! `nonogram batch`: puzzles as JSON lines in, solutions as JSON lines out.
//!
//! This thread reads lines; each puzzle of a line is solved on one thread of a pool, or on a device, many at a time, and
//! answered as soon as it is done, with the line's id. A bad line is answered with an error; nothing stops the rest.

mod devices;
mod request;
mod run;
mod semaphore;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use rayon::ThreadPool;

use self::devices::Devices;
use self::run::{Run, Ticket};
use super::Subcommand;
use crate::backend::software::{SearchOptions, pool};
use crate::backend::{Backend, Device, PortOptions, SIM, SOFTWARE};
use crate::exit::{Exit, Failure, Outcome};
use crate::link::Designs;
use crate::link::sim::Sim;
use crate::values::seconds;

/// Solve puzzles given as JSON lines, and answer in JSON lines
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram batch puzzles.jsonl > solutions.jsonl
  nonogram batch --on /dev/ttyUSB1,/dev/ttyUSB3 puzzles.jsonl > solutions.jsonl
  echo '{\"id\": 7, \"rows\": [[1], [3], [1]], \"columns\": [[1], [3], [1]]}' | nonogram batch

A line is an object with an `id` (any JSON value) and a puzzle: `rows` and `columns` (arrays of clues), \
or `file` (a path), or `text` (a file's text); `format` where the file or text does not determine it. Answers \
come in any order, each with its `id` and `line`; a bad line gets an object with `error`. Exit code 2 when \
there was one, else 0; with --allow-bad-lines always 0 when every line was answered. docs/guide/batch.md says how to \
spread lines over machines.")]
pub struct Batch {
    /// Files of JSON lines; `-`, or none, is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Solve on these instead of in software: ports, or `sim`, each a device of its own that takes puzzles as it is free
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    on: Vec<String>,

    /// With ports: baud rate of the links [default: 9600]
    #[arg(long, requires = "on", value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,

    /// With ports: times that a board is retransmitted when its reply is bad, short or missing [default: 7]
    #[arg(long, value_name = "N", requires = "on")]
    retries: Option<u32>,

    /// With ports: seconds of silence after which to give up [default: from the board's size and the baud]
    #[arg(long, value_name = "S", requires = "on", value_parser = seconds)]
    timeout: Option<Duration>,

    /// With ports: send boards of more than 64 MiB, too
    #[arg(long, requires = "on")]
    force: bool,

    /// Exit with 0 although lines were bad: what ran is then told from what was lost
    #[arg(long)]
    allow_bad_lines: bool,

    #[command(flatten)]
    search: SearchOptions,
}

/// Lines that are read ahead of each thread, so that none waits for the reader.
const AHEAD: usize = 16;

impl Subcommand for Batch {
    const NAME: &'static str = "batch";

    fn run(self) -> Outcome {
        self.search.check()?;
        if let (Some(option), false) = (self.search.given_for_software(), self.on.is_empty()) {
            return Err(Failure::without_effect(option, "with --on"));
        }
        self.check_devices()?;
        let pool = pool(self.search.threads())?;
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() {
            &stdin[..]
        } else {
            &self.files
        };
        let threads = self.on.len().max(pool.current_num_threads());
        let run = Run::new(&self.search, AHEAD * threads);
        let worst = match self.on.is_empty() {
            true => run.files(files, &pool, None)?,
            false => self.on_devices(&run, files, &pool)?,
        };
        Ok(match run.has_bad_lines() && !self.allow_bad_lines {
            true => worst.max(Exit::Usage),
            false => worst,
        })
    }
}

impl Batch {
    /// Whether devices were named, and the options of ports only with ports.
    fn check_devices(&self) -> Result<(), Failure> {
        if self.on.iter().any(|name| name == SOFTWARE) {
            return Err(Failure::new(
                Exit::Usage,
                "software is no device; expected ports, or `sim`: leave --on out to solve in software",
            ));
        }
        let of_ports = [
            (self.baud.is_some(), "--baud"),
            (self.retries.is_some(), "--retries"),
            (self.timeout.is_some(), "--timeout"),
            (self.force, "--force"),
        ];
        match of_ports.into_iter().find(|(given, _)| *given) {
            Some((_, option)) if self.on.iter().all(|name| name == SIM) => {
                Err(Failure::without_effect(option, "with `--on sim`"))
            }
            _ => Ok(()),
        }
    }

    /// Has the devices answer.
    fn on_devices(&self, run: &Run, files: &[PathBuf], pool: &ThreadPool) -> Outcome {
        let devices = Devices::new(self.on.len());
        let deliver = |ticket: Ticket<'_>, result| run.deliver(&ticket, result);
        thread::scope(|scope| {
            for (number, name) in self.on.iter().enumerate() {
                let (devices, deliver) = (&devices, &deliver);
                scope.spawn(move || devices.work(number, || self.open(name), deliver));
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

    fn open(&self, name: &str) -> Result<Box<dyn Backend>, Failure> {
        let search = self.search.to_search_terms();
        if name == SIM {
            let link = Box::new(Sim::new(Designs::default()));
            let device = Device::new(SIM.to_owned(), link, false);
            return Ok(Box::new(device.with_search(search)));
        }
        let usual = PortOptions::default();
        let options = PortOptions {
            baud: self.baud.unwrap_or(usual.baud),
            timeout: self.timeout,
            retries: self.retries,
            force: self.force,
            ..usual
        };
        Ok(Box::new(options.open(name, search, "`sim`, or ")?))
    }
}
