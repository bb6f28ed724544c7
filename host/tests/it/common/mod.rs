//! Shared by the tests: the binary under test, puzzle files, and fake and virtual boards behind pseudo-terminals.

pub mod fake;
pub mod virtual_board;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;
use tempfile::TempDir;

/// A command of the binary under test, without a terminal, with a time limit of 120 s.
pub fn nonogram() -> Command {
    let mut command = Command::cargo_bin("nonogram").expect("the binary is built with its tests");
    // Every command takes far less time unless it hangs or runs the open flow, for which tests set a time limit of their own.
    command.timeout(std::time::Duration::from_secs(120));
    command
}

/// Arguments of a command: the words of a text, or a path, or a list whose items are one argument each.
pub trait Arguments {
    fn add_to(&self, command: &mut Command);
}

impl Arguments for str {
    fn add_to(&self, command: &mut Command) {
        command.args(self.split_whitespace());
    }
}

macro_rules! one_argument {
    ($($type:ty),+) => {$(
        impl Arguments for $type {
            fn add_to(&self, command: &mut Command) {
                command.arg(self);
            }
        }
    )+};
}

one_argument!(String, Path, PathBuf);

impl<T: AsRef<OsStr>> Arguments for [T] {
    fn add_to(&self, command: &mut Command) {
        command.args(self);
    }
}

impl<T: AsRef<OsStr>, const N: usize> Arguments for [T; N] {
    fn add_to(&self, command: &mut Command) {
        command.args(self);
    }
}

impl<T: AsRef<OsStr>> Arguments for Vec<T> {
    fn add_to(&self, command: &mut Command) {
        command.args(self);
    }
}

impl<A: Arguments + ?Sized> Arguments for &A {
    fn add_to(&self, command: &mut Command) {
        (**self).add_to(command);
    }
}

/// A command of the binary under test with these [`Arguments`].
macro_rules! command {
    ($($argument:expr),+ $(,)?) => {{
        let mut command = $crate::common::nonogram();
        $($crate::common::Arguments::add_to(&$argument, &mut command);)+
        command
    }};
}

/// Runs a command with these [`Arguments`].
macro_rules! run {
    ($($argument:expr),+ $(,)?) => { $crate::common::command!($($argument),+).assert() };
}

/// Runs a command in a [`Folder`], with the [`Arguments`] after it.
macro_rules! run_in {
    ($folder:expr, $($argument:expr),+ $(,)?) => {
        $crate::common::command!($($argument),+).current_dir($folder.path("")).assert()
    };
}

/// Runs a command with an input on stdin, and the [`Arguments`] after it.
macro_rules! piped {
    ($input:expr, $($argument:expr),+ $(,)?) => {
        $crate::common::command!($($argument),+).write_stdin($input).assert()
    };
}

pub(crate) use {command, piped, run, run_in};

/// The text that a command wrote to stdout.
pub fn stdout_of(done: &Assert) -> String {
    String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
}

/// The text that a command wrote to stderr.
pub fn stderr_of(done: &Assert) -> String {
    String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8")
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

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
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
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into()
            })
            .collect();
        names.sort();
        names
    }
}

/// The records that a command with `--json` printed, one per line.
pub fn json_lines(done: &Assert) -> Vec<Value> {
    json_lines_of(&done.get_output().stdout)
}

/// The records of a `--json` output, one per line.
pub fn json_lines_of(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).expect("JSON is UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect()
}

/// The path of a file in the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
