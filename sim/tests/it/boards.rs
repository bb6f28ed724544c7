//! Sends valid and invalid boards to the simulated option cores, in lockstep with their models.

use crate::common::{self, on};

use common::{bytes, plus, puzzle, reply, send};
use nonogram_protocol::{BoardStream, Check, IDENTITY_REQUEST, Message, Status, board_check};
use nonogram_puzzles::{Grid, Puzzle, read_file};
use nonogram_sim::answer::grid_of;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{LineOutcome, propagate};
use nonogram_test_support::random::{ROWS, boards, line_solvable};

fn switched_on(build: &str) -> SimBoard {
    SimBoard::new(build, Drive::Bytes).expect("in the table").with_lockstep()
}

on! {
    [classic11, parallel11x4]: {
        cases_get_the_answer_of_line_logic,
        random_boards_get_the_answer_of_line_logic,
        cycle_counts_match_the_snapshot,
    }
}

// The links of a core's builds differ only in parameters, so one build per core is enough.
mod link {
    use super::*;

    on! {
        [classic11, parallel11x4]: {
            pins_and_bytes_give_the_same_reply,
            the_largest_board_is_accepted_and_one_more_option_is_not,
            boards_beyond_the_build_are_too_large,
            a_wrong_check_is_reported_and_a_right_one_answered,
            boards_with_missing_or_repeated_messages_are_malformed,
            corrupted_messages_get_the_documented_replies,
            a_line_of_equal_options_is_settled,
            a_board_without_lines_is_answered_if_its_check_is_right_or_wrong,
            the_last_two_of_three_start_boards_count,
            boards_sent_without_waiting_are_all_answered,
            a_board_is_solved_after_a_reset_during_the_previous_one,
        }
    }
}

/// The puzzles of all `.non` files in a folder of the puzzles crate and in its subfolders, each with the path of its file.
fn puzzles_below(folder: &str) -> Vec<(String, Puzzle)> {
    fn collect(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "non") {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles").join(folder),
        &mut files,
    );
    files.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.display().to_string();
        let puzzles = read_file(&path, None).unwrap_or_else(|error| panic!("{error}"));
        puzzles.into_iter().map(move |puzzle| (name.clone(), puzzle))
    };
    files.into_iter().flat_map(read).collect()
}

