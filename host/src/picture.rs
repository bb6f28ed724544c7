//! Pictures and puzzles on stdout and in files: this module selects the form, and nonogram-puzzles draws or writes it.
//!
//! By default, a terminal shows the largest form of a picture that fits; a pipe receives plain text; a file has the format of its extension.
//! [`Pictures`] and [`Export`] hold the options for the destinations of pictures and of puzzles.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use nonogram_puzzles::render::{self, Colours, Form, Look};
use nonogram_puzzles::{Format, Grid, Puzzle};

use crate::exit::{Exit, Failure, OrExit, harmless, refuse};
use crate::input::format_parser;
use crate::output::{self, Pattern};
use crate::screen;
use crate::values::BadValue;

/// The destination of pictures, and their format.
#[derive(Args, Clone, Debug)]
pub struct Pictures {
    /// Write this format, to stdout too [default: by the extension of --output; on stdout, drawn for people]
    #[arg(long, value_name = "FORMAT", value_parser = written_format_parser(), conflicts_with = "style")]
    to: Option<Format>,

    #[arg(long, short, value_name = "FILE", help = output_help(), conflicts_with = "style")]
    output: Option<PathBuf>,

    #[command(flatten)]
    drawing: Drawing,
}

/// The option for the style of pictures that are drawn for people.
#[derive(Args, Clone, Copy, Debug)]
pub struct Drawing {
    /// How pictures are drawn [default: with render --clues, full; otherwise on a terminal the largest form that fits, and
    /// elsewhere one character per cell; if the locale is not UTF-8, ascii on a terminal and with --clues]
    #[arg(long, value_enum)]
    style: Option<Style>,
}

/// A style of pictures for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Clues, lattice, and square cells
    Full,
    /// Half blocks, or quadrants if half blocks do not fit; no clues
    Compact,
    /// Clues and lattice in ASCII, or one character per cell if that does not fit
    Ascii,
}

impl Style {
    /// The forms of the style, the widest first.
    fn forms(self) -> &'static [Form] {
        match self {
            Self::Full => &[Form::Full],
            Self::Compact => &[Form::Half, Form::Quarter],
            Self::Ascii => &[Form::Ascii, Form::Text],
        }
    }
}

/// The default forms on a UTF-8 terminal, the widest first.
const ON_TERMINAL: [Form; 3] = [Form::Full, Form::Half, Form::Quarter];

impl Pictures {
    /// The files for the pictures; `None` for stdout.
    ///
    /// # Errors
    /// The extension names no format that can be written, and `--to` is not given.
    pub fn files(&self) -> Result<Option<Files>, Failure> {
        let Some(path) = self.output.clone().filter(|path| !output::is_stdout(path)) else {
            return Ok(None);
        };
        let format = match self.to {
            Some(format) => format,
            None => format_without_to(&path)?,
        };
        let pattern = Pattern::new(path);
        Ok(Some(Files { format, pattern }))
    }

    /// The value of `--to`, which also applies to stdout; `None` if it is not given.
    pub fn on_stdout(&self) -> Option<Format> {
        self.to
    }

    /// Writes the picture of the puzzle `name` to stdout, in the format of `--to` or in a form that fits. If `apart` is set, an
    /// empty line precedes text and drawings.
    ///
    /// # Errors
    /// The format cannot hold the picture, or stdout cannot be written to.
    pub fn show(
        &self,
        name: &str,
        puzzle: &Puzzle,
        grid: &Grid,
        apart: bool,
    ) -> Result<(), Failure> {
        match self.to {
            None => self.drawing.show(name, puzzle, grid, apart),
            Some(Format::Text) => print(&render::text(puzzle.palette(), grid), apart),
            Some(format) => {
                let drawn = draw(format, puzzle, grid);
                output::stdout(drawn.map_err(|failure| failure.within(name))?)
            }
        }
    }

