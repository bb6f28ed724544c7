//! `genetic`: six experts evolve pictures, their best individuals vote on each cell, and line logic completes the vote.
//!
//! Interface: `Genetic` is the search, [`Settings`] its parameters, [`Generation`] the data for an observer. Sources:
//! the published genetic solver with square and group penalties and a wisdom-of-crowds vote, after
//! R. V. Yampolskiy, L. Ashby and L. Hassan, "Wisdom of Artificial Crowds", Journal of Intelligent
//! Learning Systems and Applications 4 (2012); rows that always keep their clues, after W.-L. Wiggers,
//! "A comparison of a genetic algorithm and a depth first search algorithm applied to Japanese
//! nonograms" (2004).

mod encoding;

pub use encoding::{Bias, Statistics, Weights};
use encoding::{Encoding, Population, vote};
use nonogram_puzzles::{Clue, Grid, Puzzle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::engine::search::{Counts, End, Limits, Search};
use crate::engine::{Engine, Unfit, check_cells};
use crate::propagate::propagate_within;
use crate::solve::{LineOutcome, Methods};

/// The experts: the lines that always keep their clues, and the penalty weights of the other lines.
pub const EXPERTS: [(Bias, Weights); 6] = [
    (Bias::Rows, Weights::GROUPS),
    (Bias::Rows, Weights::EVEN),
    (Bias::Rows, Weights::SQUARES),
    (Bias::Columns, Weights::GROUPS),
    (Bias::Columns, Weights::EVEN),
    (Bias::Columns, Weights::SQUARES),
];

/// Share of each population that votes, best individuals first; at least one individual votes.
const VOTERS: f64 = 0.1;
/// Share of the votes above which a cell is decided.
const THRESHOLD: f64 = 0.8;

/// Parameters of the algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Individuals per expert; fewer than 2 count as 2.
    pub population: usize,
    /// Generations per round after the random first one.
    pub generations: u64,
    /// Number of rounds, each from new populations, before the engine gives up; 0 counts as 1.
    pub rounds: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 0, population: 100, generations: 200, rounds: 5 }
    }
}

/// Data about a generation, for an observer.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// Number of the round, from 1.
    pub round: u64,
    /// Number of the generation in its round; 0 for the initial random one.
    pub generation: u64,
    /// Penalties of each expert's population, in the order of [`EXPERTS`].
    pub experts: [Statistics; EXPERTS.len()],
    /// Vote of the best individual of each expert. A cell with too few votes for either value is unknown.
    pub vote: Grid,
}

/// Maximum number of genes of all individuals together: 256 MiB, and as much again for their children.
const MAX_GENES: usize = 1 << 25;

/// Checks that the populations have few enough genes, one per block.
pub(crate) fn check(puzzle: &Puzzle, settings: &Settings) -> Result<(), Unfit> {
    check_cells(puzzle, Engine::Genetic)?;
    let blocks = |clues: &[Clue]| clues.iter().map(|clue| clue.len()).sum::<usize>();
    let genes = EXPERTS.map(|(bias, _)| match bias {
        Bias::Rows => blocks(puzzle.rows()),
        Bias::Columns => blocks(puzzle.columns()),
    });
    let genes = (genes.iter().sum::<usize>()).saturating_mul(settings.population);
    if genes <= MAX_GENES {
        return Ok(());
    }
    Err(Unfit::new(
        Engine::Genetic,
        format!("{genes} genes"),
        format!("at most {MAX_GENES}, one for each block of each individual"),
    ))
}

/// Callback for every generation.
type Observer<'a> = Box<dyn FnMut(&Generation) + 'a>;

/// The search. It may find solutions, but cannot prove that there is none or only one.
pub(crate) struct Genetic<'a> {
    puzzle: &'a Puzzle,
    fixed: Grid,
    settings: Settings,
    encodings: Vec<Encoding<'a>>,
    experts: Vec<Expert>,
    round: u64,
    generation: u64,
    found: Vec<Grid>,
    observer: Option<Observer<'a>>,
    counts: Counts,
}

/// Individuals and random numbers of an expert.
struct Expert {
    population: Population,
    random: ChaCha8Rng,
}

impl<'a> Genetic<'a> {
    /// Creates a search for solutions of `puzzle` with the cells known in `fixed`.
    pub fn new(puzzle: &'a Puzzle, fixed: Option<&Grid>, settings: Settings) -> Self {
        let size = (puzzle.row_count(), puzzle.column_count());
        let fixed = fixed.map_or_else(|| Grid::new(size.0, size.1), Grid::clone);
        let encodings = EXPERTS.map(|(bias, weights)| Encoding::new(puzzle, &fixed, bias, weights));
        Self {
            puzzle,
            settings,
            encodings: encodings.into(),
            fixed,
            experts: Vec::new(),
            round: 0,
            generation: 0,
            found: Vec::new(),
            observer: None,
            counts: Counts::default(),
        }
    }

