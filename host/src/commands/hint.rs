//! `nonogram hint FILE…`: explains the next deduction from a partial grid in words, with nonogram-solver.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::hint::{Advice, Change, next_step, reveal};
use nonogram_solver::{SolveOptions, Standing, Verdict, check, solve};
use serde::Serialize;

use super::Subcommand;
use super::check::{Place, in_words as mistakes_in_words};
use crate::exit::{Exit, Outcome};
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

/// The number of steps that share the time limit equally: the search for mistakes, the probing of single cells, and the search for
/// the solution if probing is not enough.
const SHARES: u32 = 3;

/// The keys of `--json`; rows and columns are counted from 1.
#[derive(Serialize)]
struct HintRecord<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    #[serde(flatten)]
    tip: Tip,
}

/// The next deduction, or why there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Tip {
    /// The name of the rule, or `solved`, `wrong`, `unsolvable` or `stuck`.
    pub rule: &'static str,
    /// The line of the deduction, or the first line without a placement, such as `row 3`; `None` if there is no such line.
    pub line: Option<String>,
    /// The cells that the deduction determines, or the mistakes; empty if there are none.
    pub cells: Vec<Place>,
    /// The deduction, or why there is none, in words.
    pub text: String,
}

impl Subcommand for Hint {
    const NAME: &'static str = "hint";

    fn run(self) -> Outcome {
        self.input.goes_with(self.grid.as_deref())?;
        self.input.for_each(|source| {
            let puzzle = &source.puzzle;
            let grid = match &self.grid {
                Some(path) => self.input.grid(path).read(puzzle)?,
                None => Grid::new(puzzle.row_count(), puzzle.column_count()),
            };
            let (exit, tip) = tip(puzzle, &grid, self.time_limit);
            if self.json {
                output::json(&HintRecord {
                    file: &source.file,
                    puzzle: source.number,
                    tip,
                })?;
            } else {
                output::stdout(tip.text + "\n")?;
            }
            Ok(exit)
        })
    }
}

/// The next deduction from a partial grid of the puzzle's size, within `time_limit`, and the exit code.
pub fn tip(puzzle: &Puzzle, grid: &Grid, time_limit: Duration) -> (Exit, Tip) {
    let limit = time_limit / SHARES;
    let advise = |exit, rule, text| {
        let tip = Tip {
            rule,
            line: None,
            cells: Vec::new(),
            text,
        };
        (exit, tip)
    };
    let found = check(puzzle, grid, limit);
    if matches!(found.standing, Standing::Wrong | Standing::Unsolvable) {
        let (exit, tip) = advise(
            Exit::Unsolvable,
            found.standing.name(),
            mistakes_in_words(puzzle, grid, &found),
        );
        let cells = found.mistakes.iter();
        let cells = cells
            .map(|m| Place::new(m.row, m.column, m.cell, puzzle.palette()))
            .collect();
        let line = found.broken.first().map(ToString::to_string);
        return (exit, Tip { cells, line, ..tip });
    }
    let advice = match next_step(puzzle, grid, limit) {
        Advice::Stuck => only_solution(puzzle, grid, limit)
            .and_then(|only| reveal(grid, &only))
            .map_or(Advice::Stuck, Advice::Step),
        advice => advice,
    };
    match advice {
        Advice::Solved => advise(
            Exit::Solved,
            "solved",
            "solved: every cell is known and every clue is satisfied".to_owned(),
        ),
        // A line has no placement, but the check did not settle whether the grid or the puzzle is at fault.
        Advice::Wrong(line) => {
            let rest = match puzzle.palette().is_coloured() {
                true => {
                    " and with the colours that the crossing lines leave; clear a cell, or correct the clues"
                }
                false => "; clear one of them",
            };
            let text =
                format!("{line}: no placement of its clue agrees with its known cells{rest}");
            let (exit, tip) = advise(Exit::Unsolvable, "wrong", text);
            let line = Some(line.to_string());
            (exit, Tip { line, ..tip })
        }
        Advice::Stuck => advise(
            Exit::Stalled,
            "stuck",
            "nothing more follows: these cells leave several solutions, the time limit is too short, or the puzzle is too large to search"
                .to_owned(),
        ),
        Advice::Step(step) => {
            let (exit, tip) = advise(Exit::Solved, step.reason.name(), step.explain(puzzle));
            let palette = puzzle.palette();
            let place =
                |change: &Change| Place::new(change.row, change.column, change.cell, palette);
            let cells = step.changes.iter().map(place).collect();
            let line = step.reason.line().map(|line| line.to_string());
            (exit, Tip { cells, line, ..tip })
        }
    }
}

/// The only solution that has the known cells of `grid`; `None` if none or several have them, the puzzle is too large to search, or
/// `limit` is reached first.
fn only_solution(puzzle: &Puzzle, grid: &Grid, limit: Duration) -> Option<Grid> {
    let options = SolveOptions {
        time_limit: Some(limit),
        fixed: Some(grid.clone()),
        ..SolveOptions::default()
    };
    let mut report = solve(puzzle, &options);
    (report.verdict == Verdict::Unique).then(|| report.solutions.remove(0))
}
