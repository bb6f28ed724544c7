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
