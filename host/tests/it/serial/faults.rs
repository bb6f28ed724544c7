//! Replies that are missing, broken or wrong: none is accepted. After a transient fault the board is retransmitted if retries are left, but
//! only once if the device has sent nothing yet.

use nonogram_protocol::{Reply, Status};
use predicates::prelude::*;
use predicates::str::contains;

use super::{on_fake, spoilt};
use crate::common::fake::{Board, FakeDevice, pty};
use crate::common::{
    CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, uniform,
};

#[test]
fn silence_is_reported_after_the_timeout() {
    let assert = on_fake(SOLVABLE, &["--timeout", "0.3"], |_| Vec::new()).code(5);
    assert.stdout("").stderr(
        contains("puzzle.non: /dev/")
            .and(contains("no reply within"))
            .and(contains("--timeout")),
    );
}

#[test]
fn a_port_that_stops_accepting_bytes_is_reported() {
    let folder = Folder::new();
    folder.file("worst.non", uniform(11, "1,1,1"));
    let (_far, port, _near) = pty();
    folder.rows(&format!(
        "solve --baud 1000000 --timeout 0.3 --on {port} worst.non | 5 | | accepted no byte"
    ));
}

#[test]
fn garbage_is_refused() {
    let assert = on_fake(SOLVABLE, &[], |_| b"login: \xff\x00".to_vec()).code(5);
    assert
        .stdout("")
        .stderr(contains("is not a reply: message 1").and(contains("--baud")));
}

#[test]
fn a_truncated_reply_is_reported() {
    for length in [1, 2, 4, 9, 20] {
        let cut = move |board: &Board| board.right()[..length].to_vec();
        let message = format!("message {}", length / 2 + 1);
        on_fake(SOLVABLE, &["--timeout", "0.3", "--retries", "1"], cut)
            .code(5)
            .stdout("")
            .stderr(contains("broke off").and(contains(message)));
    }
}

#[test]
fn wrong_replies_are_rejected() {
    type Spoil = fn(&mut Reply);
    let cases: [(&str, Spoil, i32, &str); 8] = [
        (
            SOLVABLE,
            |reply| reply.cells[4] = Some(0),
            5,
            "violate the clue of row 2",
        ),
        (SOLVABLE, |reply| reply.rows = 1, 5, "cell 3 is outside"),
        (
            CONTRADICTORY,
            |reply| reply.rows = 4,
            5,
            "for a board of 4 x 3; expected 3 x 3",
        ),
        // The check does not cover the status.
        (
            SOLVABLE,
            |reply| reply.status = Status::Stalled,
            5,
            "every cell is known",
        ),
        // The reply is stalled, with a filled cell that no solution has.
        (
            PARTIAL,
            |reply| reply.cells[4] = Some(1),
            5,
            "violate the clue of row 2",
        ),
        (
            SOLVABLE,
            |reply| reply.status = Status::BadCheck,
            5,
            "status 3",
        ),
        (
            SOLVABLE,
            |reply| reply.status = Status::TooLarge,
            2,
            "too large for this build (status 4): 3 x 3, up to 3 options per line",
        ),
        (
            SOLVABLE,
            |reply| reply.status = Status::Malformed,
            5,
            "status 5",
        ),
    ];
    // At once, because each command waits for its device.
    std::thread::scope(|scope| {
        for (puzzle, spoil, code, message) in cases {
            scope.spawn(move || {
                let refused = on_fake(puzzle, &[], spoilt(spoil)).code(code);
                refused.stdout("").stderr(contains(message));
            });
        }
    });
}

#[test]
fn replies_with_a_wrong_or_missing_check_are_rejected() {
    let flip = |board: &Board| {
        let mut reply = board.right();
        let check = reply.len() - 3;
        reply[check] ^= 1;
        reply
    };
    on_fake(SOLVABLE, &["--check"], flip)
        .code(5)
        .stderr(contains("does not match"));
    on_fake(SOLVABLE, &["--check"], spoilt(|reply| reply.seed = None))
        .code(5)
        .stderr(contains("has no check message"));
}

/// A fault affects only its board, which is retransmitted with `--retries 2` and fails alone with `--retries 0`.
#[test]
fn the_next_board_is_solved_after_a_fault() {
    let run = |retries: &str| {
        let folder = Folder::new();
        let files = ["a.non", "b.non"].map(|name| folder.file(name, SOLVABLE));
        let mut first = true;
        let board = FakeDevice::published(move |board| {
            let reply = board.right();
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
            .and(contains("retransmitted, retry 1 of at most 2")),
    );
    let records = json_lines(&assert);
    assert_eq!(
        (&records[0]["retries"], &records[1]["retries"]),
        (&1.into(), &0.into())
    );
    let assert = run("0").code(5).stderr(contains("a.non"));
    let records = json_lines(&assert);
    assert_eq!(records[0]["status"], "error");
    assert!(records[1]["file"].as_str().unwrap().ends_with("b.non"));
    assert_eq!(records[1]["status"], "solved");
}

#[test]
fn a_board_is_retransmitted_once_after_silence() {
    let mut silent = 1;
    let answer = move |board: &Board| {
        let reply = board.right();
        if silent == 0 {
            return reply;
        }
        silent -= 1;
        Vec::new()
    };
    on_fake(SOLVABLE, &["--timeout", "0.3"], answer)
        .success()
        .stdout(PICTURE)
        .stderr(contains("no reply within").and(contains(
            "retransmitted once, because the device has sent nothing",
        )));
}
