//! The file formats, and the table of all formats.
//!
//! A new format needs a file with its [`Description`], a line for its module and one in the table; [`Format`] identifies it.

pub mod bitmaps;
pub(crate) mod clues;
mod draft;
pub mod dzn;
mod error;
pub mod gno;
pub mod json;
pub mod lists;
mod members;
pub mod non;
mod notation;
pub mod numbers;
pub mod olsak;
pub mod pattern;

#[cfg(feature = "photos")]
pub mod photo;
mod picture;
pub mod pixels;
pub mod png;
pub mod table;
pub mod text;
pub mod webpbn;
mod words;

use crate::message::Notes;
use crate::{Excerpt, Grid, Palette, Puzzle, ReadError, ReadOptions, counted};
use error::Fault;
pub use error::{ParseError, ParseErrorKind};
pub use lists::ListOptions;
pub use picture::ImageOptions;
use picture::Traced;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Defines [`Format`] from the table of formats. Each line of the table names the variant of a format, its module and its description.
macro_rules! formats {
    ($($(#[$when:meta])? $variant:ident $module:ident $description:ident,)+) => {
        /// A file format for puzzles or pictures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$when])? #[doc = concat!("See [`", stringify!($module), "`].")] $variant,)+
        }

        impl Format {
            /// Every format that the enabled features provide. Detection considers formats of equal certainty in this order.
            pub const ALL: &[Self] = &[$($(#[$when])? Self::$variant,)+];

            fn description(self) -> &'static Description {
                match self {
                    $($(#[$when])? Self::$variant => &$module::$description,)+
                }
            }
        }
    };
}

formats! {
    Non non DESCRIPTION,
    Webpbn webpbn DESCRIPTION,
    Mk numbers MK,
    Nin numbers NIN,
    Cwd numbers CWD,
    Cwc numbers CWC,
    Pbnsol numbers PBNSOL,
    G olsak DESCRIPTION,
    Pattern pattern DESCRIPTION,
    Dzn dzn DESCRIPTION,
    Sgt pattern SAVED,
    Gno gno DESCRIPTION,
    Text text DESCRIPTION,
    Table table DESCRIPTION,
    Lists lists DESCRIPTION,
    Pbm bitmaps PBM,
    Png png DESCRIPTION,
    #[cfg(feature = "photos")]
    Photo photo DESCRIPTION,
    Json json DESCRIPTION,
    Jsonl json LINES,
    Xbm bitmaps XBM,
    Svg bitmaps SVG,
}

/// The puzzles of a file, each read on demand. The caller stops at the first error.
type Puzzles<'a> = Box<dyn Iterator<Item = Result<Puzzle, Fault>> + Send + 'a>;

type Pictures<'a> = Box<dyn Iterator<Item = Result<Traced, Fault>> + Send + 'a>;

type DrawSheet = fn(&Puzzle, &Grid, bool) -> Vec<u8>;

struct Description {
    name: &'static str,
    /// One-line description for a list of formats.
    about: &'static str,
    /// File name extensions without the dot, default first.
    extensions: &'static [&'static str],
    sniff: Sniff,
    read: Read,
    write: Write,
    /// Writes several puzzles as one file; `None` if each puzzle is written to its own file or the format is only read.
    join: Option<fn(&[Puzzle]) -> String>,
    /// Draws a sheet for people: a ruled grid, with the clues if the flag is set; `None` if the format has no sheets.
    sheet: Option<DrawSheet>,
    in_one_colour: bool,
}

/// The fields that most descriptions leave out.
const BARE: Description = Description {
    name: "",
    about: "",
    extensions: &[],
    sniff: Sniff::Never,
    read: Read::Never,
    write: Write::Never,
    join: None,
    sheet: None,
    in_one_colour: false,
};

/// Whether detection considers a format for a file. Several formats may fit one file.
enum Sniff {
    Never,
    Text(fn(&str) -> bool),
    Bytes(fn(&[u8]) -> bool),
}

enum Read {
    /// The format is only written.
    Never,
    Puzzle(fn(&str, &Source) -> Result<Puzzle, Fault>),
    Puzzles(for<'a> fn(&'a str, &Source<'a>) -> Result<Puzzles<'a>, Fault>),
    Pictures(for<'a> fn(&'a [u8], ImageOptions) -> Pictures<'a>),
}

enum Write {
    /// The format is only read.
    Never,
    /// The puzzle, with its goal if the format has goals.
    Puzzle(fn(&Puzzle) -> String),
    /// The picture or, without one, the goal, of which there must be one.
    Picture(fn(&Palette, &Grid) -> Vec<u8>),
    /// The sheet of the format with the clues, and the picture or goal if there is one.
    Sheet,
}

/// The content of a file, its name in errors, the options for reading it, and the notes about it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) name: &'a str,
    pub(crate) image: ImageOptions,
    /// Symbol of filled cells in a drawing; `None` detects it.
    pub(crate) filled: Option<char>,
    pub(crate) lists: ListOptions,
    pub(crate) notes: &'a Notes,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        bytes: &'a [u8],
        name: &'a str,
        options: ReadOptions,
        notes: &'a Notes,
    ) -> Self {
        Self {
            bytes,
            name,
            image: options.image,
            filled: options.filled,
            lists: options.lists,
            notes,
        }
    }

    /// Adds a note that begins with the name of the file and the line, if there is one.
    fn note(&self, matters: bool, line: Option<usize>, text: &str) {
        let line = line.map_or_else(String::new, |line| format!("{line}:"));
        self.notes.add(matters, format!("{}:{line} {text}", self.name));
    }

    /// Notes that no heading decides which of two lists of clues has the rows.
    fn note_assumed_rows(&self, count: usize) {
        let rows = counted(count, "clue");
        let text = format!(
            "no headings: the rows are read first ({rows}); --columns-first reads the columns first"
        );
        self.note(true, None, &text);
    }

    /// The content as text; an error if it is not UTF-8.
    fn text(&self) -> Result<&'a str, ReadError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            let before = &self.bytes[..error.valid_up_to()];
            ReadError::NotText {
                file: self.name.to_owned(),
                line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            }
        })
    }
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is only read.
    #[error(
        "{format} files are read, not written; expected another format; choose one such as non or json"
    )]
    ReadOnly {
        /// Format that cannot be written.
        format: Format,
    },
    /// The format holds a picture, and the puzzle has none.
    #[error(
        "{format} files hold a picture, and this puzzle has none; expected a solution or a goal; solve it first, or \
         choose a format of clues such as non"
    )]
    NoPicture {
        /// Format of pictures.
        format: Format,
    },
    /// The format has one colour, and the puzzle has several.
    #[error(
        "{format} files have one colour, and this puzzle has {count}; expected a puzzle in one colour; choose a \
         format with colours such as non, xml or png"
    )]
    Coloured {
        /// Format with one colour.
        format: Format,
        /// Number of colours of the puzzle.
        count: usize,
    },
    /// There is no puzzle, or there are several and the format is written with one per file.
    #[error(
        "{} for one {format} file; expected one; write each to its own file or choose a format for several puzzles, such as non",
        counted(*.count, "puzzle")
    )]
    NotOne {
        /// Format of the file.
        format: Format,
        /// Number of puzzles.
        count: usize,
    },
}

