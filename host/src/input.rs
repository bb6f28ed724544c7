//! Puzzles from the files named on the command line, or from stdin, whose name is `-`.
//!
//! [`Input::for_each`] continues after a bad file, and returns the highest exit code. [`Image`] has the options for
//! pictures; [`GridFile`] is the file of a partial grid that accompanies the puzzles; [`read_whole`] reads any other file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::{Source, check_grid};
use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::formats::text::parse_grid;
use nonogram_puzzles::{
    Format, Grid, ImageOptions, MAX_SIDE, Note, Palette, Puzzle, PuzzleFile, ReadError, ReadOptions,
};

use crate::exit::{self, Exit, Failure, OrExit, Outcome, refuse};
use crate::output::{self, Pattern};
use crate::values::{colours, side, size};

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
        // JSON may hold two lists without names.
        if [Format::Lists, Format::Json].contains(&format) {
            return Ok(());
        }
        let of_lists = [("--columns-first", self.columns_first), ("--rows", self.rows.is_some())];
        let condition = format!("with a file of the format {format}, only with lists of clues");
        refuse(&of_lists, &condition).map_err(|failure| failure.within(&file.display().to_string()))
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
    /// Checks that the files and a partial grid, if there is one, name stdin at most once, because it can be read only once.
    ///
    /// # Errors
    /// Stdin is named more than once.
    pub fn check_stdin_once(&self, grid: Option<&Path>) -> Result<(), Failure> {
        let files = self.files.iter().map(PathBuf::as_path).chain(grid);
        if files.filter(|file| is_stdin(file)).count() < 2 {
            return Ok(());
        }
        Err(Failure::new(
            Exit::Usage,
            "stdin is named more than once; expected `-` once: put one of the inputs into a file",
        ))
    }

    /// The partial grid at `path`, with the symbol of `--filled` for filled cells.
    pub fn grid(&self, path: &Path) -> GridFile {
        GridFile { path: path.to_owned(), filled: self.reading.filled }
    }

    /// Protects the input files, and checks before any work is done that the output is not one of them.
    ///
    /// # Errors
    /// The output is one of the input files.
    pub fn protect_inputs(&self, output: Option<&Path>) -> Result<(), Failure> {
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            output::protect(file);
        }
        let output = output.filter(|path| !output::is_stdout(path));
        output.map_or(Ok(()), output::check_unread)
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
        self.check_stdin_once(None)?;
        self.protect_inputs(None)?;
        let one = one.filter(|pattern| !pattern.is_numbered());
        if let (Some(pattern), [_, second, ..]) = (one, &self.files[..]) {
            return Err(pattern.is_one_file(&second.display().to_string()));
        }
        for file in &self.files {
            let (opened, failure) = match self.open(file, options, image, one) {
                Ok(opened) => (Some(opened), None),
                Err(failure) => (None, Some(failure)),
            };
            let unread = |failure| Unread { file: file.display().to_string(), failure };
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

/// A file with a partial grid.
#[derive(Clone, Debug)]
pub struct GridFile {
    path: PathBuf,
    /// The symbol of filled cells that `--filled` names; `None` for the usual ones.
    filled: Option<char>,
}

impl GridFile {
    /// Reads the grid, which must have the puzzle's size: one line per row. In a puzzle of several colours, a filled cell is the
    /// letter of its colour. The file is protected from being overwritten.
    ///
    /// # Errors
    /// The file cannot be read, or its content is not a grid of this size.
    pub fn read(&self, puzzle: &Puzzle) -> Result<Grid, Failure> {
        let path = &self.path;
        let name = path.display();
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let cells = if puzzle.palette().is_coloured() {
            "the letters of the colours, '-' or '?'"
        } else {
            "'#' (or the symbol of --filled), '-' or '?'"
        };
        let expected = format!("a grid: {rows} lines of {columns} cells, {cells}");
        if !is_stdin(path) {
            output::protect(path);
        }
        let text = String::from_utf8(read_whole(path, &expected)?)
            .with_context(|| format!("{name}: not UTF-8 text; expected {expected}: correct it"))
            .or_exit(Exit::Usage)?;
        let grid = if puzzle.palette().is_coloured() {
            coloured_grid(puzzle.palette(), &text, path)?
        } else {
            parse_grid(&text, &name.to_string(), self.filled).or_exit(Exit::Usage)?
        };
        check_grid(&grid, puzzle, &name.to_string())?;
        Ok(grid)
    }
}

/// Reads a grid whose filled cells are letters of a palette.
fn coloured_grid(palette: &Palette, text: &str, path: &Path) -> Result<Grid, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    palette.to_grid(&lines).map_err(|error| {
        // Rows of the grid and lines of the file have the same numbers.
        let place = error.row().map_or(String::new(), |row| format!(":{row}"));
        let name = path.display();
        Failure::new(Exit::Usage, format!("{name}{place}: {error}: correct it"))
    })
}

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
    let name = path.display();
    let mut bytes = Vec::new();
    open_stream(path)
        .and_then(|stream| stream.take(LARGEST + 1).read_to_end(&mut bytes))
        .with_context(|| {
            format!("{name}: cannot read it; expected {expected}: check the name and permissions")
        })
        .or_exit(Exit::Usage)?;
    if bytes.len() as u64 > LARGEST {
        let message =
            format!("{name}: more than {LARGEST} bytes; expected {expected}: check the name");
        return Err(Failure::new(Exit::Usage, message));
    }
    Ok(bytes)
}

