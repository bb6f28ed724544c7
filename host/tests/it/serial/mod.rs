//! `solve --on PORT` over a pseudo-terminal, against fake boards: correct replies here, faults in the modules.

mod chatty;
mod clues;
mod faults;
mod killed;
mod ports;
mod stale;

use crate::common;

use common::fake::{Board, FakeDevice, bytes, pty};
use common::{
    CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, pick, uniform,
};
use nonogram_protocol::{BoardStream, Reply, Status};
use predicates::str::contains;

/// Solves `puzzle` on a board that answers with `answer`, with extra arguments.
pub fn on_fake(
    puzzle: &str,
    arguments: &[&str],
    answer: impl FnMut(&Board) -> Vec<u8> + Send + 'static,
) -> assert_cmd::assert::Assert {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", puzzle);
    let board = FakeDevice::published(answer);
    let mut command = nonogram();
    command.args(["solve", "--baud", "1000000", "--on", &board.port]);
    command.args(arguments).arg(file).assert()
}

/// Answers each board with the correct reply, changed by `spoil`.
pub fn spoilt(spoil: impl Fn(&mut Reply) + Send + 'static) -> impl FnMut(&Board) -> Vec<u8> + Send {
    move |board| {
        let mut reply = board.reply();
        spoil(&mut reply);
        bytes(&reply)
    }
}

#[test]
fn a_correct_reply_is_printed() {
    for options in [&[][..], &["--check"]] {
        let solved = on_fake(SOLVABLE, options, Board::right).success();
        solved.stdout(PICTURE).stderr("");
    }
}

#[test]
fn a_device_without_identity_receives_a_board_without_check() {
    let folder = Folder::of_puzzles();
    let board = FakeDevice::published(Board::right);
    folder.rows(&format!("solve --on {} solvable.non | 0", board.port));
    let arrived = board.board();
    assert_eq!(arrived.check, None);
    let clues: Vec<Vec<usize>> = vec![vec![1, 1], vec![3], vec![1], vec![2], vec![2], vec![2]];
    assert_eq!(arrived.clues, clues);
}

#[test]
fn stalled_and_unsolvable_boards_are_reported() {
    on_fake(PARTIAL, &[], Board::right)
        .code(4)
        .stdout("?-?\n---\n?-?\n")
        .stderr(contains("stalled: line logic determines 5 of 9 cells"));
    on_fake(CONTRADICTORY, &[], Board::right)
        .code(3)
        .stdout("")
        .stderr(contains("unsolvable"));
}

#[test]
fn unequal_sums_are_not_sent() {
    let folder = Folder::of_puzzles();
    let board = FakeDevice::published(Board::right);
    folder.rows(&format!(
        r#"solve --on {} unequal.non | 3 | "" | nothing was sent: the row clues require 3 filled cells, the column clues 2"#,
        board.port
    ));
    assert!(board.boards.try_recv().is_err());
}

#[test]
fn json_counts_the_bytes() {
    let output = on_fake(PARTIAL, &["--json", "--check"], Board::right).code(4);
    let record = &json_lines(&output)[0];
    let rows: [&[usize]; 3] = [&[1], &[], &[1]];
    let sent = BoardStream::new(&rows, &rows)
        .unwrap()
        .with_check(true)
        .size()
        .bytes;
    // Two start boards, five cells, check and end board.
    let received = 2 * 9;
    let found = pick(record, "status bytes_sent bytes_received core cycles");
    let expected = serde_json::json!(["stalled", sent, received, "classic", null]);
    assert_eq!(found, expected);
    let wire = record["wire_seconds"].as_f64().unwrap();
    assert!((wire - (sent + received) as f64 * 10.0 / 1e6).abs() < 1e-12);
    assert!(record["backend"].as_str().unwrap().starts_with("/dev/"));
    assert!(record.get("unique").is_none());
}

#[test]
fn several_puzzles_share_the_port() {
    let folder = Folder::of_puzzles();
    let board = FakeDevice::published(Board::right);
    let files = "solvable.non ambiguous.non unequal.non solvable.non";
    folder.rows(&format!(
        "solve --on {} {files} | 4 | =#-#/###/-#-//??/??//#-#/###/-#-/",
        board.port
    ));
    let sizes: Vec<usize> = (0..3).map(|_| board.board().rows).collect();
    assert_eq!(sizes, [3, 2, 3]);
}

/// The stream of the largest published board is more than ten times as long as the buffer of a pseudo-terminal.
#[test]
fn the_largest_published_board_is_sent_whole() {
    let folder = Folder::new();
    folder.file("worst.non", uniform(11, "1,1,1"));
    let board = FakeDevice::published(Board::right);
    let solved = folder.run(&format!("solve --json --on {} worst.non", board.port));
    assert_eq!(json_lines(&solved.code(4))[0]["bytes_sent"], 44_402);
}

/// The device answers after the first byte of the board, with more bytes than the buffer of a pseudo-terminal holds.
#[test]
fn replies_are_read_while_the_board_is_written() {
    let folder = Folder::new();
    folder.file("blank.non", uniform(60, "0"));
    let (far, port, _near) = pty();
    let reply = Reply {
        rows: 60,
        columns: 60,
        cells: vec![Some(0); 3600],
        planes: 0,
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
    let solved = folder.run(&format!("solve --no-check --on {port} blank.non"));
    let blank = "-".repeat(60) + "\n";
    solved.success().stdout(blank.repeat(60));
    drop(board.join().unwrap());
}
