//! Puzzles of several colours from the command line: solved in software, refused where only black and white is taken.

mod common;

use common::{Folder, json_lines, nonogram, repository};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::json;

/// Its one picture is `aba`.
const LINE: &str = "color a #ff0000\ncolor b #0000ff\nwidth 3\nheight 1\n\nrows\n1a,1b,1a\n\ncolumns\n1a\n1b\n1a\n";
/// The sums agree in all, and differ in each colour.
const UNEQUAL: &str =
    "color a #ff0000\ncolor b #0000ff\nwidth 2\nheight 2\n\nrows\n2a\n1b\n\ncolumns\n1a,1b\n1b\n";

#[test]
fn a_coloured_puzzle_is_solved_in_software() {
    for engine in ["portfolio", "lines", "probing", "sat"] {
        let mut solve = nonogram();
        solve.args([
            "solve", "--on", "software", "--engine", engine, "--json", "-",
        ]);
        let assert = solve.write_stdin(LINE).assert().success();
        let record = &json_lines(&assert.get_output().stdout)[0];
        assert_eq!(record["grid"], json!(["aba"]));
        assert_eq!(record["palette"], json!({"a": "#ff0000", "b": "#0000ff"}));
        assert_eq!(record["unique"], true);
    }
}

#[test]
fn engines_and_devices_of_one_colour_refuse_several() {
    for engine in ["learning", "dnf", "placements", "permutations", "genetic"] {
        let mut solve = nonogram();
        solve.args(["solve", "--on", "software", "--engine", engine, "-"]);
        let assert = solve.write_stdin(LINE).assert().code(2).stdout("");
        assert.stderr(contains("2 colours").and(contains("black and white")));
    }
    for arguments in [
        &["solve", "-"][..],
        &["solve", "--core", "clue", "-"],
        &["sim", "-"],
        &["encode", "-"],
        &["bench", "-"],
    ] {
        let mut command = nonogram();
        let assert = command.args(arguments).write_stdin(LINE).assert().code(2);
        assert.stderr(contains("nonogram solve --on software"));
    }
}

#[test]
fn sums_that_differ_in_a_colour_are_named() {
    for arguments in [
        &["solve", "-"][..],
        &["solve", "--on", "software", "-"],
        &["validate", "-"],
    ] {
        let mut command = nonogram();
        let output = command
            .args(arguments)
            .write_stdin(UNEQUAL)
            .assert()
            .code(3)
            .get_output()
            .clone();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(
            text.contains("the rows ask for 2 red cells, the columns for 1"),
            "{text}"
        );
    }
}

#[test]
fn drawings_in_colours_are_solved_and_converted() {
    let folder = Folder::new();
    let drawing = repository("puzzles/library/colour-08/drink-me.non");
    let solved = nonogram()
        .args(["solve", "--on", "software"])
        .arg(&drawing)
        .assert()
        .success();
    let picture = String::from_utf8(solved.get_output().stdout.clone()).unwrap();
    assert_eq!(picture.lines().next(), Some("---aa---"));
    for name in ["puzzle.xml", "puzzle.json", "puzzle.g", "puzzle.non"] {
        let path = folder.path(name);
        nonogram()
            .arg("convert")
            .arg(&drawing)
            .arg("--output")
            .arg(&path)
            .assert()
            .success();
        nonogram()
            .args(["solve", "--on", "software"])
            .arg(&path)
            .assert()
            .success()
            .stdout(picture.clone());
    }
}

#[test]
fn mistakes_and_hints_name_colours() {
    let folder = Folder::new();
    let (puzzle, grid) = (
        folder.file("line.non", LINE),
        folder.file("grid.txt", "b??\n"),
    );
    let mut check = nonogram();
    check.arg("check").arg(&puzzle).arg("--grid").arg(&grid);
    check.assert().code(3).stdout(contains(
        "row 1, column 1 is blue; in the solution it is red",
    ));
    nonogram()
        .arg("hint")
        .arg(&puzzle)
        .assert()
        .success()
        .stdout(contains("red"));
}
