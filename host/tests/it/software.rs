//! The software engines on the command line: solutions, verdicts, limits; `validate`.

use crate::common;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, MALFORMED, PARTIAL, SOLVABLE, UNEQUAL, json_lines,
    json_lines_of, nonogram, piped, repository, run,
};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

const ENGINES: [&str; 4] = ["portfolio", "probing", "learning", "sat"];

/// Solves in software, and returns the exit code and the records.
fn solve(puzzle: &str, options: &[&str]) -> (i32, Vec<Value>) {
    let mut solve = nonogram();
    let solve = solve
        .args(["solve", "--on", "software", "--json", "-"])
        .args(options)
        .write_stdin(puzzle);
    let output = solve.output().unwrap();
    (output.status.code().unwrap(), json_lines_of(&output.stdout))
}

#[test]
fn engines_report_whether_the_solution_is_unique() {
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
fn solutions_are_counted() {
    for (file, count, exit) in [(AMBIGUOUS, 2, 4), (SOLVABLE, 1, 0), (CONTRADICTORY, 0, 3)] {
        let (code, records) = solve(file, &["--count"]);
        assert_eq!((code, &records[0]["solutions"]), (exit, &json!(count)));
        assert_eq!(records[0]["complete"], true);
    }
    let (code, records) = solve(AMBIGUOUS, &["--count", "--max-solutions", "1"]);
    assert_eq!((code, &records[0]["solutions"]), (4, &json!(1)));
    assert_eq!(records[0]["complete"], false);
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
    // With a limit of one solution, it is unknown whether the solution is unique.
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
fn pictures_do_not_depend_on_the_number_of_threads() {
    let file = repository("puzzles/library/32-search");
    let files: Vec<_> = std::fs::read_dir(file)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let grids = |threads: &str| -> Vec<Value> {
        let mut solve = nonogram();
        let solve = solve.args(["solve", "--on", "software", "--json", "--threads", threads]);
        let assert = solve.args(&files).assert().success();
        let records = json_lines(&assert);
        records
            .into_iter()
            .map(|record| record["grid"].clone())
            .collect()
    };
    assert_eq!(grids("1"), grids("3"));
}

#[test]
fn given_cells_restrict_the_solutions() {
    let folder = Folder::new();
    let grid = folder.file("given.txt", "?#\n??\n");
    let (code, records) = solve(AMBIGUOUS, &["--grid", grid.to_str().unwrap()]);
    assert_eq!((code, &records[0]["unique"]), (0, &json!(true)));
    assert_eq!(records[0]["grid"], json!(["-#", "#-"]));

    let none = folder.file("none.txt", "##\n??\n");
    let assert = piped!(AMBIGUOUS, "solve --on software - --grid", none).code(3);
    assert.stderr(contains("no picture has the given cells"));
}

#[test]
fn engines_are_refused_without_software() {
    let assert = piped!(SOLVABLE, "solve --engine sat -");
    assert.code(2).stderr(contains("--on software"));
    run!("solve --on software --engine magic -")
        .code(2)
        .stderr(contains("portfolio"));
}

#[test]
fn lines_are_solved_by_the_requested_method() {
    for solver in ["bits", "complete", "fast", "olsak"] {
        for selection in ["round-robin", "dirty", "score"] {
            let options = ["--line-solver", solver, "--line-selection", selection];
            let options = [&["--engine", "lines"][..], &options[..]].concat();
            let (code, records) = solve(SOLVABLE, &options);
            assert_eq!((code, &records[0]["unique"]), (0, &json!(true)));
            let (code, records) = solve(PARTIAL, &options);
            assert_eq!((code, &records[0]["status"]), (4, &json!("stalled")));
            assert_eq!(records[0]["grid"], json!(["?-?", "---", "?-?"]));
            assert_eq!(solve(CONTRADICTORY, &options).0, 3);
        }
    }
    let folder = Folder::new();
    let given = folder.file("given.txt", "#??\n???\n???\n");
    let given = given.to_str().unwrap();
    let options = [
        "--engine",
        "lines",
        "--line-solver",
        "fast",
        "--grid",
        given,
    ];
    let (_, records) = solve(PARTIAL, &options);
    assert_eq!(records[0]["grid"], json!(["#--", "---", "--#"]));

    let misplaced = |arguments: &[&str], expected: &str| {
        let assert = piped!(SOLVABLE, &arguments);
        assert.code(2).stderr(contains(expected.to_owned()));
    };
    let software = ["solve", "--on", "software", "-", "--line-solver"];
    misplaced(&[&software[..], &["fast"]].concat(), "--engine lines");
    misplaced(&[&software[..], &["slow"]].concat(), "olsak");
    misplaced(&["solve", "-", "--line-solver", "fast"], "--on software");
    misplaced(&["batch", "--line-selection", "score"], "--engine lines");
    // The row has C(76, 25) placements.
    let (blocks, columns) = ("1,".repeat(24), "1\n".repeat(25) + &"0\n".repeat(75));
    let long = format!("width 100\nheight 1\nrows\n{blocks}1\ncolumns\n{columns}");
    let mut solve = nonogram();
    let options = ["--engine", "lines", "--line-solver", "complete", "-"];
    solve.args(["solve", "--on", "software"]).args(options);
    let assert = solve.write_stdin(long).assert();
    assert
        .code(2)
        .stderr(contains("options of a line; expected at most"));
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (option, value) in [("--threads", "100000"), ("--population", "99999999999")] {
        let arguments = ["solve", "--on", "software", "--engine", "genetic", "-"];
        let assert = run!(&arguments, option, value);
        assert.code(2).stderr(contains("expected a number from"));
    }
}

#[test]
fn stdin_named_twice_is_refused() {
    for command in ["solve", "validate", "convert"] {
        let mut twice = nonogram();
        twice.args([command, "-", "-"]);
        if command == "convert" {
            twice.args(["--to", "mk"]);
        }
        let assert = twice.write_stdin(SOLVABLE).assert();
        assert
            .code(2)
            .stdout("")
            .stderr(contains("stdin is named more than once"));
    }
}

#[test]
fn validate_reports_the_verdict_and_its_reason() {
    let folder = Folder::new();
    let cases = [
        (SOLVABLE, 0, "unique", "line-solvable"),
        (AMBIGUOUS, 4, "multiple", "first differ in row 1, column 1"),
        (CONTRADICTORY, 3, "none", "no placement"),
        (
            UNEQUAL,
            3,
            "none",
            "the row clues require 3 filled cells, the column clues 2",
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
        let record = &json_lines(&assert)[0];
        assert_eq!(record["verdict"], verdict);
        let clues = &nonogram_puzzles::read_file(&file, None).unwrap()[0];
        assert_eq!(record["identity"], clues.identity().to_string());
        assert_eq!(record["difficulty"].is_number(), verdict == "unique");
        assert_eq!(record["differs"].is_object(), verdict == "multiple");
    }
    let [good, bad] = [("good.non", SOLVABLE), ("bad.non", MALFORMED)]
        .map(|(name, text)| folder.file(name, text));
    let assert = run!("validate", &bad, &good).code(2);
    assert
        .stdout(contains("good.non: unique"))
        .stderr(contains("bad.non:"));
}

#[test]
fn validate_rates_puzzles_that_need_search() {
    let mut validate = nonogram();
    let assert = validate.args(["validate", "--json", "--threads", "2"]);
    let folder = repository("puzzles/cases/search");
    let files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    let assert = assert.args(&files).assert().success();
    let records = json_lines(&assert);
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
