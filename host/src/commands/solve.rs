//! `nonogram solve FILE…`: the main job, on any back end.
//!
//! Results go out in the order of the puzzles; the exit code is the highest of theirs.

use std::time::Instant;

use clap::Args;

use super::Subcommand;
use crate::backend::{Answer, Backend, Choice, Verdict};
use crate::exit::{Failure, Outcome};
use crate::input::{Input, Source};
use crate::output::{self, Pattern};
use crate::picture;
use crate::progress::Bar;
use crate::report::{Record, Setting};

/// Solve puzzles and print their pictures
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram solve puzzle.non
  nonogram solve --on /dev/ttyUSB1 --json puzzle.non
  nonogram solve --on software --output picture.svg puzzle.non

A row is a line: `#` filled, `-` blank, `?` unknown. Several puzzles are set apart by an empty line.")]
pub struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    choice: Choice,

    /// Print one JSON object a puzzle, one a line
    #[arg(long)]
    json: bool,

    /// Write the picture to a file, by extension: txt, pbm, xbm, png, svg; `%d` is its number
    #[arg(long, short, value_name = "FILE", value_parser = picture::pattern)]
    output: Option<Pattern>,
}

impl Subcommand for Solve {
    const NAME: &'static str = "solve";

    fn run(self) -> Outcome {
        let mut session = Session {
            backend: self.choice.open()?,
            solve: &self,
            shown: 0,
        };
        self.input.for_each(|source| session.solve(&source))
    }
}

/// One run over all puzzles.
struct Session<'a> {
    solve: &'a Solve,
    backend: Box<dyn Backend>,
    /// Pictures shown so far.
    shown: usize,
}

impl Session<'_> {
    fn solve(&mut self, source: &Source) -> Outcome {
        let name = source.name();
        let start = Instant::now();
        let answer = if source.puzzle.sums_agree() {
            let answer = self.backend.solve(&source.puzzle, &mut Bar::new(&name));
            let answer = answer.map_err(|failure| failure.within(&name))?;
            explain(&name, &answer);
            answer
        } else {
            let (rows, columns) = source.puzzle.sums();
            eprintln!(
                "nonogram: {name}: unsolvable, nothing was sent: the rows ask for {rows} filled \
                 cells, the columns for {columns}; expected the same sum: correct the clues"
            );
            Answer::impossible(&source.puzzle)
        };
        self.show(source, &answer, start.elapsed().as_secs_f64())?;
        Ok(answer.verdict.exit())
    }

    fn show(&mut self, source: &Source, answer: &Answer, seconds: f64) -> Result<(), Failure> {
        if self.solve.json {
            let setting = Setting {
                backend: &self.solve.choice.on,
                core: self.solve.choice.core(),
                baud: self.solve.choice.baud,
            };
            output::stdout(Record::new(source, answer, setting, seconds).to_line()?)?;
        }
        if answer.verdict == Verdict::Unsolvable {
            return Ok(());
        }
        self.shown += 1;
        match &self.solve.output {
            Some(pattern) => {
                let path = pattern.next(self.shown, &source.name())?;
                output::file(&path, picture::draw(&path, &source.puzzle, &answer.grid)?)
            }
            None if self.solve.json => Ok(()),
            None => {
                let gap = if self.shown > 1 { "\n" } else { "" };
                output::stdout(format!(
                    "{gap}{}",
                    picture::text(&source.puzzle, &answer.grid)
                ))
            }
        }
    }
}

/// Says on stderr why a picture is missing or incomplete.
fn explain(name: &str, answer: &Answer) {
    match answer.verdict {
        Verdict::Solved => {}
        Verdict::Unsolvable => {
            eprintln!("nonogram: {name}: unsolvable: no picture satisfies every clue");
        }
        Verdict::Stalled => {
            let cells = answer.grid.rows() * answer.grid.columns();
            let known = answer.grid.known_cells();
            eprintln!(
                "nonogram: {name}: stalled: line logic knows {known} of {cells} cells; the \
                 puzzle needs search, or has several solutions"
            );
        }
    }
}
