//! The destinations of results: stdout, or a file that appears whole or not at all.
//!
//! All data for stdout passes through [`stdout`], which distinguishes a closed pipe from a fault. Outputs do not overwrite inputs, nor each
//! other: files that are read are protected ([`protect`]), and outputs are claimed. Symbolic links and relative paths are resolved.

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, StdoutLock, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use nonogram_kit::Source;
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::interrupt::{self, Tidy};
use crate::screen;

/// Writes all of the data to stdout and flushes it.
///
/// # Errors
/// Stdout cannot be written to; [`Failure::StdoutClosed`] if the program that reads it has closed it.
pub fn stdout(data: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = screen::aside(|| {
        let mut stdout = std::io::stdout().lock();
        write_patiently(&mut stdout, data.as_ref())
    });
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::StdoutClosed),
        result => result
            .context("cannot write to stdout; if it is a file, check the disk")
            .or_exit(Exit::Fault),
    }
}

/// Writes to stdout until all of the data is written. A parent process may have made the pipe or terminal non-blocking: then this waits
/// until more can be written, as a blocking write does.
fn write_patiently(stdout: &mut StdoutLock<'_>, mut data: &[u8]) -> std::io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(1);
    loop {
        let written = if data.is_empty() { stdout.flush().map(|()| 0) } else { stdout.write(data) };
        match written {
            Ok(0) if data.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => data = &data[written..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A record as one line of JSON, with its line end.
///
/// # Errors
/// The record cannot be serialised.
pub fn json_line(record: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(record).or_exit(Exit::Fault)? + "\n")
}

/// A result with its puzzle: the first keys of `--json`.
#[derive(Serialize)]
struct Record<'a, T> {
    file: &'a str,
    /// The puzzle's position in a file of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    #[serde(flatten)]
    result: &'a T,
}

/// Writes the result for a puzzle to stdout as one line of JSON, which begins with the puzzle's file and position.
///
/// # Errors
/// The result cannot be serialised, or stdout cannot be written to (see [`stdout`]).
pub fn record(source: &Source, result: &impl Serialize) -> Result<(), Failure> {
    json(&Record { file: &source.file, puzzle: source.number, result })
}

/// Writes a record to stdout as one line of JSON.
///
/// # Errors
/// The record cannot be serialised, or stdout cannot be written to (see [`stdout`]).
pub fn json(record: &impl Serialize) -> Result<(), Failure> {
    stdout(json_line(record)?)
}

/// Creates a folder, and the missing folders above it.
///
/// # Errors
/// A folder cannot be created.
pub fn folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).with_context(|| no_folder(path)).or_exit(Exit::Fault)
}

/// The message for a folder that cannot be created, or in which no folder can be created.
pub fn no_folder(path: &Path) -> String {
    format!(
        "{}: cannot create the folder, or one in it; name another, or check permissions and disk",
        path.display()
    )
}

/// The path that stands for stdout.
const STDOUT: &str = "-";

/// Whether a path stands for stdout.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == STDOUT
}

/// Writes a file by way of a temporary one in the same folder, so that an incomplete file is never visible. Devices and pipes
/// are written to directly, links are followed, and `-` is stdout.
///
/// # Errors
/// The path is one of the inputs or of the other outputs, or cannot be written to.
pub fn file(path: &Path, data: impl AsRef<[u8]>) -> Result<(), Failure> {
    claim(path)?;
    if is_stdout(path) {
        return stdout(data);
    }
    check_unread(path)?;
    let written = if is_special(path) {
        std::fs::write(path, data)
    } else {
        let mut draft = Draft::of(path)?;
        (draft.file.write_all(data.as_ref())).map_err(without_path).and_then(|()| draft.rename())
    };
    written.with_context(|| unwritten(path)).or_exit(Exit::Fault)
}

/// The message for a file that cannot be written.
fn unwritten(path: &Path) -> String {
    let path = path.display();
    format!("{path}: cannot write; check the disk and the folder")
}

