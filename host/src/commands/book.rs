//! `nonogram book FILE…`: puzzles on paper, with the solutions at the end, as PDF.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_puzzles::render::book::{self, Book as Pages, Entry, Paper};
use nonogram_puzzles::{Grid, Puzzle, link};
use nonogram_solver::{Report, SolveOptions, Verdict, rate, solve};

use super::Subcommand;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{Image, Input, Source};
use crate::output;
use crate::values::BadValue;

/// Print puzzles as a book: sheets to solve on, and the solutions at the end
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram book puzzles/*.non --output book.pdf
  nonogram book --per-page 4 --paper letter --title 'For the train' bundle.nonpack --output book.pdf
  nonogram book --link https://example.org/nonogram/ puzzle.non --output sheet.pdf

A puzzle has its title, its size and its difficulty above it; with --link, a QR code opens it on the page. \
Print it at its full size.")]
pub struct Book {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    image: Image,

    /// The file to write; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// The title of the book, at the foot of each page
    #[arg(long, value_name = "TEXT", default_value = "Nonograms")]
    title: String,

    /// The paper
    #[arg(long, value_name = "NAME", value_parser = papers(), default_value = Paper::default().name())]
    paper: Paper,

    /// Puzzles on a page: 1, 2, 4 or 6
    #[arg(long, value_name = "N", value_parser = layout, default_value = "1")]
    per_page: (usize, usize),

    /// Leave the solutions out
    #[arg(long)]
    no_solutions: bool,

    /// The page's address: beside each puzzle, a QR code of its link
    #[arg(long, value_name = "URL")]
    link: Option<String>,
}

/// The sizes of paper by their names.
fn papers() -> impl TypedValueParser<Value = Paper> {
    let values = Paper::ALL.map(|paper| PossibleValue::new(paper.name()).help(paper.description()));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = Paper::ALL.into_iter().find(|paper| paper.name() == name);
        named.ok_or_else(|| BadValue::expected("a paper"))
    })
}

/// Puzzles side by side, and one above the other.
fn layout(text: &str) -> Result<(usize, usize), BadValue> {
    let count = text.parse().ok();
    let layout = count.and_then(book::layout);
    layout.ok_or_else(|| BadValue::expected(book::counts_in_words()))
}

/// How long a puzzle may be rated and solved.
const TIME: Duration = Duration::from_secs(10);

impl Subcommand for Book {
    const NAME: &'static str = "book";

    fn run(self) -> Outcome {
        let to_file = Some(&*self.output).filter(|path: &&Path| !output::is_stdout(path));
        self.input.spare(to_file)?;
        let mut entries = Vec::new();
        let exit = self.input.for_each_with(self.image, |source| {
            entries.push(self.entry(source)?);
            Ok(Exit::Solved)
        })?;
        if entries.is_empty() {
            return Ok(exit);
        }
        let pages = Pages {
            title: &self.title,
            paper: self.paper,
            layout: self.per_page,
            entries: &entries,
        };
        output::file(&self.output, pages.write())?;
        Ok(exit)
    }
}

impl Book {
    fn entry(&self, source: Source) -> Result<Entry, Failure> {
        let name = source.name();
        let puzzle = source.puzzle;
        let difficulty = rate(&puzzle, Some(TIME)).map(|rating| rating.difficulty);
        if self.link.is_some() {
            fits_link(&puzzle, &name)?;
        }
        let solution = match self.no_solutions {
            true => None,
            false => Some(solution(&puzzle, &name)?),
        };
        Ok(Entry::new(
            puzzle,
            difficulty,
            self.link.as_deref(),
            solution,
        ))
    }
}

/// Refuses a puzzle that is too large for a link.
fn fits_link(puzzle: &Puzzle, name: &str) -> Result<(), Failure> {
    let (rows, columns, most) = (puzzle.row_count(), puzzle.column_count(), link::LARGEST);
    match rows.max(columns) > most {
        true => Err(Failure::new(
            Exit::Usage,
            format!(
                "{name}: a puzzle of {rows} x {columns}; the page shows at most {most} x {most}: leave it or --link \
                 out"
            ),
        )),
        false => Ok(()),
    }
}

/// The picture of a puzzle that has only one.
fn solution(puzzle: &Puzzle, name: &str) -> Result<Grid, Failure> {
    let options = SolveOptions {
        max_solutions: 2,
        time_limit: Some(TIME),
        ..SolveOptions::default()
    };
    let Report {
        verdict,
        mut solutions,
        ..
    } = solve(puzzle, &options);
    let (exit, what) = match verdict {
        Verdict::Unique => return Ok(solutions.remove(0)),
        Verdict::Multiple => (Exit::Stalled, "more than one solution"),
        Verdict::None => (Exit::Unsolvable, "no solution"),
        _ => (Exit::Stalled, "no solution was found in time"),
    };
    Err(Failure::new(
        exit,
        format!(
            "{name}: {what}; expected a puzzle with one solution: correct it, or print it with --no-solutions"
        ),
    ))
}
