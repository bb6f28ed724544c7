//! Puzzles from the files named on the command line, or from stdin, whose name is `-`.
//!
//! [`Input::for_each`] continues after a bad file, and returns the highest exit code. [`Image`] has the options for
//! pictures; [`GridFile`] is the file of a partial grid that accompanies the puzzles.

mod grid;
mod image;
mod stream;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::Source;
use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{Format, Note, Puzzle, PuzzleFile, ReadError, ReadOptions};

pub use grid::GridFile;
pub use image::Image;
pub use stream::{is_stdin, open_stream, read_whole};

use crate::exit::{self, Exit, Failure, OrExit, Outcome};
use crate::output::{self, Pattern};
use crate::overwrite;
use crate::values::side;

/// The puzzle files.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Puzzle files; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Format of the files [default: by extension, or by content]
    #[arg(long, value_parser = format_parser(Format::ALL.iter().copied()))]
    format: Option<Format>,

    #[command(flatten)]
    reading: Reading,
}

/// Heading of the options for reading text.
const READING: &str = "Reading text";

/// The options for reading text that is ambiguous.
#[derive(Args, Clone, Copy, Debug, Default)]
struct Reading {
    /// In a drawing or grid as text, the symbol of filled cells; all others except `?` are then blank [default: any one of
    /// `#1XxoO*█■⬛`]
    #[arg(long, hide_short_help = true, help_heading = READING, value_name = "C")]
    filled: Option<char>,

    /// In lists of clues without headings, read the first list as the columns
    #[arg(long, hide_short_help = true, help_heading = READING)]
    columns_first: bool,

    /// In lists of clues without headings, the number of rows [default: determined from the clues]
    #[arg(long, hide_short_help = true, help_heading = READING, value_name = "N", value_parser = side)]
    rows: Option<usize>,
}

