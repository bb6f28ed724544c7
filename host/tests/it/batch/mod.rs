//! `batch`: every line that is not blank is answered, in any order, even if another line or file is bad.

use crate::common;
#[cfg(unix)]
mod devices;
mod lines;
#[cfg(unix)]
mod recipes;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use common::{
    AMBIGUOUS, Folder, MALFORMED, PICTURE, SOLVABLE, json_lines, nonogram, pick, piped, run,
};
use nonogram_puzzles::{Clue, Format, Puzzle};
use predicates::str::contains;
use serde_json::{Value, json};

/// Runs a batch, and returns the exit code and the answers in the order of the lines.
fn batch(lines: &str, options: &[&str]) -> (i32, Vec<Value>) {
    let done = piped!(lines, "batch", options);
    let mut answers = json_lines(&done);
    answers.sort_by_key(|answer| (answer["line"].as_u64(), answer["solution"].as_u64()));
    (done.get_output().status.code().unwrap(), answers)
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
        let expected = json!([id, line, "solved", true, solved]);
        assert_eq!(pick(answer, "id line status unique grid"), expected);
    }
    let multiple = json!(["multiple", false]);
    assert_eq!(pick(&answers[3], "status unique"), multiple);
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
        assert_eq!(pick(answer, "id line"), json!([id, line]));
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains("expected"), "{answer}");
    }
}

#[test]
fn a_batch_lists_solutions() {
    let line = json!({"id": 1, "rows": [[1], [1]], "columns": [[1], [1]]}).to_string();
    let (code, answers) = batch(&line, &["--all", "--threads", "2"]);
    assert_eq!((code, answers.len()), (0, 2));
    for (number, answer) in (1..).zip(&answers) {
        assert_eq!(pick(answer, "id solution"), json!([1, number]));
    }
}

/// The puzzles of a line are distributed over the threads, and each is answered as soon as it is solved.
#[test]
fn a_hard_puzzle_of_a_bundle_does_not_delay_the_others() {
    // The first puzzle has 20! solutions, so the thread that lists them does not finish.
    let hard = vec![Clue::from([1]); 20];
    let easy = vec![Clue::from([2]); 2];
    let mut puzzles = vec![Puzzle::new(easy.clone(), easy).unwrap(); 40];
    puzzles[0] = Puzzle::new(hard.clone(), hard).unwrap();
    let folder = Folder::new();
    let file = folder.path("bundle.pattern");
    std::fs::write(&file, Format::Pattern.write_all(&puzzles).unwrap()).unwrap();
    let lines = folder.file("lines.jsonl", json!({"id": "b", "file": file}).to_string());

    let mut child = Command::new(env!("CARGO_BIN_EXE_nonogram"))
        .args(["batch", "--all", "--engine", "probing", "--threads", "2"])
        .arg(lines)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (answer, answers) = channel();
    let reader = std::thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            // Sending fails if the test has ended.
            let _ = answer.send(serde_json::from_str::<Value>(&line).unwrap());
        }
    });
    let mut numbers: Vec<u64> =
        std::iter::from_fn(|| answers.recv_timeout(Duration::from_secs(60)).ok())
            // The solutions of the first puzzle are printed meanwhile.
            .filter(|answer| answer["puzzle"] != 1)
            .take(puzzles.len() - 1)
            .map(|answer| {
                let expected = json!(["b", 1, "solved"]);
                assert_eq!(pick(&answer, "id line status"), expected);
                answer["puzzle"].as_u64().unwrap()
            })
            .collect();
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(2..=40));
}

