//! Paths of the drawings and test cases in this source tree, for tests and benchmarks.
//!
//! [`root`] is the folder of the library, [`cases`] is that of the test cases of solvers and readers, and [`files`] lists the files
//! of a folder. `puzzles/README.md` describes the folders.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the library, `puzzles/library`.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

/// The folder of the cases, `puzzles/cases`.
pub fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Every file in a folder and its subfolders, sorted by path.
///
/// # Errors
/// Returns the error of the system if a folder cannot be read.
pub fn files(folder: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(self::files(entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
