//! `nonogram generate`: generates puzzles at random or from a picture, and keeps those that qualify.
//!
//! The same options and seed give the same puzzles on every machine: cells are drawn with ChaCha8, and the attempts are limited by
//! their number, not by time.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use nonogram_kit::next_random;
use nonogram_puzzles::formats::ParseErrorKind;
use nonogram_puzzles::{
    Format, Grid, ImageOptions, MAX_COLOURS, Metadata, Note, Puzzle, PuzzleFile, ReadError,
    ReadOptions,
};

use nonogram_solver::{Demand, Random};

use crate::exit::{Exit, Failure, OrExit, Outcome, failure, refuse};
use crate::input::{Image, is_stdin, read_whole, say_notes};
use crate::output;
use crate::picture::{Export, Exporter};
use crate::values::{BadValue, probability};

/// The options of which one or several can be demanded of a puzzle.
const DEMAND: &str = "demand";

/// Generate puzzles, random or from a picture
#[derive(Args)]
#[command(group = ArgGroup::new(DEMAND).multiple(true))]
#[command(after_help = "\
Examples:
  nonogram generate --size 11x11 --density 0.55 --line-solvable
  nonogram generate --size 8x8 --seed 7 --count 100 --unique --output boards.nonpack
  nonogram generate --size 15x15 --difficulty 20..40
  nonogram generate --count 5 --unique --output 'random-%d.xml'
  nonogram generate --size 10x10 --colours 3 --unique
  nonogram generate --image photo.png --size 20x30 --threshold 100 --unique --output photo.non

Random puzzles are 10x10 without --size, and black and white without --colours. The difficulty is the number that \
`nonogram validate` prints. The same options and seed give the same puzzles; without --seed, a random one is used and printed on stderr. \
If the puzzle of a picture does not qualify, other numbers of colours are tried (if the picture has colours and --colours is not given), \
then all other thresholds, the nearest first. Thresholds that fill all cells or none are skipped.")]
pub struct Generate {
    /// Make the puzzle from a picture: a PNG, JPEG, GIF, BMP, WebP, PBM, PGM, PPM or text file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["density", "seed", "count"])]
    image: Option<PathBuf>,

    #[command(flatten)]
    picture: Image,

    /// The probability that a cell is filled
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = probability)]
    density: f64,

    /// Seed of the random numbers [default: random]
    #[arg(long)]
    seed: Option<u64>,

    /// Number of puzzles
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// Only puzzles with exactly one solution
    #[arg(long, group = DEMAND)]
    unique: bool,

    /// Only puzzles that line logic solves; these have one solution
    #[arg(long, group = DEMAND)]
    line_solvable: bool,

    /// Only puzzles with one solution and a difficulty in this range: 20..40, 20.. or ..40
    #[arg(long, group = DEMAND, value_name = "MIN..MAX", value_parser = difficulties)]
    difficulty: Option<RangeInclusive<f64>>,

    /// Give up if N puzzles in a row do not qualify [default: 100000]
    #[arg(long, requires = DEMAND, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tries: Option<u32>,

    #[command(flatten)]
    export: Export,
}

/// Default of `--tries`: the number of puzzles in a row that may fail to qualify before the search for one ends.
const TRIES: u32 = 100_000;

/// The default size of a random puzzle, in rows and columns.
const SIZE: (usize, usize) = (10, 10);

fn difficulties(text: &str) -> Result<RangeInclusive<f64>, BadValue> {
    let bound = |text: &str, absent: f64| match text {
        "" => Some(absent),
        number => number.parse().ok().filter(|bound: &f64| *bound >= 0.0),
    };
    let range = text.split_once("..").and_then(|(least, most)| {
        let range = bound(least, 0.0)?..=bound(most, f64::INFINITY)?;
        (range.start() <= range.end()).then_some(range)
    });
    range.ok_or_else(|| BadValue::expected("a range of numbers such as 20..40, 20.. or ..40"))
}

impl Generate {
    pub fn run(self) -> Outcome {
        if self.image.is_none() {
            // Not `requires`: clap does not enforce it beside an option that conflicts with --image.
            refuse(&self.picture.only_of_pictures(), "without --image")?;
        }
        let format = self.export.format(Some(Format::Non))?;
        let mut exporter = self.export.begin(format);
        match &self.image {
            Some(path) => exporter.add(self.of_picture(path)?, path.display().to_string())?,
            None => self.at_random(&mut exporter)?,
        }
        exporter.finish()?;
        Ok(Exit::Solved)
    }

    /// The requirements that a puzzle must meet to qualify.
    fn demand(&self) -> Demand {
        Demand {
            unique: self.unique,
            line_solvable: self.line_solvable,
            difficulty: self.difficulty.clone(),
            ..Demand::default()
        }
    }

    fn tries(&self) -> u32 {
        self.tries.unwrap_or(TRIES)
    }

