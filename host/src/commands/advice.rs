//! `nonogram hint FILE…`: explains the next deduction from a partial grid in words. `nonogram check FILE… --grid PARTIAL`: lists the mistakes
//! in a partial grid. `nonogram disambiguate FILE…`: proposes edits of a drawing after which its puzzle has exactly one solution.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nonogram_kit::{CheckRecord, HintRecord, ProposalRecord, value_in_words};
use nonogram_puzzles::{Grid, Palette, counted};
use nonogram_solver::hint::hint;
use nonogram_solver::{Edit, Proposal, check, disambiguate};

use crate::exit::{Exit, Outcome, failure};
use crate::input::Input;
use crate::output;
use crate::values::seconds;

/// Explain the next deduction from a partial grid
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram hint puzzle.non
  nonogram hint --grid so-far.txt puzzle.non

The grid has one line per row: `#` filled (in several colours, the letter of the colour), `-` blank, `?` unknown; without --grid, no \
cell is known. Exit code 3 if the grid cannot lead to a solution or the puzzle has none, 4 if nothing more follows, or nothing was found \
within the time limit.")]
pub struct Hint {
    #[command(flatten)]
    input: Input,

    /// The partial grid
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Seconds per puzzle after which to give up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

impl Hint {
    pub fn run(self) -> Outcome {
        self.input.check_stdin_once(self.grid.as_deref())?;
        self.input.for_each(|source| {
            let puzzle = &source.puzzle;
            let grid = match &self.grid {
                Some(path) => self.input.grid(path).read(puzzle)?,
                None => Grid::new(puzzle.row_count(), puzzle.column_count()),
            };
            let found = hint(puzzle, &grid, self.time_limit);
            let record = HintRecord::new(&found, puzzle, &grid);
            if self.json {
                output::record(&source, &record)?;
            } else {
                output::stdout(record.text + "\n")?;
            }
            Ok((&found).into())
        })
    }
}

/// List the mistakes in a partial grid
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram check --grid so-far.txt puzzle.non
  nonogram check --grid so-far.txt --json puzzle.non

The grid has one line per row: `#` filled (in several colours, the letter of the colour), `-` blank, `?` unknown. Exit code 0 if the \
grid can lead to a solution, 3 if it cannot or the puzzle has none, 4 if that is not settled: the time limit was reached, or the board is \
too large to search.")]
pub struct Check {
    #[command(flatten)]
    input: Input,

    /// The partial grid
    #[arg(long, value_name = "PARTIAL")]
    grid: PathBuf,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Seconds per puzzle after which to give up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

impl Check {
    pub fn run(self) -> Outcome {
        self.input.check_stdin_once(Some(&self.grid))?;
        self.input.for_each(|source| {
            let grid = self.input.grid(&self.grid).read(&source.puzzle)?;
            let found = check(&source.puzzle, &grid, self.time_limit);
            let record = CheckRecord::new(&found, &source.puzzle, &grid);
            if self.json {
                output::record(&source, &record)?;
            } else {
                output::stdout(record.text + "\n")?;
            }
            Ok(found.standing.into())
        })
    }
}

/// Propose small edits of a drawing after which its puzzle has one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram disambiguate drawing.txt
  nonogram disambiguate --json --most 3 drawing.png

Each line is an edit: the cells to invert or, in several colours, the cells and their new values. An edit changes one cell or, if no such \
edit was found, two; the best edits come first. Not every pair of cells is tried. Exit code 0 if an edit was found or the puzzle is unique \
already, 4 if no edit was found.")]
pub struct Disambiguate {
    #[command(flatten)]
    input: Input,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Largest number of edits to print per puzzle
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,

    /// Seconds per puzzle after which to give up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,
}

impl Disambiguate {
    pub fn run(self) -> Outcome {
        self.input.for_each(|source| {
            let drawing = source.puzzle.goal().ok_or_else(|| {
                failure!(
                    Exit::Usage,
                    "{}: no drawing; expected a picture, or clues with a goal: name a text, PBM or PNG file",
                    source.name()
                )
            })?;
            let proposal = disambiguate(drawing, self.time_limit);
            let palette = source.puzzle.palette();
            if self.json {
                let record = ProposalRecord::new(&proposal, self.most, palette);
                output::record(&source, &record)?;
            } else {
                output::stdout(in_words(&proposal, self.most, palette))?;
            }
            Ok(if proposal.was_unique || !proposal.edits.is_empty() {
                Exit::Solved
            } else {
                Exit::Stalled
            })
        })
    }
}

/// The proposal in words, with at most `most` edits.
fn in_words(proposal: &Proposal, most: usize, palette: &Palette) -> String {
    if proposal.was_unique {
        return "unique already: no edit is needed\n".to_owned();
    }
    if proposal.edits.is_empty() {
        let text = if proposal.complete {
            "found no edit of one or two cells that makes the solution unique; change more of the drawing\n"
        } else {
            "found no edit within the time limit; raise --time-limit\n"
        };
        return text.to_owned();
    }
    let line = |edit: &Edit| {
        let places = edit.cells.iter().zip(&edit.values).map(|((row, column), value)| {
            let place = format!("row {}, column {}", row + 1, column + 1);
            if palette.is_coloured() {
                format!("{place} {}", value_in_words(*value, palette))
            } else {
                place
            }
        });
        let places = places.collect::<Vec<_>>().join(" and ");
        let turn = if palette.is_coloured() { "make" } else { "invert" };
        let how = if edit.line_solvable {
            "by line logic"
        } else {
            "by line logic; the others need search"
        };
        format!("{turn} {places}: settles {}, {how}\n", counted(edit.settles, "cell"))
    };
    proposal.edits.iter().take(most).map(line).collect()
}
