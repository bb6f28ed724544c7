//! The repository's puzzles on the command line: drawings of 8 x 8 cells are solved on the simulated board, and faulty cases are reported.

use crate::common;

use std::path::PathBuf;

use common::{repository, run, stdout_of};
use predicates::prelude::*;
use predicates::str::contains;

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
fn contradictory_cases_are_unsolvable() {
    for file in files("puzzles/cases/contradictory") {
        run!("solve", file)
            .code(3)
            .stdout("")
            .stderr(contains("unsolvable"));
    }
}

#[test]
fn differing_sums_are_not_sent() {
    for file in files("puzzles/cases/sums-differ") {
        let assert = run!("solve", file).code(3).stdout("");
        assert.stderr(contains("nothing was sent"));
    }
}

#[test]
fn malformed_cases_name_the_file_and_what_was_expected() {
    for file in files("puzzles/cases/malformed") {
        let name = file.to_str().unwrap().to_owned();
        let where_and_what = contains(format!("nonogram: {name}:")).and(contains("; expected"));
        run!("solve", file)
            .code(2)
            .stdout("")
            .stderr(where_and_what);
    }
}