    /// Calls `observer` for every generation.
    #[must_use]
    pub fn with_observer(mut self, observer: impl FnMut(&Generation) + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Starts the next round with random populations. Returns `None` if a limit is reached first.
    fn begin_round(&mut self, limits: &Limits) -> Option<()> {
        let round = self.round + 1;
        let experts = self.encodings.iter().enumerate().map(|(expert, encoding)| {
            if limits.is_late() {
                return None;
            }
            let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
            // Every expert of every round uses a random stream of its own.
            random.set_stream(round * EXPERTS.len() as u64 + expert as u64);
            let population = Population::random(encoding, self.settings.population, &mut random);
            Some(Expert { population, random })
        });
        self.experts = experts.collect::<Option<_>>()?;
        (self.round, self.generation) = (round, 0);
        self.show();
        Some(())
    }

    /// Evolves the next generation. Returns `None` if a limit is reached first.
    fn evolve(&mut self, limits: &Limits) -> Option<()> {
        for (expert, encoding) in self.experts.iter_mut().zip(&self.encodings) {
            if limits.is_late() {
                return None;
            }
            expert.population.evolve(encoding, &mut expert.random);
        }
        self.generation += 1;
        self.counts.decisions += 1;
        self.show();
        Some(())
    }

    /// Pictures of the best individuals: the fraction `share` of each expert's population, at least one individual.
    fn best(&self, share: f64) -> Vec<Grid> {
        let mut best = Vec::new();
        for (expert, encoding) in self.experts.iter().zip(&self.encodings) {
            let voters = (self.settings.population as f64 * share) as usize;
            best.extend(expert.population.best(voters.max(1)).map(|genes| encoding.grid(genes)));
        }
        best
    }

    /// Passes the current generation to the observer, if there is one.
    fn show(&mut self) {
        if self.observer.is_none() {
            return;
        }
        let generation = Generation {
            round: self.round,
            generation: self.generation,
            experts: std::array::from_fn(|expert| self.experts[expert].population.statistics()),
            vote: vote(&self.best(0.0), THRESHOLD),
        };
        if let Some(observer) = &mut self.observer {
            observer(&generation);
        }
    }

    /// A new solution: the best individual of an expert or, at the end of a round, the result of line logic on the vote.
    /// `None` if none of these is a new solution.
    fn solution(&mut self, round_is_over: bool, limits: &Limits) -> Option<Grid> {
        let mut candidates = self.best(0.0);
        if round_is_over {
            let decided = vote(&self.best(VOTERS), THRESHOLD);
            let methods = Methods::default();
            let lines = propagate_within(self.puzzle, Some(&decided), methods, limits);
            self.counts.visits += lines.visits;
            match lines.outcome {
                LineOutcome::Solved(grid) => candidates.push(grid),
                LineOutcome::Stalled(_) => {}
                LineOutcome::Contradiction { .. } => self.counts.conflicts += 1,
            }
        }
        let is_new = |grid: &Grid| {
            self.puzzle.is_solved_by(grid) && self.keeps_fixed(grid) && !self.found.contains(grid)
        };
        let solution = candidates.into_iter().find(is_new)?;
        self.found.push(solution.clone());
        Some(solution)
    }

    fn keeps_fixed(&self, grid: &Grid) -> bool {
        (0..grid.rows()).all(|row| {
            let mut pairs = self.fixed.row(row).zip(grid.row(row));
            pairs.all(|(fixed, cell)| fixed.value().is_none() || fixed == cell)
        })
    }
}

impl Search for Genetic<'_> {
    /// Runs until the next solution, the end of the last round, or a limit on time or decisions. A generation counts as a decision unless
    /// it is the first of its round; a vote that line logic refutes counts as a conflict.
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        let mut generations_left = limits.decisions;
        loop {
            let round_is_over = self.generation >= self.settings.generations;
            if self.round > 0 && round_is_over && self.round >= self.settings.rounds {
                // A limit may have stopped line logic on the last vote.
                return Err(if limits.is_late() { End::TimeLimit } else { End::NodeLimit });
            }
            let in_time = if self.round == 0 || round_is_over {
                self.begin_round(limits)
            } else {
                if generations_left == 0 {
                    return Err(End::NodeLimit);
                }
                generations_left -= 1;
                self.evolve(limits)
            };
            if in_time.is_none() {
                return Err(End::TimeLimit);
            }
            let round_is_over = self.generation >= self.settings.generations;
            if let Some(solution) = self.solution(round_is_over, limits) {
                return Ok(solution);
            }
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
