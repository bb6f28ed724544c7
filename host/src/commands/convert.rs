//! `nonogram convert FILE…`: from any file format to any other, by nonogram-puzzles.

use std::path::{Path, PathBuf};

use clap::Args;
use nonogram_puzzles::{Format, Puzzle};

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::{Image, Input, format_parser};
use crate::output::{self, Pattern};
use crate::picture;

/// Write puzzles in another file format
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram convert puzzle.xml --output puzzle.non
  nonogram convert --to mk puzzle.non
  nonogram convert photo.png --max-side 30 --threshold 100 --output photo.non
  nonogram convert bundle.nonpack --output puzzle-%d.non

A picture becomes a puzzle with the picture for its goal; a picture is written of the goal.")]
pub struct Convert {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    image: Image,

    /// Write this format [default: by the extension of --output]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(),
          required_unless_present = "output")]
    to: Option<Format>,

    /// Write to a file instead of stdout; with `%d`, each puzzle to its own
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Subcommand for Convert {
    const NAME: &'static str = "convert";

    fn run(self) -> Outcome {
        let format = self.target()?;
        let mut puzzles = Vec::new();
        let exit = self.input.for_each_with(self.image.options(), |source| {
            puzzles.push(source.puzzle);
            Ok(Exit::Solved)
        })?;
        // What could be read is written; a format that holds no puzzle at all is left alone.
        if !puzzles.is_empty() {
            self.write(format, &puzzles)?;
        }
        Ok(exit)
    }
}

impl Convert {
    fn target(&self) -> Result<Format, Failure> {
        match (self.to, &self.output) {
            (Some(format), _) => Ok(format),
            (None, path) => {
                // One of the two is there: the command line asks for it.
                let path = path.as_deref().unwrap_or(Path::new(""));
                picture::format(path).map_err(|message| Failure::new(Exit::Usage, message))
            }
        }
    }

    fn write(&self, format: Format, puzzles: &[Puzzle]) -> Result<(), Failure> {
        let pattern = self.output.as_ref().map(|path| Pattern::new(path.clone()));
        if let Some(pattern) = pattern.filter(Pattern::is_numbered) {
            for (number, puzzle) in (1..).zip(puzzles) {
                let data = format.write(puzzle, None).or_exit(Exit::Usage)?;
                output::file(&pattern.path(number), data)?;
            }
            return Ok(());
        }
        let data = format.write_all(puzzles).or_exit(Exit::Usage)?;
        output::write(self.output.as_deref(), data)
    }
}
