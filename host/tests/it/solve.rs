//! `solve` on the back ends that need no hardware: exit codes, JSON keys, several files.

use crate::common;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, MALFORMED, PARTIAL, PICTURE, SOLVABLE, UNEQUAL, json_lines,
    nonogram, piped, run,
};
use nonogram_protocol::BoardStream;
use predicates::prelude::*;
use predicates::str::contains;

/// The back ends that need no hardware.
const ANYWHERE: [&str; 2] = ["sim", "software"];

#[test]
fn solve_has_the_documented_exit_codes() {
    let folder = Folder::new();
    let cases = [
        (SOLVABLE, 0, PICTURE),
        (UNEQUAL, 3, ""),
        (CONTRADICTORY, 3, ""),
        (PARTIAL, 4, "?-?\n---\n?-?\n"),
        (AMBIGUOUS, 4, "??\n??\n"),
        (MALFORMED, 2, ""),
    ];
    for (puzzle, code, picture) in cases {
        let file = folder.file("puzzle.non", puzzle);
        for on in [&["sim"][..], &["software", "--engine", "lines"]] {
            let assert = run!("solve --on", &on, &file);
            let assert = assert.code(code).stdout(picture);
            if code != 0 {
                assert.stderr(contains("puzzle.non"));
            }
        }
    }
}

#[test]
fn the_simulated_board_is_the_default() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let assert = run!("solve --json", file).success();
    assert_eq!(json_lines(&assert)[0]["backend"], "sim");
}

#[test]
fn json_has_the_documented_keys() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let keys = [
        "file",
        "status",
        "rows",
        "columns",
        "grid",
        "backend",
        "core",
        "bytes_sent",
        "bytes_received",
        "wire_seconds",
        "cycles",
        "elapsed_seconds",
    ];
    for on in ANYWHERE {
        let assert = run!("solve --json --on", on, &file);
        let records = json_lines(&assert.success());
        let [record] = &records[..] else {
            panic!("one puzzle, one object")
        };
        for key in keys {
            assert!(record.get(key).is_some(), "{key}");
        }
        assert_eq!(record["file"], file.to_str().unwrap());
        assert_eq!(record["status"], "solved");
        assert_eq!(
            (&record["rows"], &record["columns"]),
            (&3.into(), &3.into())
        );
        assert_eq!(record["grid"], serde_json::json!(["#-#", "###", "-#-"]));
        assert_eq!(record["backend"], on);
        assert!(record["elapsed_seconds"].as_f64().unwrap() > 0.0);
        if on == "software" {
            assert_eq!(record["unique"], true);
            assert_eq!(
                (&record["bytes_sent"], &record["wire_seconds"]),
                (&0.into(), &0.0.into())
            );
            assert!(record["cycles"].is_null() && record["core"].is_null());
        } else {
            assert!(record.get("unique").is_none());
            let [rows, columns]: [&[&[usize]]; 2] = [&[&[1, 1], &[3], &[1]], &[&[2], &[2], &[2]]];
            let sent = BoardStream::new(rows, columns).unwrap().size().bytes;
            let received = 2 * (3 + 9);
            assert_eq!(record["bytes_sent"], sent);
            assert_eq!(record["bytes_received"], received);
            let wire = record["wire_seconds"].as_f64().unwrap();
            assert!((wire - (sent + received) as f64 / 960.0).abs() < 1e-9);
            assert!(record["cycles"].as_u64().unwrap() > 0);
            assert_eq!(record["core"], "classic");
        }
    }
}

#[test]
fn json_reports_unsolvable_and_stalled_boards() {
    let folder = Folder::new();
    for (puzzle, status, code) in [
        (UNEQUAL, "unsolvable", 3),
        (CONTRADICTORY, "unsolvable", 3),
        (PARTIAL, "stalled", 4),
    ] {
        let file = folder.file("puzzle.non", puzzle);
        for on in [&["sim"][..], &["software", "--engine", "lines"]] {
            let assert = run!("solve --json --on", &on, &file);
            let record = &json_lines(&assert.code(code))[0];
            assert_eq!(record["status"], status);
            assert_eq!(record["grid"].as_array().unwrap().len(), record["rows"]);
            if puzzle == UNEQUAL {
                assert_eq!(
                    (&record["bytes_sent"], &record["cycles"]),
                    (&0.into(), &().into())
                );
            }
        }
    }
}