/// An output that is not complete yet: a temporary file beside it, which Ctrl-C removes.
pub struct Draft {
    file: NamedTempFile,
    path: PathBuf,
    tidy: Tidy,
}

impl Draft {
    /// The output at `path`, to be written; links are followed.
    ///
    /// # Errors
    /// `path` is one of the inputs or of the other outputs, or not an ordinary file, or its folder cannot be written to.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        claim(path)?;
        Self::of(path)
    }

    fn of(path: &Path) -> Result<Self, Failure> {
        check_unread(path)?;
        if is_special(path) {
            let path = path.display();
            return Err(failure!(
                Exit::Fault,
                "{path}: a folder, a device or a pipe; expected an ordinary file: change the name"
            ));
        }
        let target = target(path);
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            return Err(failure!(
                Exit::Fault,
                "{}: no folder {}; expected one that exists: create it, or name another",
                path.display(),
                folder.display()
            ));
        }
        let mut builder = tempfile::Builder::new();
        // A file that replaces another one gets its permissions when it is complete, and is private until then.
        if !target.exists() {
            with_default_mode(&mut builder);
        }
        let (file, tidy) = interrupt::temporary(|| builder.tempfile_in(folder))
            .map_err(without_path)
            .with_context(|| {
                let path = path.display();
                format!("{path}: cannot write to its folder; name one that is writable")
            })
            .or_exit(Exit::Fault)?;
        Ok(Self { file, path: target, tidy })
    }

    /// The file to write to.
    ///
    /// # Errors
    /// The system grants no further file.
    pub fn writer(&self) -> std::io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// The file cannot be renamed.
    pub fn finish(self) -> Result<(), Failure> {
        let message = unwritten(&self.path);
        self.rename().context(message).or_exit(Exit::Fault)
    }

    fn rename(self) -> std::io::Result<()> {
        let Self { file, path, tidy } = self;
        let renamed = tidy.done(|| {
            // A file that is replaced keeps its mode.
            if let Ok(old) = std::fs::metadata(&path) {
                file.as_file().set_permissions(old.permissions())?;
            }
            file.persist(&path).map_err(|error| error.error)
        });
        renamed.map(drop).map_err(without_path)
    }
}

/// Whether something other than an ordinary file has this path, such as a folder or a device, which must not be replaced.
pub fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// The path behind the links of a path; also the path behind a link if no file exists there.
pub fn target(path: &Path) -> PathBuf {
    match (path.canonicalize(), std::fs::read_link(path)) {
        (Ok(found), _) => found,
        (Err(_), Ok(link)) => path.parent().unwrap_or(Path::new("")).join(link),
        (Err(_), Err(_)) => path.to_owned(),
    }
}

/// The error without the name of the temporary file, which tempfile adds.
pub fn without_path(error: std::io::Error) -> std::io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => error.kind().into(),
    }
}

/// Gives a temporary file, which tempfile makes private, the mode of an ordinary file.
fn with_default_mode(builder: &mut tempfile::Builder) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask removes the permissions that the user does not want to grant.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
}

/// Writes to the named file; without a name, to stdout.
pub fn write(path: Option<&Path>, data: impl AsRef<[u8]>) -> Result<(), Failure> {
    match path {
        Some(path) => file(path, data),
        None => stdout(data),
    }
}

/// A file name that may contain a placeholder for a number counted from 1: `%d`, or one with a width such as `%03d`.
#[derive(Clone, Debug)]
pub struct Pattern {
    path: PathBuf,
    /// The bytes of the placeholder, and the least number of digits; `None` without a placeholder.
    place: Option<(Range<usize>, usize)>,
}

impl Pattern {
    /// The name `path`, with or without a placeholder for a number.
    pub fn new(path: PathBuf) -> Self {
        let place = path.to_str().and_then(place);
        Self { path, place }
    }

