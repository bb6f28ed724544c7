//! `solve --on PORT` over a pseudo-terminal, against fake boards: right replies and every fault.

mod common;

use std::os::fd::AsFd;

use common::fake::{FakeBoard, bytes, pty, solve};
use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, UNEQUAL, json_lines, nonogram,
};
use nonogram_protocol::{BoardMessage, BoardStream, Reply, Status};
use predicates::prelude::*;
use predicates::str::contains;

/// Solves `puzzle` on a board that answers `answer`, with these extra arguments.
fn on_fake(
    puzzle: &str,
    arguments: &[&str],
    answer: impl FnMut(&BoardMessage) -> Vec<u8> + Send + 'static,
) -> assert_cmd::assert::Assert {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", puzzle);
    let board = FakeBoard::new(answer);
    let mut command = nonogram();
    command.args(["solve", "--baud", "1000000", "--on", &board.port]);
    command.args(arguments).arg(file).assert()
}

fn right(board: &BoardMessage) -> Vec<u8> {
    bytes(&solve(board))
}

/// The right reply, spoilt.
fn spoilt(
    spoil: impl Fn(&mut Reply) + Send + 'static,
) -> impl FnMut(&BoardMessage) -> Vec<u8> + Send {
    move |board| {
        let mut reply = solve(board);
        spoil(&mut reply);
        bytes(&reply)
    }
}

#[test]
fn solves() {
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
fn sends_the_published_stream() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeBoard::new(right);
    nonogram()
        .args(["solve", "--on", &board.port])
        .arg(file)
        .assert()
        .success();
    let arrived = board.board();
    assert_eq!(arrived.check, None);
    let clues: Vec<Vec<usize>> = vec![vec![1, 1], vec![3], vec![1], vec![2], vec![2], vec![2]];
    assert_eq!(arrived.clues(), Some(clues));
}

#[test]
fn stalled_and_unsolvable_boards() {
    on_fake(PARTIAL, &[], right)
        .code(4)
        .stdout("?-?\n---\n?-?\n")
        .stderr(contains("stalled: line logic knows 5 of 9 cells"));
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
    nonogram()
        .args(["solve", "--on", &board.port])
        .arg(file)
        .assert()
        .code(3)
        .stdout("")
        .stderr(contains(
            "nothing was sent: the rows ask for 3 filled cells, the columns for 2",
        ));
    assert!(board.boards.try_recv().is_err());
}

#[test]
fn json_counts_the_bytes() {
    let output = on_fake(PARTIAL, &["--json", "--check"], right).code(4);
    let records = json_lines(&output.get_output().stdout);
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
    let mut command = nonogram();
    command.args(["solve", "--format", "non", "--on", &board.port]);
    let assert = command.args(&files).assert().code(4);
    assert.stdout(format!("{PICTURE}\n??\n??\n\n{PICTURE}"));
    let sizes: Vec<usize> = (0..3).map(|_| board.board().rows).collect();
    assert_eq!(sizes, [3, 2, 3]);
}

/// The largest published board: the stream is ten times a pty's buffer.
#[test]
fn the_worst_published_board_goes_through() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
    let board = FakeBoard::new(right);
    let mut command = nonogram();
    command
        .args(["solve", "--json", "--on", &board.port])
        .arg(file);
    let assert = command.assert().code(4);
    assert_eq!(
        json_lines(&assert.get_output().stdout)[0]["bytes_sent"],
        44_402
    );
}

/// A far end that answers before it has read the board, more than a pty's buffer holds.
#[test]
fn reads_while_it_writes() {
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
        check: None,
    };
    let far = std::fs::File::from(far);
    let board = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let (mut far, mut first) = (far, [0]);
        far.read_exact(&mut first).unwrap();
        far.write_all(&bytes(&reply)).unwrap();
        // Two start boards, 120 lines of one option each, and the end board, all but one byte.
        let mut rest = vec![0; 2 * (3 + 120 * 62) - 1];
        far.read_exact(&mut rest).unwrap();
        far
    });
    let mut command = nonogram();
    command
        .args(["solve", "--no-check", "--on", &port])
        .arg(file);
    command
        .assert()
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

#[test]
fn silence() {
    let assert = on_fake(SOLVABLE, &["--timeout", "0.3"], |_| Vec::new()).code(5);
    assert.stdout("").stderr(
        contains("puzzle.non: /dev/")
            .and(contains("no reply within"))
            .and(contains("--timeout")),
    );
}

#[test]
fn nobody_listens_at_all() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
    let (_far, port, _near) = pty();
    let mut command = nonogram();
    command.args([
        "solve",
        "--baud",
        "1000000",
        "--timeout",
        "0.3",
        "--on",
        &port,
    ]);
    command
        .arg(file)
        .assert()
        .code(5)
        .stderr(contains("no byte was taken"));
}

#[test]
fn garbage() {
    let assert = on_fake(SOLVABLE, &[], |_| b"login: \xff\x00".to_vec()).code(5);
    assert
        .stdout("")
        .stderr(contains("is no reply: message 1").and(contains("--baud")));
}

#[test]
fn a_reply_cut_short() {
    for length in [1, 2, 4, 9, 20] {
        let cut = move |board: &BoardMessage| right(board)[..length].to_vec();
        let message = format!("message {}", length / 2 + 1);
        on_fake(SOLVABLE, &["--timeout", "0.3", "--retries", "1"], cut)
            .code(5)
            .stdout("")
            .stderr(contains("broke off").and(contains(message)));
    }
}

