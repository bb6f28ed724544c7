//! The software engines from the command line: solutions, verdicts, limits; `validate` and `batch`.

mod common;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, MALFORMED, PARTIAL, PICTURE, SOLVABLE, UNEQUAL, json_lines,
    nonogram, repository,
};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

const ENGINES: [&str; 4] = ["portfolio", "probing", "learning", "sat"];

/// Solves in software, and gives the exit code and the records.
fn solve(puzzle: &str, options: &[&str]) -> (i32, Vec<Value>) {
    let mut solve = nonogram();
    let solve = solve
        .args(["solve", "--on", "software", "--json", "-"])
        .args(options)
        .write_stdin(puzzle);
    let output = solve.output().unwrap();
    (output.status.code().unwrap(), json_lines(&output.stdout))
}

#[test]
fn every_engine_tells_whether_the_solution_is_the_only_one() {
    for engine in ENGINES {
        let options = ["--engine", engine];
        let (code, records) = solve(SOLVABLE, &options);
        assert_eq!((code, records.len()), (0, 1));
        assert_eq!(records[0]["unique"], true);
        assert_eq!(records[0]["engine"], engine);
        assert!(records[0].get("solution").is_none());

        let (code, records) = solve(AMBIGUOUS, &options);
        assert_eq!((code, records.len()), (4, 1));
        assert_eq!(records[0]["status"], "multiple");
        assert_eq!(records[0]["unique"], false);

        let (code, records) = solve(CONTRADICTORY, &options);
        assert_eq!((code, &records[0]["status"]), (3, &json!("unsolvable")));
        assert_eq!(records[0]["unique"], Value::Null);
    }
}

#[test]
fn solutions_are_numbered() {
    for most in [
        &["--all"][..],
        &["--max-solutions", "2"],
        &["--max-solutions", "9"],
    ] {
        let (code, mut records) = solve(AMBIGUOUS, most);
        assert_eq!((code, records.len()), (4, 2));
        assert_eq!(records[0]["solution"], 1);
        assert_eq!(records[1]["solution"], 2);
        assert!(records.iter().all(|record| record["status"] == "multiple"));
        records.sort_by_key(|record| record["grid"].to_string());
        assert_eq!(records[0]["grid"], json!(["#-", "-#"]));
        assert_eq!(records[1]["grid"], json!(["-#", "#-"]));
    }
    let (code, records) = solve(SOLVABLE, &["--all"]);
    assert_eq!((code, records.len()), (0, 1));
    assert_eq!(
        (&records[0]["solution"], &records[0]["status"]),
        (&json!(1), &json!("solved"))
    );
    // One alone comes without a verdict.
    let (code, records) = solve(AMBIGUOUS, &["--max-solutions", "1"]);
    assert_eq!((code, records.len()), (0, 1));
    assert_eq!(
        (&records[0]["unique"], &records[0]["status"]),
        (&Value::Null, &json!("solved"))
    );
}

#[test]
fn solutions_go_to_numbered_files() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", AMBIGUOUS);
    let mut solve = nonogram();
    let solve = solve.args(["solve", "--on", "software", "--all", "--output"]);
    let solve = solve.arg(folder.path("solution-%d.txt")).arg(file);
    solve
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains("not unique"));
    assert_eq!(
        folder.names(),
        ["puzzle.non", "solution-1.txt", "solution-2.txt"]
    );
    let texts =
        [1, 2].map(|n| std::fs::read_to_string(folder.path(&format!("solution-{n}.txt"))).unwrap());
    assert_ne!(texts[0], texts[1]);
    assert!(
        texts
            .iter()
            .all(|text| ["#-\n-#\n", "-#\n#-\n"].contains(&text.as_str()))
    );
}

#[test]
fn limits_leave_the_puzzle_stalled() {
    let (code, records) = solve(PARTIAL, &["--node-limit", "0"]);
    assert_eq!((code, &records[0]["status"]), (4, &json!("stalled")));
    assert_eq!(records[0]["grid"], json!(["?-?", "---", "?-?"]));
    assert_eq!(records[0]["unique"], Value::Null);
    let (code, records) = solve(
        PARTIAL,
        &["--time-limit", "0.000001", "--engine", "probing"],
    );
    assert_eq!((code, &records[0]["status"]), (4, &json!("stalled")));
}

#[test]
fn threads_change_nothing() {
    let file = repository("puzzles/library/32-search");
    let files: Vec<_> = std::fs::read_dir(file)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let grids = |threads: &str| -> Vec<Value> {
        let mut solve = nonogram();
        let solve = solve.args(["solve", "--on", "software", "--json", "--threads", threads]);
        let assert = solve.args(&files).assert().success();
        let records = json_lines(&assert.get_output().stdout);
        records
            .into_iter()
            .map(|record| record["grid"].clone())
            .collect()
    };
    assert_eq!(grids("1"), grids("3"));
}

#[test]
fn given_cells_decide() {
    let folder = Folder::new();
    let grid = folder.file("given.txt", "?#\n??\n");
    let (code, records) = solve(AMBIGUOUS, &["--grid", grid.to_str().unwrap()]);
    assert_eq!((code, &records[0]["unique"]), (0, &json!(true)));
    assert_eq!(records[0]["grid"], json!(["-#", "#-"]));
}

#[test]
fn engines_are_for_software() {
    let mut solve = nonogram();
    let assert = solve
        .args(["solve", "--engine", "sat", "-"])
        .write_stdin(SOLVABLE)
        .assert();
    assert.code(2).stderr(contains("--on software"));
    nonogram()
        .args(["solve", "--on", "software", "--engine", "magic", "-"])
        .assert()
        .code(2)
        .stderr(contains("portfolio"));
}

