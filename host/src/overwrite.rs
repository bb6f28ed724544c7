//! Prevents outputs from overwriting inputs: files that are read are protected, and outputs are checked.
//!
//! [`protect`] and [`check`] resolve symbolic links and relative paths.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::exit::{Exit, Failure};

/// Canonical paths of the files that are read.
static INPUTS: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

fn inputs() -> MutexGuard<'static, HashSet<PathBuf>> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Protects a file that is read. Devices and pipes are exempt, because output does not change their input.
pub fn protect(path: &Path) {
    if path.is_file() {
        inputs().extend(path.canonicalize());
    }
}

/// Checks that `path` may be written.
///
/// # Errors
/// `path` is one of the files that are read.
pub fn check(path: &Path) -> Result<(), Failure> {
    let input = path.canonicalize();
    if !input.is_ok_and(|path| inputs().contains(&path)) {
        return Ok(());
    }
    Err(Failure::new(
        Exit::Usage,
        format!(
            "{} is one of the inputs, and would be overwritten; expected another file: change the name",
            path.display()
        ),
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
    }
}
