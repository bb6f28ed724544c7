//! `batch`: every line is answered, in any order, whatever the others are.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use std::path::Path;

use common::{AMBIGUOUS, Folder, MALFORMED, PICTURE, SOLVABLE, json_lines, nonogram};
use nonogram_puzzles::{Clue, Format, Puzzle};
use predicates::str::contains;
use serde_json::{Value, json};

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

/// The puzzles of one line are spread over the threads, and each is answered as soon as it is done.
#[test]
fn a_hard_puzzle_of_a_bundle_holds_up_no_other() {
    // Of the first puzzle all 20! solutions are asked for; whoever takes it never comes back.
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
            // The test may be over.
            let _ = answer.send(serde_json::from_str::<Value>(&line).unwrap());
        }
    });
    let mut numbers: Vec<u64> = (1..puzzles.len())
        .map_while(|_| answers.recv_timeout(Duration::from_secs(60)).ok())
        .map(|answer| {
            assert_eq!((&answer["id"], &answer["line"]), (&json!("b"), &json!(1)));
            assert_eq!(answer["status"], "solved");
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
fn a_bad_puzzle_of_a_bundle_holds_up_no_other() {
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
    // The lines after it are still answered.
    let count = lines.lines().filter(|line| !line.is_empty()).count();
    assert_eq!((code, answers.len()), (2, count));
    let error = answers[0]["error"].as_str().unwrap();
    assert!(error.contains("cannot name stdin"), "{error}");
}

#[test]
fn lines_may_come_from_windows() {
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
        let mut batch = nonogram();
        let assert = batch.arg("batch").args([&bad, &good]).assert().code(2);
        let assert = assert.stderr(contains(message));
        assert_eq!(json_lines(&assert.get_output().stdout).len(), 1);
    }
}

#[test]
fn bad_lines_can_be_allowed() {
    let good = json!({"id": 1, "rows": [[1]], "columns": [[1]]}).to_string();
    let (code, answers) = batch(&format!("{good}\nno JSON\n"), &["--allow-bad-lines"]);
    assert_eq!((code, answers.len()), (0, 2));
    assert!(answers[1]["error"].is_string());
    // What cannot be read was not answered.
    let mut missing = nonogram();
    let missing = missing.args(["batch", "--allow-bad-lines", "no-such-file.jsonl"]);
    missing.assert().code(2);
}

/// The shell commands of a section of docs/batch.md, for less data than there.
#[cfg(unix)]
fn recipe(section: &str) -> Vec<String> {
    let docs = std::fs::read_to_string(common::repository("docs/batch.md")).unwrap();
    let (_, section) = docs.split_once(&format!("\n## {section}\n")).unwrap();
    let (_, block) = section.split_once("```sh\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let small = block
        .replace("--lines 1000", "--lines 100")
        .replace("--block 1M", "--block 5k");
    // A line that ends with a backslash goes on.
    let whole = small.replace("\\\n", " ");
    whole.lines().map(str::to_owned).collect()
}

/// A folder with lines to solve, and a `nonogram` that is killed in the middle of its first run.
#[cfg(unix)]
struct Lossy(Folder);

#[cfg(unix)]
impl Lossy {
    const LINES: usize = 1000;

    fn new() -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let mut lines = String::new();
        for id in 0..Self::LINES {
            lines += &json!({"id": id, "rows": [[1], [1]], "columns": [[1], [1]]}).to_string();
            lines += "\n";
            if id == Self::LINES / 2 {
                lines += "a bad line\n";
            }
        }
        folder.file("puzzles.jsonl", lines);
        let real = assert_cmd::cargo::cargo_bin("nonogram");
        let real = real.display();
        let once = folder.path("killed");
        let once = once.display();
        std::fs::create_dir(folder.path("bin")).unwrap();
        let program = folder.file(
            "bin/nonogram",
            format!(
                "#!/bin/sh\nif mkdir {once} 2>/dev/null; then {real} \"$@\" | head -n 10; kill -9 $$; fi\n\
                 exec {real} \"$@\"\n"
            ),
        );
        std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    /// Runs a command of a recipe, and gives its exit code and what it printed.
    fn run(&self, command: &str) -> (i32, String) {
        let bin = self.0.path("bin");
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("bash")
            .args(["-c", command])
            .current_dir(self.0.path(""))
            .env("PATH", format!("{}:{path}", bin.display()))
            // GNU parallel keeps its own files there.
            .env("HOME", self.0.path(""))
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap_or(-1), printed)
    }

    fn exists(&self, name: &str) -> bool {
        Path::new(&self.0.path(name)).exists()
    }

    /// Every line was answered once, the bad one included, and the check of the docs says so.
    fn is_complete(&self) {
        let solutions = std::fs::read(self.0.path("solutions.jsonl")).unwrap();
        let mut ids: Vec<Value> = json_lines(&solutions)
            .iter_mut()
            .map(|answer| answer["id"].take())
            .collect();
        ids.sort_by_key(Value::as_u64);
        let numbers = (0..Self::LINES).map(|id| json!(id));
        assert!(ids.into_iter().eq([Value::Null].into_iter().chain(numbers)));
        assert_eq!(self.missing(), 0);
    }

    /// The ids that the check of the docs finds missing.
    fn missing(&self) -> usize {
        let check = recipe("Is it complete?").join("\n");
        let (code, missing) = self.run(&check);
        assert_eq!(code, 0);
        missing.lines().count()
    }
}

#[cfg(unix)]
#[test]
fn part_files_lose_no_line_with_a_killed_worker_and_a_bad_line() {
    let lossy = Lossy::new();
    let commands = recipe("Part files: GNU parallel with a log");
    let [split, solve, join] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(lossy.run(split).0, 0);
    assert_eq!(lossy.run(solve).0, 1, "one part was killed");
    assert!(lossy.exists("killed"));
    lossy.run(join);
    assert_eq!(lossy.missing(), 100);
    assert_eq!(lossy.run(solve).0, 0, "it is made up for");
    lossy.run(join);
    lossy.is_complete();
}

#[cfg(unix)]
#[test]
fn a_stream_loses_no_line_with_a_killed_worker_and_a_bad_line() {
    let lossy = Lossy::new();
    let commands = recipe("A stream: GNU parallel with --pipe");
    let (code, _) = lossy.run(&commands.join("\n"));
    assert!(lossy.exists("killed"));
    assert_eq!(code, 0);
    lossy.is_complete();
}

#[cfg(unix)]
#[test]
fn part_files_with_xargs_lose_no_line_with_a_killed_worker() {
    let lossy = Lossy::new();
    let commands = recipe("Without GNU parallel");
    let [split, solve, join] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(lossy.run(split).0, 0);
    assert_eq!(lossy.run(solve).0, 123, "one part was killed");
    assert_eq!(lossy.run(solve).0, 0, "it is made up for");
    lossy.run(join);
    lossy.is_complete();
}

#[cfg(unix)]
#[test]
fn lines_without_an_answer_can_be_run_on_their_own() {
    let lossy = Lossy::new();
    // The killed run answers ten lines.
    lossy.run("nonogram batch puzzles.jsonl > solutions.jsonl");
    assert_eq!(lossy.missing(), Lossy::LINES - 10);
    let docs = std::fs::read_to_string(common::repository("docs/batch.md")).unwrap();
    let (_, rest) = docs.rsplit_once("```sh\n").unwrap();
    let (rest, _) = rest.split_once("```").unwrap();
    assert_eq!(lossy.run(rest).0, 0);
    assert_eq!(lossy.missing(), 0);
}

#[test]
fn large_ids_came_back_rounded() {
    const IDS: [&str; 4] = [
        "123456789012345678901234567890",
        "18446744073709551616",
        "1.000000000000000000000001",
        r#"{"b": 1e400, "a": "\u00fc"}"#,
    ];
    let lines = IDS.map(|id| format!(r#"{{"id": {id}, "rows": [[1]], "columns": [[1]]}}"#));
    let mut batch = nonogram();
    let assert = batch.arg("batch").write_stdin(lines.join("\n")).assert();
    let output = String::from_utf8(assert.success().get_output().stdout.clone()).unwrap();
    for id in IDS {
        assert!(
            output.contains(&format!(r#"{{"id":{id},"line":"#)),
            "{id}: {output}"
        );
    }
}

#[test]
fn unknown_keys_were_ignored() {
    let lines = [
        r#"{"id": 1, "rows": [[1]], "colums": [[1]]}"#,
        r#"{"id": 2, "text": "1", "fromat": "non"}"#,
    ];
    let (code, answers) = batch(&lines.join("\n"), &[]);
    assert_eq!(code, 2);
    for (answer, key) in answers.iter().zip(["colums", "fromat"]) {
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(&format!("unknown key {key:?}")), "{error}");
    }
}

/// Entities that expand to gigabytes, elements without end, clues without end: each line is
/// answered, and those behind them too.
#[test]
fn a_bad_line_is_answered_and_the_next_ones_too() {
    let entity = "A".repeat(100_000);
    let references = "&a;".repeat(40_000);
    let bomb = format!("<!DOCTYPE p [<!ENTITY a \"{entity}\">]><puzzle>{references}</puzzle>");
    let attributes = format!("<puzzle {}/>", "a=\"\" ".repeat(200_000));
    let bad = [
        json!({"id": "entities", "text": bomb}).to_string(),
        json!({"id": "depth", "text": "<a>".repeat(400_000) + "<puzzle>"}).to_string(),
        json!({"id": "attributes", "text": attributes}).to_string(),
        json!({"id": "clue", "rows": [vec![1; 200_000]], "columns": [[1]]}).to_string(),
        json!({"id": "string", "rows": "x".repeat(400_000), "columns": [[1]]}).to_string(),
        format!("{{\"id\": \"deep\", \"rows\": {}", "[".repeat(400_000)),
    ];
    let good = json!({"id": "good", "rows": [[1]], "columns": [[1]]}).to_string();
    let lines: Vec<String> = bad
        .iter()
        .flat_map(|bad| [bad.clone(), good.clone()])
        .collect();
    let (code, answers) = batch(&lines.join("\n"), &[]);
    assert_eq!((code, answers.len()), (2, lines.len()));
    for answer in answers {
        match answer["id"].as_str() {
            Some("good") => assert_eq!(answer["status"], "solved"),
            _ => {
                let error = answer["error"].as_str().unwrap();
                assert!(error.contains("expected") && error.len() < 1000, "{error}");
            }
        }
    }
}
