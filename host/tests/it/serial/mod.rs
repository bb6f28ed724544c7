//! `solve --on PORT` over a pseudo-terminal, against fake boards: correct replies here, faults in the modules.

mod chatty;
use crate::common;
mod device;
mod faults;
mod killed;
mod ports;
mod stale;

use common::fake::{FakeBoard, bytes, pty, solve};
use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, UNEQUAL, json_lines, run,
};
use nonogram_protocol::{BoardMessage, BoardStream, Reply, Status};
use predicates::str::contains;

/// Solves `puzzle` on a board that answers with `answer`, with extra arguments.
pub fn on_fake(
    puzzle: &str,
    arguments: &[&str],
    answer: impl FnMut(&BoardMessage) -> Vec<u8> + Send + 'static,
) -> assert_cmd::assert::Assert {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", puzzle);
    let board = FakeBoard::new(answer);
    run!("solve --baud 1000000 --on", &board.port, &arguments, file)
}

/// The correct reply to a board.
pub fn right(board: &BoardMessage) -> Vec<u8> {
    bytes(&solve(board))
}

/// Answers each board with the correct reply, changed by `spoil`.
pub fn spoilt(
    spoil: impl Fn(&mut Reply) + Send + 'static,
) -> impl FnMut(&BoardMessage) -> Vec<u8> + Send {
    move |board| {
        let mut reply = solve(board);
        spoil(&mut reply);
        bytes(&reply)
    }
}

#[test]
fn a_correct_reply_is_printed() {
    on_fake(SOLVABLE, &[], right)
        .success()
        .stdout(PICTURE)
        .stderr("");
    on_fake(SOLVABLE, &["--check"], right)
        .success()
        .stdout(PICTURE)
        .stderr("");
}

#[test]
fn a_device_without_identity_receives_a_board_without_check() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeBoard::new(right);
    run!("solve --on", &board.port, file).success();
    let arrived = board.board();
    assert_eq!(arrived.check, None);
    let clues: Vec<Vec<usize>> = vec![vec![1, 1], vec![3], vec![1], vec![2], vec![2], vec![2]];
    assert_eq!(arrived.clues(), Some(clues));
}

#[test]
fn stalled_and_unsolvable_boards_are_reported() {
    on_fake(PARTIAL, &[], right)
        .code(4)
        .stdout("?-?\n---\n?-?\n")
        .stderr(contains("stalled: line logic determines 5 of 9 cells"));
    on_fake(CONTRADICTORY, &[], right)
        .code(3)
        .stdout("")
        .stderr(contains("unsolvable"));
}

#[test]
fn unequal_sums_are_not_sent() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", UNEQUAL);
    let board = FakeBoard::new(right);
    run!("solve --on", &board.port, file)
        .code(3)
        .stdout("")
        .stderr(contains(
            "nothing was sent: the row clues require 3 filled cells, the column clues 2",
        ));
    assert!(board.boards.try_recv().is_err());
}

#[test]
fn json_counts_the_bytes() {
    let output = on_fake(PARTIAL, &["--json", "--check"], right).code(4);
    let records = json_lines(&output);
    let record = &records[0];
    let rows: [&[usize]; 3] = [&[1], &[], &[1]];
    let sent = BoardStream::new(&rows, &rows)
        .unwrap()
        .with_check(true)
        .size()
        .bytes;
    // Two start boards, five cells, check and end board.
    let received = 2 * 9;
    assert_eq!(record["status"], "stalled");
    assert_eq!(record["bytes_sent"], sent);
    assert_eq!(record["bytes_received"], received);
    let wire = record["wire_seconds"].as_f64().unwrap();
    assert!((wire - (sent + received) as f64 * 10.0 / 1e6).abs() < 1e-12);
    assert!(record["backend"].as_str().unwrap().starts_with("/dev/"));
    assert_eq!(record["core"], "classic");
    assert!(record["cycles"].is_null());
    assert!(record.get("unique").is_none());
}

#[test]
fn several_puzzles_share_the_port() {
    let folder = Folder::new();
    let files = [
        ("a", SOLVABLE),
        ("b", AMBIGUOUS),
        ("c", UNEQUAL),
        ("d", SOLVABLE),
    ]
    .map(|(name, text)| folder.file(name, text));
    let board = FakeBoard::new(right);
    let assert = run!("solve --format non --on", &board.port, &files).code(4);
    assert.stdout(format!("{PICTURE}\n??\n??\n\n{PICTURE}"));
    let sizes: Vec<usize> = (0..3).map(|_| board.board().rows).collect();
    assert_eq!(sizes, [3, 2, 3]);
}

/// The stream of the largest published board is more than ten times as long as the buffer of a pseudo-terminal.
#[test]
fn the_largest_published_board_is_sent_whole() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
    let board = FakeBoard::new(right);
    let assert = run!("solve --json --on", &board.port, file).code(4);
    assert_eq!(json_lines(&assert)[0]["bytes_sent"], 44_402);
}

/// The device answers after the first byte of the board, with more bytes than the buffer of a pseudo-terminal holds.
#[test]
fn replies_are_read_while_the_board_is_written() {
    let folder = Folder::new();
    let blank = "0\n".repeat(60);
    let text = format!("width 60\nheight 60\n\nrows\n{blank}\ncolumns\n{blank}");
    let file = folder.file("blank.non", text);
    let (far, port, _near) = pty();
    let reply = Reply {
        rows: 60,
        columns: 60,
        cells: vec![Some(false); 3600],
        status: Status::Solved,
        seed: None,
    };
    let far = std::fs::File::from(far);
    let board = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let (mut far, mut first) = (far, [0]);
        far.read_exact(&mut first).unwrap();
        far.write_all(&bytes(&reply)).unwrap();
        // Two start boards, 120 lines of one option each, and the end board, without the first byte, which has been read.
        let mut rest = vec![0; 2 * (3 + 120 * 62) - 1];
        far.read_exact(&mut rest).unwrap();
        far
    });
    run!("solve --no-check --on", &port, file)
        .success()
        .stdout("-".repeat(60).add_line().repeat(60));
    drop(board.join().unwrap());
}

trait AddLine {
    fn add_line(self) -> String;
}

impl AddLine for String {
    fn add_line(mut self) -> String {
        self.push('\n');
        self
    }
}
