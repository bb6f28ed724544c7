//! `nonogram convert FILE…`: converts puzzles from one file format to another, with nonogram-puzzles.

use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::input::{Image, Input};
use crate::picture::Export;

/// Write puzzles in another file format
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram convert puzzle.xml --output puzzle.non
  nonogram convert --to mk puzzle.non
  nonogram convert photo.png --max-side 30 --threshold 100 --output photo.non
  nonogram convert flag.png --size 12x18 --colours 3 --output flag.xml
  nonogram convert bundle.nonpack --output puzzle-%d.non

A picture becomes a puzzle whose goal is the picture; picture formats show the goal of a puzzle. Clearly coloured ink \
keeps its colour, or gets a similar one if there are too many colours; near-neutral ink is black (white with --invert). With --colours 1, \
all ink is black.")]
pub struct Convert {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    image: Image,

    #[command(flatten)]
    export: Export,
}

impl Subcommand for Convert {
    const NAME: &'static str = "convert";

    fn run(self) -> Outcome {
        self.input.spare(self.export.output())?;
        let format = self.export.format(None)?;
        let mut exporter = self.export.begin(format);
        let mut written = Ok(());
        // The puzzles that could be read are written; after a failure to write, the others are only read.
        let exit = self.input.for_each_with(self.image, |source| {
            if written.is_ok() {
                let name = source.name();
                written = exporter.add(source.puzzle, name);
            }
            Ok(Exit::Solved)
        })?;
        written.and_then(|()| exporter.finish())?;
        Ok(exit)
    }
}
