//! `solve` on the back ends that need no hardware: exit codes, JSON keys, several files.
//!
//! The repository's puzzles on the command line: drawings of 8 x 8 cells are solved on the simulated board, and faulty cases are reported.
//!
//! `solve --all` lists solutions as they are found, in constant memory; `validate` reports a huge board as unsettled, in little memory.
//!
//! `bench`: its table, its JSON, and boards that do not fit a core.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nonogram_protocol::BoardStream;
use nonogram_puzzles::{Clue, Format, Puzzle};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::common::{
    Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, pick, piped, repository, run,
    stdout_of, uniform,
};

/// The back ends that need no hardware.
const ANYWHERE: [&str; 2] = ["sim", "software"];

#[test]
fn solve_has_the_documented_exit_codes() {
    let folder = Folder::of_puzzles();
    for on in ["sim", "software --engine lines"] {
        folder.rows(&format!(
            r#"
            solve --on {on} solvable.non      | 0 | =#-#/###/-#-/
            solve --on {on} unequal.non       | 3 | "" | unequal.non
            solve --on {on} contradictory.non | 3 | "" | contradictory.non
            solve --on {on} partial.non       | 4 | =?-?/---/?-?/ | partial.non
            solve --on {on} ambiguous.non     | 4 | =??/??/ | ambiguous.non
            solve --on {on} malformed.non     | 2 | "" | malformed.non
            "#
        ));
    }
}

#[test]
fn the_simulated_board_is_the_default() {
    let solved = Folder::of_puzzles().run("solve --json solvable.non");
    assert_eq!(json_lines(&solved.success())[0]["backend"], "sim");
}

#[test]
fn json_has_the_documented_keys() {
    let folder = Folder::of_puzzles();
    for on in ANYWHERE {
        let solved = folder.run(&format!("solve --json --on {on} solvable.non"));
        let records = json_lines(&solved.success());
        let [record] = &records[..] else { panic!("one puzzle, one object") };
        assert_eq!(
            pick(record, "file status rows columns grid backend"),
            json!(["solvable.non", "solved", 3, 3, ["#-#", "###", "-#-"], on])
        );
        for key in ["core", "cycles"] {
            assert!(record.get(key).is_some(), "{key}");
        }
        assert!(record["elapsed_seconds"].as_f64().unwrap() > 0.0);
        if on == "software" {
            let found = pick(record, "unique bytes_sent bytes_received wire_seconds");
            assert_eq!(found, json!([true, 0, 0, 0.0]));
            assert!(record["cycles"].is_null() && record["core"].is_null());
        } else {
            assert!(record.get("unique").is_none());
            let [rows, columns]: [&[&[usize]]; 2] = [&[&[1, 1], &[3], &[1]], &[&[2], &[2], &[2]]];
            let sent = BoardStream::new(rows, columns).unwrap().size().bytes;
            let received = 2 * (3 + 9);
            let found = pick(record, "bytes_sent bytes_received core");
            assert_eq!(found, json!([sent, received, "classic"]));
            let wire = record["wire_seconds"].as_f64().unwrap();
            assert!((wire - (sent + received) as f64 / 960.0).abs() < 1e-9);
            assert!(record["cycles"].as_u64().unwrap() > 0);
        }
    }
}

#[test]
fn json_reports_unsolvable_and_stalled_boards() {
    let folder = Folder::of_puzzles();
    for (puzzle, status, code) in [
        ("unequal", "unsolvable", 3),
        ("contradictory", "unsolvable", 3),
        ("partial", "stalled", 4),
    ] {
        for on in ["sim", "software --engine lines"] {
            let solved = folder.run(&format!("solve --json --on {on} {puzzle}.non"));
            let record = &json_lines(&solved.code(code))[0];
            assert_eq!(record["status"], status);
            assert_eq!(record["grid"].as_array().unwrap().len(), record["rows"]);
            if puzzle == "unequal" {
                assert_eq!(pick(record, "bytes_sent cycles"), json!([0, null]));
            }
        }
    }
}

