//! `solve` on the back ends that need no hardware: exit codes, JSON keys, several files.

use crate::common;

use common::{Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, pick, piped, uniform};
use nonogram_protocol::BoardStream;
use serde_json::json;

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
        let [record] = &records[..] else {
            panic!("one puzzle, one object")
        };
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
    let numbers = json_lines(&solved)
        .into_iter()
        .map(|record| record["puzzle"].clone());
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