/// The error for text that is neither the name nor a file name extension of a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{:?} is not a format; expected one of {}, or one of their file name extensions; choose one of them",
    Excerpt(name),
    names(Format::ALL)
)]
pub struct UnknownFormat {
    /// Text in place of a format.
    pub name: String,
}

/// Names of formats for a message.
pub(crate) fn names(formats: &[Format]) -> String {
    formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

impl Format {
    /// Name of the format, as in `--format`.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// One-line description of the format.
    pub fn about(self) -> &'static str {
        self.description().about
    }

    /// File name extensions without the dot, default first.
    pub fn extensions(self) -> &'static [&'static str] {
        self.description().extensions
    }

    /// The format with a file name extension (without the dot, regardless of case), if there is one.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| {
            format.extensions().iter().any(|known| known.eq_ignore_ascii_case(extension))
        })
    }

    /// Every format that detection considers for a file, in the order of [`ALL`](Self::ALL).
    pub(crate) fn sniff(source: &Source) -> Vec<Self> {
        let fits = |format: &Self| match format.description().sniff {
            Sniff::Never => false,
            Sniff::Text(fits) => source.text().is_ok_and(fits),
            Sniff::Bytes(fits) => fits(source.bytes),
        };
        Self::ALL.iter().copied().filter(fits).collect()
    }

    /// Whether puzzles can be written in the format.
    pub fn is_written(self) -> bool {
        !matches!(self.description().write, Write::Never)
    }

    /// Whether files of the format can be read.
    pub fn is_read(self) -> bool {
        !matches!(self.description().read, Read::Never)
    }

    /// Whether the format has [sheets](Self::sheet).
    pub fn has_sheet(self) -> bool {
        self.description().sheet.is_some()
    }

    /// Draws a sheet for people: the cells of `picture` in a ruled grid, with the clues if `clues` is set. Unknown cells are shaded, unless
    /// all are unknown. An SVG always has the clues. `None` if the format has no sheets.
    ///
    /// # Panics
    /// Panics if the size of the picture differs from that of the puzzle.
    pub fn sheet(self, puzzle: &Puzzle, picture: &Grid, clues: bool) -> Option<Vec<u8>> {
        self.description().sheet.map(|draw| draw(puzzle, picture, clues))
    }

    /// Whether files of the format are read as pictures of pixels, to which [`ImageOptions`] apply.
    pub fn is_picture(self) -> bool {
        matches!(self.description().read, Read::Pictures(_))
    }

    /// Reads the puzzles of a file. There is at least one item, and an error is the last.
    pub(crate) fn read<'a>(
        self,
        source: &Source<'a>,
    ) -> impl Iterator<Item = Result<Puzzle, ReadError>> + Send + use<'a> {
        let name = source.name;
        let puzzles = self.puzzles(source);
        let (mut puzzles, error) = match puzzles {
            Ok(puzzles) => (puzzles, None),
            Err(error) => (Box::new(std::iter::empty()) as Puzzles, Some(error)),
        };
        let in_file =
            move |puzzle: Result<Puzzle, Fault>| Ok(puzzle.map_err(|fault| fault.in_file(name))?);
        let first = match (error, puzzles.next()) {
            (Some(error), _) => Err(error),
            (None, Some(puzzle)) => in_file(puzzle),
            (None, None) => in_file(Err(Fault::at(1, ParseErrorKind::Empty))),
        };
        let mut has_failed = false;
        let all = std::iter::once(first).chain(puzzles.map(in_file));
        all.take_while(move |puzzle| !std::mem::replace(&mut has_failed, puzzle.is_err()))
    }

    fn puzzles<'a>(self, source: &Source<'a>) -> Result<Puzzles<'a>, ReadError> {
        let (name, notes, image) = (source.name, source.notes, source.image);
        let puzzles: Result<Puzzles, Fault> = match self.description().read {
            Read::Never => {
                let file = name.to_owned();
                return Err(ReadError::WriteOnly { file, format: self });
            }
            Read::Puzzle(read) => {
                let puzzle = read(source.text()?, source);
                Ok(Box::new(std::iter::once(puzzle)))
            }
            Read::Puzzles(read) => read(source.text()?, source),
            Read::Pictures(read) => {
                let pictures = read(source.bytes, image);
                let puzzle = move |traced: Result<Traced, Fault>| {
                    let Traced { puzzle, notes: found } = traced?;
                    found.iter().for_each(|text| notes.add(true, format!("{name}: {text}")));
                    Ok(puzzle)
                };
                Ok(Box::new(pictures.map(puzzle)))
            }
        };
        Ok(puzzles.unwrap_or_else(|fault| Box::new(std::iter::once(Err(fault)))))
    }

    /// Writes a puzzle in this format. `picture` is a complete or partial solution in the colours of the puzzle's palette. Picture
    /// formats draw `picture` or, if it is `None`, the puzzle's goal. Formats with a goal store `picture` if it is a solution, otherwise
    /// the puzzle's goal.
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the format is only read or cannot hold the puzzle.
    ///
    /// # Panics
    /// Panics if the size of the picture differs from that of the puzzle, and may panic if the palette lacks a colour of the picture.
    pub fn write(self, puzzle: &Puzzle, picture: Option<&Grid>) -> Result<Vec<u8>, WriteError> {
        let size = (puzzle.row_count(), puzzle.column_count());
        if let Some(picture) = picture {
            let found = (picture.rows(), picture.columns());
            assert_eq!(found, size, "the picture has the puzzle's size");
        }
        self.check_colours(puzzle)?;
        let shown = picture.or(puzzle.goal());
        Ok(match self.description().write {
            Write::Never => return Err(WriteError::ReadOnly { format: self }),
            Write::Puzzle(write) => write(&puzzle.with_picture(picture)).into_bytes(),
            Write::Picture(write) => {
                let no_picture = WriteError::NoPicture { format: self };
                write(puzzle.palette(), shown.ok_or(no_picture)?)
            }
            Write::Sheet => {
                let blank = Grid::new(size.0, size.1);
                let sheet = self.sheet(puzzle, shown.unwrap_or(&blank), true);
                sheet.expect("the description has a sheet")
            }
        })
    }

    /// Writes puzzles as one file, with their goals if the format has goals.
    ///
    /// # Errors
    /// Returns [`WriteError::NotOne`] if `puzzles` is empty, or has several puzzles and the format is written with one per file.
    /// Returns another [`WriteError`] if the format is only read or cannot hold one of the puzzles.
    pub fn write_all(self, puzzles: &[Puzzle]) -> Result<Vec<u8>, WriteError> {
        match (puzzles, self.description().join) {
            ([puzzle], _) => self.write(puzzle, None),
            ([_, ..], Some(join)) => {
                puzzles.iter().try_for_each(|puzzle| self.check_colours(puzzle))?;
                Ok(join(puzzles).into_bytes())
            }
            _ => Err(WriteError::NotOne { format: self, count: puzzles.len() }),
        }
    }

    fn check_colours(self, puzzle: &Puzzle) -> Result<(), WriteError> {
        let (format, count) = (self, puzzle.palette().count());
        if self.description().in_one_colour && count > 1 {
            return Err(WriteError::Coloured { format, count });
        }
        Ok(())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name of a format or, if no format has the name, a file name extension; both regardless of case.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        (Self::ALL.iter().copied())
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .or_else(|| Self::from_extension(name))
            .ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}