#[test]
fn several_files_are_answered_in_order_with_the_highest_code() {
    let folder = Folder::of_puzzles();
    folder.rows(
        "solve --on software --engine lines partial.non malformed.non unequal.non solvable.non \
            | 4 | =?-?/---/?-?//#-#/###/-#-/ | malformed.non: & unequal.non: unsolvable: the row clues
         solve --on software solvable.non malformed.non | 2",
    );
    let solved = folder.run("solve --json solvable.non unequal.non").code(3);
    let records = json_lines(&solved).into_iter();
    let statuses: Vec<_> = records.map(|record| record["status"].clone()).collect();
    assert_eq!(statuses, ["solved", "unsolvable"]);
}

#[test]
fn bundles_number_their_puzzles() {
    let folder = Folder::new();
    folder.file("two.nonpack", format!("{SOLVABLE}\n====\n{PARTIAL}"));
    let solved = folder.run("solve --json --on software two.nonpack").code(4);
    let numbers = json_lines(&solved).into_iter().map(|record| record["puzzle"].clone());
    assert!(numbers.eq([1, 2]));
    folder.rows("solve --on software two.nonpack | 4 | | puzzle 2");
}

#[test]
fn a_dash_names_stdin() {
    let solved = piped!(SOLVABLE, "solve --on software -");
    solved.success().stdout(PICTURE);
}

#[test]
fn the_parallel_core_gives_the_same_picture_in_fewer_cycles() {
    let folder = Folder::of_puzzles();
    let [classic, parallel] = ["classic", "parallel"].map(|core| {
        let solved = folder.run(&format!("solve --json --core {core} solvable.non"));
        let record = json_lines(&solved.success()).remove(0);
        assert_eq!(record["core"], core);
        record
    });
    assert_eq!(classic["grid"], parallel["grid"]);
    assert!(parallel["cycles"].as_u64() < classic["cycles"].as_u64());
}

#[test]
fn a_build_selects_its_core_and_an_option_the_baud_rate() {
    let folder = Folder::of_puzzles();
    for drive in ["pins", "true-pins"] {
        let options = format!("--json --build parallel11x4 --baud 3e6 --drive {drive}");
        let solved = folder.run(&format!("sim {options} solvable.non"));
        let record = json_lines(&solved.success()).remove(0);
        assert_eq!(record["core"], "parallel");
        let number = |key: &str| record[key].as_f64().expect("a number");
        let bits = 10.0 * (number("bytes_sent") + number("bytes_received"));
        assert!((number("wire_seconds") - bits / 3e6).abs() < 1e-9);
    }
    folder.rows(
        "solve --core classic --build parallel11x4 solvable.non | 2 | | build parallel11x4 has the core parallel",
    );
}

#[test]
fn a_board_too_large_for_every_build_is_not_sent() {
    let folder = Folder::new();
    folder.file("wide.non", uniform(65, "0"));
    folder.file("twelve.non", uniform(12, "0"));
    // A named build is used, and reports that the board is too large.
    folder.rows(
        r#"
        solve --on sim wide.non             | 2 | "" | and nothing was sent: 65 x 65 cells; expected at most 64 x 64
        solve --core parallel wide.non      | 2 | "" | 65 x 65 cells; expected at most 16 x 16
        solve --on software wide.non        | 0 | | ""
        solve wide.non                      | 0 | | wide.non: solved in software, because it fits no design: 65 x 65 cells; expected at most 64 x 64
        solve twelve.non                    | 0
        solve --build classic11 twelve.non  | 2 | | too large for this build (status 4)
        "#,
    );
}

#[test]
fn the_simulated_board_checks_both_directions() {
    let folder = Folder::of_puzzles();
    let bytes = |check: &str| {
        let solved = folder.run(&format!("solve --json {check} solvable.non"));
        let record = &json_lines(&solved.success())[0];
        [&record["bytes_sent"], &record["bytes_received"]].map(|n| n.as_u64().unwrap())
    };
    let [sent, received] = bytes("");
    assert_eq!(bytes("--check"), [sent + 2, received + 2]);
}

/// The puzzle files in a folder, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

#[test]
fn drawings_are_solved_by_the_simulated_board() {
    let files = files("puzzles/library/08");
    let goals = run!("render", &files).success();
    let goals = stdout_of(&goals);
    assert!(!goals.contains('?'));
    run!("solve", &files).success().stdout(goals);
}

#[test]
fn faulty_cases_are_reported() {
    for (folder, code, message) in [
        ("contradictory", 3, "unsolvable"),
        ("sums-differ", 3, "nothing was sent"),
        ("malformed", 2, "; expected"),
    ] {
        for file in files(&format!("puzzles/cases/{folder}")) {
            let refused = run!("solve", &file).code(code).stdout("");
            let place = if folder == "malformed" { ":" } else { ": " };
            let place = format!("nonogram: {}{place}", file.display());
            refused.stderr(contains(place).and(contains(message)));
        }
    }
}