/// The options for pictures that become puzzles.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Image {
    /// In a picture, cells darker than this are filled; 0 is black, 255 white [default: 128]
    #[arg(long, value_name = "LEVEL")]
    threshold: Option<u8>,

    /// Shrink a picture to at most this many cells per side [default: 4095]
    #[arg(long, value_name = "CELLS", value_parser = side)]
    max_side: Option<usize>,

    /// Rows x columns; a picture is scaled to this size [default: the picture's own size; in generate without --image, 10x10]
    #[arg(long, value_name = "MxN", value_parser = size, conflicts_with = "max_side")]
    pub size: Option<(usize, usize)>,

    /// In a picture, fill the light cells instead of the dark ones
    #[arg(long)]
    invert: bool,

    /// In a picture, keep at most N colours, 1 to 26; in generate without --image, the number of colours. With 1, the puzzle is
    /// black and white [default: 8 for a picture whose ink is clearly coloured, otherwise 1]
    #[arg(long, value_name = "N", value_parser = colours)]
    pub colours: Option<usize>,
}

impl Image {
    /// Refuses the options for a file that is not a picture.
    fn check(self, file: &Path, format: Format) -> Result<(), Failure> {
        if format.is_picture() {
            return Ok(());
        }
        let condition = format!("with a file of the format {format}, only with pictures");
        let [threshold, max_side, invert] = self.only_of_pictures();
        let colours = ("--colours", self.colours.is_some());
        let size = ("--size", self.size.is_some());
        let refused = refuse(&[threshold, max_side, invert, colours, size], &condition);
        refused.map_err(|failure| failure.within(&file.display().to_string()))
    }

    /// The options that only pictures have, also in `generate`, and whether they are given.
    pub fn only_of_pictures(self) -> [(&'static str, bool); 3] {
        [
            ("--threshold", self.threshold.is_some()),
            ("--max-side", self.max_side.is_some()),
            ("--invert", self.invert),
        ]
    }

    /// The options as options of the reader.
    pub fn options(self) -> ImageOptions {
        ImageOptions {
            threshold: self.threshold.unwrap_or(ImageOptions::default().threshold),
            max_side: self.max_side.unwrap_or(MAX_SIDE),
            size: self.size,
            invert: self.invert,
            colours: self.colours,
        }
    }
}
