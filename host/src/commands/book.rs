//! `nonogram book FILE…`: writes puzzles as a PDF to print, with the solutions at the end unless `--no-solutions` is given.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::{Source, book_entry};
use nonogram_puzzles::render::book::{self, Book as Pages, Entry, Paper};
use nonogram_puzzles::{Puzzle, link};
use nonogram_solver::{End, Verdict};

use crate::exit::{Exit, Failure, Outcome, failure};
use crate::input::{Image, Input};
use crate::output;
use crate::values::BadValue;

/// Write puzzles as a book in PDF: sheets to solve on, and the solutions at the end
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram book puzzles/*.non --output book.pdf
  nonogram book --per-page 4 --paper letter --title 'For the train' bundle.nonpack --output book.pdf
  nonogram book --link https://example.org/nonogram/ puzzle.non --output sheet.pdf

Number, size and, if known, title, difficulty, author and copyright are printed above each puzzle; with --link, a QR code beside the \
puzzle opens it on the web page. Print at full size.")]
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

    /// The size of the paper
    #[arg(long, value_name = "NAME", value_parser = papers(), default_value = Paper::default().name())]
    paper: Paper,

    #[arg(long, value_name = "N", value_parser = layout, default_value = "1",
          help = format!("Puzzles per page: {}", book::counts_in_words()))]
    per_page: (usize, usize),

    /// Omit the solutions
    #[arg(long)]
    no_solutions: bool,

    /// The address of the web page; a QR code beside each puzzle opens the puzzle there
    #[arg(long, value_name = "URL")]
    link: Option<String>,
}

/// The parser of paper sizes, which accepts their names.
fn papers() -> impl TypedValueParser<Value = Paper> {
    let values = Paper::ALL.map(|paper| PossibleValue::new(paper.name()).help(paper.description()));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = Paper::ALL.into_iter().find(|paper| paper.name() == name);
        named.ok_or_else(|| BadValue::expected("a paper size"))
    })
}

/// Reads a number of puzzles per page; returns the numbers of puzzles across and down the page.
fn layout(text: &str) -> Result<(usize, usize), BadValue> {
    let count = text.parse().ok();
    let layout = count.and_then(book::layout);
    layout.ok_or_else(|| BadValue::expected(book::counts_in_words()))
}

/// Time limit for solving a puzzle and rating it.
const TIME: Duration = Duration::from_secs(10);

/// Maximum number of puzzles of a book, which is in memory until it is complete.
const MOST: usize = 10_000;

impl Book {
    pub fn run(self) -> Outcome {
        let to_file = Some(&*self.output).filter(|path: &&Path| !output::is_stdout(path));
        self.input.protect_inputs(to_file)?;
        let (mut entries, mut count) = (Vec::new(), 0);
        let exit = self.input.for_each_with(self.image, |source| {
            count += 1;
            if count <= MOST {
                entries.push(self.entry(&source)?);
            }
            Ok(Exit::Solved)
        })?;
        if count > MOST {
            return Err(failure!(
                Exit::Usage,
                "{count} puzzles for a book; expected at most {MOST}: write several books"
            ));
        }
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

    fn entry(&self, source: &Source) -> Result<Entry, Failure> {
        let name = source.name();
        let (puzzle, link) = (&source.puzzle, self.link.as_deref());
        if link.is_some() {
            fits_link(puzzle, &name)?;
        }
        let entry = book_entry(puzzle, link, !self.no_solutions, TIME);
        let entry = entry.map_err(|(verdict, end)| unproven(verdict, end, &name))?;
        if let Some(link) = entry.link.as_ref().filter(|_| !entry.has_code()) {
            say!(
                "nonogram: {name}: no QR code, because its link has {} characters; expected at most about 2,950: leave the \
                 goal out, or print a smaller puzzle",
                link.len()
            );
        }
        Ok(entry)
    }
}

/// Refuses a puzzle that is too large for a link.
fn fits_link(puzzle: &Puzzle, name: &str) -> Result<(), Failure> {
    let (rows, columns, most) = (puzzle.row_count(), puzzle.column_count(), link::LARGEST);
    if rows.max(columns) <= most {
        return Ok(());
    }
    Err(failure!(
        Exit::Usage,
        "{name}: {rows} x {columns} is too large for a link; expected at most {most} x {most}: remove the \
         puzzle, or omit --link"
    ))
}

/// The expectation and the next step for a puzzle without a unique solution, as the end of a message.
const CORRECT: &str =
    "expected a puzzle with exactly one solution: correct it, or print it with --no-solutions";

/// The failure of a puzzle that is not proven to have exactly one solution, because of its verdict or of the end of the search.
fn unproven(verdict: Verdict, end: End, name: &str) -> Failure {
    let message = match verdict {
        Verdict::Multiple => format!("more than one solution; {CORRECT}"),
        Verdict::Unsolvable => format!("no solution; {CORRECT}"),
        Verdict::Unique | Verdict::Solved | Verdict::Stalled => {
            let why = if end == End::Unfit {
                "too large to search".to_owned()
            } else {
                format!("uniqueness not settled within {} s", TIME.as_secs())
            };
            format!(
                "{why}; expected a puzzle with exactly one solution: print it with --no-solutions"
            )
        }
    };
    Failure::new(Exit::of_number(verdict, end), format!("{name}: {message}"))
}
