//! Clue boards on the simulated board, in lockstep with the reference: verdicts and pictures, search requests and cancelled searches.

use std::fmt::Write;

use crate::common;

use common::{Written, clue_bytes, reply, send};
use nonogram_protocol::{
    CANCEL, CoreKind, IDENTITY_REQUEST, LIMIT_UNIT, SearchMode, SearchRequest, Status, board_check,
};
use nonogram_puzzles::{Cell, Clue, Grid, Palette, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::search::{Tracer, What};
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{SolveOptions, Verdict, solve};
use nonogram_test_support::random::mixed;
use nonogram_test_support::trials::{Trial, picture, trials};
use nonogram_test_support::verdict::compare;
use nonogram_verilog::{BUILDS, Build, Parameters, Top, netlist_of};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn clue_designs() -> impl Iterator<Item = &'static Build> {
    BUILDS.iter().filter(|build| build.core() == CoreKind::Clue)
}

fn board(build: &str, drive: Drive) -> SimBoard {
    let board = SimBoard::new(build, drive).expect("in the table");
    board.with_lockstep()
}

/// Sends a puzzle, compares the verdict with that of a software engine, and checks the picture.
fn check(board: &mut SimBoard, puzzle: &Puzzle) -> Status {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let sent = clue_bytes(puzzle, true, SearchRequest::default());
    let answer = reply(board, &sent);
    assert_eq!(answer.seed, board_check(&sent));
    assert_eq!((answer.rows, answer.columns), (rows, columns));
    compare(puzzle, answer.status, &grid_of(&answer))
        .unwrap_or_else(|error| panic!("{puzzle:?}: {error}"))
}

#[test]
fn small_boards_have_the_verdicts_and_pictures_of_software() {
    let mut board = board("clue16", Drive::Bytes);
    let mut counts = [0; 8];
    for puzzle in mixed(1, 1..=9).take(150) {
        counts[usize::from(check(&mut board, &puzzle).index())] += 1;
    }
    assert_eq!(board.lockstep().expect("in lockstep").boards(), 150);
    let [solved, unsolvable, .., multiple] = counts;
    assert!(solved > 20 && unsolvable > 10 && multiple > 20, "{counts:?}");
}

#[test]
fn the_candidates_in_a_waveform_end_with_the_picture() {
    for (build, letters, rows) in
        [("clue10", "-#", ["#--#", "-##-", "#---"]), ("clue16c3", "-abc", ["abb-", "a-bc", "a-bb"])]
    {
        let grid = Palette::standard(letters.len() - 1).to_grid(&rows).expect("a picture");
        let written = Written::default();
        let mut board = board(build, Drive::Bytes).with_waveform(Box::new(written.clone()));
        assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
        let text = String::from_utf8(written.0.take()).expect("text");
        let (_, scope) = text.split_once("$scope module candidates $end").expect("the scope");
        let last = |name: &str| {
            let (before, _) = scope.split_once(&format!(" {name} $end")).expect("a signal");
            let code = format!(" {}", before.rsplit(' ').next().expect("a code"));
            let value = scope.lines().rev().find_map(|line| line.strip_suffix(&code));
            u64::from_str_radix(&value.expect("a change")[1..], 2).expect("a binary number")
        };
        for (row, cells) in rows.iter().enumerate() {
            for (value, letter) in letters.chars().enumerate() {
                let name = match value {
                    0 => format!("row_{row}_blank"),
                    colour => format!("row_{row}_colour_{colour}"),
                };
                let cells = cells.chars().zip(0..).filter(|(cell, _)| *cell == letter);
                let expected = cells.fold(0, |word, (_, column)| word | 1 << column);
                assert_eq!(last(&name) & 0xf, expected, "{build}: {name}");
            }
        }
    }
}

