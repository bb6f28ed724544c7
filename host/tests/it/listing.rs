//! `solve --all` lists solutions as they are found, in constant memory; `validate` reports a huge board as unsettled, in little memory.
#![cfg(target_os = "linux")]

use crate::common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{Folder, nonogram};
use nonogram_puzzles::{Clue, Format, Puzzle};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::{Value, json};

/// One filled cell in each of 12 rows and columns: 12! solutions, too many to wait for.
fn endless(folder: &Folder) -> std::path::PathBuf {
    let clues = vec![Clue::from([1]); 12];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    folder.file("endless.non", Format::Non.write(&puzzle, None).unwrap())
}

/// The peak memory of a running process, in KiB.
fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|kib| kib.parse().ok()).unwrap()
}

#[test]
fn a_pipe_gets_each_solution_before_the_search_ends() {
    /// Solutions to read before the memory is measured.
    const SOLUTIONS: usize = 20_000;
    let folder = Folder::new();
    let file = endless(&folder);
    for json in [true, false] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nonogram"));
        command.args(["solve", "--on", "software", "--all"]);
        let mut child = command
            .args(json.then_some("--json"))
            .arg(&file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || lines.next().unwrap().unwrap();
        for number in 1..=SOLUTIONS {
            if json {
                let record: Value = serde_json::from_str(&next()).unwrap();
                assert_eq!(record["solution"], number);
                let found = (&record["status"], &record["unique"]);
                assert_eq!(found, (&json!("multiple"), &json!(false)));
            } else {
                for _ in 0..12 {
                    assert_eq!(next().matches('#').count(), 1);
                }
                assert_eq!(next(), "");
            }
        }
        let kib = peak(child.id());
        assert!(kib < 48 << 10, "{kib} KiB");
        // The reader closes the pipe, so the search ends.
        drop(lines);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn an_endless_listing_to_one_file_ends_with_one_error() {
    let folder = Folder::new();
    let mut solve = nonogram();
    let solve = solve.args(["solve", "--on", "software", "--all", "--json", "--output"]);
    let assert = solve
        .arg(folder.path("one.txt"))
        .arg(endless(&folder))
        .assert()
        .code(2);
    assert.stderr(contains("expected %d in --output").count(1));
    assert_eq!(folder.names(), ["endless.non", "one.txt"]);
}

/// The text has 49 KB, the board 16.8 million cells; the address space is limited to 400,000 KiB.
#[test]
fn a_small_text_of_a_huge_board_takes_little_memory() {
    let folder = Folder::new();
    let clues = vec!["1.1.1"; 2 * 4095].join("/");
    let huge = folder.file("huge.pattern", format!("4095x4095:{clues}\n"));
    let mut validate = assert_cmd::Command::new("sh");
    let script = "ulimit -v 400000; exec \"$0\" validate --threads 1 \"$1\"";
    validate
        .args(["-c", script, env!("CARGO_BIN_EXE_nonogram")])
        .arg(huge);
    let assert = validate.assert().code(4);
    let assert = assert.stdout(contains(
        "unsettled: the engine portfolio would need to search a board of 16769025 cells; expected at most 1048576",
    ));
    // The command has no option for another engine.
    assert.stdout(contains("choose").not());
}
