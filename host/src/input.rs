//! Puzzles from the files named on the command line, or from stdin as `-`.
//!
//! [`Input::for_each`] goes on after a bad file, and ends with the highest exit code. [`Image`] has the options for
//! pictures, [`GridFile`] is a partial grid beside the puzzles.

mod grid;
mod image;
mod stream;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{Format, Note, Puzzle, PuzzleFile, ReadError, ReadOptions};

pub use grid::{GridFile, check_grid};
pub use image::Image;
pub use stream::{is_stdin, open_stream, read_whole};

use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::output::{self, Pattern};
use crate::overwrite;
use crate::values::side;

/// The puzzle files.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Puzzle files; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The files' format [default: by extension, or by content]
    #[arg(long, value_parser = format_parser(Format::ALL.iter().copied()))]
    format: Option<Format>,

    #[command(flatten)]
    reading: Reading,
}

/// Heading of the options that say how text is read.
const READING: &str = "Reading text";

/// How text that leaves something open is read.
#[derive(Args, Clone, Copy, Debug, Default)]
struct Reading {
    /// Of a drawing in text, or of a grid, the symbol of filled cells, where it is none of `#1XxoO*█■⬛`
    #[arg(long, hide_short_help = true, help_heading = READING, value_name = "C")]
    filled: Option<char>,

    /// Of lists of clues without headings, take the first for the columns
    #[arg(long, hide_short_help = true, help_heading = READING)]
    columns_first: bool,

    /// Of lists of clues without headings, how many are rows
    #[arg(long, hide_short_help = true, help_heading = READING, value_name = "N", value_parser = side)]
    rows: Option<usize>,
}

impl Reading {
    /// Refuses its options for a file of another format than the one that leaves this open.
    fn check(self, file: &Path, format: Format) -> Result<(), Failure> {
        let of_lists = self
            .columns_first
            .then_some("--columns-first")
            .or(self.rows.map(|_| "--rows"));
        match of_lists {
            Some(option) if format != Format::Lists => {
                let here = format!("with a file of the format {format}, only with lists of clues");
                Err(Failure::without_effect(option, &here).within(&file.display().to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Reads the name of one of these formats, and offers them in help and completion.
pub fn format_parser(
    formats: impl Iterator<Item = Format>,
) -> impl TypedValueParser<Value = Format> {
    let names = formats.map(|format| {
        let name = PossibleValue::new(format.name()).help(format.about());
        name.aliases(format.extensions())
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// A puzzle, and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file as named on the command line.
    pub file: String,
    /// The puzzle's place in a file of several, from 1.
    pub number: Option<usize>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// A file that cannot be read.
#[derive(Debug)]
pub struct Unread {
    /// The file as named on the command line.
    pub file: String,
    /// Why.
    pub failure: Failure,
}

impl Source {
    /// What to call it in messages.
    pub fn name(&self) -> String {
        match self.number {
            Some(number) => format!("{}, puzzle {number}", self.file),
            None => self.file.clone(),
        }
    }

    /// The same without the folders.
    pub fn short_name(&self) -> String {
        let name = self.name();
        let short = Path::new(&name).file_name();
        short.map_or(name.clone(), |short| short.to_string_lossy().into_owned())
    }
}

impl Input {
    /// Whether stdin is one of the files.
    fn has_stdin(&self) -> bool {
        self.files.iter().any(|file| is_stdin(file))
    }

    /// Refuses stdin that is named more than once.
    fn stdin_once(&self) -> Result<(), Failure> {
        match self.files.iter().filter(|file| is_stdin(file)).count() {
            0 | 1 => Ok(()),
            _ => Err(twice()),
        }
    }

    /// Whether a partial grid can be read from `path`, besides the puzzles.
    ///
    /// # Errors
    /// When both come from stdin.
    pub fn goes_with(&self, grid: Option<&Path>) -> Result<(), Failure> {
        match grid {
            Some(path) if is_stdin(path) && self.has_stdin() => Err(twice()),
            _ => Ok(()),
        }
    }

    /// The partial grid in a file, whose filled cells have the symbol that was asked for.
    pub fn grid(&self, path: &Path) -> GridFile {
        GridFile::new(path, self.reading.filled)
    }

    /// Protects the files from being overwritten by the output, before any work is done.
    ///
    /// # Errors
    /// The output is one of them.
    pub fn spare(&self, output: Option<&Path>) -> Result<(), Failure> {
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            overwrite::protect(file);
        }
        let output = output.filter(|path| !output::is_stdout(path));
        output.map_or(Ok(()), overwrite::check)
    }

    /// Does something with every puzzle, in order, one in memory at a time. A failure is reported and
    /// the rest goes on; the exit code is the highest of all.
    pub fn for_each(&self, work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_with(Image::default(), work)
    }

    /// The same, for pictures that become puzzles in this way.
    pub fn for_each_with(&self, image: Image, mut work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_file(image, None, |item| {
            item.map_err(|unread| unread.failure).and_then(&mut work)
        })
    }

    /// Does something with every puzzle, and with every file that cannot be read, in order. Where all of
    /// it goes to `one` file, a second puzzle is refused before anything is done.
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
                        failure.report();
                        worst = worst.max(failure.exit());
                    }
                }
            }
        }
        Ok(worst)
    }

    /// Reads every puzzle of a file, which has a single one where all goes to `one` file.
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

/// Stdin cannot be read again.
fn twice() -> Failure {
    Failure::new(
        Exit::Usage,
        "stdin is named twice; expected `-` once: put one of them into a file",
    )
}

/// A file whose every puzzle can be read.
enum Checked {
    /// Its only puzzle.
    One(Puzzle),
    /// Several puzzles, which are read again one at a time: memory holds no more than one.
    Several(PuzzleFile),
}

impl Checked {
    /// Reads every puzzle of a file.
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

/// Says what a reader remarked on a file: what the puzzle depends on, and at `-v` the rest.
pub fn say_notes(notes: &[Note]) {
    for note in notes {
        match note.matters {
            true => say!("nonogram: {}", note.text),
            false => tracing::info!("{}", note.text),
        }
    }
}

/// What the rows and columns of a puzzle ask for, where that differs; of the first such colour where there are several.
pub fn sums_in_words(puzzle: &Puzzle) -> Option<String> {
    let (colour, rows, columns) = puzzle.sums_differ()?;
    let palette = puzzle.palette();
    let kind = match palette.is_coloured() {
        true => palette.name(colour),
        false => "filled".to_owned(),
    };
    Some(format!(
        "the rows ask for {rows} {kind} cells, the columns for {columns}"
    ))
}

#[cfg(test)]
mod tests;
