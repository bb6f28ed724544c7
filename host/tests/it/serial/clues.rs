//! A clue core behind the port: the host sends clues, because the device's identity reports this core.

use std::time::Duration;

use nonogram_protocol::{BuildIdentity, CoreKind, ReplyStream, SearchRequest, Status};
use serde_json::{Value, json};

use crate::common::fake::{Board, FakeDevice, Output};
use crate::common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, command, json_lines, pick,
};

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
    let mut solve = command!("solve --json --baud 1000000 --on", &device.port);
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
    let found: Value = records
        .iter()
        .map(|record| pick(record, "status unique"))
        .collect();
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
