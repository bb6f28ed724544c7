//! The published engines on the command line, and the record of the genetic engine.

use crate::common;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PICTURE, SOLVABLE, json_lines, nonogram, repository, run,
};
use predicates::str::contains;

/// A `solve` command in software with this engine; the caller adds options and the puzzle.
fn solve(engine: &str) -> assert_cmd::Command {
    let mut solve = nonogram();
    solve.args(["solve", "--on", "software", "--engine", engine]);
    solve
}

#[test]
fn published_engines_report_solved_unsolvable_ambiguous_and_stalled() {
    let folder = Folder::new();
    let solvable = folder.file("solvable.non", SOLVABLE);
    let none = folder.file("none.non", CONTRADICTORY);
    let ambiguous = folder.file("ambiguous.non", AMBIGUOUS);
    for engine in ["dnf", "placements", "permutations"] {
        solve(engine)
            .arg(&solvable)
            .assert()
            .success()
            .stdout(PICTURE);
        solve(engine).arg(&none).assert().code(3).stdout("");
    }
    for engine in ["placements", "permutations"] {
        let assert = solve(engine)
            .args(["--json", "--all"])
            .arg(&ambiguous)
            .assert()
            .code(4);
        let records = json_lines(&assert);
        assert_eq!(records.len(), 2);
        assert_eq!(
            (&records[1]["solution"], &records[1]["engine"]),
            (&2.into(), &engine.into())
        );
    }
    let stalled = solve("dnf").arg(&ambiguous).assert().code(4);
    stalled.stdout("??\n??\n").stderr(contains("stalled"));
    let found = solve("genetic")
        .arg("--json")
        .arg(&solvable)
        .assert()
        .success();
    let record = &json_lines(&found)[0];
    assert_eq!(
        (&record["status"], &record["unique"]),
        (&"solved".into(), &serde_json::Value::Null)
    );
    let gave_up = solve("genetic")
        .args(["--rounds", "1"])
        .arg(&none)
        .assert()
        .code(4);
    gave_up.stderr(contains("--rounds stopped the search"));
}

#[test]
fn boards_too_large_for_an_engine_are_refused() {
    let large = repository("puzzles/library/64-search/no-two-alike.non");
    let refused = solve("dnf").arg(&large).assert().code(2).stdout("");
    refused.stderr(contains(
        "dnf would need a board of 35 x 35; expected at most 32 x 32",
    ));
    let limited = solve("placements")
        .args(["--node-limit", "0"])
        .arg(&large)
        .assert()
        .code(4);
    limited.stderr(contains("--node-limit stopped the search"));
}

#[test]
fn generations_are_recorded_and_reproduced() {
    let folder = Folder::new();
    let puzzle = repository("puzzles/library/11/pen-pal.non");
    let run = |seed: &str, name: &str| {
        let csv = folder.path(name);
        let mut run = solve("genetic");
        run.args(["--seed", seed, "--generations-csv"])
            .args([&csv, &puzzle]);
        run.assert().success();
        std::fs::read_to_string(csv).unwrap()
    };
    let seven = run("7", "seven.csv");
    assert_eq!(seven, run("7", "again.csv"));
    assert_ne!(seven, run("8", "eight.csv"));
    let (head, rows) = seven.split_once('\n').unwrap();
    assert!(head.starts_with("puzzle,round,generation,lines,weights,best,mean,"));
    assert!(rows.starts_with("1,1,0,rows,groups,"));
    let columns = head.split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == columns));
    assert_eq!(
        rows.lines().count() % 6,
        0,
        "one row per generation for each of the six experts"
    );
}

#[test]
fn generations_are_drawn() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", AMBIGUOUS);
    let mut run = solve("genetic");
    run.args([
        "--max-solutions",
        "3",
        "--generations",
        "2",
        "--rounds",
        "1",
    ]);
    run.arg("--generations-pictures")
        .args([&folder.path("g-%d.png"), &puzzle]);
    run.assert().code(4);
    assert_eq!(
        folder.names(),
        ["g-1.png", "g-2.png", "g-3.png", "puzzle.non"]
    );
    let picture = std::fs::read(folder.path("g-1.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn wrong_options_of_the_genetic_engine_are_refused() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", AMBIGUOUS);
    let bad = |option: &str, value: &str, engine: &str, message: &str| {
        let mut solve = solve(engine);
        solve
            .args([option, value])
            .arg(&puzzle)
            .assert()
            .code(2)
            .stderr(contains(message));
    };
    bad(
        "--generations-pictures",
        "g.png",
        "genetic",
        "expected %d in the name",
    );
    bad(
        "--seed",
        "1",
        "lines",
        "--seed has no effect with the engine",
    );
    run!("solve --seed 1", &puzzle).code(2);
}
