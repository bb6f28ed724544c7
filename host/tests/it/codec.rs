//! `encode` and `decode`: boards, replies and identities, and the error messages for malformed ones.

use crate::common;

use common::{Folder, SOLVABLE, json_lines, piped, run};
use nonogram_protocol::{
    BoardStream, ClueStream, MAX_LIMIT, ReplyStream, SearchMode, SearchRequest, Status, board_check,
};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

#[test]
fn option_boards_are_encoded_and_decoded() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let rows: &[&[usize]] = &[&[1, 1], &[3], &[1]];
    let columns: &[&[usize]] = &[&[2], &[2], &[2]];
    let stream = || BoardStream::new(rows, columns).unwrap();
    let plain: Vec<u8> = stream().bytes().collect();
    run!("encode", &file).success().stdout(plain.clone());

    let checked: Vec<u8> = stream().with_check(true).bytes().collect();
    let out = folder.path("board.bin");
    run!("encode --check --output", &out, &file)
        .success()
        .stdout("");
    assert_eq!(std::fs::read(&out).unwrap(), checked);

    let hex: String = stream()
        .map(|message| format!("{:04x}\n", message.to_bits()))
        .collect();
    run!("encode --as hex", &file).stdout(hex);
    run!("encode --as list", &file).stdout(starts_with("     1  e006  start board 3\n"));

    // Decode the board back to clues.
    let decoded = piped!(plain.clone(), "decode").success();
    let again = folder.file("again.non", &decoded.get_output().stdout);
    run!("encode", again).stdout(plain.clone());
    run!("decode --list", &out)
        .success()
        .stdout(contains("check 0x").and(contains("end board 0")));
    let json = run!("decode --json", &out).success();
    let record = &json_lines(&json)[0];
    assert_eq!(
        (&record["kind"], &record["check"]),
        (&"board".into(), &true.into())
    );
    assert_eq!(record["clues"][0], serde_json::json!([1, 1]));
    assert_eq!(record["options"][2], 3);

    // Two boards one after the other are two puzzles.
    let two = [&plain[..], &checked].concat();
    let json = piped!(two, "decode --json").success();
    assert_eq!(json_lines(&json).len(), 2);
}

#[test]
fn replies_are_decoded() {
    let cells = [Some(true), None, Some(false), Some(true)];
    let reply = |status, check: bool| -> Vec<u8> {
        ReplyStream::new(2, 2, &cells, status)
            .with_seed(check.then_some(0))
            .bytes()
            .collect()
    };
    let stalled = reply(Status::Stalled, false);
    piped!(stalled, "decode")
        .code(4)
        .stdout("#?\n-#\n")
        .stderr(contains("status 2: stalled"));
    let unsolvable = reply(Status::Unsolvable, true);
    let json = piped!(unsolvable, "decode --json").code(3);
    let record = &json_lines(&json)[0];
    assert_eq!(
        (&record["kind"], &record["status"]),
        (&"reply".into(), &"unsolvable".into())
    );
    let mut spoilt = reply(Status::Stalled, true);
    spoilt[9] ^= 1;
    piped!(spoilt, "decode").code(5).stderr(contains("check"));
    // A reply whose check starts from that of its board.
    let folder = Folder::new();
    let clues = [[1usize]; 2];
    let board = ClueStream::new(&clues, &clues).unwrap().with_check(true);
    let board: Vec<u8> = board.bytes().collect();
    let file = folder.file("board.bin", &board);
    let stream = ReplyStream::new(2, 2, &cells, Status::Stalled);
    let bound: Vec<u8> = stream.with_seed(board_check(&board)).bytes().collect();
    let both = [&bound[..], &reply(Status::Stalled, true)].concat();
    let named = |bytes: &[u8]| {
        let command = piped!(bytes, "decode --json --board", &file);
        json_lines(&command)
    };
    assert_eq!(named(&bound)[0]["check"], true);
    assert_eq!(named(&bound)[0]["seed"], board_check(&board).unwrap());
    assert_eq!(named(&both)[1]["check"], true);
    assert_eq!(named(&reply(Status::Stalled, true))[0]["check"], false);
    piped!(bound, "decode").code(5).stderr(contains("--board"));
    piped!(reply(Status::TooLarge, false), "decode").code(2);
}

