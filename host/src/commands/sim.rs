//! `nonogram sim FILE…`: solves puzzles on the simulated board, with cycle counts.
//!
//! nonogram-sim simulates the design, and writes waveforms and traces. With the engines compiled and rust-hdl, the design is also compared
//! with the software model in lockstep, unless `--no-lock-step` is given.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::Source;
use nonogram_kit::device::{DEFAULT_BAUD, Designs, Device, SearchTerms, Subject, Transport};
use nonogram_protocol::CoreKind;
use nonogram_sim::Drive;
use nonogram_sim::emulator::{self, Top};
use nonogram_sim::netlist;
use nonogram_verilog::{Build, Parameters};

use crate::backend::{Hardware, Simulator};
use crate::exit::{Exit, Failure, OrExit, Outcome, failure, refuse};
use crate::input::{Input, read_whole};
use crate::output::{self, Draft};
use crate::picture::Drawing;
use crate::screen::Bar;
use crate::solve_record::SolveRecord;
use crate::stop;
use crate::targets::{self, Target};
use crate::values::{BadValue, Timing};

/// Run a puzzle on the simulated FPGA, cycle by cycle
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram sim puzzle.non
  nonogram sim --core clue --vcd out.vcd puzzle.non
  nonogram sim --core clue --trace search.jsonl puzzle.non
  nonogram sim --build parallel11x4 --baud 3000000 --drive true-pins --json puzzle.non
  nonogram sim --engine verilator --core parallel puzzle.non
  nonogram sim --bitstream build/hx8k_breakout-classic11.bin --board hx8k_breakout puzzle.non

compiled simulates the netlist of the design and rust-hdl the design itself, both in lockstep with the software model \
unless --no-lock-step is given; icarus and verilator simulate the Verilog. A bitstream is read back into a netlist, which is \
simulated through its serial pins at the clock and the baud rate of the bitstream.")]
pub struct Sim {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    hardware: Hardware,

    #[command(flatten)]
    timing: Timing,

    /// What simulates the design [default: compiled; verilator for a bitstream]
    #[arg(long, value_enum, value_name = "NAME")]
    engine: Option<Simulator>,

    /// Simulate this bitstream of an iCE40 board
    #[arg(long, value_name = "FILE", requires = "board", conflicts_with_all = ["drive", "core"])]
    bitstream: Option<PathBuf>,

    /// The board for which the bitstream was made
    #[arg(long, value_name = "NAME", requires = "bitstream", hide_possible_values = true, value_parser = targets::parser())]
    board: Option<Target>,

    /// Write every signal of the design to a waveform, for GTKWave or Surfer; `-` is stdout, without the picture
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,

    /// Write the events of the clue core's search, as JSON, one object per line; `-` is stdout, without the picture
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// How the bytes reach the design
    #[arg(long, value_name = "DRIVE", value_parser = drives(), default_value = Drive::default().name())]
    drive: Drive,

    /// Do not compare the design with its software model
    #[arg(long)]
    no_lock_step: bool,

    /// Send a check message with each board
    #[arg(long)]
    check: bool,

    /// Print one JSON object per puzzle, with `clocks`, the cycles of the whole exchange
    #[arg(long, conflicts_with = "style")]
    json: bool,

    #[command(flatten)]
    drawing: Drawing,
}

/// The parser of drives, which accepts their names.
fn drives() -> impl TypedValueParser<Value = Drive> {
    let values = Drive::ALL.map(|drive| PossibleValue::new(drive.name()).help(drive.description()));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = Drive::ALL.into_iter().find(|drive| drive.name() == name);
        named.ok_or_else(|| BadValue::expected("a drive"))
    })
}