    /// Writes the picture with its clues to stdout; the style `ascii` leaves them out if they do not fit the terminal. If `apart` is
    /// set, an empty line precedes the picture.
    ///
    /// # Errors
    /// The style has no clues, or stdout cannot be written to.
    pub fn show_with_clues(
        &self,
        name: &str,
        puzzle: &Puzzle,
        grid: &Grid,
        apart: bool,
    ) -> Result<(), Failure> {
        refuse(&[("--clues", self.drawing.style == Some(Style::Compact))], "with --style compact")?;
        let style = match self.drawing.style {
            Some(style) => style,
            None if screen::is_utf_8() => Style::Full,
            None => Style::Ascii,
        };
        let drawing = Drawing { style: Some(style) };
        drawing.show(name, puzzle, grid, apart)
    }
}

impl Drawing {
    /// Writes the picture of the puzzle `name` to stdout. If `apart` is set, an empty line precedes it. If no form fits the
    /// terminal, a message on stderr states the width that the picture needs.
    ///
    /// # Errors
    /// Stdout cannot be written to.
    pub fn show(
        self,
        name: &str,
        puzzle: &Puzzle,
        grid: &Grid,
        apart: bool,
    ) -> Result<(), Failure> {
        let is_terminal = std::io::stdout().is_terminal();
        let forms = match (self.style, is_terminal) {
            (Some(style), _) => style.forms(),
            (None, false) => &[Form::Text],
            (None, true) if screen::is_utf_8() => &ON_TERMINAL,
            (None, true) => Style::Ascii.forms(),
        };
        let colours = if is_terminal { screen::colours() } else { Colours::None };
        let room = screen::width().unwrap_or(usize::MAX);
        let looks = forms.iter().map(|&form| Look::new(form, colours));
        let widths = looks.filter_map(|look| Some((look, look.width(puzzle)?)));
        let mut needed = 0;
        for (look, width) in widths {
            if width <= room {
                return print(&render::terminal(puzzle, grid, look), apart);
            }
            needed = width;
        }
        complain!(
            "nonogram: {}: the picture needs {needed} columns, and the terminal has {room}; widen the terminal, or \
             send stdout to a file",
            harmless(name)
        );
        Ok(())
    }
}

/// Writes a drawing to stdout, after an empty line if `apart` is set.
fn print(drawn: &str, apart: bool) -> Result<(), Failure> {
    let gap = if apart { "\n" } else { "" };
    output::stdout(format!("{gap}{drawn}"))
}

/// The files for pictures.
#[derive(Clone, Debug)]
pub struct Files {
    /// The format of all files.
    pub format: Format,
    /// The name of the files, with or without a placeholder for a number.
    pub pattern: Pattern,
}

/// The help of `--output`, with the extensions of the formats that can be written.
fn output_help() -> String {
    format!(
        "Write the picture to a file, by extension: {}; `-` is stdout, `%d` or `%03d` the picture's number",
        extensions()
    )
}

/// The help of `--output` for subcommands that write puzzles.
pub fn export_help() -> String {
    format!(
        "Write to a file instead of stdout (`-`), by extension: {}; with `%d` or `%03d`, one file per puzzle",
        extensions()
    )
}

/// The formats that can be written.
fn written() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| format.is_written())
}

/// The extensions of the formats that can be written.
fn extensions() -> String {
    let known = written().flat_map(|format| format.extensions());
    known.copied().collect::<Vec<_>>().join(", ")
}

/// Reads the name of a format to write, and lists all of them in help and completion.
pub fn written_format_parser() -> impl TypedValueParser<Value = Format> {
    format_parser(written())
}

/// The format that a file's extension names.
///
/// # Errors
/// The extension names no format that can be written.
pub fn format(path: &Path) -> Result<Format, BadValue> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format = Format::from_extension(&extension).filter(|format| format.is_written());
    format.ok_or_else(|| {
        BadValue::new(format!(
            "{}: the extension {extension:?} names no format to write; expected one of {}: change it",
            path.display(),
            extensions()
        ))
    })
}

/// The format that an output's extension names, for an option `--output` without `--to`.
///
/// # Errors
/// The extension names no format that can be written; the message suggests `--to`.
pub fn format_without_to(path: &Path) -> Result<Format, Failure> {
    format(path)
        .map_err(|error| BadValue::new(format!("{error}, or name the format with --to")))
        .or_exit(Exit::Usage)
}

