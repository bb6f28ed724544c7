//! Clue boards on the simulated board, in lockstep with the model: verdicts and pictures, search requests, cancelled searches, refused
//! boards.

use crate::common;

use crate::every;
use common::{clue_bytes, reply, send};
use nonogram_protocol::{
    CANCEL, IDENTITY_REQUEST, LIMIT_UNIT, SearchMode, SearchRequest, Status, board_check,
};
use nonogram_puzzles::{Cell, Grid, Puzzle};
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::random::mixed;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{SolveOptions, Verdict, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
    assert!(
        solved > 20 && unsolvable > 10 && multiple > 20,
        "{counts:?}"
    );
}

#[test]
fn every_board_up_to_two_by_two_has_the_right_verdict() {
    let mut board = board("clue16", Drive::Bytes);
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for number in 0..every::count(rows, columns) {
            check(&mut board, &every::board(rows, columns, number));
        }
    }
}

#[test]
fn boards_of_20_by_20_that_need_search_are_settled() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut board = board("clue32", Drive::Pins);
    for _ in 0..3 {
        let grid = Grid::from_fn(20, 20, |_, _| random.random_bool(0.5));
        check(&mut board, &Puzzle::from_grid(&grid));
    }
    // A board with the longest lines, 32 cells, leaves no state behind for a board of one cell.
    let grid = Grid::from_fn(32, 32, |_, _| random.random_bool(0.7));
    check(&mut board, &Puzzle::from_grid(&grid));
    check(
        &mut board,
        &Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true)),
    );
}

/// A 16 x 16 board with one solution that line logic alone does not find.
fn hard() -> Puzzle {
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
        (
            answer.status,
            grid.known_cells(),
            exchange.cycles.expect("a decided board"),
        )
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
    let whole = clue_bytes(&puzzle, true, SearchRequest::default());
    let expected = send(&mut board, &whole).reply;
    let cancelled = [&whole[..], &CANCEL.to_bytes()].concat();
    assert_eq!(reply(&mut board, &cancelled).status, Status::Stalled);
    assert_eq!(send(&mut board, &whole).reply, expected);
    // An identity request also ends the search, and is answered after the reply.
    let asked = [&whole[..], &IDENTITY_REQUEST].concat();
    let answer = send(&mut board, &asked).reply;
    let identity = board.identity().bytes();
    assert!(answer.ends_with(&identity));
    let ended = nonogram_protocol::decode_reply(answer[..answer.len() - identity.len()].to_vec());
    assert_eq!(ended.expect("a reply").status, Status::Stalled);
    assert_eq!(send(&mut board, &whole).reply, expected);
    // A second board waits for the verdict of the first.
    let both = send(&mut board, &[&whole[..], &whole[..]].concat()).reply;
    assert_eq!(both, [&expected[..], &expected[..]].concat());
}

#[test]
fn boards_too_large_or_for_another_core_are_refused_with_a_status() {
    let mut board = board("clue16", Drive::Bytes);
    let clues = |count: usize, clue: &[usize]| vec![clue.to_vec(); count];
    let send_raw = |board: &mut SimBoard, rows: &[Vec<usize>], columns: &[Vec<usize>]| {
        let stream = nonogram_protocol::ClueStream::new(rows, columns).expect("a small board");
        reply(board, &stream.bytes().collect::<Vec<u8>>()).status
    };
    let wide = send_raw(&mut board, &clues(17, &[1]), &clues(17, &[1]));
    assert_eq!(wide, Status::TooLarge);
    // A clue core does not accept option boards.
    let options = common::bytes(&common::plus(), true);
    assert_eq!(reply(&mut board, &options).status, Status::Malformed);
    let plus = clue_bytes(&common::plus(), true, SearchRequest::default());
    assert_eq!(reply(&mut board, &plus).status, Status::Solved);
}

/// The bytes of a hexadecimal file in `tests/undecided`.
fn undecided(name: &str) -> Vec<u8> {
    let file = format!("{}/tests/undecided/{name}.hex", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("a file");
    let byte = |place| u8::from_str_radix(&text[place..place + 2], 16).expect("hexadecimal");
    (0..text.trim().len()).step_by(2).map(byte).collect()
}

#[test]
fn a_board_with_a_missing_line_and_a_matching_check_gets_a_reply() {
    let sent = undecided("no-reply");
    let answer = reply(&mut board("clue16", Drive::Bytes), &sent);
    assert_eq!((answer.rows, answer.columns), (4, 3));
    assert_eq!(
        (answer.status, answer.seed),
        (Status::Malformed, board_check(&sent))
    );
}

#[test]
fn the_last_two_of_three_start_boards_count_though_the_first_is_too_large() {
    let answer = reply(
        &mut board("clue16", Drive::Bytes),
        &undecided("three-start-boards"),
    );
    assert_eq!((answer.rows, answer.columns), (4, 7));
    assert_eq!((answer.status, answer.seed), (Status::Multiple, None));
}
