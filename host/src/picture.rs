//! Pictures on stdout and in files: nonogram-puzzles draws, this chooses how.
//!
//! A terminal gets blocks, colour and clues; a pipe plain text; a file what its extension names.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::TypedValueParser;
use nonogram_puzzles::render::{self, Colours, Look};
use nonogram_puzzles::{Format, Grid, Puzzle};

use crate::exit::{Exit, Failure, OrExit};
use crate::input::format_parser;
use crate::output::{self, Pattern};
use crate::values::BadValue;

/// Where pictures go, and in which format.
#[derive(Args, Clone, Debug)]
pub struct Pictures {
    /// Write this format, to stdout too [default: by the extension of --output, or text]
    #[arg(long, value_name = "FORMAT", value_parser = written_format_parser())]
    to: Option<Format>,

    #[arg(long, short, value_name = "FILE", help = output_help())]
    output: Option<PathBuf>,
}

impl Pictures {
    /// The files that the pictures go to, unless to stdout.
    ///
    /// # Errors
    /// The extension names no format, and no format is named.
    pub fn files(&self) -> Result<Option<Files>, Failure> {
        let Some(path) = self.output.clone().filter(|path| !output::is_stdout(path)) else {
            return Ok(None);
        };
        let format = match self.to {
            Some(format) => format,
            None => format(&path).or_exit(Exit::Usage)?,
        };
        let pattern = Pattern::new(path);
        Ok(Some(Files { format, pattern }))
    }

    /// The format that was asked for on stdout; without one, a picture is drawn for people or as text.
    pub fn on_stdout(&self) -> Option<Format> {
        self.to
    }
}

/// Files of pictures.
#[derive(Clone, Debug)]
pub struct Files {
    /// The format of each.
    pub format: Format,
    /// Their names.
    pub pattern: Pattern,
}

/// The help of `--output`, with all the formats that it takes.
fn output_help() -> String {
    format!(
        "Write the picture to a file, by extension: {}; `-` is stdout, and `%d` or `%03d` its number",
        extensions()
    )
}

/// The same where puzzles are written.
pub fn export_help() -> String {
    format!(
        "Write to a file instead of stdout (`-`), by extension: {}; with `%d` or `%03d`, each puzzle to its own",
        extensions()
    )
}

/// Every format that is written.
fn written() -> impl Iterator<Item = Format> {
    Format::ALL
        .iter()
        .copied()
        .filter(|format| format.is_written())
}

/// Every extension that names a format to write.
fn extensions() -> String {
    let known = written().flat_map(|format| format.extensions());
    known.copied().collect::<Vec<_>>().join(", ")
}

/// Reads the name of a format to write, and offers all of them in help and completion.
pub fn written_format_parser() -> impl TypedValueParser<Value = Format> {
    format_parser(written())
}

/// The format that a file's extension names.
pub fn format(path: &Path) -> Result<Format, BadValue> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format = Format::from_extension(&extension).filter(|format| format.is_written());
    format.ok_or_else(|| {
        BadValue::new(format!(
            "{}: the extension {extension:?} names no format to write; expected one of {}: change it, or name \
             the format with --to",
            path.display(),
            extensions()
        ))
    })
}

/// Whether a terminal is to have colour.
pub fn has_colour() -> bool {
    colours() != Colours::None
}

/// The content of a file with a puzzle's picture.
pub fn draw(format: Format, puzzle: &Puzzle, grid: &Grid) -> Result<Vec<u8>, Failure> {
    format.write(puzzle, Some(grid)).or_exit(Exit::Usage)
}

/// Writes a picture to stdout, in a format or as it suits stdout, apart from the one before it.
pub fn show(
    format: Option<Format>,
    puzzle: &Puzzle,
    grid: &Grid,
    apart: bool,
) -> Result<(), Failure> {
    if let Some(format) = format.filter(|format| *format != Format::Text) {
        return output::stdout(draw(format, puzzle, grid)?);
    }
    let gap = if apart { "\n" } else { "" };
    let drawn = match format {
        Some(_) => render::text(puzzle.palette(), grid),
        None => text(puzzle, grid),
    };
    output::stdout(format!("{gap}{drawn}"))
}

/// The picture as it suits stdout.
pub fn text(puzzle: &Puzzle, grid: &Grid) -> String {
    if !std::io::stdout().is_terminal() {
        return render::text(puzzle.palette(), grid);
    }
    let full = Look {
        colours: colours(),
        ..Look::default()
    };
    let half = Look {
        clues: false,
        half: true,
        ..full
    };
    let width = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.into());
    let looks = [full, half];
    match looks.into_iter().find(|look| look.width(puzzle) <= width) {
        Some(look) => render::terminal(puzzle, grid, look),
        None => render::text(puzzle.palette(), grid),
    }
}

/// The escape codes that the terminal takes, by <https://no-color.org> and the variables that terminals set.
fn colours() -> Colours {
    let variable = |name| std::env::var(name).unwrap_or_default();
    match (&variable("NO_COLOR")[..], &variable("COLORTERM")[..]) {
        ("", "truecolor" | "24bit") => Colours::True,
        ("", _) if variable("TERM") == "dumb" => Colours::None,
        ("", _) => Colours::Indexed,
        _ => Colours::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_those_of_formats_that_are_written() {
        assert_eq!(format(Path::new("a.NON")), Ok(Format::Non));
        for bad in ["a.gif", "a", "txt", "a.csv"] {
            let message = format(Path::new(bad)).unwrap_err();
            assert!(
                message.to_string().contains("expected one of non, "),
                "{message}"
            );
        }
    }
}
