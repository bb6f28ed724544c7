//! `solve --on PORT` with a clue core behind the port: the host sends clues, because the device's identity reports this core.

use crate::common;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use common::fake::pty;
use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines_of, nonogram,
};
use nonogram_protocol::{
    BoardEvent, BuildIdentity, ClueBoard, ClueDecoder, CoreKind, IDENTITY_REQUEST, ReplyStream,
    SearchRequest, Status,
};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

const IDENTITY: BuildIdentity = BuildIdentity {
    core: CoreKind::Clue.number(),
    lanes: 8,
    version: [0, 1, 0],
    binds_replies: false,
    side: 4,
    most_options: 0,
    store_words: 0,
    clock_khz: 50_000,
    baud: 1_000_000,
};

/// A fake device that reports a clue core, behind a pseudo-terminal.
struct Device {
    port: String,
    boards: Receiver<ClueBoard>,
    _near: OwnedFd,
}

impl Device {
    /// A device that answers each board with the bytes that `answer` returns.
    fn new(mut answer: impl FnMut(&ClueBoard) -> Vec<u8> + Send + 'static) -> Self {
        let (far, port, near) = pty();
        let mut far = File::from(far);
        let (arrived, boards) = channel();
        thread::spawn(move || {
            let mut decoder = ClueDecoder::new();
            let mut last = [0; IDENTITY_REQUEST.len()];
            let mut byte = [0];
            while let Ok(1) = far.read(&mut byte) {
                last.rotate_left(1);
                last[IDENTITY_REQUEST.len() - 1] = byte[0];
                if last == IDENTITY_REQUEST {
                    decoder = ClueDecoder::new();
                    let _ = far.write_all(&IDENTITY.bytes());
                } else if let Ok(Some(BoardEvent::Board(board))) = decoder.push(byte[0]) {
                    let reply = answer(&board);
                    // The board is recorded before the reply, because the reply can end the command. Sending fails if the test has ended.
                    let _ = arrived.send(board);
                    let _ = far.write_all(&reply);
                }
            }
        });
        Self {
            port,
            boards,
            _near: near,
        }
    }

    /// Solves these puzzles on the device; returns the exit code, the JSON lines, and the boards that arrived.
    fn solve(&self, puzzles: &[&str]) -> (Option<i32>, Vec<Value>, Vec<ClueBoard>) {
        let folder = Folder::new();
        let mut command = nonogram();
        command.args(["solve", "--json", "--baud", "1000000", "--on", &self.port]);
        for (number, puzzle) in puzzles.iter().enumerate() {
            command.arg(folder.file(&format!("{number}.non"), puzzle));
        }
        let output = command.output().expect("it runs");
        let boards = self.boards.try_iter().collect();
        (output.status.code(), json_lines_of(&output.stdout), boards)
    }
}

fn runs(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = cells.collect();
    let runs = cells.chunk_by(|a, b| a == b);
    runs.filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// The correct reply, found by trying every picture of the board's size.
fn right(board: &ClueBoard) -> Vec<u8> {
    let (rows, columns) = (board.rows, board.columns);
    let pictures = (0..1_u32 << (rows * columns)).filter(|bits| {
        let cell = |row: usize, column: usize| bits >> (row * columns + column) & 1 != 0;
        let row_clues = (0..rows).map(|row| runs((0..columns).map(|column| cell(row, column))));
        let column_clues = (0..columns).map(|column| runs((0..rows).map(|row| cell(row, column))));
        row_clues
            .chain(column_clues)
            .eq(board.clues.iter().cloned())
    });
    let pictures: Vec<u32> = pictures.take(2).collect();
    let status = [Status::Unsolvable, Status::Solved, Status::Multiple][pictures.len()];
    reply(board, status, pictures.first().copied().unwrap_or(0))
}

fn reply(board: &ClueBoard, status: Status, picture: u32) -> Vec<u8> {
    let (rows, columns) = (board.rows, board.columns);
    let cells = (0..rows * columns).map(|place| Some(picture >> place & 1 != 0));
    let cells: Vec<Option<bool>> = cells.collect();
    let cells = if status == Status::Stalled {
        vec![None; rows * columns]
    } else {
        cells
    };
    ReplyStream::new(rows as u16, columns as u16, &cells, status)
        .with_seed(board.check.map(|_| 0))
        .with_packed_cells(true)
        .bytes()
        .collect()
}

#[test]
fn clues_are_sent_to_a_clue_core() {
    let device = Device::new(right);
    let (code, results, boards) =
        device.solve(&[SOLVABLE, AMBIGUOUS, PARTIAL, CONTRADICTORY, SOLVABLE]);
    let statuses: Vec<&Value> = results.iter().map(|result| &result["status"]).collect();
    assert_eq!(
        statuses,
        ["solved", "multiple", "multiple", "unsolvable", "solved"]
    );
    let unique: Vec<&Value> = results.iter().map(|result| &result["unique"]).collect();
    let expected = [Some(true), Some(false), Some(false), None, Some(true)];
    assert_eq!(unique, expected.map(Value::from).iter().collect::<Vec<_>>());
    assert_eq!(code, Some(4));
    assert_eq!(results[0]["core"], "clue");
    let lines: Vec<&str> = PICTURE.lines().collect();
    assert_eq!(results[0]["grid"], serde_json::json!(lines));
    assert_eq!(boards.len(), 5);
    assert_eq!(boards[0].clues[0], [1, 1]);
    // The default limit is one minute, in units of 1024 cycles.
    let minute = SearchRequest {
        limit: (60 * 50_000_000_u64).div_ceil(1024) as u32,
        ..SearchRequest::default()
    };
    assert_eq!(boards[0].request, minute);
    assert_eq!(boards[0].check, Some(true));
    // The board with its check takes 20 bytes, and the limit another four messages; the reply with packed cells takes 10 bytes.
    let bytes = (&results[0]["bytes_sent"], &results[0]["bytes_received"]);
    assert_eq!(bytes, (&28.into(), &10.into()));
}

#[test]
fn a_board_too_large_for_the_build_is_not_sent() {
    let device = Device::new(right);
    let folder = Folder::new();
    let wide = "width 5\nheight 1\n\nrows\n5\n\ncolumns\n1\n1\n1\n1\n1\n";
    let file = folder.file("wide.non", wide);
    let mut command = nonogram();
    command.args(["solve", "--baud", "1000000", "--on", &device.port]);
    let expected =
        contains("nothing was sent: 1 x 5; expected").and(contains("clue core, 8 engines"));
    command.arg(file).assert().code(2).stderr(expected);
    assert!(device.boards.try_recv().is_err());
}

#[test]
fn a_search_that_noise_ended_is_repeated() {
    let mut times = 0;
    let device = Device::new(move |board| {
        times += 1;
        match times {
            1 => reply(board, Status::Stalled, 0),
            _ => right(board),
        }
    });
    let (code, results, boards) = device.solve(&[SOLVABLE]);
    assert_eq!((code, boards.len()), (Some(0), 2));
    assert_eq!(results[0]["retries"], 1);
}

/// A search whose trail is full ends in the same way each time, so it is repeated only once.
#[test]
fn a_search_that_ends_early_twice_is_stalled() {
    let device = Device::new(|board| reply(board, Status::Stalled, 0));
    let (code, results, boards) = device.solve(&[SOLVABLE]);
    assert_eq!((code, boards.len()), (Some(4), 2));
    assert_eq!(results[0]["status"], "stalled");
    assert_eq!(results[0]["retries"], 1);
}