#[test]
fn decode_reports_the_number_of_the_invalid_message() {
    let decode = |bytes: &[u8]| piped!(bytes, "decode").code(2);
    decode(&[]).stderr(contains("message 1"));
    decode(b"hello").stderr(contains("bad reply: message 1"));
    decode(&[0xe0, 2, 0xe0, 2, 0xc0, 0, 0x20, 1]).stderr(contains("bad board: message 4"));
    decode(&[0xe0, 2, 0xe0, 2, 0xc0]).stderr(contains("half a message"));
}

#[test]
fn an_identity_is_read_before_and_after_replies() {
    let identity = nonogram_verilog::BUILDS[0].identity(&nonogram_verilog::Parameters::default());
    // The reply to a board with one cell, which is filled.
    let reply = [0xe0, 2, 0xe0, 2, 0xa0, 1, 0, 0];
    let stream = [&identity.bytes()[..], &reply, &identity.bytes()].concat();
    piped!(stream.clone(), "decode")
        .success()
        .stdout(format!("{identity}\n\n#\n\n{identity}\n"));
    let output = piped!(stream.clone(), "decode --json").success();
    let records = common::json_lines(&output);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0]["kind"], "identity");
    assert_eq!(records[0]["core"], "classic");
    assert_eq!(records[0]["baud"], 9600);
    piped!(&stream[..stream.len() - 1], "decode")
        .code(2)
        .stderr(predicates::str::contains("exclude identity replies"));
}

#[test]
fn missing_file_is_named() {
    let folder = Folder::new();
    let assert = run!("decode", folder.path("reply.bin"));
    assert.code(2).stderr(contains(
        "reply.bin: cannot read; expected a file of recorded bytes",
    ));
}

#[test]
fn clue_boards_and_packed_replies_are_decoded() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let rows: &[&[usize]] = &[&[1, 1], &[3], &[1]];
    let columns: &[&[usize]] = &[&[2], &[2], &[2]];
    let stream = || ClueStream::new(rows, columns).unwrap().with_check(true);
    let bytes: Vec<u8> = stream().bytes().collect();
    run!("encode --core clue --check", &file)
        .success()
        .stdout(bytes.clone());

    // Boards are decoded back to clues, and a search request is reported.
    let decoded = piped!(bytes, "decode");
    let puzzle = decoded.success().get_output().stdout.clone();
    let mode = SearchMode::FirstSolution;
    let request = SearchRequest {
        mode,
        limit: MAX_LIMIT,
    };
    let asking = || stream().with_request(request).bytes();
    let boards: Vec<u8> = asking().chain(asking()).collect();
    piped!(boards.clone(), "decode")
        .success()
        .stdout([&puzzle[..], &puzzle].join(&b'\n'))
        .stderr(contains(
            "the board requests a first solution, at most 68719475712 cycles",
        ));
    let json = piped!(boards, "decode --json");
    let lines = json_lines(&json);
    assert_eq!(lines[1]["clues"][0], serde_json::json!([1, 1]));
    assert_eq!((&lines[1]["check"], lines.len()), (&true.into(), 2));

    // The error message for a truncated clue board says that it is a clue board.
    let cut: Vec<u8> = stream().bytes().take(9).collect();
    piped!(cut, "decode")
        .code(2)
        .stderr(contains("bad clue board: message 5"));

    let cells = [Some(true), None, Some(false), Some(true)];
    let reply = |cells: &[Option<bool>], status| -> Vec<u8> {
        let reply = ReplyStream::new(2, 2, cells, status).with_seed(Some(0));
        reply.with_packed_cells(true).bytes().collect()
    };
    for (cells, status, code, text) in [
        (cells, Status::Stalled, 4, "#?\n-#\n"),
        ([Some(true); 4], Status::Multiple, 4, "##\n##\n"),
        ([Some(true); 4], Status::Solved, 0, "##\n##\n"),
    ] {
        piped!(reply(&cells, status), "decode")
            .code(code)
            .stdout(contains(text));
    }
}
