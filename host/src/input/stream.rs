//! Files and stdin as bytes: as a stream, or as a whole up to a size limit.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;

use crate::exit::{Exit, Failure, OrExit};

/// Whether a path stands for stdin.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file, or stdin, for reading.
pub fn open_stream(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if is_stdin(path) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path)?))
    })
}

/// The largest file that is read whole, in bytes: the limit of puzzle files, and far more than a grid or a bitstream needs.
const LARGEST: u64 = 64 << 20;

/// Reads a whole file, or stdin, up to the limit of puzzle files; `expected` describes the content in messages.
///
/// # Errors
/// The file cannot be read, or is larger than the limit.
pub fn read_whole(path: &Path, expected: &str) -> Result<Vec<u8>, Failure> {
    read_at_most(path, LARGEST, expected)
}

/// Reads a file, or stdin, of at most `most` bytes.
pub(super) fn read_at_most(path: &Path, most: u64, expected: &str) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let mut bytes = Vec::new();
    open_stream(path)
        .and_then(|stream| stream.take(most + 1).read_to_end(&mut bytes))
        .with_context(|| {
            format!("{name}: cannot read it; expected {expected}: check the name and permissions")
        })
        .or_exit(Exit::Usage)?;
    if bytes.len() as u64 > most {
        let message =
            format!("{name}: more than {most} bytes; expected {expected}: check the name");
        return Err(Failure::new(Exit::Usage, message));
    }
    Ok(bytes)
}
