//! Compiled simulators, kept for the next time: compiling takes far longer than most runs.
//! Interface: [`folder`] gives the folder of what its words identify, made the first time.
//! `NONOGRAM_CACHE`, else `XDG_CACHE_HOME`, else `~/.cache` say where (XDG base directories).

use std::env::var_os;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Where the folders are.
fn root() -> PathBuf {
    let set = |name| {
        var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set("NONOGRAM_CACHE")
        .or_else(|| Some(set("XDG_CACHE_HOME")?.join("nonogram")))
        .or_else(|| Some(set("HOME")?.join(".cache").join("nonogram")))
        .unwrap_or_else(|| std::env::temp_dir().join("nonogram-cache"))
}

/// A folder for programs to work in, removed when it is dropped. Not in /tmp: the wheels' programs see no other /tmp
/// than their own.
pub fn work() -> std::io::Result<TempDir> {
    let root = root();
    fs::create_dir_all(&root)?;
    tempfile::Builder::new().prefix(".work-").tempdir_in(&root)
}

/// The folder that belongs to `identity`; `make` fills it when it is not there yet. Two who make the same at the
/// same time do not disturb each other.
pub fn folder<E: From<std::io::Error>>(
    identity: &[&str],
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let mut digest = Sha256::new();
    for word in identity {
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word);
    }
    let name: String = digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let place = root().join(&name);
    if place.is_dir() {
        return Ok(place);
    }
    let work = work()?;
    make(work.path())?;
    let work = work.keep();
    if let Err(error) = fs::rename(&work, &place) {
        fs::remove_dir_all(&work)?;
        // Somebody else was faster.
        if !place.is_dir() {
            return Err(error.into());
        }
    }
    Ok(place)
}
