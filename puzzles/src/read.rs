//! Reading puzzles: a file or standard input, in a given format or in the one it shows.
//!
//! [`PuzzleFile`] reads puzzle by puzzle; [`read_file`] and [`read_from`] give all of them.

mod detect;
mod encoding;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use crate::Puzzle;
use crate::formats::{Format, ImageOptions, ListOptions, ParseError, Source, names};

use crate::notes::{Note, Notes};

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
        "{file}: neither its name nor its content shows its format; expected clues, a drawing or a \
         picture; name the format with --format"
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
    /// The file is of a kind that holds no puzzle, or none that can be read.
    #[error("{file}: {what}; expected a puzzle, or a picture of it; {help}")]
    Foreign {
        /// The file.
        file: String,
        /// What it is.
        what: &'static str,
        /// The next step.
        help: &'static str,
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
    /// The symbol of filled cells in a drawing of text, where it is none of the usual ones.
    pub filled: Option<char>,
    /// How lists of clues without headings are read.
    pub lists: ListOptions,
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
    options: ReadOptions,
    notes: Notes,
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
        let (path, options) = (path.as_ref(), options.into());
        if path == Path::new(STDIN) {
            return Self::from_stream(io::stdin().lock(), "<stdin>", options);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| ReadError::Io {
            file: name.clone(),
            error,
        })?;
        Self::load(file, &name, options, by_name(path))
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
        Self::load(stream, name, options.into(), None)
    }

    /// Loads a stream whose name speaks for the format `named`.
    fn load(
        stream: impl Read,
        name: &str,
        options: ReadOptions,
        named: Option<Format>,
    ) -> Result<Self, ReadError> {
        let bytes = encoding::plain(read_all(stream, name)?, name)?;
        let notes = Notes::default();
        let source = Source::new(&bytes, name, options, &notes);
        let format = match (options.format, named) {
            (Some(format), _) => format,
            (None, _) if options.filled.is_some() && detect::is_open(named) => Format::Text,
            (None, Some(format)) if !detect::is_open(named) => {
                detect::picture(&source).unwrap_or(format)
            }
            (None, _) => detect::format(&source, named)?,
        };
        Ok(Self {
            name: name.to_owned(),
            bytes,
            format,
            options,
            notes,
        })
    }

    /// The puzzles in order, each read as it is asked for. There is at least one, or an error; an
    /// error is the last.
    pub fn puzzles(&self) -> impl Iterator<Item = Result<Puzzle, ReadError>> + Send + '_ {
        let source = Source::new(&self.bytes, &self.name, self.options, &self.notes);
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

    /// What the reader has remarked on so far: on all of the file after [`count`](Self::count).
    pub fn notes(&self) -> Vec<Note> {
        self.notes.all()
    }

    /// The number of puzzles. All of them are read for it, and none is kept.
    ///
    /// # Errors
    /// [`ReadError`] names the file, the line where there is one, and the next thing to do.
    pub fn count(&self) -> Result<usize, ReadError> {
        (self.puzzles()).try_fold(0, |count, puzzle| puzzle.map(|_| count + 1))
    }
}

/// The format of a file's extension, which may stand before `.gz`.
fn by_name(path: &Path) -> Option<Format> {
    let extension = |path: &Path| Some(path.extension()?.to_str()?.to_owned());
    match extension(path)? {
        packed if packed.eq_ignore_ascii_case("gz") => {
            Format::from_extension(&extension(Path::new(path.file_stem()?))?)
        }
        extension => Format::from_extension(&extension),
    }
}

/// The bytes of a stream, unless there are more than a puzzle has.
pub(crate) fn read_all(stream: impl Read, name: &str) -> Result<Vec<u8>, ReadError> {
    let file = || name.to_owned();
    let mut bytes = Vec::new();
    (stream.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(|error| ReadError::Io {
        file: file(),
        error,
    })?;
    match bytes.len() as u64 > MAX_FILE {
        true => Err(ReadError::TooLarge { file: file() }),
        false => Ok(bytes),
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
