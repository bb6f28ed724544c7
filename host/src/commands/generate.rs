//! `nonogram generate`: random puzzles by seed and density, kept when they are as asked.
//!
//! The same seed, size and density give the same puzzles everywhere (ChaCha8).

use std::path::PathBuf;

use clap::Args;
use nonogram_puzzles::{Format, Grid, MAX_SIDE, Metadata, Puzzle};
use nonogram_solver::{LineOutcome, propagate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::input::format_parser;
use crate::output;

/// Make random puzzles
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram generate --size 11x11 --density 0.55 --line-solvable
  nonogram generate --size 8x8 --seed 7 --count 100 --line-solvable --output boards.nonpack

The same seed gives the same puzzles; without --seed, the one that was drawn is told on stderr.")]
pub struct Generate {
    /// Rows x columns
    #[arg(long, value_name = "MxN", default_value = "10x10", value_parser = size)]
    size: (usize, usize),

    /// The chance of a cell to be filled
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = chance)]
    density: f64,

    /// Where the random numbers start
    #[arg(long)]
    seed: Option<u64>,

    /// How many puzzles
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// Only puzzles that line logic solves, and that so have one solution
    #[arg(long)]
    line_solvable: bool,

    /// Give up on a puzzle after so many that are not as asked
    #[arg(long, default_value_t = 100_000)]
    tries: u32,

    /// Write this format
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), default_value = "non")]
    to: Format,

    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| {
        text.parse()
            .ok()
            .filter(|side| (1..=MAX_SIDE).contains(side))
    };
    text.split_once('x')
        .and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)))
        .ok_or_else(|| format!("expected rows x columns such as 10x15, each from 1 to {MAX_SIDE}"))
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text
        .parse()
        .ok()
        .filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| "expected a chance from 0 to 1, such as 0.55".to_owned())
}

impl Subcommand for Generate {
    const NAME: &'static str = "generate";

    fn run(self) -> Outcome {
        let seed = self.seed.unwrap_or_else(|| {
            let seed = rand::random();
            eprintln!("nonogram: --seed {seed}");
            seed
        });
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let puzzles = (1..=self.count).map(|number| self.puzzle(&mut random, seed, number));
        let puzzles: Vec<Puzzle> = puzzles.collect::<Result<_, _>>()?;
        let data = self.to.write_all(&puzzles).or_exit(Exit::Usage)?;
        output::write(self.output.as_deref(), data)?;
        Ok(Exit::Solved)
    }
}

impl Generate {
    fn puzzle(&self, random: &mut ChaCha8Rng, seed: u64, number: u32) -> Result<Puzzle, Failure> {
        let (rows, columns) = self.size;
        let found = (0..self.tries).find_map(|_| {
            let goal = Grid::from_fn(rows, columns, |_, _| random.random_bool(self.density));
            let puzzle = Puzzle::from_grid(&goal);
            let wanted =
                !self.line_solvable || matches!(propagate(&puzzle), LineOutcome::Solved(_));
            wanted.then_some((puzzle, goal))
        });
        let Some((puzzle, goal)) = found else {
            return Err(Failure::new(
                Exit::Stalled,
                format!(
                    "none of {} random puzzles of {rows} x {columns} at density {} is as asked \
                     (seed {seed}, puzzle {number}); expected one: raise --density or --tries, or \
                     take a smaller --size",
                    self.tries, self.density
                ),
            ));
        };
        let words = Metadata {
            title: Some(format!(
                "Random {rows}x{columns}, seed {seed}, number {number}"
            )),
            ..Metadata::default()
        };
        puzzle
            .with_metadata(words)
            .with_goal(goal)
            .or_exit(Exit::Fault)
    }
}
