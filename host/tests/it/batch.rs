//! `batch`: a bad line does not stop the others; the recipes of docs/guide/batch.md lose no line, even if a worker is killed
//! or a line is bad.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Folder, json_lines, json_lines_of, nonogram, repository};

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
    let done = nonogram().arg("batch").write_stdin(lines.join("\n")).assert().code(2);
    let answers = json_lines(&done);
    assert_eq!(answers.len(), lines.len());
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

/// The shell commands of a section of docs/guide/batch.md, with smaller parts.
fn recipe(section: &str) -> Vec<String> {
    let docs = std::fs::read_to_string(repository("docs/guide/batch.md")).unwrap();
    let (_, section) = docs.split_once(&format!("\n## {section}\n")).unwrap();
    let (_, block) = section.split_once("```sh\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let small = block.replace("--lines 1000", "--lines 100");
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
fn lines_without_an_answer_can_be_run_on_their_own() {
    let lossy = Lossy::new();
    // The killed run answers ten lines.
    lossy.run("nonogram batch puzzles.jsonl > solutions.jsonl");
    assert_eq!(lossy.missing(), Lossy::LINES - 10);
    // The last command of the guide runs the lines without an answer.
    let docs = std::fs::read_to_string(repository("docs/guide/batch.md")).unwrap();
    let (_, rest) = docs.rsplit_once("```sh\n").unwrap();
    let (rest, _) = rest.split_once("```").unwrap();
    assert_eq!(lossy.run(rest).0, 0);
    assert_eq!(lossy.missing(), 0);
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