/// Compares the design's answer with complete line solving, which learns the same cells as the elimination of options.
fn check_against_line_logic(board: &mut SimBoard, name: &str, puzzle: &Puzzle) {
    let answer = reply(board, &bytes(puzzle, false));
    let (status, picture) = match propagate(puzzle) {
        LineOutcome::Solved(picture) => (Status::Solved, Some(picture)),
        LineOutcome::Stalled(picture) => (Status::Stalled, Some(picture)),
        LineOutcome::Contradiction { .. } => (Status::Unsolvable, None),
    };
    assert_eq!(answer.status, status, "{name}");
    if let Some(picture) = picture {
        assert_eq!(grid_of(&answer), picture, "{name}");
    } else {
        assert!(
            answer.cells.iter().all(Option::is_none),
            "{name}: the unsolvable reply has known cells"
        );
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn library_puzzles_get_the_answer_of_line_logic_from_the_classic_core() {
    library_puzzles_get_the_answer_of_line_logic("classic11", "classic16", 20_000);
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn library_puzzles_get_the_answer_of_line_logic_from_the_parallel_core() {
    // Only one core receives the longest streams, because most of their cycles are transmission time.
    library_puzzles_get_the_answer_of_line_logic("parallel11x4", "parallel16x4", 60_000);
}

/// Checks the answers to the library puzzles in black and white that fit the build `large` and whose streams are shorter than `bytes`; the
/// build `small` receives those of up to 11 x 11 cells.
fn library_puzzles_get_the_answer_of_line_logic(small: &str, large: &str, bytes: u64) {
    let (mut small, mut large) = (switched_on(small), switched_on(large));
    let mut solved = 0;
    for (name, puzzle) in puzzles_below("library") {
        let side = puzzle.row_count().max(puzzle.column_count());
        if puzzle.palette().is_coloured() {
            continue;
        }
        let board = if side <= 11 { &mut small } else { &mut large };
        if side <= board.build().side() && stream_size(&puzzle) < bytes {
            check_against_line_logic(board, &name, &puzzle);
            solved += 1;
        }
    }
    assert!(solved >= 30, "expected at least 30 puzzles: {solved}");
}

fn stream_size(puzzle: &Puzzle) -> u64 {
    BoardStream::new(puzzle.rows(), puzzle.columns()).expect("a board").size().bytes
}

fn cases_get_the_answer_of_line_logic(build: &str) {
    let mut board = switched_on(build);
    let mut seen = 0;
    for folder in ["cases/ambiguous", "cases/contradictory", "cases/search"] {
        for (name, puzzle) in puzzles_below(folder) {
            let side = puzzle.row_count().max(puzzle.column_count());
            if side <= 11 {
                check_against_line_logic(&mut board, &name, &puzzle);
                seen += 1;
            }
        }
    }
    assert!(seen >= 10, "expected at least 10 cases: {seen}");
}

fn random_boards_get_the_answer_of_line_logic(build: &str) {
    let mut board = switched_on(build);
    let seed = 7;
    for (side, percent) in [(5, 40), (7, 45), (9, 50), (11, 60)] {
        for (number, puzzle) in boards(seed, side, percent).take(8).enumerate() {
            let name = format!("seed {seed}, {side}x{side}, {percent} %, board {number}");
            check_against_line_logic(&mut board, &name, &puzzle);
        }
    }
}

fn cycle_counts_match_the_snapshot(build: &str) {
    let mut board = switched_on(build);
    let table: Vec<String> = ROWS
        .iter()
        .map(|&(side, percent)| {
            let cycles: Vec<u64> = line_solvable(2026, side, percent)
                .take(3)
                .filter_map(|puzzle| send(&mut board, &bytes(&puzzle, false)).cycles)
                .collect();
            format!("{side}x{side}, 0.{percent}: {cycles:?}")
        })
        .collect();
    insta::assert_snapshot!(format!("cycles_of_{build}"), table.join("\n"));
}

fn pins_and_bytes_give_the_same_reply(build: &str) {
    let mut pins = SimBoard::new(build, Drive::Pins).expect("in the table").with_lockstep();
    let mut direct = switched_on(build);
    for puzzle in line_solvable(5, 6, 50).take(5) {
        for check in [false, true] {
            let (a, b) = (
                send(&mut pins, &bytes(&puzzle, check)),
                send(&mut direct, &bytes(&puzzle, check)),
            );
            assert_eq!((a.reply, a.cycles), (b.reply, b.cycles));
        }
    }
}

fn the_largest_board_is_accepted_and_one_more_option_is_not(build: &str) {
    let mut board = switched_on(build);
    let clues = vec![vec![1, 1, 1]; 11];
    let stream = BoardStream::new(&clues, &clues).expect("a board");
    assert_eq!((stream.size().store_words, stream.size().bytes), (1870, 44_402));
    let worst: Vec<u8> = stream.bytes().collect();
    let answer = reply(&mut board, &worst);
    assert_eq!((answer.status, answer.cells.iter().flatten().count()), (Status::Stalled, 0));

    // Repeats the last option of the first line, which then has 85 options. The line starts after the two start boards.
    let option_bytes = 11 * 2;
    let first_line_end = 4 + 2 + 84 * option_bytes + 83 * 2;
    let mut too_many = worst[..first_line_end].to_vec();
    too_many.extend(Message::NextOption.to_bytes());
    too_many.extend(&worst[first_line_end - option_bytes..first_line_end]);
    too_many.extend(&worst[first_line_end..]);
    assert_eq!(reply(&mut board, &too_many).status, Status::TooLarge);
    assert_eq!(reply(&mut board, &bytes(&plus(), false)).status, Status::Solved);
}

fn boards_beyond_the_build_are_too_large(build: &str) {
    let mut board = switched_on(build);
    for (rows, columns) in [(12, 3), (3, 12), (12, 12), (40, 40), (100, 70), (112, 112), (127, 3)] {
        let (row, column) = (vec![vec![columns]; rows], vec![vec![rows]; columns]);
        let stream = BoardStream::new(&row, &column).expect("a board");
        // The low byte of a start board of 112 to 127 is at least e0, so that the message looks out of step and the CRC does not cover it.
        let sent: Vec<u8> = stream.with_check(rows < 112).bytes().collect();
        let status = reply(&mut board, &sent).status;
        assert_eq!(status, Status::TooLarge, "{rows}x{columns}");
    }
    assert_eq!(reply(&mut board, &bytes(&plus(), false)).status, Status::Solved);
}

fn a_wrong_check_is_reported_and_a_right_one_answered(build: &str) {
    let mut board = switched_on(build);
    let mut sent = bytes(&plus(), true);
    let good = reply(&mut board, &sent);
    assert_eq!((good.status, good.seed), (Status::Solved, board_check(&sent)));
    let place = sent.len() - 3;
    sent[place] ^= 4;
    // The reply belongs to the board as it was received, and the seed of a board does not remain.
    let bad = reply(&mut board, &sent);
    assert_eq!((bad.status, bad.seed), (Status::BadCheck, board_check(&sent)));
    assert_eq!(reply(&mut board, &bytes(&plus(), false)).seed, None);
    let identity = send(&mut board, &IDENTITY_REQUEST).reply;
    assert_eq!(identity, board.identity().bytes());
}

fn boards_with_missing_or_repeated_messages_are_malformed(build: &str) {
    let mut board = switched_on(build);
    let good = bytes(&plus(), false);
    let without =
        |range: std::ops::Range<usize>| [&good[..range.start], &good[range.end..]].concat();
    let twice = |range: std::ops::Range<usize>| [&good[..range.end], &good[range.start..]].concat();
    let cases = [
        ("no second start board", without(2..4)),
        ("no start line", without(4..6)),
        ("no first assignment", without(6..8)),
        ("an assignment twice", twice(6..8)),
        ("no next option", without(12..14)),
        ("a line missing", without(4..30)),
        ("an end line twice", twice(28..30)),
    ];
    for (what, sent) in cases {
        assert_eq!(reply(&mut board, &sent).status, Status::Malformed, "{what}");
        assert_eq!(reply(&mut board, &good).status, Status::Solved, "after: {what}");
    }
}

/// The replies to a board with one changed byte, by the table in docs/reference/protocol.md.
fn corrupted_messages_get_the_documented_replies(build: &str) {
    let mut board = SimBoard::new(build, Drive::Bytes).expect("in the table");
    // The low byte of the check is below 80, so that it forms a message with any high byte.
    let pictures = [
        ["#--", "###", "#--"],
        ["--#", "###", "--#"],
        ["-#-", "###", "###"],
        ["#--", "###", "###"],
    ];
    let puzzles =
        pictures.map(|lines| Puzzle::from_grid(&Grid::from_lines(&lines).expect("a grid")));
    let has_low_check =
        |puzzle: &&Puzzle| bytes(puzzle, true).iter().rev().nth(2).is_some_and(|low| *low < 0x80);
    let puzzle = puzzles.iter().find(has_low_check).expect("such a check");
    let [checked, open] = [true, false].map(|check| bytes(puzzle, check));
    // What is changed, the board, the place of the byte from its start or its end, the inverted bits, and the reply. The first line: start
    // line at 4, assignment 0, ..., next option at 12, ..., end line at 28. The end of a checked board: check at -4, end board at -2.
    let cases = include_str!("../cases/corrupted_messages.txt");
    let is_check_control = checked[checked.len() - 4] >> 5 == 0b011;
    assert!(is_check_control && (open[12], open[28]) == (0x40, 0x20));
    let invert = |board: &[u8], place: isize, bits: u8| {
        let mut sent = board.to_vec();
        let length = if place < 0 { sent.len() } else { 0 };
        sent[length.wrapping_add_signed(place)] ^= bits;
        sent
    };
    for case in cases.lines() {
        let columns: Vec<&str> = case.split('|').map(str::trim).collect();
        let [what, checks, place, bits, expected] = columns[..] else {
            panic!("{case}");
        };
        let is_checked = checks == "checked";
        let original = if is_checked { &checked } else { &open };
        let bits = u8::from_str_radix(bits, 16).expect("bits");
        let sent = invert(original, place.parse().expect("a place"), bits);
        let received = send(&mut board, &sent).reply;
        if expected == "none" {
            assert!(received.is_empty(), "{what}: {received:02x?}");
            continue;
        }
        let answer = nonogram_protocol::decode_reply(received).expect(what);
        let (status, rows, columns) = (answer.status, answer.rows, answer.columns);
        assert_eq!(format!("{status}, {rows} x {columns}"), expected, "{what}");
        let has_check = is_checked && !what.starts_with("check as");
        assert_eq!(answer.seed.is_some(), has_check, "{what}");
    }
    let as_start_board = invert(&checked, -4, 0x80);
    let answer = reply(&mut board, &as_start_board);
    assert!(matches!(answer.status, Status::Malformed | Status::TooLarge));
    assert_eq!((answer.columns, answer.seed), (0, None));
    assert_eq!(reply(&mut board, &checked).status, Status::Solved);
}

/// Regression test: the classic core called such a board stalled, with every cell known.
fn a_line_of_equal_options_is_settled(build: &str) {
    let mut board = switched_on(build);
    let words =
        [0xe002, 0xe002, 0xc000, 0xa000, 0x4000, 0xa000, 0x2000, 0xc000, 0xa000, 0x2000, 0x0000];
    let sent: Vec<u8> = words.into_iter().flat_map(u16::to_be_bytes).collect();
    let answer = reply(&mut board, &sent);
    assert_eq!((answer.status, answer.cells), (Status::Solved, vec![Some(0)]));
}

fn a_board_without_lines_is_answered_if_its_check_is_right_or_wrong(build: &str) {
    let mut board = switched_on(build);
    let good = bytes(&plus(), true);
    let mut seen = [0; 8];
    for size in 0..121 {
        let starts = [size % 11, size / 11].map(|size| Message::StartBoard(1 + size));
        let mut check = Check::new();
        starts.into_iter().for_each(|start| check.add(start));
        let class = usize::from(check.value() >> 5 & 7);
        if seen[class] == 2 {
            continue;
        }
        seen[class] += 1;
        let wrong = check.value() ^ 0x100;
        for (check, status) in [(check.value(), Status::Malformed), (wrong, Status::BadCheck)] {
            let end = [Message::Check(check), Message::EndBoard(0)];
            let sent = [starts, end].concat().into_iter().flat_map(Message::to_bytes);
            let answer = reply(&mut board, &sent.collect::<Vec<u8>>());
            let found = (answer.status, answer.seed);
            assert_eq!(found, (status, Some(check)), "{check:04x}");
            assert_eq!(reply(&mut board, &good).status, Status::Solved, "after {check:04x}");
        }
    }
    assert_eq!(seen, [2; 8]);
}

fn the_last_two_of_three_start_boards_count(build: &str) {
    let mut board = switched_on(build);
    let good = bytes(&plus(), false);
    let start = |size| Message::StartBoard(size).to_bytes();
    for first in [0, 1, 11, 99] {
        let answer = reply(&mut board, &[&start(first)[..], &good].concat());
        let size = (answer.rows, answer.columns);
        assert_eq!((size, answer.status), ((3, 3), Status::Solved), "{first}");
    }
    let ended = [start(99), start(2), start(3), [0, 0]].concat();
    let answer = reply(&mut board, &ended);
    assert_eq!((answer.rows, answer.columns), (2, 3));
}

fn boards_sent_without_waiting_are_all_answered(build: &str) {
    let mut board = SimBoard::new(build, Drive::Pins).expect("in the table").with_lockstep();
    let large = line_solvable(11, 11, 65).next().expect("a board");
    let tiny = puzzle(&[&[1]], &[&[1]]);
    let order = [&large, &tiny, &tiny, &plus(), &large, &tiny];
    let sent: Vec<u8> = order.iter().flat_map(|puzzle| bytes(puzzle, true)).collect();
    let received = send(&mut board, &sent).reply;
    let mut decoder = nonogram_protocol::ReplyDecoder::new();
    let mut pictures = Vec::new();
    for byte in received {
        if let Some(nonogram_protocol::Received::Reply(reply)) =
            decoder.push(byte).expect("in order")
        {
            let board = bytes(order[pictures.len()], true);
            assert_eq!((reply.status, reply.seed), (Status::Solved, board_check(&board)));
            pictures.push(grid_of(&reply));
        }
    }
    assert_eq!(pictures.len(), order.len());
    for (puzzle, picture) in order.iter().zip(&pictures) {
        assert!(puzzle.is_solved_by(picture));
    }
}

fn a_board_is_solved_after_a_reset_during_the_previous_one(build: &str) {
    let mut board = switched_on(build);
    let sent = bytes(&plus(), true);
    for clocks in (0..1600).step_by(37) {
        let mut source = sent.iter().copied();
        for _ in 0..clocks {
            board.step(&mut || source.next()).expect("runs");
        }
        board.reset(8).expect("runs");
        board.idle(5000).expect("runs");
        assert_eq!(reply(&mut board, &sent).status, Status::Solved, "reset in cycle {clocks}");
    }
}