    /// Writes random puzzles, each when it is found if it has its own file.
    fn at_random(&self, exporter: &mut Exporter) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(|| {
            let seed = rand::random();
            say!("nonogram: --seed {seed}");
            seed
        });
        let size = self.picture.size.unwrap_or(SIZE);
        let colours = self.picture.colours.unwrap_or(1);
        let mut random = Random::new(size, self.density, seed, self.demand()).in_colours(colours);
        (1..=self.count).try_for_each(|number| {
            let found = next_random(&mut random, |tried| tried < self.tries());
            let puzzle = found.map_err(|complaint| {
                let help = "expected one: change --density or --size, or raise --tries";
                Failure::of_stopped(Exit::Stalled, format!("{complaint}; {help}"))
            })?;
            exporter.add(puzzle, format!("puzzle {number}"))
        })
    }

    /// The puzzle of a picture, read with the first options that make it qualify: those given, then, if the picture has colours and
    /// their number is not given, other numbers of colours, then other thresholds, the nearest first.
    fn of_picture(&self, path: &Path) -> Result<Puzzle, Failure> {
        let image = self.picture.options();
        let demand = self.demand();
        let is_choosy = !demand.accepts_all();
        let name = path.display().to_string();
        if !is_stdin(path) {
            output::protect(path);
        }
        let bytes = read_whole(path, "a picture")?;
        let mut seen: Vec<Grid> = Vec::new();
        let mut is_coloured = false;
        let numbers = near_colours(image.colours).map(|colours| ImageOptions { colours, ..image });
        let thresholds = near(image.threshold).map(|threshold| ImageOptions { threshold, ..image });
        for other in numbers.chain(thresholds) {
            if seen.len() == self.tries() as usize {
                break;
            }
            if other.colours != image.colours && !is_coloured {
                continue;
            }
            // A threshold outside the range from ink to paper fills all cells or none: the puzzle is unique, but the picture is lost.
            let read = read_picture(&bytes, &name, other, is_choosy)?;
            let Some((goal, puzzle, notes)) = read else {
                continue;
            };
            is_coloured |= puzzle.palette().is_coloured();
            let is_full = goal.rows() * goal.columns() == goal.filled_cells();
            if (is_choosy && is_full) || seen.contains(&goal) {
                continue;
            }
            if demand.accepts(&puzzle) {
                say_notes(&notes);
                if other.threshold != image.threshold {
                    say!("nonogram: --threshold {}", other.threshold);
                }
                if let Some(colours) = other.colours.filter(|_| image.colours.is_none()) {
                    say!("nonogram: --colours {colours}");
                }
                let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                return with_goal_and_title(puzzle, goal, title);
            }
            seen.push(goal);
        }
        if seen.is_empty() {
            return Err(failure!(
                Exit::Stalled,
                "{name}: at every threshold all cells or none are filled; expected ink and paper: \
                     use another picture, or another --size"
            ));
        }
        Err(failure!(
            Exit::Stalled,
            "{name}: of the pictures at all thresholds and numbers of colours, {} in all, none qualifies; expected one that does: use \
             another --size, or the edits of `nonogram disambiguate`",
            seen.len()
        ))
    }
}

/// The picture in these bytes, its puzzle, and the notes of the reader; `None` if no cell is filled and `is_choosy` is set.
fn read_picture(
    bytes: &[u8],
    name: &str,
    image: ImageOptions,
    is_choosy: bool,
) -> Result<Option<(Grid, Puzzle, Vec<Note>)>, Failure> {
    let options = ReadOptions { image, ..ReadOptions::default() };
    let file = PuzzleFile::from_stream(bytes, name, options).or_exit(Exit::Usage)?;
    let puzzles: Result<Vec<Puzzle>, ReadError> = file.puzzles().collect();
    if let Err(ReadError::Parse(error)) = &puzzles
        && is_choosy
        && matches!(error.kind, ParseErrorKind::NoFilledCell { .. })
    {
        return Ok(None);
    }
    let goal = match &puzzles.or_exit(Exit::Usage)?[..] {
        [puzzle] => puzzle.goal().map(|goal| (goal.clone(), puzzle.clone(), file.notes())),
        _ => None,
    };
    let expected = || failure!(Exit::Usage, "{name}: expected one picture: name a PNG or PBM file");
    goal.map(Some).ok_or_else(expected)
}

/// All thresholds, the nearest to `threshold` first.
fn near(threshold: u8) -> impl Iterator<Item = u8> {
    let apart = (1..=u8::MAX).flat_map(move |distance| {
        let both = [threshold.checked_sub(distance), threshold.checked_add(distance)];
        both.into_iter().flatten()
    });
    std::iter::once(threshold).chain(apart)
}

/// The numbers of colours to try: the requested one or, without one, `None` for the default and then [`MAX_COLOURS`] down to 2. Larger
/// numbers come first, because a puzzle with more colours tends to have fewer solutions.
fn near_colours(requested: Option<usize>) -> impl Iterator<Item = Option<usize>> {
    let others = (2..=MAX_COLOURS).rev().filter(move |_| requested.is_none());
    std::iter::once(requested).chain(others.map(Some))
}

/// The puzzle with its picture as the goal, and with this title.
fn with_goal_and_title(puzzle: Puzzle, goal: Grid, title: String) -> Result<Puzzle, Failure> {
    let words = Metadata { title: Some(title), ..Metadata::default() };
    puzzle.with_metadata(words).with_goal(goal).or_exit(Exit::Fault)
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn thresholds_are_tried_once_each_the_nearest_first() {
        let mut thresholds: Vec<u8> = near(128).collect();
        assert_eq!(thresholds[..5], [128, 127, 129, 126, 130]);
        thresholds.sort();
        assert!(thresholds.iter().copied().eq(0..=u8::MAX));
        assert_eq!(near(0).take(3).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
