//! `solve --on PORT` over a pseudo-terminal, against fake boards: long boards and replies, an unplugged port, an interrupted host; faults in the
//! module.
//!
//! Devices that never fall silent, or never answer: every wait ends, with exit code 5 and what was received.
//!
//! A clue core behind the port: the host sends clues, because the device's identity reports this core.

mod faults;

use std::fs::File;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::assert::Assert;
use nonogram_protocol::{
    BuildIdentity, CoreKind, IDENTITY_REQUEST, Reply, ReplyStream, SearchRequest, Status,
};
use serde_json::{Value, json};

use crate::common::fake::{Board, FakeDevice, Output, bytes, identity, pty};
use crate::common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, pick,
    uniform,
};

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

/// The stream of the largest published board is more than ten times as long as the buffer of a pseudo-terminal.
#[test]
fn the_largest_published_board_is_sent_whole() {
    let folder = Folder::new();
    folder.file("worst.non", uniform(11, "1,1,1"));
    let board = FakeDevice::published(Board::right);
    let solved = folder.run(&format!("solve --json --on {} worst.non", board.port));
    assert_eq!(json_lines(&solved.code(4))[0]["bytes_sent"], 44_402);
}

/// With `--no-check` the host does not request the identity, so the limits of the device are unknown.
#[test]
fn a_board_of_gigabytes_is_not_sent_without_force() {
    let folder = Folder::new();
    let row = "1,1,1,1,1,1,1,1\n";
    // The columns get as many filled cells as the rows, so that the sums agree.
    let columns = "2\n".repeat(8) + &"0\n".repeat(40);
    let text = format!("width 48\nheight 2\nrows\n{row}{row}columns\n{columns}");
    folder.file("wide.non", text);
    let board = FakeDevice::published(|_| Vec::new());
    folder.rows(&format!(
        r#"solve --no-check --on {} wide.non | 2 | "" | on the wire at 9600 baud & or use --force"#,
        board.port
    ));
    assert!(board.boards.try_recv().is_err());
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

#[test]
fn an_unplugged_port_is_reported() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let (far, port, near) = pty();
    let unplug = std::thread::spawn(move || {
        use std::io::Read;
        let mut far = std::fs::File::from(far);
        far.read_exact(&mut [0; 8]).unwrap();
        drop(near);
    });
    folder.rows(&format!("solve --on {port} puzzle.non | 5 | | the port failed"));
    unplug.join().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_solve_at_once_and_leaves_no_files() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeDevice::published(|_| Vec::new());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["solve", "--output", folder.path("out.txt").to_str().unwrap(), "--on", &board.port])
        .arg(file)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The board has arrived: the host waits for a reply that never comes.
    board.board();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), ["puzzle.non"]);
}

/// A bound that shows that a command ends: far more than any takes.
const BOUND: Duration = Duration::from_secs(60);

/// Runs a command on a device that sends these bytes again and again, with a pause in milliseconds; for the first time on an identity
/// request if `asked`. The command ends with exit code 5. `PORT` stands for the port, and `FILE` for a puzzle.
fn on_talker(bytes: &[u8], pause: u64, asked: bool, command: &str) -> Assert {
    let folder = Folder::of_puzzles();
    let (far, port, near) = pty();
    let mut far = File::from(far);
    let bytes = bytes.to_vec();
    thread::spawn(move || {
        let mut request = IDENTITY_REQUEST;
        if asked && far.read_exact(&mut request).is_err() {
            return;
        }
        // Sending fails once the test has ended.
        while far.write_all(&bytes).is_ok() {
            thread::sleep(Duration::from_millis(pause));
        }
    });
    let start = Instant::now();
    let command = command.replace("PORT", &port);
    let assert = folder.run(&command.replace("FILE", "solvable.non"));
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    drop(near);
    assert.code(5)
}

#[test]
fn a_device_that_never_falls_silent_is_reported() {
    const SOLVE: &str = "solve --timeout 0.5 --time-limit 0.5 --retries 1 --on PORT FILE";
    const PROBE: &str = "ports --probe PORT";
    let classic = identity(CoreKind::Classic, true).bytes();
    let clue = identity(CoreKind::Clue, false);
    let stopped = BuildIdentity { clock_khz: 0, ..clue }.bytes();
    let (ok, gps) = (b"status ok\r\n", b"$GPGGA,1\r\n");
    let cases: [(&[u8], u64, bool, &str, &str); 11] = [
        (ok, 0, false, SOLVE, ""),
        (ok, 50, false, SOLVE, r"sends without a pause & status ok\r\n"),
        (ok, 300, false, SOLVE, ""),
        (&[0x00], 20, false, SOLVE, ""),
        (&[0xe0], 20, false, SOLVE, ""),
        (&[0xff], 20, false, SOLVE, ""),
        (gps, 50, false, PROBE, "$GPGGA"),
        // A device that only repeats its identity, or is silent after it.
        (&classic, 0, true, SOLVE, ""),
        (&classic, 100, true, SOLVE, ""),
        (&clue.bytes(), 300, true, SOLVE, "times the device's identity"),
        (&stopped, 120_000, true, SOLVE, ""),
    ];
    for (bytes, pause, asked, command, message) in cases {
        let refused = on_talker(bytes, pause, asked, command);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(message.split(" & ").all(|part| said.contains(part)), "{bytes:?}: {said}");
    }
}

