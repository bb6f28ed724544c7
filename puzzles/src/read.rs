//! Reads puzzles from a file, standard input or another stream, in a given format or in the detected format.
//!
//! [`PuzzleFile`] reads puzzle by puzzle; [`read_file`] and [`read_from`] return all puzzles.

mod detect;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::GzDecoder;
use thiserror::Error;

use crate::Puzzle;
use crate::formats::{Format, ImageOptions, ListOptions, ParseError, Source, names};
use crate::message::{Note, Notes};

/// Maximum size of a file in bytes, both packed and unpacked.
const MAX_FILE: u64 = 64 << 20;

/// The path of standard input.
const STDIN: &str = "-";

/// Why a file could not be read as puzzles.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{file}: {error}; expected a puzzle file; check its name and permissions")]
    Io {
        /// Name of the file.
        file: String,
        /// Error of the system. It is part of the message and therefore not a source of this error.
        error: io::Error,
    },
    /// The file is larger than 64 MiB, packed or unpacked.
    #[error(
        "{file}: more than {MAX_FILE} bytes, packed or unpacked; expected a smaller file; check \
         that this is the right one"
    )]
    TooLarge {
        /// Name of the file.
        file: String,
    },
    /// The format is a text format, but the file is not UTF-8 text.
    #[error(
        "{file}:{line}: not UTF-8 text; expected a puzzle file; save it as UTF-8, or check that this is \
         the right file"
    )]
    NotText {
        /// Name of the file.
        file: String,
        /// Line of the first invalid byte, from 1.
        line: usize,
    },
    /// Neither the name nor the content of the file shows the format.
    #[error(
        "{file}: neither its name nor its content shows its format, it begins with {seen}; expected clues, a drawing or a \
         picture; name the format with --format"
    )]
    NoFormat {
        /// Name of the file.
        file: String,
        /// Start of the content.
        seen: String,
    },
    /// The content can be read as different puzzles in several formats.
    #[error(
        "{file}: the content can be read as different puzzles in the formats {}; expected an extension \
         that selects one; name the format with --format", names(.choices)
    )]
    Ambiguous {
        /// Name of the file.
        file: String,
        /// The possible formats.
        choices: Vec<Format>,
    },
    /// The format can only be written.
    #[error(
        "{file}: {format} files are written, not read; expected a format with clues or plain cells; \
         choose one such as non, text, pbm or png"
    )]
    WriteOnly {
        /// Name of the file.
        file: String,
        /// Format that can only be written.
        format: Format,
    },
    /// The file is of a kind that holds no puzzle or cannot be read.
    #[error("{file}: {what}; expected a puzzle, or a picture of it; {help}")]
    Foreign {
        /// Name of the file.
        file: String,
        /// Description of its kind.
        what: &'static str,
        /// Next step.
        help: &'static str,
    },
    /// The content is invalid in the format.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// How a file is read. `Some(format)` and `None` convert to options for the common cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format. `None` determines it from the extension and the content, except that `filled` selects text unless the extension
    /// determines another format.
    pub format: Option<Format>,
    /// How a picture is converted to a puzzle.
    pub image: ImageOptions,
    /// Symbol of filled cells in text drawings, and in the grids of JSON puzzles with one colour; `None` detects it.
    pub filled: Option<char>,
    /// How lists of clues are divided into rows and columns if headings do not divide them.
    pub lists: ListOptions,
}

impl From<Option<Format>> for ReadOptions {
    fn from(format: Option<Format>) -> Self {
        Self { format, ..Self::default() }
    }
}

/// The content of a puzzle file in a known format, whose puzzles are read one by one.
///
/// The content, at most 64 MiB, stays in memory; puzzles are created on demand. docs/guide/formats.md states the memory per format.
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
    /// Returns a [`ReadError`] if the file cannot be read or unpacked or is too large, or if its format is unknown, ambiguous or
    /// unsupported.
    pub fn open(
        path: impl AsRef<Path>,
        options: impl Into<ReadOptions>,
    ) -> Result<Self, ReadError> {
        let (path, options) = (path.as_ref(), options.into());
        if path == Path::new(STDIN) {
            return Self::from_stream(io::stdin().lock(), "<stdin>", options);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| ReadError::Io { file: name.clone(), error })?;
        Self::load(file, &name, options, by_name(path))
    }

    /// Loads a stream. `name` is its name in errors.
    ///
    /// # Errors
    /// Returns a [`ReadError`] under the same conditions as [`open`](Self::open).
    pub fn from_stream(
        stream: impl Read,
        name: &str,
        options: impl Into<ReadOptions>,
    ) -> Result<Self, ReadError> {
        Self::load(stream, name, options.into(), None)
    }

    /// Loads a stream. `named` is the format of the extension of its name, if there is one.
    fn load(
        stream: impl Read,
        name: &str,
        options: ReadOptions,
        named: Option<Format>,
    ) -> Result<Self, ReadError> {
        let bytes = plain(read_all(stream, name)?, name)?;
        let notes = Notes::default();
        let source = Source::new(&bytes, name, options, &notes);
        let format = match (options.format, named) {
            (Some(format), _) => format,
            (None, _) if options.filled.is_some() && detect::is_open(named) => Format::Text,
            (None, Some(format)) if !detect::is_open(named) => {
                detect::picture(&source)?.unwrap_or(format)
            }
            (None, _) => detect::format(&source, named)?,
        };
        Ok(Self { name: name.to_owned(), bytes, format, options, notes })
    }

    /// The puzzles in order, each read on demand. There is at least one item; an error is the last item.
    pub fn puzzles(&self) -> impl Iterator<Item = Result<Puzzle, ReadError>> + Send + '_ {
        let source = Source::new(&self.bytes, &self.name, self.options, &self.notes);
        self.format.read(&source)
    }

    /// The format in which the file is read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The notes so far, at most 16. Reading puzzles, for example with [`count`](Self::count), adds notes.
    pub fn notes(&self) -> Vec<Note> {
        self.notes.all()
    }

    /// Number of puzzles. Reads all puzzles and stores none of them.
    ///
    /// # Errors
    /// Returns a [`ReadError`] if the format can only be written, a text file is not UTF-8, there is no puzzle, or a puzzle is invalid.
    pub fn count(&self) -> Result<usize, ReadError> {
        (self.puzzles()).try_fold(0, |count, puzzle| puzzle.map(|_| count + 1))
    }
}