#[test]
fn wrong_replies_are_not_believed() {
    on_fake(SOLVABLE, &[], spoilt(|reply| reply.cells[4] = Some(false)))
        .code(5)
        .stdout("")
        .stderr(contains("break the clue of row 2"));
    on_fake(SOLVABLE, &[], spoilt(|reply| reply.rows = 1))
        .code(5)
        .stderr(contains("cell 3 is outside"));
    on_fake(CONTRADICTORY, &[], spoilt(|reply| reply.rows = 4))
        .code(5)
        .stderr(contains("for a board of 4 x 3; expected 3 x 3"));
    // The status is the one thing that no check covers.
    on_fake(
        SOLVABLE,
        &[],
        spoilt(|reply| reply.status = Status::Stalled),
    )
    .code(5)
    .stdout("")
    .stderr(contains("knows every cell"));
    // Stalled with a cell that no solution has.
    on_fake(PARTIAL, &[], spoilt(|reply| reply.cells[4] = Some(true)))
        .code(5)
        .stderr(contains("break the clue of row 2"));
}

#[test]
fn fault_statuses() {
    let status = |status| spoilt(move |reply| reply.status = status);
    on_fake(SOLVABLE, &[], status(Status::BadCheck))
        .code(5)
        .stderr(contains("status 3"));
    on_fake(SOLVABLE, &[], status(Status::TooLarge))
        .code(2)
        .stderr(contains(
            "too large for this build (status 4): 3 x 3, up to 3 options a line",
        ));
    on_fake(SOLVABLE, &[], status(Status::Malformed))
        .code(5)
        .stderr(contains("status 5"));
}

#[test]
fn checks_in_replies() {
    let flip = |board: &BoardMessage| {
        let mut reply = right(board);
        let check = reply.len() - 3;
        reply[check] ^= 1;
        reply
    };
    on_fake(SOLVABLE, &["--check"], flip)
        .code(5)
        .stderr(contains("does not match"));
    on_fake(SOLVABLE, &["--check"], spoilt(|reply| reply.check = None))
        .code(5)
        .stderr(contains("has no check message"));
}

/// A fault costs a board nothing but time, and without --retries not the next one.
#[test]
fn recovers_after_a_fault() {
    let run = |retries: &str| {
        let folder = Folder::new();
        let files = ["a.non", "b.non"].map(|name| folder.file(name, SOLVABLE));
        let mut first = true;
        let board = FakeBoard::new(move |board| {
            let reply = right(board);
            let length = if std::mem::take(&mut first) {
                7
            } else {
                reply.len()
            };
            reply[..length].to_vec()
        });
        let mut command = nonogram();
        command.args(["solve", "--baud", "1000000", "--timeout", "0.3", "--json"]);
        command.args(["--retries", retries, "--on", &board.port]);
        command.args(files).assert()
    };
    let assert = run("2").success().stderr(
        contains("a.non: /dev/")
            .and(contains("broke off"))
            .and(contains("sent again, 1 of at most 2 times")),
    );
    let records = json_lines(&assert.get_output().stdout);
    assert_eq!(
        (&records[0]["retries"], &records[1]["retries"]),
        (&1.into(), &0.into())
    );
    let assert = run("0").code(5).stderr(contains("a.non"));
    let records = json_lines(&assert.get_output().stdout);
    assert_eq!(records.len(), 1);
    assert!(records[0]["file"].as_str().unwrap().ends_with("b.non"));
}

/// Silence is answered with the board once more, and no more when nobody ever spoke.
#[test]
fn sends_again_into_silence() {
    let mut silent = 1;
    let answer = move |board: &BoardMessage| {
        let reply = right(board);
        if silent == 0 {
            return reply;
        }
        silent -= 1;
        Vec::new()
    };
    on_fake(SOLVABLE, &["--timeout", "0.3"], answer)
        .success()
        .stdout(PICTURE)
        .stderr(contains("no reply within").and(contains("sent again, 1 of at most 1 times")));
}

#[test]
fn ports_that_do_not_open() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let solve_on = |port: &str| {
        let mut command = nonogram();
        command
            .args(["solve", "--on", port])
            .arg(&file)
            .assert()
            .code(5)
            .stdout("")
    };
    solve_on("/dev/no-such-port").stderr(contains(
        "/dev/no-such-port: no such port; expected `sim`, `software`, or a port",
    ));
    solve_on(file.to_str().unwrap()).stderr(contains("cannot open it as a serial port"));

    let (_far, port, near) = pty();
    let lock = rustix::fs::FlockOperation::NonBlockingLockExclusive;
    rustix::fs::flock(near.as_fd(), lock).unwrap();
    solve_on(&port).stderr(contains("busy").and(contains("close the other program")));
}

#[test]
fn an_unplugged_port() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let (far, port, near) = pty();
    let unplug = std::thread::spawn(move || {
        use std::io::Read;
        let mut far = std::fs::File::from(far);
        far.read_exact(&mut [0; 8]).unwrap();
        drop(near);
    });
    let mut command = nonogram();
    command.args(["solve", "--on", &port]).arg(file);
    command.assert().code(5).stderr(contains("the port failed"));
    unplug.join().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_at_once_and_leaves_nothing() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeBoard::new(|_| Vec::new());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args([
            "solve",
            "--output",
            folder.path("out.txt").to_str().unwrap(),
            "--on",
            &board.port,
        ])
        .arg(file)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The board has arrived: the host is waiting for a reply that never comes.
    board.board();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), ["puzzle.non"]);
}
