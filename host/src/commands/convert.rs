//! `nonogram convert FILE…`: converts puzzles from one file format to another. `nonogram render FILE…`: draws a puzzle's picture, or its empty
//! sheet, without a back end.
//!
//! The picture is the puzzle's goal or, without one, the cells that line logic in software determines.

use clap::Args;
use nonogram_kit::Source;
use nonogram_puzzles::{Format, Grid, Puzzle};
use nonogram_solver::{LineOutcome, propagate};

use crate::exit::{Exit, Failure, Outcome, failure};
use crate::input::{Image, Input};
use crate::output::{self, Pattern};
use crate::picture::{self, Export, Files, Pictures};

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

impl Convert {
    pub fn run(self) -> Outcome {
        self.input.protect_inputs(self.export.output())?;
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

/// Draw the pictures of puzzles, or empty sheets to solve on
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram render puzzle.non
  nonogram render --empty --clues puzzle.non
  nonogram render --output picture.svg puzzle.non
  nonogram render --empty --clues --output sheet.png puzzle.non

The picture is the puzzle's goal or, without one, the cells that line logic determines.")]
pub struct Render {
    #[command(flatten)]
    input: Input,

    /// Leave every cell unknown
    #[arg(long)]
    empty: bool,

    /// Draw the clues, on stdout or in a PNG (an SVG always has them)
    #[arg(long)]
    clues: bool,

    #[command(flatten)]
    pictures: Pictures,
}

impl Render {
    pub fn run(self) -> Outcome {
        let files = self.pictures.files()?;
        let pattern = files.as_ref().map(|files| &files.pattern);
        self.input.protect_inputs(pattern.map(Pattern::name))?;
        let format = files.as_ref().map(|files| files.format).or(self.pictures.on_stdout());
        if let Some(format) = format.filter(|format| self.clues && !format.has_sheet()) {
            let sheets = Format::ALL.iter().filter(|format| format.has_sheet());
            let sheets: Vec<&str> = sheets.map(|format| format.name()).collect();
            return Err(failure!(
                Exit::Usage,
                "--clues has no effect in the format {format}; expected {}: change --output or --to, \
                     or leave --clues out",
                sheets.join(" or ")
            ));
        }
        let mut shown = 0;
        self.input.for_each_file(Image::default(), pattern, |item| {
            shown += 1;
            let source = item.map_err(|unread| unread.failure)?;
            self.render(&source, files.as_ref(), shown)
        })
    }

    fn render(&self, source: &Source, files: Option<&Files>, number: usize) -> Outcome {
        let puzzle = &source.puzzle;
        let (grid, exit) = if self.empty {
            (Grid::new(puzzle.row_count(), puzzle.column_count()), Exit::Solved)
        } else {
            picture_of(source)?
        };
        let sheet = |format: Format| format.sheet(puzzle, &grid, self.clues);
        if let Some(files) = files {
            let path = files.pattern.next(number, &source.name())?;
            let data = match sheet(files.format) {
                Some(sheet) => sheet,
                None => picture::draw(files.format, puzzle, &grid)
                    .map_err(|failure| failure.within(&source.name()))?,
            };
            output::file(&path, data)?;
        } else if let Some(sheet) = self.pictures.on_stdout().and_then(sheet) {
            output::stdout(sheet)?;
        } else if self.clues {
            self.pictures.show_with_clues(&source.name(), puzzle, &grid, number > 1)?;
        } else {
            self.pictures.show(&source.name(), puzzle, &grid, number > 1)?;
        }
        Ok(exit)
    }
}

/// The goal of a puzzle or, without one, the cells that line logic determines; and the exit code. A contradiction is an error.
fn picture_of(source: &Source) -> Result<(Grid, Exit), Failure> {
    let puzzle: &Puzzle = &source.puzzle;
    if let Some(goal) = puzzle.goal() {
        return Ok((goal.clone(), Exit::Solved));
    }
    match propagate(puzzle) {
        LineOutcome::Solved(grid) => Ok((grid, Exit::Solved)),
        LineOutcome::Stalled(grid) => {
            let (known, cells) = (grid.known_cells(), grid.rows() * grid.columns());
            say!(
                "nonogram: {}: stalled: line logic determines {known} of {cells} cells; use `nonogram solve --on software`, \
                 or draw the sheet with --empty",
                source.name()
            );
            Ok((grid, Exit::Stalled))
        }
        LineOutcome::Contradiction { line } => Err(failure!(
            Exit::Unsolvable,
            "{}: no picture: {line} contradicts the other lines; correct the clues, or draw the \
                 sheet with --empty",
            source.name()
        )),
    }
}
