//! Reading puzzles: a file or standard input, in a given format or in the one it shows.
//!
//! [`read_file`] for a path (`-` is standard input), [`read_from`] for anything else.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use crate::Puzzle;
use crate::formats::{Format, ImageOptions, ParseError, Source, names};

/// The largest file that is read, in bytes: more than the largest puzzle needs in any format.
const MAX_FILE: u64 = 64 << 20;

/// The path that stands for standard input.
const STDIN: &str = "-";

/// Why no puzzle came out of a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{file}: {error}; expected a puzzle file; check its name and permissions")]
    Io {
        /// The file.
        file: String,
        /// What the system says; part of the message, so no source of it.
        error: io::Error,
    },
    /// The file is larger than any puzzle.
    #[error("{file}: more than {MAX_FILE} bytes; expected a puzzle file; check its name")]
    TooLarge {
        /// The file.
        file: String,
    },
    /// The format is one of text and the file is not.
    #[error("{file}:{line}: not UTF-8 text; expected a puzzle file; save it as UTF-8")]
    NotText {
        /// The file.
        file: String,
        /// The line of the first byte that is wrong, from 1.
        line: usize,
    },
    /// Neither name nor content shows the format.
    #[error(
        "{file}: neither its name nor its content shows its format; expected one of {}; name it \
         with --format",
        names(&Format::readable())
    )]
    NoFormat {
        /// The file.
        file: String,
    },
    /// The content may be of several formats.
    #[error(
        "{file}: the content may be {}, which differ in meaning; expected an extension that \
         tells; name it with --format", names(.choices)
    )]
    Ambiguous {
        /// The file.
        file: String,
        /// The formats that it may be.
        choices: Vec<Format>,
    },
    /// The format can be written only.
    #[error(
        "{file}: {format} files are written, not read; expected a format with clues or plain cells; choose one such as non, text, pbm or png"
    )]
    WriteOnly {
        /// The file.
        file: String,
        /// The format.
        format: Format,
    },
    /// The content is not what the format asks for.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// How a file is read. `Some(format)` and `None` do for the usual cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format. Without it the extension decides, and the content where there is none that we
    /// know.
    pub format: Option<Format>,
    /// How a picture becomes a puzzle.
    pub image: ImageOptions,
}

impl From<Option<Format>> for ReadOptions {
    fn from(format: Option<Format>) -> Self {
        Self {
            format,
            ..Self::default()
        }
    }
}

/// Reads every puzzle of a file; the path `-` is standard input.
///
/// # Errors
/// [`ReadError`] names the file, the line where there is one, and the next thing to do.
pub fn read_file(
    path: impl AsRef<Path>,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    let (path, mut options) = (path.as_ref(), options.into());
    if path == Path::new(STDIN) {
        return read_from(io::stdin().lock(), "<stdin>", options);
    }
    let by_extension = || {
        let format = Format::from_extension(path.extension()?.to_str()?)?;
        // Any text may be kept under such a name, not only drawings: the content tells.
        (format != Format::Text).then_some(format)
    };
    options.format = options.format.or_else(by_extension);
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| ReadError::Io {
        file: name.clone(),
        error,
    })?;
    read_from(file, &name, options)
}

/// Reads every puzzle of a stream, which goes by `name` in errors.
///
/// # Errors
/// As [`read_file`].
pub fn read_from(
    stream: impl Read,
    name: &str,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    let ReadOptions { format, image } = options.into();
    let file = || name.to_owned();
    let mut bytes = Vec::new();
    (stream.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(|error| ReadError::Io {
        file: file(),
        error,
    })?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(ReadError::TooLarge { file: file() });
    }
    // Editors on Windows begin UTF-8 text with a mark.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let source = Source { bytes, name, image };
    if let Some(format) = format {
        return format.read(&source);
    }
    match Format::sniff(&source)[..] {
        [format] => format.read(&source),
        [] => Err(ReadError::NoFormat { file: file() }),
        ref several => Err(ReadError::Ambiguous {
            file: file(),
            choices: several.to_vec(),
        }),
    }
}
