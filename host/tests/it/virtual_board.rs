//! `virtual-board`: the simulated FPGA as a serial port, for the host of this project and for other programs.

use crate::common;

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use common::virtual_board::VirtualBoard;
use common::{
    CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, pick, repository, run,
    stdout_of, uniform,
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
    let folder = Folder::of_puzzles();
    let board = VirtualBoard::start(&[]);
    for options in ["", "--check"] {
        let solve = format!("solve --on {} {options}", board.port);
        folder.rows(&format!(
            r#"
            {solve} solvable.non      | 0 | =#-#/###/-#-/
            {solve} contradictory.non | 3 | ""
            {solve} partial.non       | 4 | =?-?/---/?-?/
            {solve} ambiguous.non     | 4 | =??/??/
            {solve} solvable.non      | 0 | =#-#/###/-#-/
            "#
        ));
    }
}

#[test]
fn core_and_build_select_the_virtual_board() {
    let folder = Folder::of_puzzles();
    for (arguments, core) in [
        (&["--core", "parallel"][..], "parallel"),
        (&["--core", "classic", "--build", "classic16"], "classic"),
    ] {
        let board = VirtualBoard::start(arguments);
        let solved = folder.run(&format!("solve --json --on {} solvable.non", board.port));
        assert_eq!(json_lines(&solved.success())[0]["core"], core);
    }
    folder.rows(
        "virtual-board --core classic --build parallel11x4 | 2 | | build parallel11x4 has the core parallel
         virtual-board --build no-such-build               | 2 | | classic11",
    );
}

#[test]
fn several_puzzles_are_solved_on_one_open_port() {
    let folder = Folder::of_puzzles();
    let board = VirtualBoard::start(&[]);
    let files = "solvable.non ".repeat(3);
    let solved = folder.run(&format!("solve --json --on {} {files}", board.port));
    assert_eq!(json_lines(&solved.success()).len(), 3);
}

/// Whether a puzzle is small: names end in the size, and boards with sides of two digits take minutes in an unoptimised simulation.
fn is_small(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name.rsplit_once('-').is_some_and(|(_, size)| size.len() == "9x9".len())
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
        let mut command = nonogram();
        command.args(["solve", "--on"]).args(on);
        stdout_of(&command.args(&files).assert().code(4))
    };
    assert_eq!(pictures(&[&board.port]), pictures(&["software", "--engine", "lines"]));
}

/// A host that uses only the published protocol, without checks.
#[test]
fn a_host_of_the_published_protocol_receives_its_reply() {
    let board = VirtualBoard::start(&[]);
    let mut port = board.open();
    // Two by two cells: `#-` over `##`.
    let lines: [&[&[u16]]; 4] = [&[&[1, 0], &[0, 1]], &[&[1, 1]], &[&[1, 1]], &[&[1, 0], &[0, 1]]];
    let mut words: Vec<u16> = vec![0xe000 | 2 << 1, 0xe000 | 2 << 1];
    for options in lines {
        words.push(0xc000);
        for (nth, option) in options.iter().enumerate() {
            if nth > 0 {
                words.push(0x4000);
            }
            words.extend((0..).zip(*option).map(|(place, value)| 0xa000 | place << 1 | value));
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
    port.write_all(&stream.bytes().collect::<Vec<u8>>()).unwrap();
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
    let encoded = folder.run("encode puzzle.non").get_output().stdout.clone();
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
            let expected = serde_json::json!([status, true]);
            let context = format!("{build}, seed {seed}, board {number}");
            assert_eq!(pick(record, "status check"), expected, "{context}");
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
    let arguments = "--build parallel11x4 --clock 12e6 --baud 115200";
    let board = VirtualBoard::start(&arguments.split(' ').collect::<Vec<_>>());
    let port = &board.port;
    let text = "parallel core, 4 options per cycle, version 0.3.0: up to 11 x 11, 84 options per line, 4096 words; 12 MHz, 115200 baud";
    let probed = run!(&*format!("ports --probe {port}"));
    probed.success().stdout(contains(text));
    let probed = run!(&*format!("ports --probe --json {port}")).success();
    let identity = &json_lines(&probed)[0]["identity"];
    let expected = serde_json::json!(["parallel", 12_000_000, 11, 4]);
    assert_eq!(pick(identity, "core clock_hz rows lanes"), expected);
}

#[test]
fn probes_without_an_identity_are_reported() {
    let (_far, port, _near) = common::fake::pty();
    Folder::new().rows(&format!(
        "ports --probe {port}             | 5 | no answer  | no build answers at 9600 baud
         ports --probe /dev/no-such-port  | 5 | not opened | /dev/no-such-port: "
    ));
}

/// Boards that are too large are refused before anything is sent; checks are sent unless they are disabled.
#[test]
fn the_host_uses_the_reported_identity() {
    let folder = Folder::new();
    let files = [
        folder.file("a.non", SOLVABLE),
        folder.file("b.non", uniform(12, "1")),
        folder.file("c.non", SOLVABLE),
    ];
    let board = VirtualBoard::start(&["--build", "parallel11x4"]);
    let assert = board.solve().arg("--json").args(&files).assert().code(2);
    let assert = assert.stderr(
        contains("b.non: /dev/pts/")
            .and(contains("nothing was sent: 12 x 12 cells; expected at most 11 x 11")),
    );
    let found = json_lines(&assert);
    assert_eq!(found.len(), 3);
    assert_eq!(found[1]["status"], "error");
    let expected = serde_json::json!([true, "parallel"]);
    assert_eq!(pick(&found[0], "check core"), expected);

    let mut solve = board.solve();
    let solve = solve.args(["--json", "--no-check"]).arg(&files[0]);
    let published = &json_lines(&solve.assert().success())[0];
    let bytes = |record: &serde_json::Value| record["bytes_sent"].as_u64().unwrap();
    assert_eq!(published["check"], false);
    assert_eq!(bytes(published) + 2, bytes(&found[0]));
}

#[test]
fn signals_stop_the_virtual_board() {
    for signal in [Signal::INT, Signal::TERM] {
        assert_eq!(VirtualBoard::start(&[]).stop(signal), Some(0));
    }
}
