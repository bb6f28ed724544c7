//! Reading puzzles: a file or standard input, in a given format or in the one it shows.
//!
//! [`PuzzleFile`] reads puzzle by puzzle; [`read_file`] and [`read_from`] give all of them.

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
        /// The system's error; part of the message, so no source of it.
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
         shows which; name it with --format", names(.choices)
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
    /// The format. Without it the extension decides, and the content where that is of no format.
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

/// The content of a puzzle file in a known format; its puzzles are read one by one.
///
/// Memory holds the content, at most 64 MiB, and the puzzle at hand: docs/guide/formats.md has the bounds.
///
/// ```
/// use nonogram_puzzles::PuzzleFile;
///
/// let drawings = "#-#\n-#-\n\n##\n";
/// let file = PuzzleFile::from_stream(drawings.as_bytes(), "two.txt", None)?;
/// assert_eq!(file.count()?, 2);
/// for puzzle in file.puzzles() {
///     assert!(puzzle?.goal().is_some());
/// }
/// # Ok::<(), nonogram_puzzles::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PuzzleFile {
    name: String,
    bytes: Vec<u8>,
    format: Format,
    image: ImageOptions,
}

impl PuzzleFile {
    /// Loads a file; the path `-` is standard input.
    ///
    /// # Errors
    /// [`ReadError`] when it cannot be read, is too large, or shows no format.
    pub fn open(
        path: impl AsRef<Path>,
        options: impl Into<ReadOptions>,
    ) -> Result<Self, ReadError> {
        let (path, mut options) = (path.as_ref(), options.into());
        if path == Path::new(STDIN) {
            return Self::from_stream(io::stdin().lock(), "<stdin>", options);
        }
        let by_extension = || {
            let format = Format::from_extension(path.extension()?.to_str()?)?;
            // Any text may be kept under such a name, not only drawings: the content shows which.
            (format != Format::Text).then_some(format)
        };
        options.format = options.format.or_else(by_extension);
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| ReadError::Io {
            file: name.clone(),
            error,
        })?;
        Self::from_stream(file, &name, options)
    }

    /// Loads a stream, which goes by `name` in errors.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_stream(
        stream: impl Read,
        name: &str,
        options: impl Into<ReadOptions>,
    ) -> Result<Self, ReadError> {
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
        if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(.."\u{feff}".len());
        }
        let source = Source {
            bytes: &bytes,
            name,
            image,
        };
        let format = match format {
            Some(format) => format,
            None => match Format::sniff(&source)[..] {
                [format] => format,
                [] => return Err(ReadError::NoFormat { file: file() }),
                ref several => {
                    return Err(ReadError::Ambiguous {
                        file: file(),
                        choices: several.to_vec(),
                    });
                }
            },
        };
        Ok(Self {
            name: file(),
            bytes,
            format,
            image,
        })
    }

    /// The puzzles in order, each read as it is asked for. There is at least one, or an error; an
    /// error is the last.
    pub fn puzzles(&self) -> impl Iterator<Item = Result<Puzzle, ReadError>> + Send + '_ {
        let source = Source {
            bytes: &self.bytes,
            name: &self.name,
            image: self.image,
        };
        let (puzzles, error) = match self.format.read(&source) {
            Ok(puzzles) => (Some(puzzles), None),
            Err(error) => (None, Some(Err(error))),
        };
        let mut failed = false;
        let puzzles = puzzles.into_iter().flatten().map_while(move |puzzle| {
            let puzzle = (!failed).then_some(puzzle);
            failed = matches!(puzzle, Some(Err(_)));
            Some(puzzle?.map_err(ReadError::from))
        });
        error.into_iter().chain(puzzles)
    }

    /// The format that it is read in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of puzzles. All of them are read for it, and none is kept.
    ///
    /// # Errors
    /// [`ReadError`] names the file, the line where there is one, and the next thing to do.
    pub fn count(&self) -> Result<usize, ReadError> {
        (self.puzzles()).try_fold(0, |count, puzzle| puzzle.map(|_| count + 1))
    }
}

/// Reads every puzzle of a file into memory; the path `-` is standard input. [`PuzzleFile`] reads
/// them one by one.
///
/// # Errors
/// [`ReadError`] names the file, the line where there is one, and the next thing to do.
pub fn read_file(
    path: impl AsRef<Path>,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    PuzzleFile::open(path, options)?.puzzles().collect()
}

/// Reads every puzzle of a stream, which goes by `name` in errors, into memory.
///
/// ```
/// use nonogram_puzzles::read_from;
///
/// let file = "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n";
/// let puzzles = read_from(file.as_bytes(), "t.non", None)?;
/// assert_eq!(puzzles[0].columns()[1][..], [2]);
///
/// let error = read_from(file.replace('2', "x").as_bytes(), "t.non", None).unwrap_err();
/// assert!(error.to_string().starts_with("t.non:2: \"x\" is no height; expected"));
/// # Ok::<(), nonogram_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// As [`read_file`].
pub fn read_from(
    stream: impl Read,
    name: &str,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    PuzzleFile::from_stream(stream, name, options)?
        .puzzles()
        .collect()
}