const IDENTITY: BuildIdentity = BuildIdentity {
    core: CoreKind::Clue.number(),
    lanes: 8,
    version: [0, 1, 0],
    binds_replies: false,
    side: 4,
    most_options: 0,
    colours: 1,
    store_words: 0,
    clock_khz: 50_000,
    baud: 1_000_000,
};

/// A device with a clue core, whose correct reply number `n`, from 1, is changed by `disturb`.
fn device(mut disturb: impl FnMut(u32, Vec<u8>) -> Vec<u8> + Send + 'static) -> FakeDevice {
    let mut number = 0;
    FakeDevice::new(Some(IDENTITY), Duration::ZERO, Vec::new(), move |reply| {
        number += 1;
        vec![Output::from(disturb(number, reply))]
    })
}

/// Solves these puzzles on the device; returns the exit code, the records, and the boards that arrived.
fn solve(device: &FakeDevice, puzzles: &[&str]) -> (Option<i32>, Vec<Value>, Vec<Board>) {
    let folder = Folder::new();
    let mut solve = nonogram();
    solve.args(["solve", "--json", "--baud", "1000000", "--on", &device.port]);
    for (number, puzzle) in puzzles.iter().enumerate() {
        solve.arg(folder.file(&format!("{number}.non"), puzzle));
    }
    let done = solve.assert();
    let boards = device.boards.try_iter().collect();
    let code = done.get_output().status.code();
    (code, json_lines(&done), boards)
}

/// The reply "stalled" to a board of 3 x 3 cells, without a known cell.
fn stalled() -> Vec<u8> {
    let reply = ReplyStream::new(3, 3, &[None; 9], Status::Stalled);
    let reply = reply.with_seed(Some(0)).with_packed_cells(true);
    reply.bytes().collect()
}

#[test]
fn clues_are_sent_to_a_clue_core() {
    let puzzles = [SOLVABLE, AMBIGUOUS, PARTIAL, CONTRADICTORY, SOLVABLE];
    let (code, records, boards) = solve(&device(|_, reply| reply), &puzzles);
    assert_eq!((code, boards.len()), (Some(4), 5));
    let found: Value = records.iter().map(|record| pick(record, "status unique")).collect();
    let expected = json!([
        ["solved", true],
        ["multiple", false],
        ["multiple", false],
        ["unsolvable", null],
        ["solved", true]
    ]);
    assert_eq!(found, expected);
    // The board with its check takes 20 bytes, and the limit another four messages; the reply with packed cells takes 10 bytes.
    let lines: Vec<&str> = PICTURE.lines().collect();
    let found = pick(&records[0], "core grid bytes_sent bytes_received");
    assert_eq!(found, json!(["clue", lines, 28, 10]));
    // The default limit is one minute, in units of 1024 cycles.
    let minute = SearchRequest {
        limit: (60 * 50_000_000_u64).div_ceil(1024) as u32,
        ..SearchRequest::default()
    };
    let first = &boards[0];
    assert_eq!((first.request, first.check.is_some()), (minute, true));
    assert_eq!(first.clues[0], [1, 1]);
}

#[test]
fn a_board_too_large_for_the_build_is_not_sent() {
    let device = device(|_, reply| reply);
    let folder = Folder::new();
    let wide = "width 5\nheight 1\n\nrows\n5\n\ncolumns\n1\n1\n1\n1\n1\n";
    folder.file("wide.non", wide);
    folder.rows(&format!(
        "solve --baud 1000000 --on {} wide.non | 2 | | nothing was sent: 1 x 5 cells; expected at most 4 x 4",
        device.port
    ));
    assert!(device.boards.try_recv().is_err());
}

#[test]
fn a_search_that_noise_ended_is_repeated() {
    let device = device(|number, reply| if number == 1 { stalled() } else { reply });
    let (code, records, boards) = solve(&device, &[SOLVABLE]);
    assert_eq!((code, boards.len()), (Some(0), 2));
    assert_eq!(records[0]["retries"], 1);
}

/// A search whose trail is full ends in the same way each time, so it is repeated only once.
#[test]
fn a_search_that_ends_early_twice_is_stalled() {
    let device = device(|_, _| stalled());
    let (code, records, boards) = solve(&device, &[SOLVABLE]);
    assert_eq!((code, boards.len()), (Some(4), 2));
    let expected = json!(["stalled", 1]);
    assert_eq!(pick(&records[0], "status retries"), expected);
}