/// A 16 x 16 board with one solution that line logic alone does not find.
pub fn hard() -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    loop {
        let grid = Grid::from_fn(16, 16, |_, _| random.random_bool(0.45));
        let puzzle = Puzzle::from_grid(&grid);
        let report = solve(&puzzle, &SolveOptions::default());
        if report.verdict == Verdict::Unique && report.lines.known_cells() < 100 {
            return puzzle;
        }
    }
}

#[test]
fn a_search_stops_as_requested() {
    let puzzle = hard();
    let solution = solve(&puzzle, &SolveOptions::default());
    let solution = solution.solutions.first().expect("a solution").clone();
    let mut board = board("clue32", Drive::Bytes);
    let mut ask = |mode, limit| {
        let request = SearchRequest { mode, limit };
        let bytes = clue_bytes(&puzzle, true, request);
        let exchange = send(&mut board, &bytes);
        let answer = nonogram_protocol::decode_reply(exchange.reply).expect("a reply");
        let grid = grid_of(&answer);
        for (row, column) in (0..16).flat_map(|row| (0..16).map(move |column| (row, column))) {
            let cell = grid.get(row, column);
            assert!(cell == Cell::Unknown || cell == solution.get(row, column));
        }
        (answer.status, grid.known_cells(), exchange.cycles.expect("a decided board"))
    };
    let (status, certain, _) = ask(SearchMode::LineLogic, 0);
    assert_eq!(status, Status::Stalled);
    assert!(certain < 100, "line logic finds {certain} of 256 cells");
    let (status, known, all) = ask(SearchMode::Proof, 0);
    assert_eq!((status, known), (Status::Solved, 256));
    let (status, known, first) = ask(SearchMode::FirstSolution, 0);
    assert_eq!((status, known), (Status::Solved, 256));
    assert!(first <= all);
    let (status, known, clocks) = ask(SearchMode::Proof, 1);
    assert_eq!(status, Status::Stalled);
    assert!(known >= certain && clocks >= u64::from(LIMIT_UNIT) && clocks < all);
}

#[test]
fn a_cancelled_search_ends_and_the_next_board_is_solved() {
    let puzzle = hard();
    let mut board = board("clue32", Drive::Bytes);
    let request = clue_bytes(&puzzle, true, SearchRequest::default());
    let expected = send(&mut board, &request).reply;
    let cancelled = [&request[..], &CANCEL.to_bytes()].concat();
    assert_eq!(reply(&mut board, &cancelled).status, Status::Stalled);
    assert_eq!(send(&mut board, &request).reply, expected);
    // An identity request also ends the search, and is answered after the reply.
    let asked = [&request[..], &IDENTITY_REQUEST].concat();
    let answer = send(&mut board, &asked).reply;
    let identity = board.identity().bytes();
    assert!(answer.ends_with(&identity));
    let ended = nonogram_protocol::decode_reply(answer[..answer.len() - identity.len()].to_vec());
    assert_eq!(ended.expect("a reply").status, Status::Stalled);
    assert_eq!(send(&mut board, &request).reply, expected);
    // A second board waits for the verdict of the first.
    let both = send(&mut board, &[&request[..], &request[..]].concat()).reply;
    assert_eq!(both, [&expected[..], &expected[..]].concat());
}