/// The content of a file with a picture of the puzzle.
///
/// # Errors
/// The format cannot hold the picture.
pub fn draw(format: Format, puzzle: &Puzzle, grid: &Grid) -> Result<Vec<u8>, Failure> {
    format.write(puzzle, Some(grid)).or_exit(Exit::Usage)
}

/// The destination of puzzles, and their format.
#[derive(Args, Clone, Debug)]
pub struct Export {
    /// Write this format [default: by the extension of --output; on stdout, generate writes non, and convert requires --to]
    #[arg(long, value_name = "FORMAT", value_parser = written_format_parser())]
    to: Option<Format>,

    #[arg(long, short, value_name = "FILE", help = export_help())]
    output: Option<PathBuf>,
}

impl Export {
    /// The value of `--output`; `None` for stdout.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !output::is_stdout(path))
    }

    /// The format of `--to` or of the output's extension; without either, `usual`.
    ///
    /// # Errors
    /// Without `--to`, the extension of the output names no format that can be written, or there is no output file and no usual format.
    pub fn format(&self, usual: Option<Format>) -> Result<Format, Failure> {
        match (self.to, self.output(), usual) {
            (Some(format), _, _) | (None, None, Some(format)) => Ok(format),
            (None, Some(path), _) => format_without_to(path),
            (None, None, None) => Err(Failure::new(
                Exit::Usage,
                "no format to write; expected --to FORMAT, or --output FILE with its extension: name one",
            )),
        }
    }

    /// Begins to write puzzles in a format.
    pub fn begin(&self, format: Format) -> Exporter {
        let pattern = self.output.clone().map(Pattern::new);
        Exporter {
            format,
            pattern: pattern.filter(Pattern::is_numbered),
            output: self.output().map(Path::to_owned),
            puzzles: Vec::new(),
            names: Vec::new(),
            count: 0,
        }
    }
}

/// Writes puzzles: each to its own file if the name of the output has a placeholder, otherwise all of them to one file or stdout, at the
/// end.
pub struct Exporter {
    format: Format,
    /// The name with a placeholder, if the output has one.
    pattern: Option<Pattern>,
    /// The file for all puzzles; `None` for stdout.
    output: Option<PathBuf>,
    /// The puzzles for one output, and their names for messages.
    puzzles: Vec<Puzzle>,
    names: Vec<String>,
    /// Number of puzzles so far.
    count: usize,
}

impl Exporter {
    /// Adds a puzzle; `name` is its name for messages.
    ///
    /// # Errors
    /// The puzzle has its own file, and the format cannot hold the puzzle or the file cannot be written.
    pub fn add(&mut self, puzzle: Puzzle, name: String) -> Result<(), Failure> {
        self.count += 1;
        if let Some(pattern) = &self.pattern {
            let data = self.format.write(&puzzle, None).or_exit(Exit::Usage);
            let data = data.map_err(|failure| failure.within(&name))?;
            return output::file(&pattern.path(self.count), data);
        }
        self.puzzles.push(puzzle);
        self.names.push(name);
        Ok(())
    }

    /// Writes the puzzles that wait for their common output. If no puzzle was added, no output is created.
    ///
    /// # Errors
    /// The format cannot hold a puzzle or several puzzles per file, or the output cannot be written to.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { format, puzzles, names, .. } = self;
        if puzzles.is_empty() {
            return Ok(());
        }
        let data = format.write_all(&puzzles).or_exit(Exit::Usage);
        let data = data.map_err(|failure| {
            // If the format can hold each puzzle, the error is that it cannot hold several in one file.
            let mut written = puzzles.iter().map(|puzzle| format.write(puzzle, None));
            let unwritten = written.position(|puzzle| puzzle.is_err());
            match unwritten {
                Some(place) => failure.within(&names[place]),
                None => failure,
            }
        })?;
        output::write(self.output.as_deref(), data)
    }
}