impl Sim {
    pub fn run(mut self) -> Outcome {
        if self.trace.is_some() {
            self.hardware.or_core(CoreKind::Clue);
        }
        self.is_stdout_taken()?;
        self.check_effect()?;
        for recording in [&self.vcd, &self.trace] {
            self.input.protect_inputs(recording.as_deref())?;
        }
        let (subject, designs) = self.subject()?;
        let mut transport = self.engine().transport(subject, designs)?;
        let (mut waveform, mut events) = (None, None);
        if let Transport::Simulated(board) = &mut transport {
            board.drive = self.drive;
            board.lockstep = !self.no_lock_step;
            if let Some(path) = &self.vcd {
                let recording = Recording::new(path)?;
                board.waveform = Some(Box::new(recording.file.clone()));
                waveform = Some(recording);
            }
            if let Some(path) = &self.trace {
                let recording = Recording::new(path)?;
                board.trace = Some(Box::new(recording.file.clone()));
                events = Some(recording);
            }
        }
        let mut board = Device::simulated(transport, self.check, SearchTerms::default());
        let mut shown = 0;
        let exit = self.input.for_each(|source| {
            shown += 1;
            self.solve(&mut board, &source, shown > 1)
        })?;
        for recording in [events, waveform].into_iter().flatten() {
            recording.finish()?;
        }
        Ok(exit)
    }

    /// Whether something else than pictures is written to stdout.
    ///
    /// # Errors
    /// Several options write to stdout.
    fn is_stdout_taken(&self) -> Result<bool, Failure> {
        let to_stdout = |path: &Option<PathBuf>| path.as_deref().is_some_and(output::is_stdout);
        let options = [
            (self.json, "--json"),
            (to_stdout(&self.vcd), "--vcd -"),
            (to_stdout(&self.trace), "--trace -"),
        ];
        let given = options.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| *name);
        match given.collect::<Vec<_>>()[..] {
            [first, second, ..] => Err(failure!(
                Exit::Usage,
                "{first} and {second} both write to stdout; expected one of them: name a file for the other"
            )),
            [_] => Ok(true),
            [] => Ok(false),
        }
    }

    /// Refuses options that have no effect with the engine or the design.
    fn check_effect(&self) -> Result<(), Failure> {
        let engine = self.engine();
        if matches!(engine, Simulator::Icarus | Simulator::Verilator) {
            let in_process = [
                ("--vcd", self.vcd.is_some()),
                ("--no-lock-step", self.no_lock_step),
                ("--drive bytes", self.drive == Drive::Bytes),
            ];
            let condition = format!("with --engine {engine}, only with compiled and rust-hdl");
            refuse(&in_process, &condition)?;
        } else {
            let bitstream = [("--bitstream", self.bitstream.is_some())];
            let condition = format!("with --engine {engine}, only with icarus and verilator");
            refuse(&bitstream, &condition)?;
        }
        let trace = [("--trace", self.trace.is_some())];
        if engine != Simulator::Compiled {
            refuse(&trace, &format!("with --engine {engine}, only with compiled"))?;
        }
        if self.hardware.designs()?.requested_core() != Some(CoreKind::Clue) {
            let core = self.hardware.core();
            refuse(&trace, &format!("with the core {core}, only with `--core clue`"))?;
        }
        Ok(())
    }

    /// The engine of `--engine`, or the default.
    fn engine(&self) -> Simulator {
        self.engine.unwrap_or(match self.bitstream {
            Some(_) => Simulator::Verilator,
            None => Simulator::Compiled,
        })
    }

    /// What is simulated: the bitstream, or one of the designs that the options select, with their parameters.
    fn subject(&self) -> Result<(Subject, Designs), Failure> {
        let (Some(path), Some(board)) = (&self.bitstream, &self.board) else {
            let parameters = self.timing.parameters(&Parameters::default())?;
            let designs = Designs { parameters, ..self.hardware.designs()? };
            return Ok((Subject::Design { true_timing: self.drive == Drive::TruePins }, designs));
        };
        let build = board.build(self.hardware.build)?;
        output::protect(path);
        let bytes = read_whole(path, "a bitstream of `nonogram bitstream`")?;
        let parameters = board.parameters(self.timing)?;
        let netlist = netlist_of(&bytes, board, build, parameters)
            .map_err(|failure| failure.within(&path.display().to_string()))?;
        let designs = Designs { build: Some(build), parameters, ..Designs::default() };
        Ok((Subject::Bitstream(netlist), designs))
    }

    fn solve(&self, board: &mut Device, source: &Source, gap: bool) -> Outcome {
        let name = source.name();
        let start = Instant::now();
        let mut bar = Bar::new(&name);
        let answer = board.solve(source, &mut |event| bar.on_event(event));
        let answer = answer.map_err(|failure| failure.within(&name))?;
        let seconds = start.elapsed().as_secs_f64();
        let cycles = answer.cycles().map_or_else(|| "no".to_owned(), |n| n.to_string());
        let traffic = answer.traffic;
        let clocks = traffic.and_then(|traffic| traffic.clocks);
        let status = answer.verdict.status();
        let engine = self.engine().to_string();
        let simulated = traffic.map_or(seconds, |traffic| traffic.elapsed.as_secs_f64());
        let total = clocks.unwrap_or_default();
        let speed = total as f64 / simulated;
        say!(
            "{name}: {status}, {cycles} cycles from board to verdict, {total} cycles in total ({engine}: {speed:.0} \
             per second)"
        );
        if self.json {
            let baud = Some(self.timing.baud_or(DEFAULT_BAUD));
            let mut record = SolveRecord::new(source, &answer, "sim", baud, seconds);
            record.core = record.core.or(Some(self.hardware.core().name()));
            record.engine = Some(&engine);
            record.clocks = clocks;
            output::json(&record)?;
        } else if answer.verdict.status().has_cells() && !self.is_stdout_taken()? {
            self.drawing.show(&name, &source.puzzle, &answer.grid, gap)?;
        }
        Ok(Exit::of_solution(answer.verdict, answer.end))
    }
}

