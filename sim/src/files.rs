//! Files of the simulations.
//! Interface: [`write()`] and [`read`] are `write` and `read_to_string` of `std::fs`, with the path in their errors.

use std::fs;
use std::io;
use std::path::Path;

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