#[test]
fn several_files_are_answered_in_order_with_the_highest_code() {
    let folder = Folder::new();
    let [good, bad, partial, unequal] = [
        ("good.non", SOLVABLE),
        ("bad.non", MALFORMED),
        ("partial.non", PARTIAL),
        ("unequal.non", UNEQUAL),
    ]
    .map(|(name, text)| folder.file(name, text));
    let mut solve = nonogram();
    solve
        .args(["solve", "--on", "software", "--engine", "lines"])
        .args([&partial, &bad, &unequal, &good]);
    solve
        .assert()
        .code(4)
        .stdout(format!("?-?\n---\n?-?\n\n{PICTURE}"))
        .stderr(contains("bad.non:").and(contains("unequal.non: unsolvable: the row clues")));
    let mut solve = nonogram();
    solve
        .args(["solve", "--on", "software"])
        .args([&good, &bad])
        .assert()
        .code(2);
    let assert = run!("solve --json", &good, &unequal).code(3);
    let statuses: Vec<_> = json_lines(&assert)
        .iter()
        .map(|record| record["status"].clone())
        .collect();
    assert_eq!(statuses, ["solved", "unsolvable"]);
}

#[test]
fn bundles_number_their_puzzles() {
    let folder = Folder::new();
    let file = folder.file("two.nonpack", format!("{SOLVABLE}\n====\n{PARTIAL}"));
    let mut solve = nonogram();
    let assert = solve
        .args(["solve", "--json", "--on", "software"])
        .arg(&file)
        .assert()
        .code(4);
    let records = json_lines(&assert);
    assert_eq!(
        (&records[0]["puzzle"], &records[1]["puzzle"]),
        (&1.into(), &2.into())
    );
    run!("solve --on software", &file).stderr(contains("puzzle 2"));
}

#[test]
fn a_dash_names_stdin() {
    piped!(SOLVABLE, "solve --on software -")
        .success()
        .stdout(PICTURE);
}

#[test]
fn the_parallel_core_gives_the_same_picture_in_fewer_cycles() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let [classic, parallel] = ["classic", "parallel"].map(|core| {
        let assert = run!("solve --json --core", core, &file).success();
        let record = json_lines(&assert).remove(0);
        assert_eq!(record["core"], core);
        record
    });
    assert_eq!(classic["grid"], parallel["grid"]);
    assert!(parallel["cycles"].as_u64() < classic["cycles"].as_u64());
}

#[test]
fn a_build_selects_its_core_and_an_option_the_baud_rate() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for drive in ["pins", "true-pins"] {
        let assert = run!(
            "sim --json --build parallel11x4 --baud 3e6 --drive",
            drive,
            &file
        )
        .success();
        let record = json_lines(&assert).remove(0);
        assert_eq!(record["core"], "parallel");
        let number = |key: &str| record[key].as_f64().expect("a number");
        let bits = 10.0 * (number("bytes_sent") + number("bytes_received"));
        assert!((number("wire_seconds") - bits / 3e6).abs() < 1e-9);
    }
    run!("solve --core classic --build parallel11x4", &file)
        .code(2)
        .stderr(contains("build parallel11x4 has the core parallel"));
}

#[test]
fn a_board_too_large_for_every_build_is_not_sent() {
    let folder = Folder::new();
    let blank = "0\n".repeat(33);
    let text = format!("width 33\nheight 33\n\nrows\n{blank}\ncolumns\n{blank}");
    let file = folder.file("wide.non", text);
    run!("solve", &file)
        .code(2)
        .stdout("")
        .stderr(contains("and nothing was sent: 33 x 33").and(contains("clue32: 32 x 32")));
    run!("solve --on software", &file).success();
    run!("solve --core parallel", &file)
        .code(2)
        .stderr(contains("parallel16x4: 16 x 16, 792 options per line"));

    // A named build is used, and reports that the board is too large.
    let blank = "0\n".repeat(12);
    let text = format!("width 12\nheight 12\n\nrows\n{blank}\ncolumns\n{blank}");
    let file = folder.file("twelve.non", text);
    run!("solve", &file).success();
    run!("solve --build classic11", &file)
        .code(2)
        .stderr(contains("too large for this build (status 4)"));
}

#[test]
fn the_simulated_board_checks_both_directions() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let bytes = |check: &[&str]| {
        let assert = run!("solve --json", &check, &file).success();
        let record = &json_lines(&assert)[0];
        [&record["bytes_sent"], &record["bytes_received"]].map(|n| n.as_u64().unwrap())
    };
    let [sent, received] = bytes(&[]);
    assert_eq!(bytes(&["--check"]), [sent + 2, received + 2]);
}
