//! `virtual-board`: the simulated FPGA as a serial port, for the host of this project and for other programs.

use crate::common;

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use common::virtual_board::VirtualBoard;
use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, repository, run,
};
use nonogram_protocol::{
    BoardStream, Message, Reply, ReplyDecoder, ReplyEvent, Status, board_check,
};
use predicates::prelude::*;
use predicates::str::contains;
use rustix::process::Signal;

fn receive(port: &mut File) -> Reply {
    let mut decoder = ReplyDecoder::new();
    let mut byte = [0];
    loop {
        port.read_exact(&mut byte).unwrap();
        if let Some(ReplyEvent::End(reply)) = decoder.push(byte[0]).unwrap() {
            return reply;
        }
    }
}

#[test]
fn boards_sent_in_succession_are_all_answered() {
    let folder = Folder::new();
    let board = VirtualBoard::start(&[]);
    let cases = [
        (SOLVABLE, 0, PICTURE),
        (CONTRADICTORY, 3, ""),
        (PARTIAL, 4, "?-?\n---\n?-?\n"),
        (AMBIGUOUS, 4, "??\n??\n"),
        (SOLVABLE, 0, PICTURE),
    ];
    for (puzzle, code, picture) in cases {
        let file = folder.file("puzzle.non", puzzle);
        board.solve().arg(&file).assert().code(code).stdout(picture);
        board
            .solve()
            .arg("--check")
            .arg(&file)
            .assert()
            .code(code)
            .stdout(picture);
    }
}

#[test]
fn core_and_build_select_the_virtual_board() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for (arguments, core) in [
        (&["--core", "parallel"][..], "parallel"),
        (&["--core", "classic", "--build", "classic16"], "classic"),
    ] {
        let board = VirtualBoard::start(arguments);
        let assert = board.solve().arg("--json").arg(&file).assert().success();
        assert_eq!(json_lines(&assert)[0]["core"], core);
    }
    run!("virtual-board --core classic --build parallel11x4")
        .code(2)
        .stderr(contains("build parallel11x4 has the core parallel"));
}

#[test]
fn several_puzzles_are_solved_on_one_open_port() {
    let folder = Folder::new();
    let files = ["a.non", "b.non", "c.non"].map(|name| folder.file(name, SOLVABLE));
    let board = VirtualBoard::start(&[]);
    let assert = board.solve().arg("--json").args(files).assert().success();
    assert_eq!(json_lines(&assert).len(), 3);
}

/// Whether a puzzle is small: names end in the size, and boards with sides of two digits take minutes in an unoptimised simulation.
fn is_small(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name.rsplit_once('-')
        .is_some_and(|(_, size)| size.len() == "9x9".len())
}

#[test]
fn the_virtual_board_agrees_with_line_logic_on_small_ambiguous_cases() {
    let mut files: Vec<_> = std::fs::read_dir(repository("puzzles/cases/ambiguous"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| is_small(path))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let board = VirtualBoard::start(&["--build", "classic16"]);
    let pictures = |on: &[&str]| {
        run!("solve --on", &on, &files)
            .code(4)
            .get_output()
            .stdout
            .clone()
    };
    assert_eq!(
        pictures(&[&board.port]),
        pictures(&["software", "--engine", "lines"])
    );
}

/// A host that uses only the published protocol, without checks.
#[test]
fn a_host_of_the_published_protocol_receives_its_reply() {
    let board = VirtualBoard::start(&[]);
    let mut port = board.open();
    // Two by two cells: `#-` over `##`.
    let lines: [&[&[u16]]; 4] = [
        &[&[1, 0], &[0, 1]],
        &[&[1, 1]],
        &[&[1, 1]],
        &[&[1, 0], &[0, 1]],
    ];
    let mut words: Vec<u16> = vec![0xe000 | 2 << 1, 0xe000 | 2 << 1];
    for options in lines {
        words.push(0xc000);
        for (nth, option) in options.iter().enumerate() {
            if nth > 0 {
                words.push(0x4000);
            }
            words.extend(
                (0..)
                    .zip(*option)
                    .map(|(place, value)| 0xa000 | place << 1 | value),
            );
        }
        words.push(0x2000);
    }
    words.push(0);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    for _ in 0..2 {
        port.write_all(&bytes).unwrap();
        let mut reply = [0; 2 * 7];
        port.read_exact(&mut reply).unwrap();
        let expected: [u16; 7] = [0xe004, 0xe004, 0xa001, 0xa002, 0xa005, 0xa007, 0x0000];
        assert_eq!(reply, expected.map(u16::to_be_bytes).as_flattened());
    }
}

#[test]
fn the_status_of_a_refused_board_is_sent() {
    let board = VirtualBoard::start(&[]);
    let mut port = board.open();
    let clues = [[1usize]; 12];
    let stream = BoardStream::new(&clues, &clues).unwrap();
    port.write_all(&stream.bytes().collect::<Vec<u8>>())
        .unwrap();
    assert_eq!(receive(&mut port).status, Status::TooLarge);

    let clues = [[1usize]; 2];
    let stream = || BoardStream::new(&clues, &clues).unwrap();
    let mut bytes: Vec<u8> = stream().with_check(true).bytes().collect();
    let check = bytes.len() - 3;
    bytes[check] ^= 1;
    port.write_all(&bytes).unwrap();
    let reply = receive(&mut port);
    // The reply answers the board as it was received.
    let answered = (reply.status, reply.seed);
    assert_eq!(answered, (Status::BadCheck, board_check(&bytes)));

    let messages = stream().filter(|message| *message != Message::NextOption);
    let bytes: Vec<u8> = messages.flat_map(Message::to_bytes).collect();
    port.write_all(&bytes).unwrap();
    assert_eq!(receive(&mut port).status, Status::Malformed);
}

#[test]
fn a_truncated_board_does_not_affect_the_next() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = VirtualBoard::start(&[]);
    let encoded = run!("encode", &file).get_output().stdout.clone();
    for cut in [1, 2, 3, 5, 10, 33, encoded.len() - 1] {
        board.open().write_all(&encoded[..cut]).unwrap();
        board.solve().arg(&file).assert().success().stdout(PICTURE);
    }
}

