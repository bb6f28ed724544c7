//! Prints the tables of cycles in docs/reference/clue-core.md: the designs of the clue core on drawings of the library and on seeded boards,
//! without and beside `portfolio` on one processor core.
//!
//! `cargo run --release -p nonogram-sim --example clue_cycles -- [BOARDS [LIMIT [ROW...]]]`: seeded boards per row (100), cycles after which
//! a search ends undecided (1,024,000), and the rows whose names contain a ROW (all).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    CoreKind, LIMIT_UNIT, SearchMode, SearchRequest, Status, decode_reply, wire_seconds,
};
use nonogram_puzzles::{Cell, Clue, Colour, Grid, Puzzle, library, read_file};
use nonogram_sim::wire::clue_stream;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{Engine, SolveOptions, Verdict, solve};
use nonogram_verilog::{BUILDS, build_for};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The seed of all random boards.
const SEED: u64 = 2026;
/// The clock of the times in the table, in Hz.
const CLOCK: f64 = 50e6;
/// The baud rates of the times of transmission.
const BAUDS: [u32; 2] = [9600, 3_000_000];

/// A row of the table.
struct Row {
    name: String,
    design: &'static str,
    mode: SearchMode,
    puzzles: Vec<Puzzle>,
}

/// Random boards of `side` x `side` cells in `colours` colours; each cell is filled with a probability of `percent` %.
fn random(side: usize, percent: u32, colours: usize, boards: usize) -> Vec<Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let board = || {
        let grid = Grid::from_cells(side, side, |_, _| {
            let is_filled = random.random_ratio(percent, 100);
            let colour = if colours > 1 { random.random_range(0..colours) } else { 0 };
            Colour::new(colour).filter(|_| is_filled).map_or(Cell::Blank, Cell::Colour)
        });
        Puzzle::from_grid(&grid)
    };
    std::iter::repeat_with(board).take(boards).collect()
}

/// The drawings of the library: for each folder, those that each design is the smallest to take.
fn drawings() -> Vec<Row> {
    let mut rows: BTreeMap<(String, usize), Row> = BTreeMap::new();
    let files = library::files(library::root()).expect("the library");
    for path in files.iter().filter(|path| path.extension().is_some_and(|it| it == "non")) {
        let folder = path.parent().and_then(Path::file_name).expect("a folder");
        let folder = folder.to_string_lossy().into_owned();
        for puzzle in read_file(path, None).expect("a puzzle") {
            let (height, width) = (puzzle.row_count(), puzzle.column_count());
            let colours = puzzle.palette().colours().count().max(1);
            let Some(design) = build_for(CoreKind::Clue, height, width, colours) else {
                continue;
            };
            let place = BUILDS.iter().position(|build| build.name == design.name);
            let row = rows.entry((folder.clone(), place.unwrap_or_default()));
            let row = row.or_insert_with(|| Row {
                name: format!("library, {folder}"),
                design: design.name,
                mode: SearchMode::Proof,
                puzzles: Vec::new(),
            });
            row.puzzles.push(puzzle);
        }
    }
    rows.into_values().collect()
}

/// The rows of the table.
fn rows(boards: usize) -> Vec<Row> {
    let proof = SearchMode::Proof;
    let mut rows = drawings();
    let seeded = [
        ("clue32", 11, 45, 1),
        ("clue32", 20, 60, 1),
        ("clue32", 20, 50, 1),
        ("clue32", 25, 65, 1),
        ("clue32", 25, 50, 1),
        ("clue32", 30, 65, 1),
        ("clue32", 30, 50, 1),
        ("clue32c3", 20, 50, 3),
        ("clue32c3", 20, 70, 3),
        ("clue64c7", 40, 50, 3),
        ("clue64c7", 40, 70, 3),
        ("clue64", 60, 65, 1),
    ];
    for (design, side, percent, colours) in seeded {
        let in_colours = if colours > 1 { format!(", {colours} colours") } else { String::new() };
        rows.push(Row {
            name: format!("{side} x {side} .{percent}{in_colours}"),
            design,
            mode: proof,
            puzzles: random(side, percent, colours, boards),
        });
    }
    for (design, side) in [("clue32", 32), ("clue64", 64)] {
        for (mode, what) in [(proof, "proof"), (SearchMode::FirstSolution, "first solution")] {
            let clues = vec![Clue::from([1]); side];
            rows.push(Row {
                name: format!("{side} x {side}, one block of 1 per line, {what}"),
                design,
                mode,
                puzzles: vec![Puzzle::new(clues.clone(), clues).expect("the clues fit")],
            });
        }
    }
    rows
}