/// The format of a file's extension, which may be followed by `.gz`; `None` if no format has the extension.
fn by_name(path: &Path) -> Option<Format> {
    let extension = |path: &Path| Some(path.extension()?.to_str()?.to_owned());
    match extension(path)? {
        packed if packed.eq_ignore_ascii_case("gz") => {
            Format::from_extension(&extension(Path::new(path.file_stem()?))?)
        }
        extension => Format::from_extension(&extension),
    }
}

/// Reads a stream to its end; an error if it is larger than the maximum size of a file.
pub(crate) fn read_all(stream: impl Read, name: &str) -> Result<Vec<u8>, ReadError> {
    let file = || name.to_owned();
    let mut bytes = Vec::new();
    (stream.take(MAX_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| ReadError::Io { file: file(), error })?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(ReadError::TooLarge { file: file() });
    }
    Ok(bytes)
}

/// Reads every puzzle of a file into memory; the path `-` is standard input. [`PuzzleFile`] reads puzzles one by one.
///
/// # Errors
/// Returns a [`ReadError`], with the file, the line if there is one, and the next step, if the file or one of its puzzles cannot be read.
pub fn read_file(
    path: impl AsRef<Path>,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    PuzzleFile::open(path, options)?.puzzles().collect()
}

/// Reads every puzzle of a stream into memory. `name` is its name in errors.
///
/// ```
/// use nonogram_puzzles::read_from;
///
/// let file = "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n";
/// let puzzles = read_from(file.as_bytes(), "t.non", None)?;
/// assert_eq!(puzzles[0].columns()[1][..], [2]);
///
/// let error = read_from(file.replace('2', "x").as_bytes(), "t.non", None).unwrap_err();
/// assert!(error.to_string().starts_with("t.non:2: \"x\" is not a height; expected"));
/// # Ok::<(), nonogram_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// Returns a [`ReadError`] under the same conditions as [`read_file`].
pub fn read_from(
    stream: impl Read,
    name: &str,
    options: impl Into<ReadOptions>,
) -> Result<Vec<Puzzle>, ReadError> {
    PuzzleFile::from_stream(stream, name, options)?.puzzles().collect()
}

/// Number of bytes at the start of a file that may be its XML declaration.
const DECLARATION: usize = 256;

/// The characters of the bytes 0x80 to 0x9f in Windows-1252. Five bytes without a character keep their value, as in browsers.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The content of a file, decompressed, without a byte order mark, and converted to UTF-8 if it is marked as text in another encoding.
/// Invalid UTF-16 is returned as it is. An error if the content cannot be decompressed or is too large.
fn plain(bytes: Vec<u8>, name: &str) -> Result<Vec<u8>, ReadError> {
    let bytes = if bytes.starts_with(b"\x1f\x8b") { unpacked(&bytes, name)? } else { bytes };
    Ok(match bytes {
        // Windows editors start UTF-8 text with a byte order mark.
        _ if bytes.starts_with(b"\xef\xbb\xbf") => bytes[3..].to_vec(),
        _ if bytes.starts_with(b"\xff\xfe") => {
            utf16(&bytes[2..], u16::from_le_bytes).unwrap_or(bytes)
        }
        _ if bytes.starts_with(b"\xfe\xff") => {
            utf16(&bytes[2..], u16::from_be_bytes).unwrap_or(bytes)
        }
        _ if is_latin1(&bytes) => {
            bytes.iter().map(|&byte| windows_1252(byte)).collect::<String>().into_bytes()
        }
        _ => bytes,
    })
}

fn unpacked(bytes: &[u8], name: &str) -> Result<Vec<u8>, ReadError> {
    read_all(GzDecoder::new(bytes), name).map_err(|error| match error {
        ReadError::Io { file, .. } => ReadError::Foreign {
            file,
            what: "a damaged gzip file",
            help: "download or compress it again",
        },
        other => other,
    })
}

/// Converts UTF-16 to UTF-8; `None` if the bytes are not valid UTF-16.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Vec<u8>> {
    let (pairs, rest) = bytes.as_chunks();
    let units = pairs.iter().map(|&pair| unit(pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(text.ok().filter(|_| rest.is_empty())?.into_bytes())
}

/// The character of a byte in Windows-1252, which differs from ISO-8859-1 only in that it replaces control characters.
fn windows_1252(byte: u8) -> char {
    let place = byte.checked_sub(0x80).map(usize::from);
    let special = place.and_then(|place| WINDOWS_1252.chars().nth(place));
    special.unwrap_or_else(|| char::from(byte))
}

/// Whether the bytes are XML that declares ISO-8859-1 or its Windows superset and that is not valid UTF-8.
fn is_latin1(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(DECLARATION)];
    if !head.starts_with(b"<?xml") || std::str::from_utf8(bytes).is_ok() {
        return false;
    }
    let end = head.windows(2).position(|pair| pair == b"?>").unwrap_or(head.len());
    let declaration = String::from_utf8_lossy(&head[..end]).to_ascii_lowercase();
    ["iso-8859-1", "latin1", "latin-1", "windows-1252"]
        .iter()
        .any(|name| declaration.contains(name))
}
