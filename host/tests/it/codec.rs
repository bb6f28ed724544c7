//! `encode` and `decode`: boards, replies and identities, and the error messages for malformed ones.

use crate::common;

use common::{Folder, SOLVABLE, json_lines, nonogram};
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
    nonogram()
        .arg("encode")
        .arg(&file)
        .assert()
        .success()
        .stdout(plain.clone());

    let checked: Vec<u8> = stream().with_check(true).bytes().collect();
    let out = folder.path("board.bin");
    let mut encode = nonogram();
    encode
        .args(["encode", "--check", "--output"])
        .args([&out, &file])
        .assert()
        .success()
        .stdout("");
    assert_eq!(std::fs::read(&out).unwrap(), checked);

    let hex: String = stream()
        .map(|message| format!("{:04x}\n", message.to_bits()))
        .collect();
    nonogram()
        .args(["encode", "--as", "hex"])
        .arg(&file)
        .assert()
        .stdout(hex);
    nonogram()
        .args(["encode", "--as", "list"])
        .arg(&file)
        .assert()
        .stdout(starts_with("     1  e006  start board 3\n"));

    // Decode the board back to clues.
    let decoded = nonogram()
        .arg("decode")
        .write_stdin(plain.clone())
        .assert()
        .success();
    let again = folder.file("again.non", &decoded.get_output().stdout);
    nonogram()
        .arg("encode")
        .arg(again)
        .assert()
        .stdout(plain.clone());
    nonogram()
        .args(["decode", "--list"])
        .arg(&out)
        .assert()
        .success()
        .stdout(contains("check 0x").and(contains("end board 0")));
    let json = nonogram()
        .args(["decode", "--json"])
        .arg(&out)
        .assert()
        .success();
    let record = &json_lines(&json.get_output().stdout)[0];
    assert_eq!(
        (&record["kind"], &record["check"]),
        (&"board".into(), &true.into())
    );
    assert_eq!(record["clues"][0], serde_json::json!([1, 1]));
    assert_eq!(record["options"][2], 3);

    // Two boards one after the other are two puzzles.
    let two = [&plain[..], &checked].concat();
    let json = nonogram()
        .args(["decode", "--json"])
        .write_stdin(two)
        .assert()
        .success();
    assert_eq!(json_lines(&json.get_output().stdout).len(), 2);
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
    nonogram()
        .arg("decode")
        .write_stdin(stalled)
        .assert()
        .code(4)
        .stdout("#?\n-#\n")
        .stderr(contains("status 2: stalled"));
    let unsolvable = reply(Status::Unsolvable, true);
    let json = nonogram()
        .args(["decode", "--json"])
        .write_stdin(unsolvable)
        .assert()
        .code(3);
    let record = &json_lines(&json.get_output().stdout)[0];
    assert_eq!(
        (&record["kind"], &record["status"]),
        (&"reply".into(), &"unsolvable".into())
    );
    let mut spoilt = reply(Status::Stalled, true);
    spoilt[9] ^= 1;
    nonogram()
        .arg("decode")
        .write_stdin(spoilt)
        .assert()
        .code(5)
        .stderr(contains("check"));
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
        let command = nonogram()
            .args(["decode", "--json", "--board"])
            .arg(&file)
            .write_stdin(bytes)
            .assert();
        json_lines(&command.get_output().stdout)
    };
    assert_eq!(named(&bound)[0]["check"], true);
    assert_eq!(named(&bound)[0]["seed"], board_check(&board).unwrap());
    assert_eq!(named(&both)[1]["check"], true);
    assert_eq!(named(&reply(Status::Stalled, true))[0]["check"], false);
    nonogram()
        .arg("decode")
        .write_stdin(bound)
        .assert()
        .code(5)
        .stderr(contains("--board"));
    nonogram()
        .arg("decode")
        .write_stdin(reply(Status::TooLarge, false))
        .assert()
        .code(2);
}

#[test]
fn decode_reports_the_number_of_the_invalid_message() {
    let decode = |bytes: &[u8]| nonogram().arg("decode").write_stdin(bytes).assert().code(2);
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
    nonogram()
        .arg("decode")
        .write_stdin(stream.clone())
        .assert()
        .success()
        .stdout(format!("{identity}\n\n#\n\n{identity}\n"));
    let output = nonogram()
        .args(["decode", "--json"])
        .write_stdin(stream.clone())
        .assert()
        .success();
    let records = common::json_lines(&output.get_output().stdout);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0]["kind"], "identity");
    assert_eq!(records[0]["core"], "classic");
    assert_eq!(records[0]["baud"], 9600);
    nonogram()
        .arg("decode")
        .write_stdin(&stream[..stream.len() - 1])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("exclude identity replies"));
}

#[test]
fn missing_file_is_named() {
    let folder = Folder::new();
    let mut decode = nonogram();
    let assert = decode.arg("decode").arg(folder.path("reply.bin")).assert();
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
    let mut encode = nonogram();
    encode.args(["encode", "--core", "clue", "--check"]);
    encode.arg(&file).assert().success().stdout(bytes.clone());

    // Boards are decoded back to clues, and a search request is reported.
    let decoded = nonogram().arg("decode").write_stdin(bytes).assert();
    let puzzle = decoded.success().get_output().stdout.clone();
    let mode = SearchMode::FirstSolution;
    let request = SearchRequest {
        mode,
        limit: MAX_LIMIT,
    };
    let asking = || stream().with_request(request).bytes();
    let boards: Vec<u8> = asking().chain(asking()).collect();
    nonogram()
        .arg("decode")
        .write_stdin(boards.clone())
        .assert()
        .success()
        .stdout([&puzzle[..], &puzzle].join(&b'\n'))
        .stderr(contains(
            "the board requests a first solution, at most 68719475712 cycles",
        ));
    let json = nonogram()
        .args(["decode", "--json"])
        .write_stdin(boards)
        .assert();
    let lines = json_lines(&json.get_output().stdout);
    assert_eq!(lines[1]["clues"][0], serde_json::json!([1, 1]));
    assert_eq!((&lines[1]["check"], lines.len()), (&true.into(), 2));

    // The error message for a truncated clue board says that it is a clue board.
    let cut: Vec<u8> = stream().bytes().take(9).collect();
    nonogram()
        .arg("decode")
        .write_stdin(cut)
        .assert()
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
        nonogram()
            .arg("decode")
            .write_stdin(reply(&cells, status))
            .assert()
            .code(code)
            .stdout(contains(text));
    }
}
