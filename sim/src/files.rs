//! Files of the simulations, and a cache of compiled ones, because compilation with Verilator takes longer than most runs.
//! Interface: [`write()`] and [`read`] are `write` and `read_to_string` of `std::fs`, with the path in their errors. [`cached`] returns the
//! folder for an identity and fills it on first use; [`work`] makes a temporary folder.
//! Source: XDG base directories; the cache is `$NONOGRAM_CACHE`, else `$XDG_CACHE_HOME/nonogram`, else `~/.cache/nonogram`, else the
//! folder `nonogram-cache` among the temporary files.

use std::env::var_os;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash as Sha256;
use tempfile::TempDir;

/// Writes a file.
pub(crate) fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let path = path.as_ref();
    fs::write(path, content).map_err(|error| at(path, &error))
}

/// Reads a file of text.
pub(crate) fn read(path: impl AsRef<Path>) -> io::Result<String> {
    let path = path.as_ref();
    fs::read_to_string(path).map_err(|error| at(path, &error))
}

/// The error with the path of its file.
pub(crate) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The folder that contains the cached folders.
fn root() -> PathBuf {
    let set = |name| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("NONOGRAM_CACHE")
        .or_else(|| Some(set("XDG_CACHE_HOME")?.join("nonogram")))
        .or_else(|| Some(set("HOME")?.join(".cache").join("nonogram")))
        .unwrap_or_else(|| std::env::temp_dir().join("nonogram-cache"))
}

/// A temporary working folder for programs, removed when dropped. It is in the folder of the cache, because programs from PyPI wheels
/// see a private /tmp.
pub(crate) fn work() -> io::Result<TempDir> {
    let root = root();
    fs::create_dir_all(&root).map_err(|error| at(&root, &error))?;
    tempfile::Builder::new().prefix(".work-").tempdir_in(&root)
}

/// The file of a cached folder that lists the other files with their lengths; it is written when the folder is complete.
const LIST: &str = "complete";

/// The list of the files in a folder and its subfolders, except for [`LIST`], with their lengths.
fn list(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(|error| at(&next, &error))? {
            let path = entry?.path();
            let found = fs::metadata(&path).map_err(|error| at(&path, &error))?;
            if found.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(folder)
                && name != Path::new(LIST)
            {
                lines.push(format!("{} {}\n", found.len(), name.display()));
            }
        }
    }
    lines.sort();
    Ok(lines.concat())
}

/// Whether a cached folder has all its files in full length.
fn is_complete(folder: &Path) -> bool {
    let listed = fs::read_to_string(folder.join(LIST));
    listed.is_ok_and(|listed| list(folder).is_ok_and(|found| found == listed))
}

/// The folder of `identity`; `make` fills the folder if it does not exist yet, or lacks a part. Several processes can make the same folder
/// at the same time.
pub(crate) fn cached<E: From<io::Error>>(
    identity: &[&str],
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let mut digest = Sha256::new();
    for word in identity {
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word);
    }
    let name: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let place = root().join(&name);
    if is_complete(&place) {
        return Ok(place);
    }
    let work = work()?;
    make(work.path())?;
    write(work.path().join(LIST), list(work.path())?)?;
    // What is left of a damaged folder is in the way of the new one.
    if place.is_dir() && !is_complete(&place) {
        fs::remove_dir_all(&place).map_err(|error| at(&place, &error))?;
    }
    let work = work.keep();
    if let Err(error) = fs::rename(&work, &place) {
        fs::remove_dir_all(&work).map_err(|error| at(&work, &error))?;
        // Another process has made the folder in the meantime.
        if !place.is_dir() {
            return Err(at(&place, &error).into());
        }
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the errors did not contain the path.
    #[test]
    fn errors_name_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("none").join("design.v");
        let start = format!("{}: ", path.display());
        for error in [write(&path, "").unwrap_err(), read(&path).unwrap_err()] {
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
            assert!(error.to_string().starts_with(&start), "{error}");
        }
    }

    #[test]
    fn folder_with_a_truncated_file_is_incomplete() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        assert!(!is_complete(folder));
        fs::create_dir(folder.join("parts")).expect("a folder");
        let [program, part] = ["program", "parts/part"].map(|name| folder.join(name));
        for file in [&program, &part] {
            fs::write(file, "content").expect("a file");
        }
        fs::write(folder.join(LIST), list(folder).expect("the files")).expect("a file");
        assert!(is_complete(folder));
        for file in [&program, &part] {
            fs::write(file, "cont").expect("a file");
            assert!(!is_complete(folder));
            fs::remove_file(file).expect("our file");
            assert!(!is_complete(folder));
            fs::write(file, "content").expect("a file");
            assert!(is_complete(folder));
        }
    }
}