impl Reading {
    /// Refuses the options for lists of clues if the file has another format.
    fn check(self, file: &Path, format: Format) -> Result<(), Failure> {
        let of_lists = self
            .columns_first
            .then_some("--columns-first")
            .or(self.rows.map(|_| "--rows"));
        match of_lists {
            // JSON may hold two lists without names.
            Some(option) if ![Format::Lists, Format::Json].contains(&format) => {
                let here = format!("with a file of the format {format}, only with lists of clues");
                Err(Failure::without_effect(option, &here).within(&file.display().to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Reads the name of one of these formats or one of its extensions, and lists the names in help and completion.
pub fn format_parser(
    formats: impl Iterator<Item = Format>,
) -> impl TypedValueParser<Value = Format> {
    let names = formats.map(|format| {
        let name = PossibleValue::new(format.name()).help(format.about());
        name.aliases(format.extensions())
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// A file that cannot be read, or is refused because of an option.
#[derive(Debug)]
pub struct Unread {
    /// The file as named on the command line.
    pub file: String,
    /// The reason.
    pub failure: Failure,
}

impl Input {
    /// Whether stdin is one of the files.
    fn has_stdin(&self) -> bool {
        self.files.iter().any(|file| is_stdin(file))
    }

    /// Refuses a list of files that names stdin more than once.
    fn stdin_once(&self) -> Result<(), Failure> {
        match self.files.iter().filter(|file| is_stdin(file)).count() {
            0 | 1 => Ok(()),
            _ => Err(twice()),
        }
    }

    /// Refuses stdin for a partial grid if the puzzles are read from stdin.
    ///
    /// # Errors
    /// The puzzles and the grid both come from stdin.
    pub fn goes_with(&self, grid: Option<&Path>) -> Result<(), Failure> {
        match grid {
            Some(path) if is_stdin(path) && self.has_stdin() => Err(twice()),
            _ => Ok(()),
        }
    }

    /// The partial grid at `path`, with the symbol of `--filled` for filled cells.
    pub fn grid(&self, path: &Path) -> GridFile {
        GridFile::new(path, self.reading.filled)
    }

    /// Protects the input files, and checks before any work is done that the output is not one of them.
    ///
    /// # Errors
    /// The output is one of the input files.
    pub fn spare(&self, output: Option<&Path>) -> Result<(), Failure> {
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            overwrite::protect(file);
        }
        let output = output.filter(|path| !output::is_stdout(path));
        output.map_or(Ok(()), overwrite::check)
    }

    /// Calls `work` with every puzzle, in order, and holds one puzzle in memory at a time. A bad file or a failure of `work` is
    /// reported and does not stop the others, unless stdout was closed or Ctrl-C was pressed. Returns the highest exit code.
    ///
    /// # Errors
    /// Stdin is named more than once, or `work` reports that stdout was closed or Ctrl-C was pressed.
    pub fn for_each(&self, work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_with(Image::default(), work)
    }

    /// Calls `work` with every puzzle, as [`Input::for_each`] does; the options of `image` apply to pictures.
    pub fn for_each_with(&self, image: Image, mut work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_file(image, None, |item| {
            item.map_err(|unread| unread.failure).and_then(&mut work)
        })
    }

    /// Calls `work` with every puzzle, and with every file that cannot be read, in order. If `one` names a single file for all
    /// results, a second puzzle is refused before any puzzle is passed to `work`.
    pub fn for_each_file(
        &self,
        image: Image,
        one: Option<&Pattern>,
        mut work: impl FnMut(Result<Source, Unread>) -> Outcome,
    ) -> Outcome {
        let options = ReadOptions {
            format: self.format,
            image: image.options(),
            filled: self.reading.filled,
            lists: ListOptions {
                columns_first: self.reading.columns_first,
                rows: self.reading.rows,
            },
        };
        let mut worst = Exit::Solved;
        self.stdin_once()?;
        self.spare(None)?;
        let one = one.filter(|pattern| !pattern.is_numbered());
        if let (Some(pattern), [_, second, ..]) = (one, &self.files[..]) {
            return Err(pattern.is_one_file(&second.display().to_string()));
        }
        for file in &self.files {
            let (opened, failure) = match self.open(file, options, image, one) {
                Ok(opened) => (Some(opened), None),
                Err(failure) => (None, Some(failure)),
            };
            let unread = |failure| Unread {
                file: file.display().to_string(),
                failure,
            };
            let numbered = opened.iter().flat_map(Checked::numbered);
            let sources = numbered.map(|(number, puzzle)| Source {
                file: file.display().to_string(),
                number,
                puzzle,
            });
            let items = failure.into_iter().map(|failure| Err(unread(failure)));
            for item in items.chain(sources.map(Ok)) {
                match work(item) {
                    Ok(exit) => worst = worst.max(exit),
                    Err(failure @ (Failure::StdoutClosed | Failure::Interrupted)) => {
                        return Err(failure);
                    }
                    Err(failure) => {
                        exit::report(&failure);
                        worst = worst.max(failure.exit());
                    }
                }
            }
        }
        Ok(worst)
    }

    /// Reads every puzzle of a file. If `one` names a single file for all results, the puzzle file must have a single puzzle.
    fn open(
        &self,
        file: &Path,
        options: ReadOptions,
        image: Image,
        one: Option<&Pattern>,
    ) -> Result<Checked, Failure> {
        let puzzles = PuzzleFile::open(file, options).or_exit(Exit::Usage)?;
        let format = puzzles.format();
        image.check(file, format)?;
        let checked = Checked::read(puzzles).or_exit(Exit::Usage)?;
        self.reading.check(file, format)?;
        match (one, &checked) {
            (Some(pattern), Checked::Several(_)) => {
                Err(pattern.is_one_file(&file.display().to_string()))
            }
            _ => Ok(checked),
        }
    }
}

/// The failure that stdin is named more than once, although it can be read only once.
fn twice() -> Failure {
    Failure::new(
        Exit::Usage,
        "stdin is named more than once; expected `-` once: put one of the inputs into a file",
    )
}

/// A file whose puzzles have all been read once without an error.
enum Checked {
    /// The only puzzle of the file.
    One(Puzzle),
    /// A file of several puzzles, which are read again one at a time, so that memory holds only one.
    Several(PuzzleFile),
}

impl Checked {
    /// Reads every puzzle of a file, and prints the notes on it.
    ///
    /// # Errors
    /// A puzzle cannot be read.
    fn read(file: PuzzleFile) -> Result<Self, ReadError> {
        let mut puzzles = file.puzzles();
        let first = puzzles.next().transpose()?;
        let count = puzzles.try_fold(1, |count, puzzle| puzzle.map(|_| count + 1))?;
        drop(puzzles);
        say_notes(&file.notes());
        match first {
            Some(puzzle) if count == 1 => Ok(Self::One(puzzle)),
            _ => Ok(Self::Several(file)),
        }
    }

    /// The puzzles in order; several are numbered from 1.
    fn numbered(&self) -> Box<dyn Iterator<Item = (Option<usize>, Puzzle)> + '_> {
        match self {
            Self::One(puzzle) => Box::new(std::iter::once((None, puzzle.clone()))),
            Self::Several(file) => Box::new((1..).zip(file.puzzles()).map(|(number, puzzle)| {
                (Some(number), puzzle.expect("every puzzle was read before"))
            })),
        }
    }
}

/// Prints the notes of a reader on a file: those that the puzzle depends on, unless `--quiet` is given, and the others at `-v`.
pub fn say_notes(notes: &[Note]) {
    for note in notes {
        if note.matters {
            say!("nonogram: {}", note.text);
        } else {
            tracing::info!("{}", note.text);
        }
    }
}

#[cfg(test)]
mod tests;
