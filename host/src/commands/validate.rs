//! `nonogram validate FILE…`: checks whether each puzzle has exactly one solution, and rates the difficulty of those that do.
//!
//! Puzzles are validated in parallel; results are printed in the order of the puzzles.

use std::time::{Duration, Instant};

use clap::Args;
use nonogram_kit::{Judgement, Logic, Source, judge};
use nonogram_solver::Verdict;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use crate::backend::software::pool;
use crate::exit::{Exit, Outcome};
use crate::input::Input;
use crate::output;
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

/// The keys of `--json` besides those of the puzzle.
#[derive(Serialize)]
struct ValidateRecord {
    rows: usize,
    columns: usize,
    /// The hash of the clues.
    identity: String,
    #[serde(flatten)]
    judgement: Judgement,
    elapsed_seconds: f64,
}

impl Validate {
    pub fn run(self) -> Outcome {
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

    /// Validates puzzles in parallel, and prints the results in the order of the puzzles.
    fn judge_all(&self, sources: &[Source], pool: &ThreadPool) -> Outcome {
        let judge = |source: &Source| self.judge(source);
        let judged: Vec<_> = pool.install(|| sources.par_iter().map(judge).collect());
        let mut worst = Exit::Solved;
        for (source, record) in sources.iter().zip(judged) {
            worst = worst.max(Exit::of_number(record.judgement.verdict, record.judgement.end));
            if self.json {
                output::record(source, &record)?;
            } else {
                output::stdout(text(&source.name(), &record.judgement))?;
            }
        }
        Ok(worst)
    }

    fn judge(&self, source: &Source) -> ValidateRecord {
        let puzzle = &source.puzzle;
        let start = Instant::now();
        ValidateRecord {
            rows: puzzle.row_count(),
            columns: puzzle.column_count(),
            identity: puzzle.identity().to_string(),
            judgement: judge(puzzle, self.time_limit),
            elapsed_seconds: start.elapsed().as_secs_f64(),
        }
    }
}

/// The line of text about a puzzle.
fn text(name: &str, judgement: &Judgement) -> String {
    let mut text = format!("{name}: {}", judgement.verdict.uniqueness());
    if judgement.verdict == Verdict::Unique {
        text += &match (judgement.logic, judgement.depth) {
            (Logic::LineSolvable, _) => ", line-solvable".to_owned(),
            (_, Some(depth)) => format!(", needs search to depth {depth}"),
            (_, None) => ", needs search to an unknown depth".to_owned(),
        };
    }
    if let Some(difficulty) = judgement.difficulty {
        text += &format!(", difficulty {difficulty:.1}");
    }
    if let Some(why) = &judgement.why {
        text += &format!(": {why}");
    }
    text + "\n"
}
