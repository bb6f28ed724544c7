//! `nonogram sim FILE`: one puzzle on the simulated board, watched closely.
//!
//! Cycle counts, lock step with the software model, waveforms; the work is nonogram-sim's.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::Context;
use clap::{Args, ValueEnum};
use nonogram_sim::Drive;
use tempfile::TempPath;

use super::Subcommand;
use crate::backend::{Backend, Board, DEFAULT_BAUD, Hardware, Verdict};
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::{Input, Source};
use crate::interrupt::{self, Tidy};
use crate::progress::Bar;
use crate::report::{Record, Setting};
use crate::{output, picture};

/// Run a puzzle on the simulated FPGA, clock by clock
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram sim puzzle.non
  nonogram sim --vcd out.vcd puzzle.non && gtkwave out.vcd
  nonogram sim --drive true-pins --json puzzle.non")]
pub struct Sim {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    hardware: Hardware,

    /// Write every signal of the design to a waveform, for GTKWave or Surfer
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,

    /// How the bytes reach the design
    #[arg(long, value_enum, default_value_t = Way::Pins)]
    drive: Way,

    /// Do not compare the design with its software model after every line visit
    #[arg(long)]
    no_lock_step: bool,

    /// Send a check message with each board
    #[arg(long)]
    check: bool,

    /// Print one JSON object a puzzle, with `clocks` for the whole exchange
    #[arg(long)]
    json: bool,
}

/// How bytes reach the simulated design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// Past the UART, byte by byte
    Bytes,
    /// Through the UART, with as few clocks a bit as it takes
    Pins,
    /// Through the UART, at the build's true clock and baud rate (slow)
    TruePins,
}

impl From<Way> for Drive {
    fn from(way: Way) -> Self {
        match way {
            Way::Bytes => Self::Bytes,
            Way::Pins => Self::Pins,
            Way::TruePins => Self::TruePins,
        }
    }
}

impl Subcommand for Sim {
    const NAME: &'static str = "sim";

    fn run(self) -> Outcome {
        let mut link = self
            .hardware
            .open()?
            .with_drive(self.drive.into())
            .with_lock_step(!self.no_lock_step);
        let mut waveform = None;
        if let Some(path) = &self.vcd {
            let recording = Recording::beside(path)?;
            link = link.with_waveform(Box::new(recording.file.clone()));
            waveform = Some((recording, path));
        }
        let mut board = Board::new("sim".to_owned(), Box::new(link), self.check);
        let mut shown = 0;
        let exit = self.input.for_each(|source| {
            shown += 1;
            self.solve(&mut board, &source, shown > 1)
        })?;
        if let Some((recording, path)) = waveform {
            recording.finish(path)?;
        }
        Ok(exit)
    }
}

impl Sim {
    fn solve(&self, board: &mut Board, source: &Source, gap: bool) -> Outcome {
        let name = source.name();
        let start = Instant::now();
        let answer = board.solve(&source.puzzle, &mut Bar::new(&name));
        let answer = answer.map_err(|failure| failure.within(&name))?;
        let cycles = answer
            .cycles
            .map_or_else(|| "no".to_owned(), |n| n.to_string());
        let clocks = answer.clocks.unwrap_or_default();
        let status = answer.verdict.name();
        eprintln!(
            "{name}: {status}, {cycles} cycles from board to verdict, {clocks} clocks in all"
        );
        if self.json {
            let setting = Setting {
                backend: "sim",
                core: Some(&self.hardware.core),
                engine: None,
                baud: DEFAULT_BAUD,
                port: false,
            };
            let seconds = start.elapsed().as_secs_f64();
            let record = Record::new(source, &answer, setting, seconds).with_clocks(answer.clocks);
            output::stdout(record.to_line()?)?;
        } else if answer.verdict != Verdict::Unsolvable {
            let gap = if gap { "\n" } else { "" };
            let text = picture::text(&source.puzzle, &answer.grid);
            output::stdout(format!("{gap}{text}"))?;
        }
        Ok(answer.verdict.exit())
    }
}

/// A file that the simulation writes, and that is named once it is whole.
struct Recording {
    file: SharedFile,
    path: TempPath,
    _tidy: Tidy,
}

/// The simulation's hold on the file, and ours.
#[derive(Clone)]
struct SharedFile(Arc<Mutex<BufWriter<File>>>);

impl Recording {
    /// A recording that will be `path`, hidden beside it until then.
    fn beside(path: &Path) -> Result<Self, Failure> {
        let (file, temporary) = output::temporary(path)?.into_parts();
        Ok(Self {
            file: SharedFile(Arc::new(Mutex::new(BufWriter::new(file)))),
            _tidy: interrupt::tidy(&temporary),
            path: temporary,
        })
    }

    fn finish(mut self, path: &Path) -> Result<(), Failure> {
        self.file
            .flush()
            .and_then(|()| self.path.persist(path).map_err(|error| error.error))
            .with_context(|| format!("{}: cannot write the waveform", path.display()))
            .or_exit(Exit::Fault)
    }
}

impl SharedFile {
    fn lock(&self) -> MutexGuard<'_, BufWriter<File>> {
        // A writer that panicked has left a whole buffer behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for SharedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}