#[test]
fn a_bad_puzzle_of_a_bundle_does_not_stop_the_others() {
    let wide = "1x40:1".to_owned() + &"/".repeat(40);
    let text = format!("2x2:2/2/2/2\n{}\n2x2:1/1/1/1\n", wide);
    let line = json!({"id": 1, "text": text, "format": "pattern"}).to_string();
    let (code, mut answers) = batch(&line, &["--engine", "dnf"]);
    assert_eq!((code, answers.len()), (2, 3));
    answers.sort_by_key(|answer| answer["puzzle"].as_u64());
    assert_eq!(answers[0]["status"], "solved");
    let error = answers[1]["error"].as_str().unwrap();
    assert!(error.contains("expected at most 32 x 32"), "{error}");
    assert_eq!(answers[2]["status"], "stalled");
}

#[test]
fn lines_cannot_name_stdin() {
    let lines = format!("{}\n{SOLVABLE}", json!({"id": 1, "file": "-"}));
    let (code, answers) = batch(&lines, &[]);
    // The lines after the refused one are answered.
    let count = lines.lines().filter(|line| !line.is_empty()).count();
    assert_eq!((code, answers.len()), (2, count));
    let error = answers[0]["error"].as_str().unwrap();
    assert!(error.contains("cannot name stdin"), "{error}");
}

/// A pipe or a device would block the run, or take the lines from stdin.
#[cfg(unix)]
#[test]
fn lines_name_ordinary_files_only() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let mut lines = String::new();
    for file in ["/dev/stdin", "/dev/zero", pipe.to_str().unwrap()] {
        lines += &format!("{}\n", json!({"id": 0, "file": file, "format": "non"}));
    }
    for _ in 0..3000 {
        lines += "{\"id\": 1, \"rows\": [[1]], \"columns\": [[1]]}\n";
    }
    let (code, answers) = batch(&lines, &["--threads", "1"]);
    assert_eq!((code, answers.len()), (2, 3003));
    for answer in &answers[..3] {
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains("expected an ordinary file"), "{error}");
    }
}

/// All solutions of a puzzle could need any amount of memory.
#[test]
fn solutions_are_written_when_they_are_found() {
    let clues = vec![[1]; 14];
    let line = json!({"id": 1, "rows": clues, "columns": clues}).to_string();
    let mut batch = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["batch", "--all"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = batch.stdin.take().unwrap();
    writeln!(stdin, "{line}").unwrap();
    drop(stdin);
    let stdout = BufReader::new(batch.stdout.take().unwrap());
    for (number, line) in (1..=1000).zip(stdout.lines()) {
        let answer: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let expected = json!([number, "multiple", false]);
        assert_eq!(pick(&answer, "solution status unique"), expected);
    }
    // Its stdout is closed, which ends the run.
    assert_eq!(batch.wait().unwrap().code(), Some(0));
}

#[test]
fn byte_order_mark_and_windows_line_ends_are_accepted() {
    let line = json!({"id": 1, "rows": [[1]], "columns": [[1]]});
    let (code, answers) = batch(&format!("\u{feff}{line}\r\n{line}\r\n"), &[]);
    assert_eq!((code, answers.len()), (0, 2));
}

#[test]
fn a_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    let line = json!({"id": 1, "rows": [[1]], "columns": [[1]]}).to_string();
    let good = folder.file("good.jsonl", line);
    for (bad, message) in [
        (folder.path("missing.jsonl"), "missing.jsonl: cannot read"),
        (folder.path(""), ":1: cannot read"),
    ] {
        let assert = run!("batch", &bad, &good).code(2);
        let assert = assert.stderr(contains(message));
        assert_eq!(json_lines(&assert).len(), 1);
    }
}

#[test]
fn bad_lines_can_be_allowed() {
    let good = json!({"id": 1, "rows": [[1]], "columns": [[1]]}).to_string();
    let (code, answers) = batch(&format!("{good}\nno JSON\n"), &["--allow-bad-lines"]);
    assert_eq!((code, answers.len()), (0, 2));
    assert!(answers[1]["error"].is_string());
    // A missing file is still an error.
    let mut missing = nonogram();
    let missing = missing.args(["batch", "--allow-bad-lines", "no-such-file.jsonl"]);
    missing.assert().code(2);
}