    /// The name of file `number`, for the puzzle `name`.
    ///
    /// # Errors
    /// `number` is above 1 and the name has no placeholder, so that the file would replace the first one.
    pub fn next(&self, number: usize, name: &str) -> Result<PathBuf, Failure> {
        if number > 1 && !self.is_numbered() {
            Err(self.is_one_file(name))
        } else {
            Ok(self.path(number))
        }
    }

    /// The failure for a file or puzzle `name` that would add a second picture to the only output file.
    pub fn is_one_file(&self, name: &str) -> Failure {
        let output = self.path.display();
        failure!(
            Exit::Usage,
            "{name}: several pictures for one file, {output}; expected %d in --output, for the \
                 picture's number: change the name, for example to picture-%d.png"
        )
    }

    /// The name with its placeholder, as it was given.
    pub fn name(&self) -> &Path {
        &self.path
    }

    /// Whether the name has a placeholder, and thus stands for one file per puzzle or picture.
    pub fn is_numbered(&self) -> bool {
        self.place.is_some()
    }

    /// The name with this number in place of its placeholder, if it has one.
    pub fn path(&self, number: usize) -> PathBuf {
        match &self.place {
            None => self.path.clone(),
            Some((place, digits)) => {
                let mut name = self.path.to_string_lossy().into_owned();
                name.replace_range(place.clone(), &format!("{number:0digits$}"));
                name.into()
            }
        }
    }
}

/// Finds the first placeholder in a name: `%d`, or `%`, a width below 200 and `d`.
fn place(name: &str) -> Option<(Range<usize>, usize)> {
    name.match_indices('%').find_map(|(start, _)| {
        let (digits, _) = name[start + 1..].split_once('d')?;
        let width = if digits.is_empty() { Some(0) } else { digits.parse().ok() };
        // Names of files have at most 255 bytes, so widths of 200 and more are not accepted.
        let width = width.filter(|&width| width < 200)?;
        Some((start..start + digits.len() + 2, width))
    })
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

type Paths = LazyLock<Mutex<HashSet<PathBuf>>>;

/// Canonical paths of the files that are read.
static INPUTS: Paths = LazyLock::new(Mutex::default);

/// Canonical paths of the files that are written.
static OUTPUTS: Paths = LazyLock::new(Mutex::default);

fn lock(paths: &Paths) -> MutexGuard<'_, HashSet<PathBuf>> {
    paths.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Protects a file that is read. Devices and pipes are exempt, because output does not change their input.
pub fn protect(path: &Path) {
    if path.is_file() {
        lock(&INPUTS).extend(path.canonicalize());
    }
}

/// Checks that `path` may be written.
///
/// # Errors
/// `path` is one of the files that are read.
pub fn check_unread(path: &Path) -> Result<(), Failure> {
    let input = path.canonicalize();
    if !input.is_ok_and(|path| lock(&INPUTS).contains(&path)) {
        return Ok(());
    }
    Err(failure!(
        Exit::Usage,
        "{} is one of the inputs, and would be overwritten; expected another file: change the name",
        path.display()
    ))
}

/// Claims `path` for an output of this command. Devices, pipes and stdout can be written by several.
///
/// # Errors
/// `path` is one of the files that are read, or has been claimed.
fn claim(path: &Path) -> Result<(), Failure> {
    check_unread(path)?;
    let target = target(path);
    if is_stdout(path) || is_special(&target) {
        return Ok(());
    }
    // The file need not exist yet, but its folder does.
    let folder = target.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let (Ok(folder), Some(name)) = (folder, target.file_name()) else {
        return Ok(());
    };
    if lock(&OUTPUTS).insert(folder.join(name)) {
        return Ok(());
    }
    Err(failure!(
        Exit::Usage,
        "{} is the name of two outputs, and one would overwrite the other; expected different files: change a name",
        path.display()
    ))
}
