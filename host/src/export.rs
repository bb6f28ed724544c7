//! Writes puzzles in a file format: to stdout, to one file, or to one file per puzzle.
//!
//! [`Export`] holds the options for the destination.

use std::path::{Path, PathBuf};

use clap::Args;
use nonogram_puzzles::{Format, Puzzle};

use crate::exit::{Exit, Failure, OrExit};
use crate::output::{self, Pattern};
use crate::picture;

/// The destination of puzzles, and their format.
#[derive(Args, Clone, Debug)]
pub struct Export {
    /// Write this format [default: by the extension of --output; on stdout, generate writes non, and convert requires --to]
    #[arg(long, value_name = "FORMAT", value_parser = picture::written_format_parser())]
    to: Option<Format>,

    #[arg(long, short, value_name = "FILE", help = picture::export_help())]
    output: Option<PathBuf>,
}

impl Export {
    /// The value of `--output`; `None` for stdout.
    pub fn output(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| !output::is_stdout(path))
    }

    /// The format of `--to` or of the output's extension; without either, `usual`.
    ///
    /// # Errors
    /// Without `--to`, the extension of the output names no format that can be written, or there is no output file and no usual format.
    pub fn format(&self, usual: Option<Format>) -> Result<Format, Failure> {
        match (self.to, self.output(), usual) {
            (Some(format), _, _) | (None, None, Some(format)) => Ok(format),
            (None, Some(path), _) => picture::format_without_to(path),
            (None, None, None) => Err(Failure::new(
                Exit::Usage,
                "no format to write; expected --to FORMAT, or --output FILE with its extension: name one",
            )),
        }
    }

    /// Writes puzzles: one file per puzzle if the name of the output has a placeholder, otherwise all of them to one file or stdout.
    /// `names` has the name of each puzzle for messages.
    ///
    /// # Errors
    /// The format cannot hold a puzzle or several puzzles per file, or the output cannot be written to.
    pub fn write(
        &self,
        format: Format,
        puzzles: &[Puzzle],
        names: &[String],
    ) -> Result<(), Failure> {
        let pattern = self.output.clone().map(Pattern::new);
        if let Some(pattern) = pattern.filter(Pattern::is_numbered) {
            for (number, (puzzle, name)) in (1..).zip(puzzles.iter().zip(names)) {
                let data = format.write(puzzle, None).or_exit(Exit::Usage);
                let data = data.map_err(|failure| failure.within(name))?;
                output::file(&pattern.path(number), data)?;
            }
            return Ok(());
        }
        let data = format.write_all(puzzles).or_exit(Exit::Usage);
        let data = data.map_err(|failure| {
            // If the format can hold each puzzle, the error is that it cannot hold several in one file.
            let mut written = puzzles.iter().map(|puzzle| format.write(puzzle, None));
            let unwritten = written.position(|puzzle| puzzle.is_err());
            match unwritten {
                Some(place) => failure.within(&names[place]),
                None => failure,
            }
        })?;
        output::write(self.output(), data)
    }
}