/// On a serial line with faults, every board is answered correctly, in order.
#[test]
fn every_board_is_answered_correctly_over_a_bad_line() {
    for (build, seed) in [("classic11", "7"), ("parallel11x4", "8")] {
        let folder = Folder::new();
        let cases = [
            (SOLVABLE, "solved"),
            (CONTRADICTORY, "unsolvable"),
            (PARTIAL, "stalled"),
            (SOLVABLE, "solved"),
        ];
        let cases: Vec<_> = cases.into_iter().cycle().take(16).collect();
        let files = cases.iter().enumerate().map(|(number, (text, _))| {
            let name = format!("{number}.non");
            folder.file(&name, text)
        });
        let faults = ["--build", build, "--faults", "0.002", "--seed", seed];
        let board = VirtualBoard::start(&faults);
        let mut command = board.solve();
        command.args(["--json", "--timeout", "1", "--retries", "20"]);
        let assert = command.args(files).assert().code(4);
        let records = json_lines(&assert);
        assert_eq!(records.len(), cases.len());
        for (number, (record, (_, status))) in records.iter().zip(&cases).enumerate() {
            assert_eq!(
                &record["status"], status,
                "{build}, seed {seed}, board {number}"
            );
            assert_eq!(record["check"], true);
            if *status == "solved" {
                assert_eq!(record["grid"], serde_json::json!(["#-#", "###", "-#-"]));
            }
        }
        let again: u64 = records.iter().filter_map(|r| r["retries"].as_u64()).sum();
        assert!(again > 0, "{build}, seed {seed}: no fault hit a board");
    }
}

#[test]
fn probe_reports_the_identity() {
    let board = VirtualBoard::start(&[
        "--build",
        "parallel11x4",
        "--clock",
        "12e6",
        "--baud",
        "115200",
    ]);
    let probe = |arguments: &[&str]| run!("ports --probe", &arguments, &board.port);
    let text = "parallel core, 4 options per cycle, version 0.3.0: up to 11 x 11, 84 options per line, 4096 words; 12 MHz, 115200 baud";
    probe(&[]).success().stdout(contains(text));
    let assert = probe(&["--json"]).success();
    let identity = &json_lines(&assert)[0]["identity"];
    assert_eq!(identity["core"], "parallel");
    assert_eq!(identity["clock_hz"], 12_000_000);
    assert_eq!(
        (&identity["rows"], &identity["lanes"]),
        (&11.into(), &4.into())
    );
}

#[test]
fn probe_without_an_answer_is_reported() {
    let (_far, port, _near) = common::fake::pty();
    run!("ports --probe", &port)
        .code(5)
        .stdout(contains("no answer"))
        .stderr(contains("no build answers at 9600 baud"));
}

#[test]
fn probe_of_a_port_that_does_not_open_is_reported() {
    run!("ports --probe /dev/no-such-port")
        .code(5)
        .stdout(contains("not opened"))
        .stderr(contains("/dev/no-such-port: "));
}

/// Boards that are too large are refused before anything is sent; checks are sent unless they are disabled.
#[test]
fn the_host_uses_the_reported_identity() {
    let folder = Folder::new();
    let clues = "1\n".repeat(12);
    let text = format!("width 12\nheight 12\n\nrows\n{clues}\ncolumns\n{clues}");
    let files = [
        folder.file("a.non", SOLVABLE),
        folder.file("b.non", text),
        folder.file("c.non", SOLVABLE),
    ];
    let board = VirtualBoard::start(&["--build", "parallel11x4"]);
    let assert = board.solve().arg("--json").args(&files).assert().code(2);
    let assert = assert.stderr(contains(
        "b.non: /dev/pts/").and(contains("nothing was sent: 12 x 12, up to 12 options per line, 312 words; expected a board within these limits: parallel core")),
    );
    let records = json_lines(&assert);
    assert_eq!(records.len(), 3);
    assert_eq!(records[1]["status"], "error");
    assert_eq!(
        (&records[0]["check"], &records[0]["core"]),
        (&true.into(), &"parallel".into())
    );

    let assert = board
        .solve()
        .args(["--json", "--no-check"])
        .arg(&files[0])
        .assert()
        .success();
    let published = &json_lines(&assert)[0];
    let bytes = |record: &serde_json::Value| record["bytes_sent"].as_u64().unwrap();
    assert_eq!(published["check"], false);
    assert_eq!(bytes(published) + 2, bytes(&records[0]));
}

#[test]
fn signals_stop_the_virtual_board() {
    for signal in [Signal::INT, Signal::TERM] {
        assert_eq!(VirtualBoard::start(&[]).stop(signal), Some(0));
    }
}

#[test]
fn unknown_build_is_refused_with_the_list() {
    run!("virtual-board --build no-such-build")
        .code(2)
        .stderr(contains("classic11"));
}
