//! Puzzles from the files named on the command line, or from stdin as `-`.
//!
//! [`Input::for_each`] goes on after a bad file, and ends with the highest exit code.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_puzzles::{Format, Puzzle};

use crate::exit::{Exit, Failure, OrExit, Outcome};

/// The puzzle files.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Puzzle files; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The files' format, where their names do not tell
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
}

/// Reads a format's name, and offers all of them in help and completion.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL
        .iter()
        .map(|format| PossibleValue::new(format.name()).help(format.about()));
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
    /// Does something with every puzzle, in order. A failure is reported and the rest goes on;
    /// the exit code is the highest of all.
    pub fn for_each(&self, mut work: impl FnMut(Source) -> Outcome) -> Outcome {
        let mut worst = Exit::Solved;
        for file in &self.files {
            let sources = match self.read(file) {
                Ok(sources) => sources,
                Err(failure) => {
                    failure.report();
                    worst = worst.max(failure.exit());
                    continue;
                }
            };
            for source in sources {
                match work(source) {
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

    /// The puzzles of one file.
    fn read(&self, file: &Path) -> Result<Vec<Source>, Failure> {
        let puzzles = nonogram_puzzles::read_file(file, self.format).or_exit(Exit::Usage)?;
        let name = file.display().to_string();
        let several = puzzles.len() > 1;
        let sources = (1..).zip(puzzles).map(|(number, puzzle)| Source {
            file: name.clone(),
            number: several.then_some(number),
            puzzle,
        });
        Ok(sources.collect())
    }
}
