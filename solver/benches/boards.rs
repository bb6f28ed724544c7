//! Whole boards: ours against the crate nonogrid, both in this process on one thread, both asked whether
//! the solution is the only one.
//!
//! `cargo bench -p nonogram-solver --features peers --bench boards -- [RANDOM BOARDS] [NAME]` (200) takes the library
//! and this many random boards, of the rows whose name contains NAME; board number `i` is that of ChaCha8 seed `i`.

#[path = "../examples/common/random.rs"]
mod random;

use std::process::Command;
use std::time::Duration;

use cpu_time::ThreadTime;
use nonogram_puzzles::{Cell, Colour, Grid, Palette, Puzzle, library, read_file};
use nonogram_solver::{SolveOptions, Verdict, solve};
use nonogrid::{
    BinaryBlock, Block, Board, ColoredBlock, Description, DynamicColor, FullProbe, LineSolver,
    ProbeSolver, RcBoard,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use random::random;

/// Short runs are repeated until they took this long together.
const LONG_ENOUGH: Duration = Duration::from_millis(20);

/// Boards that not everybody settles, and the seconds that each has for one.
const HARD: u64 = 20;
const LIMIT: u64 = 20;

/// The variables that have the seed of the hard board which a process of its own gives to either.
const OURS: &str = "OURS_SEED";
const THEIRS: &str = "NONOGRID_SEED";

/// Number of solutions found, 2 at most, and seconds.
fn ours(puzzle: &Puzzle) -> (usize, f64) {
    timed(|| match solve(puzzle, &SolveOptions::default()).verdict {
        Verdict::Unique => 1,
        Verdict::Multiple => 2,
        verdict => panic!("{verdict}"),
    })
}

fn theirs(puzzle: &Puzzle) -> (usize, f64) {
    timed(|| by_nonogrid(puzzle))
}

fn by_nonogrid(puzzle: &Puzzle) -> usize {
    match puzzle.palette().is_coloured() {
        true => in_blocks::<ColoredBlock>(puzzle),
        false => in_blocks::<BinaryBlock>(puzzle),
    }
}

fn in_blocks<B>(puzzle: &Puzzle) -> usize
where
    B: Block,
    B::Color: DynamicColor,
    FullProbe<B>: ProbeSolver<BlockType = B>,
{
    // Their colours are bits, the lowest of which is white.
    let block = |block: nonogram_puzzles::Block| {
        B::from_size_and_color(block.length, Some(2 << block.colour.index()))
    };
    let clue = |clue: &nonogram_puzzles::Clue| Description::new(clue.blocks().map(block).collect());
    let clues = |lines: &[nonogram_puzzles::Clue]| lines.iter().map(clue).collect();
    let (rows, columns) = (clues(puzzle.rows()), clues(puzzle.columns()));
    let board = RcBoard::new(Board::with_descriptions_and_palette(rows, columns, None));
    let search = nonogrid::solve::<B, LineSolver<_>, FullProbe<_>>(board, Some(2));
    search
        .expect("a board with a solution")
        .map_or(1, |solutions| solutions.count())
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

/// How many boards each settles within the limit of processor time, in processes of their own.
fn settle(name: &str) {
    let program = std::env::current_exe().expect("this program");
    let limited = format!("ulimit -t {LIMIT}; exec \"$0\"");
    let settles = |who: &str, seed: u64| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).arg(&program);
        let output = shell.env(who, seed.to_string()).output();
        let is_settled = output.expect("a shell").status.success();
        if std::env::var_os("EACH").is_some() {
            println!("{who} {seed}: {is_settled}");
        }
        is_settled
    };
    let [ours, theirs] =
        [OURS, THEIRS].map(|who| (0..HARD).filter(|seed| settles(who, *seed)).count());
    println!("\n{name}, {HARD} boards, {LIMIT} s each: ours settles {ours}, theirs {theirs}");
}

/// A board of a random picture in three colours, all equally frequent.
fn coloured(side: usize, density: f64, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let grid = Grid::from_cells(side, side, |_, _| match random.random_bool(density) {
        true => Colour::new(random.random_range(0..3)).map_or(Cell::Blank, Cell::Colour),
        false => Cell::Blank,
    });
    let puzzle = Puzzle::from_grid(&grid).with_palette(Palette::standard(3));
    puzzle.expect("colours of the palette")
}

fn hard(seed: u64) -> Puzzle {
    coloured(30, 0.3, seed)
}

fn drawings(in_colour: bool) -> Vec<Puzzle> {
    let files = library::files(library::root()).expect("the library");
    let read = |path| read_file(path, None).expect("a drawing");
    let puzzles = files.iter().flat_map(read);
    puzzles
        .filter(|puzzle| puzzle.palette().is_coloured() == in_colour)
        .collect()
}

fn main() {
    let given = |name: &str| Some(hard(std::env::var(name).ok()?.parse().expect("a number")));
    if let Some(puzzle) = given(THEIRS) {
        by_nonogrid(&puzzle);
        return;
    }
    if let Some(puzzle) = given(OURS) {
        solve(&puzzle, &SolveOptions::default());
        return;
    }
    let count = std::env::args().filter_map(|text| text.parse().ok()).next();
    let count = count.unwrap_or(200);
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_name = |word: &&String| !word.starts_with('-') && word.parse::<u64>().is_err();
    let wanted = words.iter().find(is_name);
    let is_wanted = |name: &str| wanted.is_none_or(|part| name.contains(part.as_str()));
    let rows: [(&str, &dyn Fn() -> Vec<Puzzle>); 4] = [
        ("library", &|| drawings(false)),
        ("random 30x30", &|| {
            (0..count).map(|seed| random(30, 0.5, seed)).collect()
        }),
        ("library in colour", &|| drawings(true)),
        ("random 40x40 in 3 colours, 0.5", &|| {
            (0..count).map(|seed| coloured(40, 0.5, seed)).collect()
        }),
    ];
    println!(
        "| boards | number | geometric mean of the ratios | longest of ours (s) | ours | theirs |\n|---|---|---|---|---|---|"
    );
    for (name, puzzles) in rows {
        if is_wanted(name) {
            compare(name, &puzzles());
        }
    }
    let name = "random 30x30 in 3 colours, 0.3";
    if is_wanted(name) {
        settle(name);
    }
}
