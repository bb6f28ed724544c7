//! Puzzles from the files named on the command line, or from stdin as `-`.
//!
//! [`Input::for_each`] goes on after a bad file, and ends with the highest exit code.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_puzzles::{Format, Grid, ImageOptions, MAX_SIDE, Puzzle, PuzzleFile, ReadOptions};

use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::overwrite;
use crate::values::{side, size};

/// The puzzle files.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Puzzle files; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The files' format [default: by extension, or by content]
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
}

/// Reads a format's name, and offers all of them in help and completion.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|format| {
        let name = PossibleValue::new(format.name()).help(format.about());
        name.aliases(format.extensions())
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// How pictures become puzzles.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Image {
    /// Of a picture, make cells darker than this filled; 0 is black, 255 white [default: 128]
    #[arg(long, value_name = "LEVEL")]
    threshold: Option<u8>,

    /// Shrink a picture to at most this many cells per side
    #[arg(long, value_name = "CELLS", value_parser = side)]
    max_side: Option<usize>,

    /// Rows x columns; a picture is brought to this size
    #[arg(long, value_name = "MxN", value_parser = size, conflicts_with = "max_side")]
    size: Option<(usize, usize)>,
}

impl Image {
    /// The first option that was given, as it was spelled.
    fn given(self) -> Option<&'static str> {
        self.given_for_pictures().or(self.size.map(|_| "--size"))
    }

    /// The first option that was given and only says how a picture is read, as it was spelled.
    pub fn given_for_pictures(self) -> Option<&'static str> {
        let threshold = self.threshold.map(|_| "--threshold");
        threshold.or(self.max_side.map(|_| "--max-side"))
    }

    /// The size that was asked for.
    pub fn size(self) -> Option<(usize, usize)> {
        self.size
    }

    /// Refuses its options for a file of another format than the two whose pictures have shades or sizes.
    fn check(self, file: &Path, format: Format) -> Result<(), Failure> {
        match self.given() {
            Some(option) if !matches!(format, Format::Png | Format::Pbm) => {
                let here = format!("with a file of the format {format}, only with png and pbm");
                Err(Failure::without_effect(option, &here).within(&file.display().to_string()))
            }
            _ => Ok(()),
        }
    }

    /// The options as the reader takes them.
    pub fn options(self) -> ImageOptions {
        ImageOptions {
            threshold: self.threshold.unwrap_or(ImageOptions::default().threshold),
            max_side: self.max_side.unwrap_or(MAX_SIDE),
            size: self.size,
        }
    }
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

    /// Protects the files from being overwritten by the output, before any work is done.
    ///
    /// # Errors
    /// The output is one of them.
    pub fn spare(&self, output: Option<&Path>) -> Result<(), Failure> {
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            overwrite::protect(file);
        }
        output.map_or(Ok(()), overwrite::check)
    }

    /// Does something with every puzzle, in order, one in memory at a time. A failure is reported and
    /// the rest goes on; the exit code is the highest of all.
    pub fn for_each(&self, work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_with(Image::default(), work)
    }

    /// The same, for pictures that become puzzles in this way.
    pub fn for_each_with(&self, image: Image, mut work: impl FnMut(Source) -> Outcome) -> Outcome {
        self.for_each_file(image, |item| {
            item.map_err(|unread| unread.failure).and_then(&mut work)
        })
    }

    /// Does something with every puzzle, and with every file that cannot be read, in order.
    pub fn for_each_file(
        &self,
        image: Image,
        mut work: impl FnMut(Result<Source, Unread>) -> Outcome,
    ) -> Outcome {
        let format = self.format;
        let mut worst = Exit::Solved;
        self.stdin_once()?;
        self.spare(None)?;
        for file in &self.files {
            let opened = open(file, format, image);
            let (opened, failure) = match opened {
                Ok(opened) => (Some(opened), None),
                Err(failure) => (None, Some(failure)),
            };
            let unread = |failure| Unread {
                file: file.display().to_string(),
                failure,
            };
            let sources = opened.iter().flat_map(|(puzzles, several)| {
                (1..).zip(puzzles.puzzles()).map(|(number, puzzle)| Source {
                    file: file.display().to_string(),
                    number: several.then_some(number),
                    puzzle: puzzle.expect("every puzzle was read before"),
                })
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
}

/// Whether a path means stdin.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file, or stdin, to be read.
pub fn open_stream(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match is_stdin(path) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(path)?)),
    })
}

/// The largest file that is read whole, in bytes: that of puzzle files, and far more than a grid or a bitstream has.
const LARGEST: u64 = 64 << 20;

/// Reads a file, or stdin, that may be no larger than a puzzle file; `expected` is what it should be.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn read_whole(path: &Path, expected: &str) -> Result<Vec<u8>, Failure> {
    read_at_most(path, LARGEST, expected)
}

fn read_at_most(path: &Path, most: u64, expected: &str) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let mut bytes = Vec::new();
    open_stream(path)
        .and_then(|stream| stream.take(most + 1).read_to_end(&mut bytes))
        .with_context(|| format!("{name}: cannot read it; expected {expected}: check the name"))
        .or_exit(Exit::Usage)?;
    match bytes.len() as u64 > most {
        true => Err(Failure::new(
            Exit::Usage,
            format!("{name}: more than {most} bytes; expected {expected}: check the name"),
        )),
        false => Ok(bytes),
    }
}

/// Stdin cannot be read again.
fn twice() -> Failure {
    Failure::new(
        Exit::Usage,
        "stdin is named twice; expected `-` once: put one of them into a file",
    )
}

/// A file whose every puzzle can be read, and whether there are several.
fn open(file: &Path, format: Option<Format>, image: Image) -> Result<(PuzzleFile, bool), Failure> {
    let options = ReadOptions {
        format,
        image: image.options(),
    };
    let puzzles = PuzzleFile::open(file, options).or_exit(Exit::Usage)?;
    image.check(file, puzzles.format())?;
    let several = puzzles.count().or_exit(Exit::Usage)? > 1;
    Ok((puzzles, several))
}

/// Reads a grid of a puzzle's size: one line per row, of `#`, `-` and `?`.
pub fn read_grid(path: &Path, puzzle: &Puzzle) -> Result<Grid, Failure> {
    let name = path.display();
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let expected = format!("a grid: {rows} lines of {columns} cells, '#', '-' or '?'");
    if !is_stdin(path) {
        overwrite::protect(path);
    }
    let text = String::from_utf8(read_whole(path, &expected)?)
        .with_context(|| format!("{name}: no text; expected {expected}: correct it"))
        .or_exit(Exit::Usage)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let end = lines
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(0, |last| last + 1);
    let grid = Grid::from_lines(&lines[..end]).map_err(|error| {
        // Row and line of the file are the same.
        let place = error.row().map_or(String::new(), |row| format!(":{row}"));
        Failure::new(Exit::Usage, format!("{name}{place}: {error}: correct it"))
    })?;
    if (grid.rows(), grid.columns()) != (rows, columns) {
        return Err(Failure::new(
            Exit::Usage,
            format!(
                "{name}: a grid of {} x {}; expected {rows} x {columns}, the puzzle's size: correct one of them",
                grid.rows(),
                grid.columns(),
            ),
        ));
    }
    Ok(grid)
}

#[cfg(test)]
mod tests;
