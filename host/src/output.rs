//! Where results go: stdout, or a file that appears whole or not at all.
//!
//! All data for stdout passes through [`stdout`], which tells a closed pipe from a fault.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::exit::{Exit, Failure, OrExit};
use crate::interrupt;
use crate::overwrite;
use crate::progress;

/// Writes to stdout, all of it, now.
pub fn stdout(data: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = progress::aside(|| {
        let mut stdout = std::io::stdout().lock();
        stdout
            .write_all(data.as_ref())
            .and_then(|()| stdout.flush())
    });
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::StdoutClosed),
        result => result
            .context("cannot write to stdout")
            .or_exit(Exit::Fault),
    }
}

/// A record as one line of JSON.
pub fn json_line(record: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(record).or_exit(Exit::Fault)? + "\n")
}

/// Writes a record to stdout as one line of JSON.
pub fn json(record: &impl Serialize) -> Result<(), Failure> {
    stdout(json_line(record)?)
}

/// Makes a folder, and those above it.
pub fn folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
        .with_context(|| no_folder(path))
        .or_exit(Exit::Fault)
}

/// What is said where a folder cannot be made.
pub fn no_folder(path: &Path) -> String {
    format!(
        "{}: cannot make a folder there; name another, or make room for it",
        path.display()
    )
}

/// Writes a file by way of a temporary one beside it, so that no half of it is ever seen. Devices and pipes
/// are written to, links followed; an input is never overwritten.
pub fn file(path: &Path, data: impl AsRef<[u8]>) -> Result<(), Failure> {
    overwrite::check(path)?;
    let written = if is_special(path) {
        std::fs::write(path, data)
    } else {
        let path = target(path);
        let mut file = temporary(&path)?;
        let _tidy = interrupt::tidy(file.path());
        file.write_all(data.as_ref())
            .and_then(|()| file.persist(path).map_err(|error| error.error))
            .map(|_| ())
            .map_err(without_path)
    };
    written
        .with_context(|| {
            format!(
                "{}: cannot write; check the disk and the folder",
                path.display()
            )
        })
        .or_exit(Exit::Fault)
}

/// Whether there is something that a file cannot take the place of.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// The file that is meant by a path: behind its links, where it is there.
pub fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A new temporary file beside `path`, to be renamed to it when it is whole.
pub fn temporary(path: &Path) -> Result<NamedTempFile, Failure> {
    overwrite::check(path)?;
    if is_special(path) {
        let path = path.display();
        let message = format!("{path}: a folder, a device or a pipe; expected the name of a file");
        return Err(Failure::new(Exit::Fault, message));
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    with_default_mode(&mut tempfile::Builder::new())
        .tempfile_in(folder)
        .map_err(without_path)
        .with_context(|| {
            let path = path.display();
            format!("{path}: cannot write there; name a folder that exists and is yours")
        })
        .or_exit(Exit::Fault)
}

/// The error without the name of a temporary file, which tempfile adds.
pub fn without_path(error: std::io::Error) -> std::io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => error.kind().into(),
    }
}

/// Temporary files are private unless made otherwise; ours become ordinary files.
#[cfg(unix)]
fn with_default_mode<'a, 'b>(
    file: &'a mut tempfile::Builder<'b, 'b>,
) -> &'a mut tempfile::Builder<'b, 'b> {
    use std::os::unix::fs::PermissionsExt;
    // The umask takes away what the user does not want to give.
    file.permissions(std::fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn with_default_mode<'a, 'b>(
    file: &'a mut tempfile::Builder<'b, 'b>,
) -> &'a mut tempfile::Builder<'b, 'b> {
    file
}

/// Writes to the file named, or to stdout.
pub fn write(path: Option<&Path>, data: impl AsRef<[u8]>) -> Result<(), Failure> {
    match path {
        Some(path) => file(path, data),
        None => stdout(data),
    }
}

/// A file name that may hold `%d`, the place of a number counted from 1.
#[derive(Clone, Debug)]
pub struct Pattern(PathBuf);

/// The part of a [`Pattern`] that a number replaces.
const NUMBER: &str = "%d";

impl Pattern {
    /// The name `path`, with or without `%d`.
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The name of file `number`, for the puzzle `name`.
    ///
    /// # Errors
    /// When there is a second file, and no number in the name to keep it from replacing the first.
    pub fn next(&self, number: usize, name: &str) -> Result<PathBuf, Failure> {
        if number > 1 && !self.is_numbered() {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{name}: no file of its own for this picture; expected {NUMBER} in --output, \
                     for the picture's number"
                ),
            ));
        }
        Ok(self.path(number))
    }

    /// The name as it was given.
    pub fn name(&self) -> &Path {
        &self.0
    }

    /// Whether it names a file for each puzzle.
    pub fn is_numbered(&self) -> bool {
        self.0.to_string_lossy().contains(NUMBER)
    }

    /// The name with its number, if it has a place for one.
    pub fn path(&self, number: usize) -> PathBuf {
        match self.0.to_str() {
            Some(name) => name.replace(NUMBER, &number.to_string()).into(),
            None => self.0.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, link] = ["plain", "link"].map(|name| folder.path().join(name));
        std::fs::write(&plain, "before").unwrap();
        std::os::unix::fs::symlink(&plain, &link).unwrap();
        file(&link, "after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&plain).unwrap(), "after");

        assert_eq!(file(folder.path(), "x").unwrap_err().exit(), Exit::Fault);
        assert!(temporary(folder.path()).is_err());
        assert!(folder.path().is_dir());
        // Nothing is kept of what goes there, and it is no file afterwards.
        file(Path::new("/dev/null"), "x").unwrap();
        assert!(is_special(Path::new("/dev/null")));
    }

    #[test]
    fn patterns_number_files() {
        let plain = Pattern::new("a.txt".into());
        assert_eq!(plain.next(1, "p").unwrap(), Path::new("a.txt"));
        assert_eq!(plain.next(2, "p").unwrap_err().exit(), Exit::Usage);
        let numbered = Pattern::new("solution-%d.txt".into());
        assert_eq!(
            numbered.next(12, "p").unwrap(),
            Path::new("solution-12.txt")
        );
    }
}
