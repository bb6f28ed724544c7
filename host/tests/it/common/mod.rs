//! Shared by the tests: the binary under test, tables of commands, puzzle files, and fake and virtual boards behind pseudo-terminals.

pub mod fake;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// A command of the binary under test, without a terminal, with a time limit of 120 s.
pub fn nonogram() -> Command {
    let mut command = Command::cargo_bin("nonogram").expect("the binary is built with its tests");
    // Every command takes far less time unless it hangs or runs the open flow, for which tests set a time limit of their own.
    command.timeout(std::time::Duration::from_secs(120));
    command
}

/// Runs a command with these arguments, which spaces separate, and then these.
pub fn run(arguments: &str, more: &[impl AsRef<OsStr>]) -> Assert {
    nonogram().args(arguments.split_whitespace()).args(more).assert()
}

/// The text that a command wrote to stdout.
pub fn stdout_of(done: &Assert) -> String {
    String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
}

/// A temporary folder, which is removed when dropped.
pub struct Folder(TempDir);

/// A puzzle that line logic solves: `#-#` over `###` over `-#-`.
pub const SOLVABLE: &str = "width 3\nheight 3\n\nrows\n1,1\n3\n1\n\ncolumns\n2\n2\n2\n";
/// The picture of [`SOLVABLE`].
pub const PICTURE: &str = "#-#\n###\n-#-\n";
/// A puzzle with two solutions, in which line logic determines no cell.
pub const AMBIGUOUS: &str = "width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n";
/// A puzzle in which line logic determines only the cells of the blank row and the blank column.
pub const PARTIAL: &str = "width 3\nheight 3\n\nrows\n1\n0\n1\n\ncolumns\n1\n0\n1\n";
/// A puzzle without a solution, although its row clues and its column clues have equal sums.
pub const CONTRADICTORY: &str = "width 3\nheight 3\n\nrows\n3\n0\n3\n\ncolumns\n1,1\n2\n1,1\n";
/// A puzzle whose row clues and column clues have different sums.
pub const UNEQUAL: &str = "width 2\nheight 2\n\nrows\n2\n1\n\ncolumns\n1\n1\n";
/// A puzzle with a clue that is longer than its line.
pub const MALFORMED: &str = "width 2\nheight 2\n\nrows\n3\n1\n\ncolumns\n1\n1\n";

/// A puzzle file of this size, with the same clue for every line.
pub fn uniform(side: usize, clue: &str) -> String {
    let clues = format!("{clue}\n").repeat(side);
    format!("width {side}\nheight {side}\n\nrows\n{clues}\ncolumns\n{clues}")
}

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// A folder with the puzzles above: `solvable.non`, `ambiguous.non`, `partial.non`, `contradictory.non`, `unequal.non` and
    /// `malformed.non`.
    pub fn of_puzzles() -> Self {
        let folder = Self::new();
        for (name, text) in [
            ("solvable.non", SOLVABLE),
            ("ambiguous.non", AMBIGUOUS),
            ("partial.non", PARTIAL),
            ("contradictory.non", CONTRADICTORY),
            ("unequal.non", UNEQUAL),
            ("malformed.non", MALFORMED),
        ] {
            folder.file(name, text);
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file in a temporary folder");
        path
    }

    /// The names of the files and folders in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// A command of the binary under test in this folder, with these arguments, which spaces separate. The settings are `config.toml`.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = nonogram();
        command.current_dir(self.path(""));
        command.env("NONOGRAM_CONFIG", self.path("config.toml"));
        command.args(arguments.split_whitespace());
        command
    }

    /// Runs a command in this folder.
    pub fn run(&self, arguments: &str) -> Assert {
        self.command(arguments).assert()
    }

    /// Runs each row of a table in this folder: the arguments, the exit code, what stdout contains, and what stderr contains. ` | `
    /// separates the columns, and ` & ` several parts, all of which must be contained. `""` stands for nothing at all, and a text that
    /// begins with `=` for the whole output, with `/` for line feeds. Empty and missing columns are not checked.
    pub fn rows(&self, table: &str) {
        for row in table.lines().map(str::trim).filter(|row| !row.is_empty()) {
            let mut columns = row.split('|').map(str::trim);
            let (arguments, code) = (columns.next().expect(row), columns.next().expect(row));
            let assert = self.run(arguments);
            let output = assert.get_output();
            let context = || {
                let [stdout, stderr] = [&output.stdout, &output.stderr];
                let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8_lossy(text));
                format!("{row}\n{:?}\n{stdout}\n{stderr}", output.status)
            };
            let code: i32 = code.parse().expect(row);
            assert_eq!(output.status.code(), Some(code), "{}", context());
            for (expected, found) in columns.zip([&output.stdout, &output.stderr]) {
                let found = String::from_utf8_lossy(found);
                let is_expected = match (expected, expected.strip_prefix('=')) {
                    (_, Some(whole)) => found == whole.replace('/', "\n"),
                    ("\"\"", None) => found.is_empty(),
                    (parts, None) => parts.split(" & ").all(|part| found.contains(part)),
                };
                assert!(is_expected, "expected {expected:?}: {}", context());
            }
        }
    }
}

/// The records that a command with `--json` printed, one per line.
pub fn json_lines(done: &Assert) -> Vec<Value> {
    json_lines_of(&done.get_output().stdout)
}

/// The records of a `--json` output, one per line.
pub fn json_lines_of(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// The values of these keys of a record, which spaces separate, as a list.
pub fn pick(record: &Value, keys: &str) -> Value {
    keys.split(' ').map(|key| record[key].clone()).collect()
}

/// The path of a file in the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A running virtual board.
pub struct VirtualBoard {
    /// The process of the virtual board.
    pub process: Child,
    /// The path of the port that hosts open.
    pub port: String,
}

impl VirtualBoard {
    /// Starts a virtual board with these arguments, and waits until it has printed its port.
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
            .arg("virtual-board")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap();
        Self { process, port }
    }

    /// A `solve` command that sends its puzzles to this board.
    pub fn solve(&self) -> assert_cmd::Command {
        let mut command = nonogram();
        command.args(["solve", "--on", &self.port]);
        command
    }

    /// Sends a signal, waits until the process ends, and returns its exit code; `None` if the signal killed the process.
    pub fn stop(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for VirtualBoard {
    fn drop(&mut self) {
        // If `stop` has already ended the process, the calls have no effect.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
