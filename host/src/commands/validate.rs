//! `nonogram validate FILE…`: checks whether each puzzle has exactly one solution, and rates the difficulty of those that do.
//!
//! Puzzles are validated in parallel; results are printed in the order of the puzzles.

use std::time::{Duration, Instant};

use clap::Args;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{
    End, Engine, LineOutcome, Rating, Report, SolveOptions, Unfit, Verdict, fit, propagate, rate,
    solve,
};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use super::Subcommand;
use crate::backend::software::pool;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{Input, sums_in_words};
use crate::output;
use crate::source::Source;
use crate::values::{seconds, threads};

/// Check whether puzzles have exactly one solution, and rate their difficulty
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram validate puzzle.non
  nonogram validate --json puzzles/library/*/*.non

Verdicts: unique, multiple, none, unsettled (time limit reached, or board too large to search). A unique puzzle is line-solvable or needs \
search to a depth: 1 if probing single cells is enough, one more for each level of decisions. The \
difficulty is the mean number of times that the probing engine solves each line. A puzzle beyond the limits of that engine has neither \
depth nor difficulty. \
Exit code 0 if all are unique, 3 if one has no solution, 4 if one has several or is not settled.")]
pub struct Validate {
    #[command(flatten)]
    input: Input,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    /// Seconds per puzzle, after which its verdict is unsettled, or its rating is left out
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time_limit: Duration,

    /// Puzzles examined at the same time [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<usize>,
}

/// The keys of `--json`.
#[derive(Serialize)]
struct ValidateRecord {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    rows: usize,
    columns: usize,
    /// The hash of the clues.
    identity: String,
    #[serde(flatten)]
    judgement: Judgement,
    elapsed_seconds: f64,
}

/// The verdict on the number of solutions of a puzzle, its difficulty, and the reasons for the verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The verdict: `unique`, `multiple`, `none` or `unsettled`.
    pub verdict: &'static str,
    /// The method that the verdict requires.
    pub logic: Logic,
    /// For a unique puzzle, the depth of nested assumptions; `None` for other puzzles, or if the probing engine does not solve the puzzle
    /// within the limits on size, decisions and time.
    pub depth: Option<usize>,
    /// For a unique puzzle, the mean number of times that the probing engine solves a line, rounded to a tenth; `None` if `depth` is
    /// `None`.
    pub difficulty: Option<f64>,
    /// Why the puzzle is not unique, or not known to be; `None` for a unique puzzle.
    pub why: Option<String>,
    /// The first cell, row by row, in which two solutions differ; `None` unless the verdict is `multiple`.
    pub differs: Option<Place>,
}

/// A cell; its row and column are counted from 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
    /// Row, from 1.
    pub row: usize,
    /// Column, from 1.
    pub column: usize,
}

/// The method that a verdict requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logic {
    /// Line logic finds the solution.
    LineSolvable,
    /// The sums of the row and column clues differ, or line logic finds a contradiction.
    Contradiction,
    /// Line logic does not settle the puzzle, or the time limit was reached first.
    Search,
}

impl Subcommand for Validate {
    const NAME: &'static str = "validate";

    fn run(self) -> Outcome {
        /// Number of puzzles that are validated together, before the first of their results is printed.
        const AT_A_TIME: usize = 64;
        let pool = pool(self.threads.unwrap_or(0))?;
        let mut waiting = Vec::new();
        let worst = self.input.for_each(|source| {
            waiting.push(source);
            match waiting.len() {
                AT_A_TIME => self.judge_all(&std::mem::take(&mut waiting), &pool),
                _ => Ok(Exit::Solved),
            }
        })?;
        Ok(worst.max(self.judge_all(&waiting, &pool)?))
    }
}

impl Validate {
    /// Validates puzzles in parallel, and prints the results in the order of the puzzles.
    fn judge_all(&self, sources: &[Source], pool: &ThreadPool) -> Outcome {
        let judge = |source: &Source| self.judge(source);
        let judged: Vec<_> = pool.install(|| sources.par_iter().map(judge).collect());
        let mut worst = Exit::Solved;
        for (source, (record, exit)) in sources.iter().zip(judged) {
            self.show(source, &record)?;
            worst = worst.max(exit);
        }
        Ok(worst)
    }

    fn judge(&self, source: &Source) -> (ValidateRecord, Exit) {
        let puzzle = &source.puzzle;
        let start = Instant::now();
        let (exit, judgement) = judge(puzzle, self.time_limit);
        let record = ValidateRecord {
            file: source.file.clone(),
            puzzle: source.number,
            rows: puzzle.row_count(),
            columns: puzzle.column_count(),
            identity: puzzle.identity().to_string(),
            judgement,
            elapsed_seconds: start.elapsed().as_secs_f64(),
        };
        (record, exit)
    }

    fn show(&self, source: &Source, record: &ValidateRecord) -> Result<(), Failure> {
        if self.json {
            return output::json(record);
        }
        let Judgement {
            verdict,
            logic,
            depth,
            difficulty,
            why,
            ..
        } = &record.judgement;
        let mut text = format!("{}: {verdict}", source.name());
        if *verdict == Verdict::Unique.name() {
            text += &match (logic, depth) {
                (Logic::LineSolvable, _) => ", line-solvable".to_owned(),
                (_, Some(depth)) => format!(", needs search to depth {depth}"),
                (_, None) => ", needs search to an unknown depth".to_owned(),
            };
        }
        if let Some(difficulty) = difficulty {
            text += &format!(", difficulty {difficulty:.1}");
        }
        if let Some(why) = why {
            text += &format!(": {why}");
        }
        output::stdout(text + "\n")
    }
}

/// Validates a puzzle within `time_limit`; returns the exit code and the judgement.
pub fn judge(puzzle: &Puzzle, time_limit: Duration) -> (Exit, Judgement) {
    let start = Instant::now();
    let options = SolveOptions {
        time_limit: Some(time_limit),
        ..SolveOptions::default()
    };
    let report = solve(puzzle, &options);
    let time_left = time_limit.saturating_sub(start.elapsed());
    let rating = match report.verdict {
        Verdict::Unique => rate(puzzle, Some(time_left)),
        _ => None,
    };
    let differs = match &report.solutions[..] {
        [one, other, ..] => first_difference(one, other),
        _ => None,
    };
    let (logic, why) = explain(puzzle, &report, differs.as_ref());
    let exit = match report.verdict {
        Verdict::Unique => Exit::Solved,
        Verdict::None => Exit::Unsolvable,
        Verdict::Multiple | Verdict::Unsettled => Exit::Stalled,
    };
    let judgement = Judgement {
        verdict: report.verdict.name(),
        logic,
        depth: rating.map(|Rating { depth, .. }| depth),
        difficulty: rating.map(Rating::rounded),
        why,
        differs,
    };
    (exit, judgement)
}

/// The method that the verdict requires, and why the puzzle is not unique or not known to be.
fn explain(puzzle: &Puzzle, report: &Report, differs: Option<&Place>) -> (Logic, Option<String>) {
    match report.verdict {
        Verdict::Unique if report.is_line_solvable() => (Logic::LineSolvable, None),
        Verdict::Unique => (Logic::Search, None),
        Verdict::Multiple => {
            let why = differs.map(|Place { row, column }| {
                format!("two solutions first differ in row {row}, column {column}")
            });
            (Logic::Search, why)
        }
        Verdict::None if !puzzle.sums_agree() => (Logic::Contradiction, sums_in_words(puzzle)),
        Verdict::None => match propagate(puzzle) {
            LineOutcome::Contradiction { line } => {
                let why = format!(
                    "{line} has no placement that agrees with the cells that the other lines determine"
                );
                (Logic::Contradiction, Some(why))
            }
            _ => {
                let conflicts = report.counts.conflicts;
                let why = format!(
                    "every line by itself has placements, but a complete search finds no solution (conflicts: {conflicts})"
                );
                (Logic::Search, Some(why))
            }
        },
        Verdict::Unsettled => {
            let unfit = fit::check_search(puzzle, Engine::default()).err();
            let why = match unfit.filter(|_| report.end == End::Unfit) {
                // The error's own message suggests another engine, which this command cannot select.
                Some(Unfit {
                    engine,
                    needs,
                    limit,
                    ..
                }) => format!("the engine {engine} would need {needs}; expected {limit}"),
                None if report.solutions.is_empty() => {
                    "the time limit was reached before a solution was found".to_owned()
                }
                None => {
                    "the time limit was reached before a second solution was found or ruled out"
                        .to_owned()
                }
            };
            (Logic::Search, Some(why))
        }
    }
}

/// The first cell, row by row, in which two grids of the same size differ; `None` if they are equal.
fn first_difference(one: &Grid, other: &Grid) -> Option<Place> {
    let cells = (0..one.rows()).flat_map(|row| (0..one.columns()).map(move |column| (row, column)));
    let mut different = cells.filter(|&(r, c)| one.get(r, c) != other.get(r, c));
    let (row, column) = different.next()?;
    Some(Place {
        row: row + 1,
        column: column + 1,
    })
}