/// What a board took.
struct Taken {
    status: Status,
    cycles: u64,
    bytes: u64,
    software: Duration,
}

/// Solves a board on the simulated design and in software, and compares the verdicts.
fn run(board: &mut SimBoard, puzzle: &Puzzle, request: SearchRequest) -> Taken {
    let stream = clue_stream(puzzle).expect("the board fits").with_request(request);
    let sent = stream.byte_count();
    let exchange = board.exchange(&mut stream.bytes(), &mut |_, _| {});
    let exchange = exchange.expect("the simulation runs");
    let bytes = sent + exchange.reply.len() as u64;
    let reply = decode_reply(exchange.reply).expect("a reply");
    let options = SolveOptions {
        engine: Engine::Portfolio,
        max_solutions: if request.mode == SearchMode::FirstSolution { 1 } else { 2 },
        time_limit: Some(Duration::from_secs(1)),
        ..SolveOptions::default()
    };
    let begin = Instant::now();
    let report = solve(puzzle, &options);
    let software = begin.elapsed();
    let verdicts = (reply.status, report.verdict);
    assert!(
        matches!(
            verdicts,
            (Status::Solved, Verdict::Unique)
                | (Status::Multiple, Verdict::Multiple)
                | (Status::Unsolvable, Verdict::None)
                | (Status::Stalled, _)
                | (_, Verdict::Unsettled)
        ) || request.mode == SearchMode::FirstSolution,
        "{verdicts:?} of {puzzle:?}"
    );
    Taken { status: reply.status, cycles: exchange.cycles.expect("a verdict"), bytes, software }
}

/// The value below which `percent` % of some sorted values are.
fn percentile<T: Copy>(sorted: &[T], percent: usize) -> T {
    sorted[(sorted.len() - 1) * percent / 100]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        let text = arguments.get(place);
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let limit = number(1, 1_024_000) / u64::from(LIMIT_UNIT);
    println!(
        "| boards | design | unique, multiple, none, undecided | cycles: median | 90 % | most | µs at 50 MHz, median | `portfolio`, µs, median | ms on the wire at 9600, 3 M baud |\n|---|---|---|---|---|---|---|---|---|"
    );
    for row in rows(number(0, 100) as usize) {
        let wanted = arguments.get(2..).unwrap_or_default();
        if !wanted.is_empty() && !wanted.iter().any(|name| row.name.contains(name.as_str())) {
            continue;
        }
        let request = SearchRequest { mode: row.mode, limit: limit as u32 };
        let mut board = SimBoard::new(row.design, Drive::Bytes).expect("in the table");
        let taken = row.puzzles.iter().map(|puzzle| run(&mut board, puzzle, request));
        let taken: Vec<Taken> = taken.collect();
        let count = |status| taken.iter().filter(|taken| taken.status == status).count();
        let counts =
            [Status::Solved, Status::Multiple, Status::Unsolvable, Status::Stalled].map(count);
        let mut cycles: Vec<u64> = taken.iter().map(|taken| taken.cycles).collect();
        cycles.sort_unstable();
        let mut software: Vec<Duration> = taken.iter().map(|taken| taken.software).collect();
        software.sort_unstable();
        let mut bytes: Vec<u64> = taken.iter().map(|taken| taken.bytes).collect();
        bytes.sort_unstable();
        let wire = BAUDS.map(|baud| wire_seconds(percentile(&bytes, 50), baud) * 1e3);
        println!(
            "| {} | `{}` | {}, {}, {}, {} | {} | {} | {} | {:.0} | {} | {:.0}, {:.2} |",
            row.name,
            row.design,
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            percentile(&cycles, 50),
            percentile(&cycles, 90),
            percentile(&cycles, 100),
            percentile(&cycles, 50) as f64 / CLOCK * 1e6,
            percentile(&software, 50).as_micros(),
            wire[0],
            wire[1],
        );
    }
}
