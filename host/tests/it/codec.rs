//! `encode` and `decode`: boards, replies and identities, and the error messages for malformed ones.

use crate::common;

use common::{Folder, SOLVABLE, json_lines, pick, piped, stdout_of};
use nonogram_protocol::{
    BoardStream, ClueStream, MAX_LIMIT, ReplyStream, SearchMode, SearchRequest, Status, board_check,
};
use predicates::str::{contains, starts_with};
use serde_json::json;

/// The clues of the puzzle `SOLVABLE`.
const CLUES: [&[&[usize]]; 2] = [&[&[1, 1], &[3], &[1]], &[&[2], &[2], &[2]]];

#[test]
fn option_boards_are_encoded_and_decoded() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let stream = || BoardStream::new(CLUES[0], CLUES[1]).unwrap();
    let plain: Vec<u8> = stream().bytes().collect();
    let encode = |options: &str| folder.run(&format!("encode {options} puzzle.non")).success();
    encode("").stdout(plain.clone());

    let checked: Vec<u8> = stream().with_check(true).bytes().collect();
    encode("--check --output board.bin").stdout("");
    assert_eq!(std::fs::read(folder.path("board.bin")).unwrap(), checked);

    let hex = stream().map(|message| format!("{:04x}\n", message.to_bits()));
    encode("--as hex").stdout(hex.collect::<String>());
    encode("--as list").stdout(starts_with("     1  e006  start board 3\n"));

    // Decode the board back to clues.
    let decoded = piped!(plain.clone(), "decode").success();
    piped!(stdout_of(&decoded), "encode -").stdout(plain.clone());
    folder.rows("decode --list board.bin | 0 | check 0x & end board 0");
    let record = &json_lines(&folder.run("decode --json board.bin").success())[0];
    assert_eq!(pick(record, "kind check"), json!(["board", true]));
    assert_eq!(record["clues"][0], json!([1, 1]));
    assert_eq!(record["options"][2], 3);

    // Two boards one after the other are two puzzles.
    let two = [&plain[..], &checked].concat();
    assert_eq!(json_lines(&piped!(two, "decode --json").success()).len(), 2);
}

#[test]
fn replies_are_decoded() {
    let cells = [Some(1), None, Some(0), Some(1)];
    let reply = |status, seed: Option<u16>| -> Vec<u8> {
        let stream = ReplyStream::new(2, 2, &cells, status);
        stream.with_seed(seed).bytes().collect()
    };
    let stalled = piped!(reply(Status::Stalled, None), "decode").code(4);
    let stalled = stalled.stdout("#?\n-#\n");
    stalled.stderr(contains("status 2: stalled"));
    let unsolvable = piped!(reply(Status::Unsolvable, Some(0)), "decode --json").code(3);
    let record = &json_lines(&unsolvable)[0];
    assert_eq!(pick(record, "kind status"), json!(["reply", "unsolvable"]));
    let mut spoilt = reply(Status::Stalled, Some(0));
    spoilt[9] ^= 1;
    piped!(spoilt, "decode").code(5).stderr(contains("check"));
    piped!(reply(Status::TooLarge, None), "decode").code(2);

    // A reply whose check starts from that of its board.
    let folder = Folder::new();
    let clues = [[1usize]; 2];
    let board = ClueStream::new(&clues, &clues).unwrap().with_check(true);
    let board: Vec<u8> = board.bytes().collect();
    folder.file("board.bin", &board);
    let bound = reply(Status::Stalled, board_check(&board));
    let free = reply(Status::Stalled, Some(0));
    let named = |bytes: &[u8]| {
        let mut decode = folder.command("decode --json --board board.bin");
        json_lines(&decode.write_stdin(bytes).assert())
    };
    let seed = board_check(&board).unwrap();
    assert_eq!(pick(&named(&bound)[0], "check seed"), json!([true, seed]));
    assert_eq!(named(&[&bound[..], &free].concat())[1]["check"], true);
    assert_eq!(named(&free)[0]["check"], false);
    piped!(bound, "decode").code(5).stderr(contains("--board"));
}

#[test]
fn decode_reports_the_number_of_the_invalid_message() {
    for (bytes, message) in [
        (&[][..], "message 1"),
        (b"hello", "bad reply: message 1"),
        (&[0xe0, 2, 0xe0, 2, 0xc0, 0, 0x20, 1], "bad board: message 4"),
        (&[0xe0, 2, 0xe0, 2, 0xc0], "half a message"),
    ] {
        piped!(bytes, "decode").code(2).stderr(contains(message));
    }
}

#[test]
fn an_identity_is_read_before_and_after_replies() {
    let identity = nonogram_verilog::BUILDS[0].identity(&nonogram_verilog::Parameters::default());
    // The reply to a board with one cell, which is filled.
    let reply = [0xe0, 2, 0xe0, 2, 0xa0, 1, 0, 0];
    let stream = [&identity.bytes()[..], &reply, &identity.bytes()].concat();
    let decoded = piped!(stream.clone(), "decode").success();
    decoded.stdout(format!("{identity}\n\n#\n\n{identity}\n"));
    let records = json_lines(&piped!(stream.clone(), "decode --json").success());
    assert_eq!(records.len(), 3);
    let expected = json!(["identity", "classic", 9600]);
    assert_eq!(pick(&records[0], "kind core baud"), expected);
    let cut = piped!(&stream[..stream.len() - 1], "decode").code(2);
    cut.stderr(contains("exclude identity replies"));
}

#[test]
fn missing_file_is_named() {
    Folder::new()
        .rows("decode reply.bin | 2 | | reply.bin: cannot read; expected a file of recorded bytes");
}

#[test]
fn clue_boards_and_packed_replies_are_decoded() {
    let stream = || ClueStream::new(CLUES[0], CLUES[1]).unwrap().with_check(true);
    let bytes: Vec<u8> = stream().bytes().collect();
    let encoded = piped!(SOLVABLE, "encode --core clue --check -");
    encoded.success().stdout(bytes.clone());

    // Boards are decoded back to clues, and a search request is reported.
    let puzzle = stdout_of(&piped!(bytes, "decode").success());
    let request = SearchRequest { mode: SearchMode::FirstSolution, limit: MAX_LIMIT };
    let asking = || stream().with_request(request).bytes();
    let boards: Vec<u8> = asking().chain(asking()).collect();
    let decoded = piped!(boards.clone(), "decode").success();
    let decoded = decoded.stdout(format!("{puzzle}\n{puzzle}"));
    let requested = "the board requests a first solution, at most 68719475712 cycles";
    decoded.stderr(contains(requested));
    let lines = json_lines(&piped!(boards, "decode --json"));
    assert_eq!(lines[1]["clues"][0], json!([1, 1]));
    assert_eq!((&lines[1]["check"], lines.len()), (&true.into(), 2));

    // The error message for a truncated clue board says that it is a clue board.
    let cut: Vec<u8> = stream().bytes().take(9).collect();
    let cut = piped!(cut, "decode").code(2);
    cut.stderr(contains("bad clue board: message 5"));

    let cells = [Some(1), None, Some(0), Some(1)];
    for (cells, status, code, text) in [
        (cells, Status::Stalled, 4, "#?\n-#\n"),
        ([Some(1); 4], Status::Multiple, 4, "##\n##\n"),
        ([Some(1); 4], Status::Solved, 0, "##\n##\n"),
    ] {
        let reply = ReplyStream::new(2, 2, &cells, status).with_seed(Some(0));
        let reply: Vec<u8> = reply.with_packed_cells(true).bytes().collect();
        piped!(reply, "decode").code(code).stdout(contains(text));
    }
}
