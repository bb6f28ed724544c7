//! Shared by the tests: the binary under test, puzzle files, and fake boards behind a pty.

#![allow(dead_code, reason = "every test crate uses its own part of this")]

pub mod fake;
pub mod virtual_board;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The binary, with no terminal anywhere.
pub fn nonogram() -> Command {
    let mut command = Command::cargo_bin("nonogram").expect("the binary is built with its tests");
    // Nothing here takes near this long; a hang fails instead of blocking.
    command.timeout(std::time::Duration::from_secs(120));
    command
}

/// Synthesis, place and route take minutes on a busy machine.
pub const FLOW_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(1800);

/// A folder of puzzle files.
pub struct Folder(TempDir);

/// Solvable line by line: `#-#` over `###` over `-#-`.
pub const SOLVABLE: &str = "width 3\nheight 3\n\nrows\n1,1\n3\n1\n\ncolumns\n2\n2\n2\n";
/// Its picture.
pub const PICTURE: &str = "#-#\n###\n-#-\n";
/// Two solutions, and nothing that line logic can know.
pub const AMBIGUOUS: &str = "width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n";
/// Line logic knows the blank row and column only.
pub const PARTIAL: &str = "width 3\nheight 3\n\nrows\n1\n0\n1\n\ncolumns\n1\n0\n1\n";
/// Equal sums, and no solution.
pub const CONTRADICTORY: &str = "width 3\nheight 3\n\nrows\n3\n0\n3\n\ncolumns\n1,1\n2\n1,1\n";
/// Sums that differ.
pub const UNEQUAL: &str = "width 2\nheight 2\n\nrows\n2\n1\n\ncolumns\n1\n1\n";
/// A clue longer than its line.
pub const MALFORMED: &str = "width 2\nheight 2\n\nrows\n3\n1\n\ncolumns\n1\n1\n";

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and gives its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file in a temporary folder");
        path
    }

    /// The names in the folder, sorted.
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

/// Every line of a `--json` output.
pub fn json_lines(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).expect("JSON is UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect()
}

/// A puzzle of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
