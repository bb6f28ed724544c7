//! `nonogram bench FILE…`: reports the transmission time, the cycles of every core and the time in software for each puzzle.
//!
//! Cycles are counted in the simulated cores, and transmission times are computed, so both are the same on every machine; the time in
//! software is measured.

use std::time::{Duration, Instant};

use clap::Args;
use nonogram_kit::Source;
use nonogram_kit::device::{
    Board, DEFAULT_BAUD, Designs, Device, Plan, SearchTerms, Simulated, Transport,
};
use nonogram_protocol::{CoreKind, SearchRequest, wire_seconds};
use nonogram_puzzles::Puzzle;
use nonogram_sim::Drive;
use nonogram_solver::propagate;
use serde::Serialize;

use crate::backend::cores;
use crate::exit::{Exit, Failure, OrExit, Outcome, harmless_name};
use crate::input::Input;
use crate::output;
use crate::screen::Bar;

/// Measure wire time, cycles and board rate of puzzles, for every core
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram bench puzzles/library/11/*.non
  nonogram bench --baud 115200 --json puzzle.non

Columns: bytes and seconds on the wire of option board and reply, and boards per second when they are streamed; \
bytes and boards per second of clue board and reply; for each core the cycles from the board's end to the verdict, and their time at the \
build's clock (`-`: no build fits the board); and the time of line solving in software on this machine.")]
pub struct Bench {
    #[command(flatten)]
    input: Input,

    /// Baud rate of the link
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(1..))]
    baud: u32,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

/// The transmission of a board and its reply.
#[derive(Clone, Copy, Serialize)]
struct Wire {
    bytes: u64,
    wire_seconds: f64,
    boards_per_second: f64,
}

impl Wire {
    fn new(plan: &Plan, baud: u32) -> Self {
        Self {
            bytes: plan.total_bytes(),
            wire_seconds: wire_seconds(plan.size.bytes, baud)
                + wire_seconds(plan.reply_bytes, baud),
            // A board is sent while the reply to the previous one is received.
            boards_per_second: 1.0 / wire_seconds(plan.size.bytes.max(plan.reply_bytes), baud),
        }
    }
}

/// The keys of `--json`.
#[derive(Serialize)]
struct BenchRecord {
    file: String,
    rows: usize,
    columns: usize,
    #[serde(flatten)]
    wire: Wire,
    cores: Vec<Core>,
    software_seconds: f64,
}

/// The results of one core in a [`BenchRecord`]; the optional keys are null if no build of the core fits the board.
#[derive(Serialize)]
struct Core {
    core: &'static str,
    #[serde(flatten)]
    wire: Wire,
    build: Option<&'static str>,
    status: Option<&'static str>,
    cycles: Option<u64>,
    seconds: Option<f64>,
}

impl Bench {
    pub fn run(self) -> Outcome {
        let mut benches: Vec<(CoreKind, Device)> = cores()
            .into_iter()
            .map(|core| {
                let designs = Designs { core: Some(core), ..Designs::default() };
                let mut board = Simulated::new(designs);
                board.drive = Drive::Bytes;
                let board = Transport::Simulated(board);
                let device = Device::simulated(board, false, SearchTerms::default());
                (core, device)
            })
            .collect();
        let mut is_first = true;
        self.input.for_each(|source| {
            let record = self.measure(&source, &mut benches)?;
            if self.json {
                output::json(&record)?;
            } else {
                let columns = columns(&record);
                if std::mem::take(&mut is_first) {
                    output::stdout(line(
                        "size",
                        columns.iter().map(|c| (&c.title, c.width)),
                        "puzzle",
                    ))?;
                }
                let size = format!("{}x{}", record.rows, record.columns);
                let cells = columns.iter().map(|c| (&c.text, c.width));
                output::stdout(line(&size, cells, &harmless_name(&record.file)))?;
            }
            Ok(Exit::Solved)
        })
    }

    fn measure(
        &self,
        source: &Source,
        benches: &mut [(CoreKind, Device)],
    ) -> Result<BenchRecord, Failure> {
        let puzzle = &source.puzzle;
        let cores: Result<Vec<Core>, Failure> = benches
            .iter_mut()
            .map(|(core, board)| measure_core(*core, board, source, self.baud))
            .collect();
        Ok(BenchRecord {
            file: source.given_name(),
            rows: puzzle.row_count(),
            columns: puzzle.column_count(),
            wire: Wire::new(&plan_for(None, source)?, self.baud),
            cores: cores?,
            software_seconds: software_seconds(puzzle),
        })
    }
}

/// The size of a puzzle's board and its reply for this core; without a core, the board is the option board of the published protocol.
fn plan_for(core: Option<CoreKind>, source: &Source) -> Result<Plan, Failure> {
    let board = Board::new(&source.puzzle, core, false, SearchRequest::default());
    let plan = board.map(|board| board.plan).or_exit(Exit::Usage);
    plan.map_err(|failure| failure.within(&source.name()))
}

fn measure_core(
    core: CoreKind,
    board: &mut Device,
    source: &Source,
    baud: u32,
) -> Result<Core, Failure> {
    let designs = Designs { core: Some(core), ..Designs::default() };
    let wire = Wire::new(&plan_for(Some(core), source)?, baud);
    let core = core.name();
    let (_, Some(build)) = designs.design(&source.puzzle) else {
        return Ok(Core { core, wire, build: None, status: None, cycles: None, seconds: None });
    };
    let name = source.name();
    let mut bar = Bar::new(&name);
    let answer = board.solve(source, &mut |event| bar.on_event(event));
    let answer = answer.map_err(|failure| failure.within(&name))?;
    Ok(Core {
        core,
        wire,
        build: Some(build.name),
        status: Some(answer.verdict.status().name()),
        cycles: answer.cycles(),
        seconds: answer
            .cycles()
            .map(|cycles| cycles as f64 / f64::from(designs.parameters.clock_hz)),
    })
}

/// The least time for which line solving is repeated: long enough to measure, short enough for many puzzles.
const TIMED: Duration = Duration::from_millis(10);

/// The mean time that line solving of a puzzle takes in software, in seconds.
fn software_seconds(puzzle: &Puzzle) -> f64 {
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed() < TIMED {
        std::hint::black_box(propagate(std::hint::black_box(puzzle)));
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

/// A column of the table between the puzzle's size and its name, with a record's number in it.
struct Column {
    title: String,
    width: usize,
    /// The number; `-` for the cycles of a core and their time if no build of the core fits the board.
    text: String,
}

fn columns(record: &BenchRecord) -> Vec<Column> {
    const US: f64 = 1e6;
    let column = |title: &str, width, decimals, number: Option<f64>| Column {
        title: title.to_owned(),
        width,
        text: number.map_or("-".to_owned(), |number| format!("{number:.decimals$}")),
    };
    let wire = &record.wire;
    let mut columns = vec![
        column("bytes", 7, 0, Some(wire.bytes as f64)),
        column("wire s", 8, 3, Some(wire.wire_seconds)),
        column("boards/s", 9, 3, Some(wire.boards_per_second)),
    ];
    for core in &record.cores {
        if core.core == CoreKind::Clue.name() {
            let Wire { bytes, boards_per_second, .. } = core.wire;
            columns.push(column("clue bytes", 10, 0, Some(bytes as f64)));
            columns.push(column("boards/s", 9, 3, Some(boards_per_second)));
        }
        let cycles = core.cycles.map(|cycles| cycles as f64);
        columns.push(column(&format!("{} cycles", core.core), 15, 0, cycles));
        columns.push(column("us", 8, 2, core.seconds.map(|seconds| seconds * US)));
    }
    columns.push(column("software us", 12, 2, Some(record.software_seconds * US)));
    columns
}

/// A line of the table: the puzzle's size, a text of each column with the column's width, and the puzzle's name.
fn line<'a>(size: &str, cells: impl Iterator<Item = (&'a String, usize)>, name: &str) -> String {
    let cells: String = cells.map(|(text, width)| format!(" {text:>width$}")).collect();
    format!("{size:>9}{cells}  {name}\n")
}
