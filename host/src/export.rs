//! Writes puzzles in a file format: to stdout, to one file, or to one file per puzzle.
//!
//! [`Export`] holds the options for the destination.

use std::path::{Path, PathBuf};

use clap::Args;
use nonogram_puzzles::{Format, Puzzle};

use crate::exit::{Exit, Failure, OrExit, failure};
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
            size: 0,
        }
    }
}

/// The largest size in memory of puzzles for one output, in bytes, as [`size`] estimates it.
const LARGEST: usize = 512 << 20;

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
    /// Estimated size of the puzzles in memory, in bytes.
    size: usize,
}

impl Exporter {
    /// Adds a puzzle; `name` is its name for messages.
    ///
    /// # Errors
    /// The puzzle has its own file, and the format cannot hold the puzzle or the file cannot be written; or the puzzles are too many
    /// for one output.
    pub fn add(&mut self, puzzle: Puzzle, name: String) -> Result<(), Failure> {
        self.count += 1;
        if let Some(pattern) = &self.pattern {
            let data = self.format.write(&puzzle, None).or_exit(Exit::Usage);
            let data = data.map_err(|failure| failure.within(&name))?;
            return output::file(&pattern.path(self.count), data);
        }
        self.size += size(&puzzle) + name.len();
        if self.size > LARGEST {
            return Err(failure!(
                Exit::Usage,
                "{} puzzles are too many for one output, which takes {} MiB of puzzles; expected fewer, or one file per \
                     puzzle: add %d to the name of --output",
                self.count,
                LARGEST >> 20
            ));
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
        let Self {
            format,
            puzzles,
            names,
            ..
        } = self;
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

/// An estimate of the size of a puzzle in memory, in bytes.
pub fn size(puzzle: &Puzzle) -> usize {
    const PUZZLE: usize = 512;
    const CLUE: usize = 64;
    const BLOCK: usize = 16;
    let clues = puzzle.rows().iter().chain(puzzle.columns());
    let clues: usize = clues.map(|clue| CLUE + BLOCK * clue.len()).sum();
    let goal = puzzle.goal().map_or(0, |goal| goal.rows() * goal.columns());
    PUZZLE + clues + goal
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::Grid;

    #[test]
    fn puzzles_for_one_output_are_limited() {
        let export = Export {
            to: None,
            output: None,
        };
        let puzzle = Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true));
        let mut exporter = export.begin(Format::Pattern);
        exporter.size = LARGEST - size(&puzzle);
        exporter.add(puzzle.clone(), String::new()).unwrap();
        let failure = exporter.add(puzzle, String::new()).unwrap_err();
        assert_eq!(failure.exit(), Exit::Usage);
        assert!(failure.to_string().contains("add %d"), "{failure}");
    }
}
