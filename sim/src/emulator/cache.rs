//! A cache of compiled simulations, because compilation with Verilator takes longer than most runs.
//! Interface: [`folder`] returns the folder for an identity and fills it on first use; `work` makes a temporary folder.
//! Source: XDG base directories; the cache is `$NONOGRAM_CACHE`, else `$XDG_CACHE_HOME/nonogram`, else `~/.cache/nonogram`, else the
//! folder `nonogram-cache` among the temporary files.

use std::env::var_os;
use std::fs;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash as Sha256;
use tempfile::TempDir;

use crate::files;

/// The folder that contains the cached folders.
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

/// A temporary working folder for programs, removed when dropped. It is in the folder of the cache, because programs from PyPI wheels
/// see a private /tmp.
pub fn work() -> std::io::Result<TempDir> {
    let root = root();
    fs::create_dir_all(&root).map_err(|error| files::at(&root, &error))?;
    tempfile::Builder::new().prefix(".work-").tempdir_in(&root)
}

/// The folder of `identity`; `make` fills the folder if it does not exist yet. Several processes can make the same folder at the same
/// time.
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
        fs::remove_dir_all(&work).map_err(|error| files::at(&work, &error))?;
        // Another process has made the folder in the meantime.
        if !place.is_dir() {
            return Err(files::at(&place, &error).into());
        }
    }
    Ok(place)
}
