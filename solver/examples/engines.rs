//! Measures the time of each engine on boards of the library, and prints the first two tables of the section *Measured* of
//! `docs/reference/engines.md`.
//!
//! `cargo run --release --package nonogram-solver --example engines -- [SECONDS]`: SECONDS is the time limit per board
//! and engine (default 30), which the runs of `genetic` on a board divide equally.

use std::time::Duration;

use nonogram_puzzles::{Puzzle, library, read_file};
use nonogram_solver::published::{self, Refinements, Settings, genetic};
use nonogram_solver::{End, Engine, Report, SolveOptions, solve};

/// Boards of increasing size; the last one needs search.
const BOARDS: [&str; 7] = [
    "08/fetch.non",
    "11/one-man-band.non",
    "16/in-the-air.non",
    "16/long-way-down.non",
    "32/been-here.non",
    "32/lost.non",
    "64-search/no-two-alike.non",
];

/// Number of runs per board of the genetic engine, each with a seed of its own.
const RUNS: u64 = 10;

fn main() {
    let seconds = std::env::args()
        .nth(1)
        .map(|text| text.parse().expect("a number of seconds"));
    let limit = Duration::from_secs(seconds.unwrap_or(30));
    let boards: Vec<(&str, Puzzle)> = (BOARDS.iter())
        .map(|name| {
            let file = library::root().join(name);
            (*name, read_file(file, None).expect("a drawing").remove(0))
        })
        .collect();

    println!("Limit: {} s per board and engine.\n", limit.as_secs());
    print!("| engine |");
    for (name, puzzle) in &boards {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let name = name
            .rsplit('/')
            .next()
            .unwrap_or(name)
            .trim_end_matches(".non");
        print!(" {name}, {rows}x{columns} |");
    }
    println!("\n|---|{}", "---|".repeat(boards.len()));
    for engine in Engine::ALL
        .into_iter()
        .filter(|&engine| engine != Engine::Genetic)
    {
        row(engine.name(), &boards, |puzzle| {
            solve(puzzle, &options(engine, limit))
        });
        if engine == Engine::Permutations {
            for (name, refinements) in [
                (
                    "… without ordering",
                    Refinements {
                        ordering: false,
                        ..Refinements::ALL
                    },
                ),
                (
                    "… without forward checking",
                    Refinements {
                        forward_checking: false,
                        ..Refinements::ALL
                    },
                ),
                ("… without both", Refinements::NONE),
            ] {
                let settings = Settings {
                    refinements,
                    ..Settings::default()
                };
                row(name, &boards, |puzzle| {
                    published::solve(puzzle, &options(engine, limit), &settings, &mut |_| {})
                });
            }
        }
    }

    println!(
        "\n| genetic | solved, of {RUNS} seeds | by the vote | seconds per run, median | generations, median |"
    );
    println!("|---|---|---|---|---|");
    for (name, puzzle) in &boards {
        evolve(name, puzzle, limit);
    }
}

fn options(engine: Engine, limit: Duration) -> SolveOptions {
    SolveOptions {
        engine,
        time_limit: Some(limit),
        ..SolveOptions::default()
    }
}

fn row(name: &str, boards: &[(&str, Puzzle)], run: impl Fn(&Puzzle) -> Report) {
    print!("| {name} |");
    for (_, puzzle) in boards {
        let report = run(puzzle);
        match report.end {
            End::Unfit => print!(" too large |"),
            End::Stalled => print!(" stalls, {} |", in_words(report.elapsed)),
            End::TimeLimit => print!(" > {} |", in_words(report.elapsed)),
            End::NodeLimit => print!(" gives up, {} |", in_words(report.elapsed)),
            End::Complete | End::Enough => print!(" {} |", in_words(report.elapsed)),
        }
    }
    println!();
}

fn in_words(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

/// Prints a table row of the genetic engine: runs up to the first solution, with several seeds.
fn evolve(name: &str, puzzle: &Puzzle, limit: Duration) {
    let (mut solved, mut voted) = (0, 0);
    let (mut seconds, mut generations) = (Vec::new(), Vec::new());
    for seed in 0..RUNS {
        let settings = Settings {
            genetic: genetic::Settings {
                seed,
                ..Default::default()
            },
            ..Settings::default()
        };
        let options = SolveOptions {
            max_solutions: 1,
            ..options(Engine::Genetic, limit / RUNS as u32)
        };
        let mut best = u64::MAX;
        let report = published::solve(puzzle, &options, &settings, &mut |generation| {
            let experts = generation.experts.iter().map(|penalties| penalties.best);
            best = experts.min().unwrap_or(u64::MAX);
        });
        let found = !report.solutions.is_empty();
        solved += u32::from(found);
        // A best expert with a penalty above 0 means that the vote, not an expert, found the solution.
        voted += u32::from(found && best > 0);
        seconds.push(report.elapsed.as_secs_f64());
        generations.push(report.counts.decisions);
    }
    seconds.sort_by(f64::total_cmp);
    generations.sort_unstable();
    let middle = RUNS as usize / 2;
    println!(
        "| {name} | {solved} | {voted} | {:.2} | {} |",
        seconds[middle], generations[middle]
    );
}
