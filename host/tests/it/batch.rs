//! `batch`: a hard puzzle and a bad line do not stop the others; the recipes of docs/guide/batch.md lose no line, even if a worker is killed
//! or a line is bad.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use nonogram_puzzles::{Clue, Format, Puzzle};
use serde_json::{Value, json};

use crate::common::{Folder, json_lines, json_lines_of, nonogram, pick, repository};

/// Runs a batch, and returns the exit code and the answers in the order of the lines.
fn batch(lines: &str, options: &[&str]) -> (i32, Vec<Value>) {
    let done = nonogram().arg("batch").args(options).write_stdin(lines).assert();
    let mut answers = json_lines(&done);
    answers.sort_by_key(|answer| (answer["line"].as_u64(), answer["solution"].as_u64()));
    (done.get_output().status.code().unwrap(), answers)
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

/// Lines that try to exhaust the memory or the stack get an error, and the lines after them are solved.
#[test]
fn a_bad_line_and_the_lines_after_it_are_answered() {
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
    let lines: Vec<String> = bad.iter().flat_map(|bad| [bad.clone(), good.clone()]).collect();
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

/// The shell commands of a section of docs/guide/batch.md, with smaller parts and blocks.
fn recipe(section: &str) -> Vec<String> {
    let docs = std::fs::read_to_string(repository("docs/guide/batch.md")).unwrap();
    let (_, section) = docs.split_once(&format!("\n## {section}\n")).unwrap();
    let (_, block) = section.split_once("```sh\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let small = block.replace("--lines 1000", "--lines 100").replace("--block 1M", "--block 5k");
    // A backslash at the end of a line continues it.
    let whole = small.replace("\\\n", " ");
    whole.lines().map(str::to_owned).collect()
}

/// A folder with lines to solve, and a `nonogram` that is killed during its first run.
struct Lossy(Folder);

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

    /// Runs a command of a recipe, and returns its exit code, or -1 if a signal killed it, and its stdout.
    fn run(&self, command: &str) -> (i32, String) {
        let bin = self.0.path("bin");
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("bash")
            .args(["-c", command])
            .current_dir(self.0.path(""))
            .env("PATH", format!("{}:{path}", bin.display()))
            // GNU parallel keeps its own files in HOME.
            .env("HOME", self.0.path(""))
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap_or(-1), printed)
    }

    fn exists(&self, name: &str) -> bool {
        Path::new(&self.0.path(name)).exists()
    }

    /// Asserts that every line was answered once, including the bad one, and that the check in the guide finds no missing id.
    fn assert_complete(&self) {
        let solutions = std::fs::read(self.0.path("solutions.jsonl")).unwrap();
        let mut ids: Vec<Value> =
            json_lines_of(&solutions).iter_mut().map(|answer| answer["id"].take()).collect();
        ids.sort_by_key(Value::as_u64);
        let numbers = (0..Self::LINES).map(|id| json!(id));
        assert!(ids.into_iter().eq([Value::Null].into_iter().chain(numbers)));
        assert_eq!(self.missing(), 0);
    }

    /// The number of ids that the check in the guide reports as missing.
    fn missing(&self) -> usize {
        let check = recipe("Is it complete?").join("\n");
        let (code, missing) = self.run(&check);
        assert_eq!(code, 0);
        missing.lines().count()
    }
}

#[test]
fn part_files_lose_no_line_with_a_killed_worker_and_a_bad_line() {
    let lossy = Lossy::new();
    let commands = recipe("Part files: GNU parallel with a log");
    let [split, solve, join] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(lossy.run(split).0, 0);
    assert_eq!(lossy.run(solve).0, 1, "one worker was killed");
    assert!(lossy.exists("killed"));
    lossy.run(join);
    assert_eq!(lossy.missing(), 100);
    assert_eq!(lossy.run(solve).0, 0, "the second run solves the rest");
    lossy.run(join);
    lossy.assert_complete();
}

#[test]
fn a_stream_loses_no_line_with_a_killed_worker_and_a_bad_line() {
    let lossy = Lossy::new();
    let commands = recipe("A stream: GNU parallel with --pipe");
    let (code, _) = lossy.run(&commands.join("\n"));
    assert!(lossy.exists("killed"));
    assert_eq!(code, 0);
    lossy.assert_complete();
}

#[test]
fn part_files_with_xargs_lose_no_line_with_a_killed_worker() {
    let lossy = Lossy::new();
    let commands = recipe("Without GNU parallel");
    let [split, solve, join] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(lossy.run(split).0, 0);
    assert_eq!(lossy.run(solve).0, 123, "one worker was killed");
    assert_eq!(lossy.run(solve).0, 0, "the second run solves the rest");
    lossy.run(join);
    lossy.assert_complete();
}

#[test]
fn lines_without_an_answer_can_be_run_on_their_own() {
    let lossy = Lossy::new();
    // The killed run answers ten lines.
    lossy.run("nonogram batch puzzles.jsonl > solutions.jsonl");
    assert_eq!(lossy.missing(), Lossy::LINES - 10);
    assert_eq!(lossy.run(&repair()).0, 0);
    assert_eq!(lossy.missing(), 0);
}

/// The command of the guide that runs the lines without an answer.
fn repair() -> String {
    let docs = std::fs::read_to_string(repository("docs/guide/batch.md")).unwrap();
    let (_, rest) = docs.rsplit_once("```sh\n").unwrap();
    let (rest, _) = rest.split_once("```").unwrap();
    rest.to_owned()
}

#[test]
fn repair_after_a_torn_answer_is_complete() {
    let lossy = Lossy::new();
    lossy.run("nonogram batch puzzles.jsonl; nonogram batch puzzles.jsonl > all.jsonl");
    for cut in ["head -c 50000 all.jsonl", "head -c 9000 all.jsonl; tail -n 10 all.jsonl"] {
        lossy.run(&format!("({cut}) > solutions.jsonl"));
        let missing = lossy.missing();
        assert!(missing > 0 && missing < Lossy::LINES, "{missing} missing");
        assert_eq!(lossy.run(&repair()).0, 0);
        assert_eq!(lossy.missing(), 0, "{cut}");
        // The answers are whole lines.
        let answers = std::fs::read(lossy.0.path("solutions.jsonl")).unwrap();
        assert!(json_lines_of(&answers).len() >= Lossy::LINES);
    }
}

#[test]
fn slurm_task_without_lines_fails_and_leaves_no_result() {
    let lossy = Lossy::new();
    let script = recipe("A Slurm array").join("\n");
    let task = |number: usize| {
        let variables = format!("SLURM_ARRAY_TASK_ID={number} SLURM_CPUS_PER_TASK=1");
        lossy.0.file("array.sh", &script);
        lossy.run(&format!("{variables} sh array.sh")).0
    };
    assert_ne!(task(12), 0, "the first run is killed");
    assert!(lossy.exists("killed") && !lossy.exists("solutions-12.jsonl"));
    assert_eq!(task(12), 0);
    let solutions = std::fs::read(lossy.0.path("solutions-12.jsonl")).unwrap();
    assert_eq!(json_lines_of(&solutions).len(), Lossy::LINES / 100);
    lossy.run("head -n 5 puzzles.jsonl > few && mv few puzzles.jsonl");
    assert_ne!(task(6), 0, "there is no seventh line");
    std::fs::remove_file(lossy.0.path("puzzles.jsonl")).unwrap();
    assert_ne!(task(7), 0, "there is no input");
    assert!(!lossy.exists("solutions-6.jsonl") && !lossy.exists("solutions-7.jsonl"));
}