/// The netlist of a bitstream made for `board` with `build` and these parameters.
///
/// # Errors
/// The board's bitstreams cannot be read back, the bytes are not a bitstream of the board, a program is missing or fails, a file
/// cannot be read or written, or Ctrl-C was pressed.
fn netlist_of(
    bytes: &[u8],
    board: &Target,
    build: &Build,
    parameters: Parameters,
) -> Result<emulator::Dut, Failure> {
    if !board.family.reads_back {
        return Err(failure!(
            Exit::Usage,
            "{} is not an iCE40 board; expected one, because only bitstreams of iCE40 can be read back: see \
                 `nonogram boards`",
            board.name
        ));
    }
    let _guard = stop::guard();
    let constraints = board.constraint_text()?;
    let verilog = netlist::from_bitstream(bytes, constraints, &board.package, &board.name)?;
    Ok(emulator::Dut {
        verilog,
        top: Top::Board(board.name.clone()),
        clocks_per_bit: parameters.clocks_per_bit(),
        core: build.core(),
    })
}

/// Maximum number of bytes of a recording that are written to stdout at once.
const BLOCK: usize = 1 << 16;

/// A waveform or trace. The simulation writes it to a temporary file, which is renamed, or copied to stdout, once it is complete.
struct Recording {
    file: SharedFile,
    /// The output; `None` for stdout.
    draft: Option<Draft>,
}

/// The file of a [`Recording`], shared with the simulation.
#[derive(Clone)]
struct SharedFile(Arc<Mutex<BufWriter<File>>>);

impl Recording {
    /// A recording for `path`.
    fn new(path: &Path) -> Result<Self, Failure> {
        let draft = if output::is_stdout(path) { None } else { Some(Draft::new(path)?) };
        let file = match &draft {
            Some(draft) => draft.writer(),
            None => tempfile::tempfile(),
        };
        let file = file.context(DISK).or_exit(Exit::Fault)?;
        Ok(Self { file: SharedFile(Arc::new(Mutex::new(BufWriter::new(file)))), draft })
    }

    /// Gives the complete recording its name, or copies it to stdout. Without content, because no puzzle was simulated, it is discarded.
    fn finish(mut self) -> Result<(), Failure> {
        self.file.flush().context(DISK).or_exit(Exit::Fault)?;
        let length = self.file.lock().stream_position();
        if length.context(DISK).or_exit(Exit::Fault)? == 0 {
            return Ok(());
        }
        if let Some(draft) = self.draft {
            return draft.finish();
        }
        let mut file = self.file.lock();
        let file = file.get_mut();
        file.rewind().context(DISK).or_exit(Exit::Fault)?;
        let mut block = vec![0; BLOCK];
        loop {
            let length = file.read(&mut block).context(DISK).or_exit(Exit::Fault)?;
            if length == 0 {
                return Ok(());
            }
            output::stdout(&block[..length])?;
        }
    }
}

/// The message for a recording that cannot be written or read again.
const DISK: &str = "cannot write or read the temporary waveform or trace; check the disk";

impl SharedFile {
    fn lock(&self) -> MutexGuard<'_, BufWriter<File>> {
        // The buffer is consistent even if a writer panicked.
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
