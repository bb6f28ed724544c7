//! The options of the genetic engine, and the record of its generations as numbers and pictures.
//!
//! [`Options`] are those of the command line; [`Generations`] collects the statistics of each generation.

use std::path::{Path, PathBuf};

use clap::Args;
use nonogram_puzzles::Puzzle;
use nonogram_solver::published::{
    Settings,
    genetic::{self, EXPERTS, Generation},
};

use crate::exit::{Exit, Failure, OrExit};
use crate::output::{self, Pattern};
use crate::picture;
use crate::values::{BadValue, population};

/// The options of the genetic engine.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// Seed of the engine's random numbers [default: 0]
    #[arg(long, hide_short_help = true)]
    seed: Option<u64>,

    /// Individuals per expert, from 2 to 100000 [default: 100]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = population)]
    population: Option<usize>,

    /// Generations before the experts vote [default: 200]
    #[arg(long, hide_short_help = true, value_name = "N")]
    generations: Option<u64>,

    /// Rounds of generations before the engine gives up [default: 5]
    #[arg(long, hide_short_help = true, value_name = "N")]
    rounds: Option<u64>,

    /// Write the penalties of every generation as CSV
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    generations_csv: Option<PathBuf>,

    /// Write a picture of every generation, in the format of the extension: the cells on which the best individuals of at
    /// least five of the six experts agree; `%d` or `%03d` is the picture's number
    #[arg(long, hide_short_help = true, value_name = "FILE", value_parser = numbered)]
    generations_pictures: Option<Pattern>,
}

/// Reads a file name that has the extension of a format and contains a placeholder for a number.
fn numbered(text: &str) -> Result<Pattern, BadValue> {
    picture::format(Path::new(text))?;
    let pattern = Pattern::new(text.into());
    if pattern.is_numbered() {
        return Ok(pattern);
    }
    Err(BadValue::expected(
        "%d in the name, or for example %03d, for the picture's number, as in generation-%d.png",
    ))
}

impl Options {
    /// The options as settings of the engine.
    pub fn to_settings(&self) -> Settings {
        let usual = genetic::Settings::default();
        let genetic = genetic::Settings {
            seed: self.seed.unwrap_or(usual.seed),
            population: self.population.unwrap_or(usual.population),
            generations: self.generations.unwrap_or(usual.generations),
            rounds: self.rounds.unwrap_or(usual.rounds),
            ..usual
        };
        Settings {
            genetic,
            ..Settings::default()
        }
    }
}

/// The record of the generations of all puzzles of a run.
#[derive(Default)]
pub struct Generations {
    /// The rows of the CSV.
    rows: String,
    /// Number of puzzles begun.
    puzzles: usize,
    /// Number of the last picture.
    pictures: usize,
    /// The first error of a picture of the current puzzle, after which no more of its pictures are written.
    fault: Option<Failure>,
    /// Whether the CSV has been written, for an earlier puzzle.
    is_begun: bool,
}

/// The columns of the CSV: five that identify the row, the statistics of the penalties, and the number of cells decided by the vote.
const COLUMNS: &str =
    "puzzle,round,generation,lines,weights,best,mean,median,worst,deviation,decided\n";

impl Generations {
    /// Begins the next puzzle.
    pub fn begin(&mut self) {
        self.puzzles += 1;
    }

    /// Records a generation for the CSV, and writes its picture, as far as `options` request them.
    pub fn note(&mut self, options: &Options, puzzle: &Puzzle, generation: &Generation) {
        if options.generations_csv.is_some() {
            for ((bias, weights), penalties) in EXPERTS.iter().zip(&generation.experts) {
                self.rows += &format!(
                    "{},{},{},{},{},{},{:.3},{},{},{:.3},{}\n",
                    self.puzzles,
                    generation.round,
                    generation.generation,
                    bias.name(),
                    weights.name(),
                    penalties.best,
                    penalties.mean,
                    penalties.median,
                    penalties.worst,
                    penalties.deviation,
                    generation.vote.known_cells(),
                );
            }
        }
        if let (Some(pattern), None) = (&options.generations_pictures, &self.fault) {
            self.pictures += 1;
            let path = pattern.path(self.pictures);
            let format = picture::format(&path).or_exit(Exit::Usage);
            let drawn = format.and_then(|format| picture::draw(format, puzzle, &generation.vote));
            self.fault = drawn.and_then(|data| output::file(&path, data)).err();
        }
    }

    /// Writes the CSV of all puzzles so far, if `options` request it.
    ///
    /// # Errors
    /// A picture could not be written (the first error is returned, and no CSV is written), or the CSV cannot be written.
    pub fn end(&mut self, options: &Options) -> Result<(), Failure> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        match &options.generations_csv {
            Some(path) => {
                let text = format!("{COLUMNS}{}", self.rows);
                if std::mem::replace(&mut self.is_begun, true) {
                    output::file_again(path, text)
                } else {
                    output::file(path, text)
                }
            }
            None => Ok(()),
        }
    }
}
