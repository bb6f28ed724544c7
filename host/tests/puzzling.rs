//! What puzzle people use on its own: `hint` and `generate`.

mod common;

use common::{AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn hints_in_words() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let hint = |grid: &str| {
        let grid = folder.file("grid.txt", grid);
        nonogram()
            .args(["hint", "--grid"])
            .args([&grid, &file])
            .assert()
    };
    nonogram()
        .arg("hint")
        .arg(&file)
        .assert()
        .success()
        .stdout("row 1: cells 1, 3 are filled, cell 2 is blank: the blocks 1,1 and a gap between each fill it exactly\n");
    hint("#-#\n???\n???\n")
        .success()
        .stdout("row 2: cells 1-3 are filled: the block 3 fills it exactly\n");
    hint("#-#\n###\n???\n")
        .success()
        .stdout("column 1: cell 3 is blank: every filled cell of its clue 2 is there\n");
    hint(PICTURE).success().stdout(contains("solved"));
    hint("##?\n???\n???\n")
        .code(3)
        .stdout(contains("row 1 is wrong"));
    hint("#-#\n")
        .code(2)
        .stderr(contains("grid.txt: a grid of 1 x 3; expected 3 x 3"));
    hint("#x#\n???\n???\n")
        .code(2)
        .stderr(contains("grid.txt: row 1, cell 2"));

    let partial = folder.file("partial.non", PARTIAL);
    nonogram()
        .arg("hint")
        .arg(&partial)
        .assert()
        .success()
        .stdout(contains("it has no block"));
    let ambiguous = folder.file("ambiguous.non", AMBIGUOUS);
    nonogram()
        .arg("hint")
        .arg(&ambiguous)
        .assert()
        .code(4)
        .stdout(contains("no single step"));
}

#[test]
fn hints_as_json() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", CONTRADICTORY);
    let assert = nonogram()
        .args(["hint", "--json"])
        .arg(&file)
        .assert()
        .success();
    let record = &json_lines(&assert.get_output().stdout)[0];
    assert_eq!(
        (&record["rule"], &record["line"]),
        (&"blank".into(), &"row 2".into())
    );
    let cell = serde_json::json!({"row": 2, "column": 1, "value": "blank"});
    assert_eq!(record["cells"][0], cell);
    assert!(
        record["text"]
            .as_str()
            .unwrap()
            .starts_with("row 2: cells 1-3 are blank")
    );
}

/// A puzzle that line logic stalls on, and one failing guess opens.
#[test]
fn a_hint_by_a_guess() {
    let folder = Folder::new();
    let search = common::repository("puzzles/cases/search");
    let mut files: Vec<_> = std::fs::read_dir(search)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let stalled = nonogram()
        .args(["solve", "--on", "software"])
        .arg(&files[0])
        .assert();
    let grid = folder.file("grid.txt", &stalled.get_output().stdout);
    let mut hint = nonogram();
    let assert = hint
        .args(["hint", "--json", "--grid"])
        .args([&grid, &files[0]])
        .assert();
    let record = &json_lines(&assert.success().get_output().stdout)[0];
    assert_eq!(record["rule"], "guess");
    assert!(record["text"].as_str().unwrap().contains(": were it "));
}

#[test]
fn generated_puzzles_are_as_asked() {
    let generate = |arguments: &[&str]| {
        let assert = nonogram()
            .arg("generate")
            .args(arguments)
            .assert()
            .success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let arguments = [
        "--size",
        "6x9",
        "--density",
        "0.6",
        "--line-solvable",
        "--count",
        "4",
    ];
    let seven = generate(&[&arguments[..], &["--seed", "7"]].concat());
    assert_eq!(
        seven,
        generate(&[&arguments[..], &["--seed", "7"]].concat())
    );
    assert_ne!(
        seven,
        generate(&[&arguments[..], &["--seed", "8"]].concat())
    );
    let mut solve = nonogram();
    let solve = solve
        .args(["solve", "--on", "software", "--json", "-"])
        .write_stdin(seven);
    let records = json_lines(&solve.assert().success().get_output().stdout);
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(
            (&record["rows"], &record["columns"]),
            (&6.into(), &9.into())
        );
        assert_eq!(record["unique"], true);
    }
}

#[test]
fn generate_tells_its_seed_and_its_limits() {
    let drawn = nonogram()
        .arg("generate")
        .assert()
        .success()
        .stderr(contains("--seed "));
    let text = String::from_utf8(drawn.get_output().stderr.clone()).unwrap();
    let seed = text.trim().rsplit(' ').next().unwrap();
    let picture = drawn.get_output().stdout.clone();
    nonogram()
        .args(["generate", "--seed", seed])
        .assert()
        .success()
        .stdout(picture);

    let hopeless = [
        "--size",
        "30x30",
        "--density",
        "0.1",
        "--line-solvable",
        "--tries",
        "3",
    ];
    nonogram()
        .args(["generate", "--seed", "1"])
        .args(hopeless)
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains("none of 3 random puzzles of 30 x 30").and(contains("seed 1")));
    for bad in [
        ["--size", "0x3"],
        ["--size", "5"],
        ["--density", "1.5"],
        ["--count", "0"],
    ] {
        nonogram().arg("generate").args(bad).assert().code(2);
    }
}