/// The order and the cycles of the search, which the reference does not prescribe: a change shows up in review.
#[test]
fn courses_of_searches_are_unchanged() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut puzzle = |side: usize, percent: u32| {
        Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100)))
    };
    let boards =
        [(puzzle(10, 45), 0), (puzzle(10, 35), 0), (puzzle(9, 30), 12), (puzzle(10, 60), 0)];
    let mut courses = String::new();
    for name in ["clue10", "clue16", "clue32"] {
        let mut board = board(name, Drive::Bytes);
        for (number, (puzzle, limit)) in boards.iter().enumerate() {
            for mode in SearchMode::ALL {
                let limit = *limit;
                let bytes = clue_bytes(puzzle, true, SearchRequest { mode, limit });
                let (mut bytes, mut tracer) = (bytes.into_iter(), Tracer::default());
                let mut idle = 0;
                while idle < 100 {
                    board.step(&mut || bytes.next()).expect("in lockstep");
                    tracer.observe(board.clocks(), board.design());
                    let rests = bytes.len() == 0 && board.is_idle();
                    idle = if rests { idle + 1 } else { 0 };
                }
                let cycles = board.cycles().expect("a verdict");
                let visits = board.lockstep().expect("in lockstep").visits();
                let counts = tracer.replay().counts();
                writeln!(
                    courses,
                    "{name}, board {number}, {mode:?}: {cycles} cycles, {visits} visits, {counts:?}"
                )
                .expect("text");
            }
        }
    }
    insta::assert_snapshot!(courses);
}

/// Boards that reach every part of a clue core of at least 10 x 10 cells.
fn stimulus() -> Vec<Trial> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut board = |rows, columns, percent| {
        Puzzle::from_grid(&Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100)))
    };
    let diagonal = Puzzle::from_grid(&Grid::from_fn(10, 10, |row, column| row == column));
    let large = [
        (board(10, 10, 45), SearchMode::Proof, 0),
        (board(9, 10, 35), SearchMode::Proof, 6),
        (board(10, 7, 40), SearchMode::FirstSolution, 0),
        (board(10, 10, 60), SearchMode::Proof, 0),
        (diagonal, SearchMode::FirstSolution, 0),
    ];
    let large = large.map(|(puzzle, mode, limit)| Trial {
        puzzle,
        request: SearchRequest { mode, limit },
        cancel: None,
    });
    trials(77).take(30).chain(large).collect()
}

/// A fault that changes an answer to these trials, or its cycles, is found even if the answer is correct.
#[test]
fn answers_to_the_stimulus_of_seeded_faults_are_unchanged() {
    let mut board = board("clue10", Drive::Pins);
    let mut lines = String::new();
    for trial in stimulus() {
        let (reply, cycles) = trial.send(&mut board);
        let cycles = cycles.expect("a verdict");
        writeln!(lines, "{cycles} cycles, {reply:02x?}").expect("text");
    }
    insta::assert_snapshot!(lines);
}

/// A board with one block of 1 in each line, which has `side`! solutions.
fn permutations(side: usize) -> Puzzle {
    let clues = vec![Clue::from([1]); side];
    Puzzle::new(clues.clone(), clues).expect("the clues fit")
}

#[test]
fn boards_with_very_many_solutions_are_settled_by_a_dive() {
    let expected =
        [(SearchMode::Proof, Status::Multiple), (SearchMode::FirstSolution, Status::Solved)];
    for build in clue_designs().filter(|build| build.colours() == 1) {
        let Build { name, .. } = build;
        let puzzle = permutations(build.side());
        let mut board = board(name, Drive::Bytes);
        for (mode, status) in expected {
            let sent = clue_bytes(&puzzle, true, SearchRequest { mode, limit: 0 });
            let answer = reply(&mut board, &sent);
            assert_eq!(answer.status, status, "{name}, {mode:?}");
            assert!(puzzle.is_solved_by(&grid_of(&answer)));
            let cycles = board.cycles().expect("a verdict");
            assert!(cycles < 200_000, "{name}, {mode:?}: {cycles} cycles");
        }
    }
}

