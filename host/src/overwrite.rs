//! Prevents outputs from overwriting inputs, and each other: files that are read are protected, and outputs are claimed.
//!
//! [`protect`], [`check`] and [`claim`] resolve symbolic links and relative paths.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::exit::{Exit, Failure, failure};
use crate::output;

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
pub fn check(path: &Path) -> Result<(), Failure> {
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
pub fn claim(path: &Path) -> Result<(), Failure> {
    check(path)?;
    let target = output::target(path);
    if output::is_stdout(path) || output::is_special(&target) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_indirect_paths_to_an_input_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [input, other, link] = ["input", "other", "link"].map(|name| folder.path().join(name));
        std::fs::write(&input, "read").unwrap();
        std::fs::write(&other, "not read").unwrap();
        std::os::unix::fs::symlink(&input, &link).unwrap();
        protect(&link);
        let roundabout = folder.path().join(".").join("input");
        for path in [&input, &link, &roundabout] {
            assert_eq!(check(path).unwrap_err().exit(), Exit::Usage);
        }
        check(&other).unwrap();
        check(&folder.path().join("new")).unwrap();
        protect(Path::new("/dev/null"));
        check(Path::new("/dev/null")).unwrap();

        // An output by another name, before it exists.
        let link = folder.path().join("second");
        std::os::unix::fs::symlink("new", &link).unwrap();
        claim(&folder.path().join("new")).unwrap();
        assert_eq!(claim(&link).unwrap_err().exit(), Exit::Usage);
        assert_eq!(claim(&input).unwrap_err().exit(), Exit::Usage);
        for _ in 0..2 {
            claim(Path::new("/dev/null")).unwrap();
            claim(Path::new("-")).unwrap();
        }
    }
}
