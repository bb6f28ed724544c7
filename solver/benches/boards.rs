//! Whole boards: ours against the crate nonogrid, both in this process on one thread, both asked whether
//! the solution is the only one.
//!
//! `cargo bench -p nonogram-solver --features peers --bench boards -- [RANDOM BOARDS]` (200) takes the library and this many
//! random boards of 30 x 30 cells, half of them filled; board number `i` is that of ChaCha8 seed `i`.

#[path = "../examples/common/random.rs"]
mod random;

use std::time::Duration;

use cpu_time::ThreadTime;
use nonogram_puzzles::{Puzzle, library, read_file};
use nonogram_solver::{SolveOptions, Verdict, solve};
use nonogrid::{BinaryBlock, Block, Board, Description, FullProbe, LineSolver, RcBoard};
use random::random;

/// Short runs are repeated until they took this long together.
const LONG_ENOUGH: Duration = Duration::from_millis(20);

/// Number of solutions found, 2 at most, and seconds.
fn ours(puzzle: &Puzzle) -> (usize, f64) {
    timed(|| match solve(puzzle, &SolveOptions::default()).verdict {
        Verdict::Unique => 1,
        Verdict::Multiple => 2,
        verdict => panic!("{verdict}"),
    })
}

fn theirs(puzzle: &Puzzle) -> (usize, f64) {
    timed(|| {
        let clues = |lines: &[nonogram_puzzles::Clue]| -> Vec<Description<BinaryBlock>> {
            let block = |&block: &usize| BinaryBlock::from_size_and_color(block, None);
            let clue =
                |clue: &nonogram_puzzles::Clue| Description::new(clue.iter().map(block).collect());
            lines.iter().map(clue).collect()
        };
        let (rows, columns) = (clues(puzzle.rows()), clues(puzzle.columns()));
        let board = RcBoard::new(Board::with_descriptions_and_palette(rows, columns, None));
        let search = nonogrid::solve::<BinaryBlock, LineSolver<_>, FullProbe<_>>(board, Some(2));
        search
            .expect("a board with a solution")
            .map_or(1, |solutions| solutions.count())
    })
}

/// The result of `work`, and how many seconds of this thread it takes.
fn timed(work: impl Fn() -> usize) -> (usize, f64) {
    // Reading the clock takes as long as a small board.
    let mut runs = 1;
    loop {
        let start = ThreadTime::now();
        let result = (1..runs).fold(work(), |_, _| work());
        let elapsed = start.elapsed();
        if elapsed >= LONG_ENOUGH {
            return (result, elapsed.as_secs_f64() / f64::from(runs));
        }
        runs *= 2;
    }
}

fn compare(name: &str, puzzles: &[Puzzle]) {
    let (mut logs, mut longest, mut total) = (0.0, 0.0f64, [0.0; 2]);
    for puzzle in puzzles {
        let (ours, theirs) = (ours(puzzle), theirs(puzzle));
        assert_eq!(ours.0, theirs.0, "both find as many solutions");
        if std::env::var_os("EACH").is_some() {
            println!(
                "{}x{} {:.1} us {:.1} us {:.1}",
                puzzle.row_count(),
                puzzle.column_count(),
                ours.1 * 1e6,
                theirs.1 * 1e6,
                theirs.1 / ours.1
            );
        }
        logs += (theirs.1 / ours.1).ln();
        longest = longest.max(ours.1);
        total[0] += ours.1;
        total[1] += theirs.1;
    }
    println!(
        "| {name} | {} | {:.1} | {:.4} | {:.2} | {:.2} |",
        puzzles.len(),
        (logs / puzzles.len() as f64).exp(),
        longest,
        total[0],
        total[1]
    );
}

fn drawings() -> Vec<Puzzle> {
    let files = library::files(library::root()).expect("the library");
    let read = |path| read_file(path, None).expect("a drawing");
    let puzzles = files.iter().flat_map(read);
    let black_and_white = |puzzle: &Puzzle| !puzzle.palette().is_coloured();
    puzzles.filter(black_and_white).collect()
}

fn main() {
    let count = std::env::args().filter_map(|text| text.parse().ok()).next();
    let random: Vec<Puzzle> = (0..count.unwrap_or(200))
        .map(|seed| random(30, 0.5, seed))
        .collect();
    println!(
        "| boards | number | geometric mean of the ratios | longest of ours (s) | ours | theirs |\n|---|---|---|---|---|---|"
    );
    compare("library", &drawings());
    compare("random 30x30", &random);
}