/// One filled cell in each of 12 rows and columns: 12! solutions, too many to wait for.
fn endless(folder: &Folder) -> std::path::PathBuf {
    let clues = vec![Clue::from([1]); 12];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    folder.file("endless.non", Format::Non.write(&puzzle, None).unwrap())
}

/// The peak memory of a running process, in KiB.
#[cfg(target_os = "linux")]
fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|kib| kib.parse().ok()).unwrap()
}

#[cfg(target_os = "linux")]
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
    let assert = solve.arg(folder.path("one.txt")).arg(endless(&folder)).assert().code(2);
    assert.stderr(contains("expected %d in --output").count(1));
    assert_eq!(folder.names(), ["endless.non", "one.txt"]);
}

/// The text has 49 KB, the board 16.8 million cells; the address space is limited to 400,000 KiB.
#[cfg(target_os = "linux")]
#[test]
fn a_small_text_of_a_huge_board_takes_little_memory() {
    let folder = Folder::new();
    let clues = vec!["1.1.1"; 2 * 4095].join("/");
    let huge = folder.file("huge.pattern", format!("4095x4095:{clues}\n"));
    let mut validate = assert_cmd::Command::new("sh");
    let script = "ulimit -v 400000; exec \"$0\" validate --threads 1 \"$1\"";
    validate.args(["-c", script, env!("CARGO_BIN_EXE_nonogram")]).arg(huge);
    let assert = validate.assert().code(4);
    let assert = assert.stdout(contains(
        "unsettled: the engine portfolio would need to search a board of 16769025 cells; expected at most 1048576",
    ));
    // The command has no option for another engine.
    assert.stdout(contains("choose").not());
}

#[test]
fn table_has_a_row_per_puzzle_and_the_medians() {
    let folder = Folder::new();
    let files = [("a.non", SOLVABLE), ("b.non", PARTIAL)].map(|(n, text)| folder.file(n, text));
    let assert = run!("bench", &files).success();
    let text = stdout_of(&assert);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[0].contains("classic cycles") && rows[1].contains("3x3"));
    assert!(rows[3].trim_start().starts_with("median") && rows[3].ends_with("of 2"));
}

#[test]
fn json_measures_are_those_of_solve() {
    let folder = Folder::new();
    let file = folder.file("a.non", SOLVABLE);
    let json = |command: &str| {
        let assert = run!(command, "--json", &file).success();
        json_lines(&assert).remove(0)
    };
    let (bench, solve) = (json("bench"), json("solve"));
    let core = &bench["cores"][0];
    assert_eq!(core["core"], "classic");
    assert_eq!((&core["build"], &core["status"]), (&"classic11".into(), &"solved".into()));
    assert_eq!(core["cycles"], solve["cycles"]);
    assert_eq!(bench["wire_seconds"], solve["wire_seconds"]);
    let rows: &[&[usize]] = &[&[1, 1], &[3], &[1]];
    let columns: &[&[usize]] = &[&[2], &[2], &[2]];
    let sent = BoardStream::new(rows, columns).unwrap().size().bytes;
    let rate = bench["boards_per_second"].as_f64().unwrap();
    assert!((rate * sent as f64 * 10.0 - 9600.0).abs() < 1e-6);
    assert!(bench["software_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn boards_too_large_for_a_core_have_no_cycles_on_it() {
    let folder = Folder::new();
    folder.file("wide.non", uniform(20, "0"));
    folder.rows("bench wide.non | 0 | - ");
    let record = &json_lines(&folder.run("bench --json wide.non").success())[0];
    assert!(record["cores"][0]["cycles"].is_null() && record["cores"][0]["build"].is_null());
}

/// Regression test: the message did not name the puzzle.
#[test]
fn the_error_names_the_board_that_cannot_be_encoded() {
    let folder = Folder::new();
    let columns = "1\n".repeat(100);
    let text = format!("width 100\nheight 1\n\nrows\n100\n\ncolumns\n{columns}");
    folder.file("long.non", text);
    folder.rows("bench long.non | 2 | | nonogram: long.non: row 1: a block of 100");
}
