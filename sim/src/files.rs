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

/// The folder of `identity`; `make` fills the folder if it does not exist yet. Several processes can make the same folder at the same time;
/// it gets its name when it is complete.
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
    if place.is_dir() {
        return Ok(place);
    }
    let work = work()?;
    make(work.path())?;
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
}
