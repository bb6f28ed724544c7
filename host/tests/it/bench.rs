//! `bench`: its table, its JSON, and boards that do not fit a core.

use crate::common;

use common::{Folder, PARTIAL, SOLVABLE, json_lines, run, stdout_of, uniform};
use nonogram_protocol::BoardStream;

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
    assert_eq!(
        (&core["build"], &core["status"]),
        (&"classic11".into(), &"solved".into())
    );
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