#[test]
fn validate_says_how_many_solutions_and_why() {
    let folder = Folder::new();
    let cases = [
        (SOLVABLE, 0, "unique", "line-solvable"),
        (AMBIGUOUS, 4, "multiple", "first differ in row 1, cell 1"),
        (CONTRADICTORY, 3, "none", "no placement"),
        (
            UNEQUAL,
            3,
            "none",
            "the rows ask for 3 filled cells, the columns for 2",
        ),
    ];
    for (puzzle, code, verdict, why) in cases {
        let file = folder.file("puzzle.non", puzzle);
        let mut validate = nonogram();
        let assert = validate.arg("validate").arg(&file).assert().code(code);
        assert.stdout(contains(format!("puzzle.non: {verdict}")).and(contains(why)));
        let mut validate = nonogram();
        let assert = validate
            .args(["validate", "--json"])
            .arg(&file)
            .assert()
            .code(code);
        let record = &json_lines(&assert.get_output().stdout)[0];
        assert_eq!(record["verdict"], verdict);
        assert_eq!(record["difficulty"].is_number(), verdict == "unique");
        assert_eq!(record["differs"].is_object(), verdict == "multiple");
    }
    let [good, bad] = [("good.non", SOLVABLE), ("bad.non", MALFORMED)]
        .map(|(name, text)| folder.file(name, text));
    let mut validate = nonogram();
    let assert = validate
        .arg("validate")
        .args([&bad, &good])
        .assert()
        .code(2);
    assert
        .stdout(contains("good.non: unique"))
        .stderr(contains("bad.non:"));
}

#[test]
fn validate_rates_what_needs_search() {
    let mut validate = nonogram();
    let assert = validate.args(["validate", "--json", "--threads", "2"]);
    let folder = repository("puzzles/cases/search");
    let files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let assert = assert.args(&files).assert().success();
    let records = json_lines(&assert.get_output().stdout);
    assert_eq!(records.len(), files.len());
    for (record, file) in records.iter().zip(&files) {
        assert_eq!(record["file"], file.to_str().unwrap());
        assert_eq!(
            (&record["verdict"], &record["logic"]),
            (&json!("unique"), &json!("search"))
        );
        assert!(record["depth"].as_u64().unwrap() >= 1);
    }
}

/// Runs a batch, and gives the exit code and the answers in the order of the lines.
fn batch(lines: &str, options: &[&str]) -> (i32, Vec<Value>) {
    let mut batch = nonogram();
    let output = batch
        .arg("batch")
        .args(options)
        .write_stdin(lines)
        .output()
        .unwrap();
    let mut answers = json_lines(&output.stdout);
    answers.sort_by_key(|answer| (answer["line"].as_u64(), answer["solution"].as_u64()));
    (output.status.code().unwrap(), answers)
}

#[test]
fn a_batch_answers_every_line() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let lines = [
        json!({"id": "a", "rows": [[1, 1], [3], [1]], "columns": [[2], [2], [2]]}).to_string(),
        "{ no JSON".to_owned(),
        String::new(),
        json!({"id": {"n": 4}, "file": file}).to_string(),
        json!({"id": 5, "text": AMBIGUOUS}).to_string(),
        json!({"id": 6, "rows": [[2]], "columns": [[1]]}).to_string(),
        json!({"id": 7, "rows": [[1]]}).to_string(),
        json!({"id": 8, "file": folder.path("missing.non")}).to_string(),
        json!({"id": 9, "text": MALFORMED, "format": "non"}).to_string(),
        json!([1, 2]).to_string(),
        json!({"id": 11, "rows": [[1], [1]], "columns": [[2], [1]]}).to_string(),
    ];
    let (code, answers) = batch(&lines.join("\n"), &[]);
    assert_eq!(code, 2);
    assert_eq!(answers.len(), 10);
    let solved = json!(PICTURE.lines().collect::<Vec<_>>());
    for (answer, id, line) in [
        (&answers[0], json!("a"), 1),
        (&answers[2], json!({"n": 4}), 4),
    ] {
        assert_eq!((&answer["id"], &answer["line"]), (&id, &json!(line)));
        assert_eq!(
            (&answer["status"], &answer["unique"]),
            (&json!("solved"), &json!(true))
        );
        assert_eq!(answer["grid"], solved);
    }
    assert_eq!(
        (&answers[3]["status"], &answers[3]["unique"]),
        (&json!("multiple"), &json!(false))
    );
    assert_eq!(answers[9]["status"], "unsolvable");
    for (answer, id, line) in [
        (1, Value::Null, 2),
        (4, json!(6), 6),
        (5, json!(7), 7),
        (6, json!(8), 8),
        (7, json!(9), 9),
        (8, Value::Null, 10),
    ] {
        let answer = &answers[answer];
        assert_eq!((&answer["id"], &answer["line"]), (&id, &json!(line)));
        assert!(
            answer["error"].as_str().unwrap().contains("expected"),
            "{answer}"
        );
    }
}

#[test]
fn a_batch_lists_solutions() {
    let line = json!({"id": 1, "rows": [[1], [1]], "columns": [[1], [1]]}).to_string();
    let (code, answers) = batch(&line, &["--all", "--threads", "2"]);
    assert_eq!((code, answers.len()), (0, 2));
    assert_eq!(
        (&answers[0]["solution"], &answers[1]["solution"]),
        (&json!(1), &json!(2))
    );
    assert!(answers.iter().all(|answer| answer["id"] == 1));
}
