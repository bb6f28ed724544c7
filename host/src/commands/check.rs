//! `nonogram check FILE… --grid PARTIAL`: lists the mistakes in a partial grid, with nonogram-solver.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nonogram_puzzles::{Cell, Grid, Palette, Puzzle};
use nonogram_solver::{Check as Found, Mistake, Standing, check};
use serde::Serialize;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::input::Input;
use crate::output;
use crate::values::seconds;

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

/// The keys of `--json`; rows and columns are counted from 1.
#[derive(Serialize)]
struct CheckRecord<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    status: &'static str,
    /// What the mistakes contradict: "solution", "line", "line-logic" or "every-solution"; null unless the status is "wrong".
    against: Option<&'static str>,
    known: usize,
    cells: usize,
    mistakes: Vec<Place>,
    lines: Vec<String>,
    text: String,
}

/// A cell and its value; row and column are counted from 1.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Row, from 1.
    pub row: usize,
    /// Column, from 1.
    pub column: usize,
    /// The value of the cell: `blank`, `filled`, or the name of its colour.
    pub value: String,
}

impl Place {
    /// The cell in a row and column that are counted from 0.
    pub fn new(row: usize, column: usize, cell: Cell, palette: &Palette) -> Self {
        Self {
            row: row + 1,
            column: column + 1,
            value: value_in_words(cell, palette),
        }
    }
}

/// The value of a cell in words: `blank`, `filled`, or the name of its colour. An unknown cell counts as blank.
pub fn value_in_words(cell: Cell, palette: &Palette) -> String {
    match cell {
        Cell::Colour(colour) if palette.is_coloured() => palette.name(colour),
        Cell::Colour(_) => "filled".to_owned(),
        Cell::Blank | Cell::Unknown => "blank".to_owned(),
    }
}

impl Subcommand for Check {
    const NAME: &'static str = "check";

    fn run(self) -> Outcome {
        self.input.goes_with(Some(&self.grid))?;
        self.input.for_each(|source| {
            let puzzle = &source.puzzle;
            let grid = self.input.grid(&self.grid).read(puzzle)?;
            let found = check(puzzle, &grid, self.time_limit);
            let text = in_words(puzzle, &grid, &found);
            if self.json {
                let record = CheckRecord {
                    file: &source.file,
                    puzzle: source.number,
                    status: found.standing.name(),
                    against: against(&found),
                    known: grid.known_cells(),
                    cells: grid.rows() * grid.columns(),
                    mistakes: (found.mistakes.iter())
                        .map(|m| Place::new(m.row, m.column, m.cell, puzzle.palette()))
                        .collect(),
                    lines: found.broken.iter().map(ToString::to_string).collect(),
                    text,
                };
                output::json(&record)?;
            } else {
                output::stdout(text + "\n")?;
            }
            Ok(match found.standing {
                Standing::Solved | Standing::Fine => Exit::Solved,
                Standing::Wrong | Standing::Unsolvable => Exit::Unsolvable,
                Standing::Unsettled => Exit::Stalled,
            })
        })
    }
}

/// What the mistakes contradict, as the value of the key `against`; `None` unless the standing is wrong.
fn against(found: &Found) -> Option<&'static str> {
    (found.standing == Standing::Wrong).then(|| {
        if found.solution.is_some() {
            "solution"
        } else if !found.broken.is_empty() {
            "line"
        } else if found.leads_to.is_some() {
            "line-logic"
        } else {
            "every-solution"
        }
    })
}

/// The findings in words, one per line.
pub fn in_words(puzzle: &Puzzle, grid: &Grid, found: &Found) -> String {
    let cells = grid.rows() * grid.columns();
    let known = grid.known_cells();
    let mut text = match found.standing {
        Standing::Solved => {
            "solved: every filled cell is found, and every clue is satisfied".to_owned()
        }
        Standing::Fine if found.solution.is_some() => {
            format!("fine: {known} of {cells} cells are known, all of them right")
        }
        Standing::Fine => format!(
            "fine: {known} of {cells} cells are known, and at least one solution has them; it may not be \
             the only one"
        ),
        Standing::Unsolvable => "unsolvable: the puzzle has no solution".to_owned(),
        Standing::Unsettled => {
            "unsettled: the time limit was reached (raise --time-limit), or the board is too large to search".to_owned()
        }
        Standing::Wrong => "wrong: no solution has these cells".to_owned(),
    };
    if found.standing == Standing::Wrong {
        for mistake in &found.mistakes {
            text += &format!("\n{}", describe(mistake, puzzle, found));
        }
    }
    for line in &found.broken {
        let clue = puzzle.lines().find(|(other, _)| other == line);
        let clue = clue.map(|(_, clue)| puzzle.palette().clue(clue));
        let clue = clue.unwrap_or_default();
        text += &format!("\n{line}: no placement of its clue {clue} agrees with its known cells");
    }
    if let (Some(line), Standing::Wrong) = (found.leads_to, found.standing) {
        text += &format!("\nline logic derives a contradiction in {line} from these cells");
    }
    text
}

fn describe(mistake: &Mistake, puzzle: &Puzzle, found: &Found) -> String {
    let Mistake { row, column, cell } = *mistake;
    let value = |cell| value_in_words(cell, puzzle.palette());
    let is = value(cell);
    let place = format!("row {}, column {}", row + 1, column + 1);
    match &found.solution {
        Some(solution) => {
            let other = value(solution.get(row, column));
            format!("{place} is {is}; in the solution it is {other}")
        }
        None => {
            format!(
                "{place} is {is}; no solution has this value together with the correct cells before this cell: clear the cell"
            )
        }
    }
}
