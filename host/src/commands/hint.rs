//! `nonogram hint FILE`: the next deduction from a partial grid, in words; see [`crate::hint`].

use std::path::PathBuf;

use clap::Args;
use nonogram_puzzles::{Clue, Grid, Line, Puzzle};
use serde::Serialize;

use super::Subcommand;
use crate::exit::{Exit, OrExit, Outcome};
use crate::hint::{Advice, Change, Rule, next_step};
use crate::input::{Input, read_grid};
use crate::output;

/// Tell the next deduction from a partial grid, and why it holds
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram hint puzzle.non
  nonogram hint --grid so-far.txt puzzle.non

The grid is a line a row: `#` filled, `-` blank, `?` unknown; without one, nothing is known yet.
Exit code 3 when the grid contradicts the clues, 4 when no single step is left.")]
pub struct Hint {
    #[command(flatten)]
    input: Input,

    /// What is known so far
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The keys of `--json`; lines and cells are counted from 1.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    rule: &'static str,
    line: Option<String>,
    cells: Vec<CellRecord>,
    text: String,
}

#[derive(Serialize)]
struct CellRecord {
    row: usize,
    column: usize,
    value: &'static str,
}

impl Subcommand for Hint {
    const NAME: &'static str = "hint";

    fn run(self) -> Outcome {
        self.input.for_each(|source| {
            let puzzle = &source.puzzle;
            let grid = match &self.grid {
                Some(path) => read_grid(path, puzzle)?,
                None => Grid::new(puzzle.row_count(), puzzle.column_count()),
            };
            let advice = next_step(puzzle, &grid);
            let text = in_words(puzzle, &advice);
            if self.json {
                let record = record(&source.file, &advice, text);
                let line = serde_json::to_string(&record).or_exit(Exit::Fault)?;
                output::stdout(line + "\n")?;
            } else {
                output::stdout(text + "\n")?;
            }
            Ok(match advice {
                Advice::Solved | Advice::Step { .. } => Exit::Solved,
                Advice::Wrong(_) => Exit::Unsolvable,
                Advice::Stuck => Exit::Stalled,
            })
        })
    }
}

fn record<'a>(file: &'a str, advice: &Advice, text: String) -> Record<'a> {
    let (rule, line, changes): (_, _, &[Change]) = match advice {
        Advice::Solved => ("solved", None, &[]),
        Advice::Wrong(line) => ("wrong", Some(*line), &[]),
        Advice::Step {
            rule,
            line,
            changes,
        } => (rule.name(), *line, changes),
        Advice::Stuck => ("stuck", None, &[]),
    };
    let cells = changes.iter().map(|change| CellRecord {
        row: change.row + 1,
        column: change.column + 1,
        value: value(change.filled),
    });
    Record {
        file,
        rule,
        line: line.map(|line| line.to_string()),
        cells: cells.collect(),
        text,
    }
}

fn value(filled: bool) -> &'static str {
    if filled { "filled" } else { "blank" }
}

fn clue_of(puzzle: &Puzzle, line: Line) -> &Clue {
    match line {
        Line::Row(row) => &puzzle.rows()[row],
        Line::Column(column) => &puzzle.columns()[column],
    }
}

/// The advice as a sentence.
fn in_words(puzzle: &Puzzle, advice: &Advice) -> String {
    match advice {
        Advice::Solved => "solved: every cell is known and every clue satisfied".to_owned(),
        Advice::Wrong(line) => format!(
            "{line} is wrong: its known cells leave the clue {} no placement; take one back",
            clue_of(puzzle, *line)
        ),
        Advice::Stuck => "no single step is left: the puzzle needs more than one guess at a time, \
                          or has several solutions"
            .to_owned(),
        Advice::Step {
            rule: Rule::Guess { broken },
            changes,
            ..
        } => {
            let Change {
                row,
                column,
                filled,
            } = changes[0];
            format!(
                "row {}, column {} is {}: were it {}, line logic would leave {broken} (clue {}) \
                 no placement",
                row + 1,
                column + 1,
                value(filled),
                value(!filled),
                clue_of(puzzle, *broken)
            )
        }
        Advice::Step {
            rule,
            line,
            changes,
        } => {
            // Only a guess has no line.
            let line = line.unwrap_or(Line::Row(changes[0].row));
            let clue = clue_of(puzzle, line);
            let one = clue.len() == 1;
            let blocks = if one {
                format!("the block {clue}")
            } else {
                format!("the blocks {clue}")
            };
            let because = match rule {
                Rule::Blank => "it has no block".to_owned(),
                Rule::Fits if one => format!("{blocks} fills it exactly"),
                Rule::Fits => format!("{blocks} and a gap between each fill it exactly"),
                Rule::Done => format!("every filled cell of its clue {clue} is there"),
                Rule::Overlap => format!(
                    "some cells are covered, or left, by the same block or gap when {blocks} {} \
                     pushed to one end and to the other",
                    if one { "is" } else { "are" }
                ),
                Rule::Placements | Rule::Guess { .. } => {
                    format!("all placements of {blocks} agree")
                }
            };
            format!("{line}: {}: {because}", cells_in_words(line, changes))
        }
    }
}

/// `cells 2-4 are filled, cell 7 is blank`
fn cells_in_words(line: Line, changes: &[Change]) -> String {
    let place = |change: &Change| match line {
        Line::Row(_) => change.column + 1,
        Line::Column(_) => change.row + 1,
    };
    let values = [true, false].into_iter().filter_map(|filled| {
        let mut places = changes
            .iter()
            .filter(|change| change.filled == filled)
            .map(place);
        let mut runs: Vec<(usize, usize)> = vec![places.next().map(|first| (first, first))?];
        let mut count = 1;
        for place in places {
            count += 1;
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == place => *last = place,
                _ => runs.push((place, place)),
            }
        }
        let runs: Vec<String> = runs
            .into_iter()
            .map(|(first, last)| match first == last {
                true => first.to_string(),
                false => format!("{first}-{last}"),
            })
            .collect();
        let (cells, are) = if count == 1 {
            ("cell", "is")
        } else {
            ("cells", "are")
        };
        Some(format!(
            "{cells} {} {are} {}",
            runs.join(", "),
            value(filled)
        ))
    });
    values.collect::<Vec<_>>().join(", ")
}