#[test]
fn a_dive_that_fills_the_trail_is_undone_and_the_search_goes_on() {
    let puzzle = permutations(64);
    let mut board = board("clue64c7", Drive::Bytes);
    let request = SearchRequest { mode: SearchMode::FirstSolution, limit: 60_000 / LIMIT_UNIT };
    let mut tracer = Tracer::default();
    let mut bytes = clue_bytes(&puzzle, false, request).into_iter().peekable();
    let [mut decisions, mut withdrawals, mut probes_after] = [0; 3];
    let mut ended = false;
    while !ended {
        board.step(&mut || bytes.next()).expect("in lockstep");
        for event in tracer.observe(board.clocks(), board.design()) {
            match event.what {
                What::Decision { .. } => decisions += 1,
                What::Withdrawal => withdrawals += 1,
                What::Probe { .. } => {
                    assert_eq!(event.level, 0);
                    probes_after += 1;
                }
                What::Verdict { status } => {
                    assert_eq!(status, Some(Status::Stalled));
                    ended = true;
                }
                _ => {}
            }
        }
    }
    assert!(decisions > 15, "{decisions} decisions");
    assert_eq!(decisions, withdrawals);
    assert!(probes_after > 10, "{probes_after} probes");
}

/// Boards that need search, lines and blocks of up to 64 cells, and each number of colours.
#[test]
fn boards_of_every_size_and_number_of_colours_are_solved() {
    let mut random = ChaCha8Rng::seed_from_u64(64);
    let square = |side| (side, side);
    for build in clue_designs() {
        let side = build.side();
        let (percent, sizes) = match build.name {
            // A board with the longest lines leaves no state behind for a board of one cell.
            "clue32" => (50, vec![square(20), square(20), square(32), square(1)]),
            "clue64" => (80, vec![square(33), (48, 64), square(63), square(64), (64, 5), (2, 64)]),
            "clue64c7" => (75, vec![(40, 37), (64, 64)]),
            _ => (75, vec![(side, side - 3)]),
        };
        let mut board = board(build.name, Drive::Bytes);
        for colours in 1..=build.colours() {
            for &size in &sizes {
                let grid = picture(&mut random, size, colours, percent);
                check(&mut board, &Puzzle::from_grid(&grid));
            }
        }
    }
    // Blocks as long as the line, or one shorter.
    for build in clue_designs().filter(|build| build.side() == 64) {
        let mut board = board(build.name, Drive::Bytes);
        for length in [33, 48, 63, 64] {
            for blank in [None, Some(0), Some(length - 1)] {
                let grid = Grid::from_fn(1, length, |_, column| Some(column) != blank);
                assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
                let grid = Grid::from_fn(length, 1, |row, _| Some(row) != blank);
                assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
            }
            let stripes = Grid::from_fn(length, length, |row, column| (row + column) % 2 == 0);
            check(&mut board, &Puzzle::from_grid(&stripes));
        }
    }
}

#[test]
fn a_lost_last_symbol_is_found() {
    let design = nonogram_verilog::build("clue64").expect("in the table");
    let verdict = |good: &str, bad: &str| {
        assert_eq!(design.text.matches(good).count(), 1, "{good}");
        let text = design.text.replace(good, bad);
        let netlist =
            netlist_of(&text, Top::Uart, &Parameters::default().fast()).expect("a netlist");
        let mut board = SimBoard::of_netlist(design, netlist).expect("a board");
        let puzzle = Puzzle::from_grid(&Grid::from_fn(1, 64, |_, _| true));
        let sent = clue_bytes(&puzzle, true, SearchRequest::default());
        let answer = reply(&mut board, &sent);
        compare(&puzzle, answer.status, &grid_of(&answer)).map_err(|error| error.to_string())
    };
    let symbols = "clue_symbols_0 <= clue_symbols_0 | (reached & ~preceding);";
    assert_eq!(verdict(symbols, symbols), Ok(Status::Solved));
    // Symbol 64, the last cell of a block as long as the line, and symbol 65, the blank behind it.
    assert_ne!(
        verdict(symbols, "clue_symbols_0 <= clue_symbols_0 | (reached & ~preceding & ~last);"),
        Ok(Status::Solved)
    );
    let top = "clue_last_is_top = |(reached & last);";
    assert_ne!(verdict(top, "clue_last_is_top = 1'b0;"), Ok(Status::Solved));
}
