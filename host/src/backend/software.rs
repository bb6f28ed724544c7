//! The software back end: the engines of nonogram-solver, and the options that control them.
//!
//! [`SearchOptions`] has the options that `solve` and `batch` share; [`Software`] is the back end of `solve`. [`GeneticOptions`] are those of
//! the genetic engine, and [`Generations`] records its generations as numbers and pictures.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::device::SearchTerms;
use nonogram_kit::{Answer, Source, check_engine};
use nonogram_protocol::SearchMode;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::published::genetic::{self, EXPERTS, Generation};
use nonogram_solver::published::{self, Settings};
use nonogram_solver::{
    Engine, LineOutcome, LineSolver, Methods, Report, Selection, SolveOptions, propagate,
    solve_each,
};

use crate::effect::refuse;
use crate::exit::{Exit, Failure, OrExit};
use crate::input::GridFile;
use crate::listing::{EachSolution, Listing};
use crate::output::{self, Pattern};
use crate::picture;
use crate::screen;
use crate::values::{BadValue, at_least_one, population, seconds, threads};

/// The options of the software engines; some of the options also apply to the clue core.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// The software engine [default: portfolio]
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = engine_parser())]
    engine: Option<Engine>,

    /// Stop at N solutions; with 1, which the clue core accepts too, uniqueness is not examined [default: 2; 1 with
    /// --engine genetic; no limit with solve --count]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = at_least_one, conflicts_with = "all")]
    max_solutions: Option<usize>,

    /// Find all solutions
    #[arg(long)]
    all: bool,

    /// Threads of the engine, or in batch the puzzles solved at the same time; unless a time limit is reached, the result does not
    /// depend on the number [default: one per processor]
    #[arg(long, hide_short_help = true, value_name = "T", value_parser = threads)]
    threads: Option<usize>,

    /// Seconds per puzzle after which the search stops, also on the clue core [default: none; 60 on a port]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Decisions per puzzle after which the search stops; --engine sat counts per solution, genetic counts generations [default: none]
    #[arg(long, hide_short_help = true, value_name = "N")]
    node_limit: Option<u64>,

    /// With --engine lines: how a line is solved [default: bits]
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = by_name::<LineSolver>(&LineSolver::ALL.map(LineSolver::name)))]
    line_solver: Option<LineSolver>,

    /// With --engine lines: which line comes next [default: dirty]
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = by_name::<Selection>(&Selection::ALL.map(Selection::name)))]
    line_selection: Option<Selection>,
}

/// Reads one of these names, and lists all of them in help and completion.
fn by_name<T>(names: &[&'static str]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.iter().copied()).try_map(|name| name.parse::<T>())
}

/// Reads the name of an engine, and lists all engines in help and completion.
fn engine_parser() -> impl TypedValueParser<Value = Engine> {
    let names =
        Engine::ALL.map(|engine| PossibleValue::new(engine.name()).help(engine.description()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Engine>())
}

impl SearchOptions {
    /// The options of the software engines, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("engine", self.engine.is_some()),
            ("all", self.all),
            ("threads", self.threads.is_some()),
            ("node-limit", self.node_limit.is_some()),
            ("line-solver", self.line_solver.is_some()),
            ("line-selection", self.line_selection.is_some()),
            ("max-solutions", self.max_solutions.is_some_and(|most| most > 1)),
        ]
    }

    /// The options of the clue core, and whether they are given.
    pub fn of_clue_core(&self) -> [(&'static str, bool); 2] {
        [("time-limit", self.time_limit.is_some()), ("max-solutions", self.max_solutions.is_some())]
    }

    /// Refuses options that have no effect with the engine.
    ///
    /// # Errors
    /// An option has no effect.
    pub fn check_effect(&self) -> Result<(), Failure> {
        let engine = self.engine();
        if engine != Engine::Lines {
            let methods = [
                ("line-solver", self.line_solver.is_some()),
                ("line-selection", self.line_selection.is_some()),
            ];
            let here = format!("with the engine {engine}: leave it out, or use `--engine lines`");
            refuse(&methods, &here)?;
        }
        if matches!(engine, Engine::Lines | Engine::Dnf) {
            let limit = [("node-limit", self.node_limit.is_some())];
            let here = format!("with the engine {engine}, which makes no decisions: leave it out");
            refuse(&limit, &here)?;
        }
        Ok(())
    }

    /// Whether an option of the clue core is given, so that it is simulated unless another core is requested.
    pub fn needs_clue_core(&self) -> bool {
        self.time_limit.is_some() || self.max_solutions == Some(1)
    }

    /// The search terms for a core that searches.
    pub fn to_search_terms(&self) -> SearchTerms {
        SearchTerms {
            mode: match self.max_solutions {
                Some(1) => SearchMode::FirstSolution,
                _ => SearchMode::Proof,
            },
            time_limit: self.time_limit,
        }
    }

    /// The selected engine, or the default.
    pub fn engine(&self) -> Engine {
        self.engine.unwrap_or_default()
    }

    /// The number of threads; 0 means one per processor.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(0)
    }

    /// Whether more than one solution was requested.
    pub fn wants_several(&self) -> bool {
        self.all || self.max_solutions.is_some_and(|most| most > 1)
    }

    /// The options for counting the solutions of a puzzle; `given` is the file with its known cells, if `--grid` names one.
    ///
    /// # Errors
    /// The engine does not accept the puzzle, or the grid in the file cannot be read or has another size.
    pub fn to_count(
        &self,
        given: Option<&GridFile>,
        puzzle: &Puzzle,
    ) -> Result<SolveOptions, Failure> {
        let options = SolveOptions {
            max_solutions: self.max_solutions.unwrap_or(usize::MAX),
            fixed: given.map(|grid| grid.read(puzzle)).transpose()?,
            ..self.to_solve_options()
        };
        check_engine(puzzle, &options).or_exit(Exit::Usage)?;
        Ok(options)
    }

    /// The options as options of the solver.
    pub fn to_solve_options(&self) -> SolveOptions {
        let usual = SolveOptions::default();
        SolveOptions {
            engine: self.engine(),
            max_solutions: match self.max_solutions {
                _ if self.all => usize::MAX,
                Some(most) => most,
                // The genetic engine cannot prove uniqueness, and would continue to search until a limit.
                None if self.engine() == Engine::Genetic => 1,
                None => usual.max_solutions,
            },
            time_limit: self.time_limit,
            cancel: None,
            node_limit: self.node_limit,
            threads: self.threads(),
            fixed: None,
            methods: Methods {
                line_solver: self.line_solver.unwrap_or_default(),
                selection: self.line_selection.unwrap_or_default(),
            },
        }
    }
}

/// A pool with this number of threads, or with one per processor if `threads` is 0.
///
/// # Errors
/// The threads cannot be started.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("cannot start the threads; request fewer with --threads").or_exit(Exit::Fault)
}

/// The back end that solves in this process.
pub struct Software {
    /// Engine, limits, and methods of the engine `lines`.
    pub options: SearchOptions,
    /// The file with the cells that are already known, if `--grid` names one.
    pub given: Option<GridFile>,
    /// The options of the genetic engine.
    pub evolution: GeneticOptions,
    /// The record of the genetic engine's generations.
    pub generations: Generations,
}

impl Software {
    /// Solves a puzzle; if several solutions were requested and found, passes each to `each`. Returns the answer, and its number if it
    /// is the only one of several.
    ///
    /// # Errors
    /// The engine does not accept the puzzle, the file of known cells cannot be read, or a file cannot be written.
    pub fn solve(
        &mut self,
        source: &Source,
        each: EachSolution<'_>,
    ) -> Result<(Option<usize>, Answer), Failure> {
        let _progress = SearchProgress::start(source);
        let puzzle = &source.puzzle;
        let given = self.given.as_ref();
        let options = SolveOptions {
            fixed: given.map(|grid| grid.read(puzzle)).transpose()?,
            ..self.options.to_solve_options()
        };
        check_engine(puzzle, &options).or_exit(Exit::Usage)?;
        let mut listing = Listing::new(self.options.wants_several());
        let mut take = |solution: &Grid| listing.push(solution, each);
        let report = if options.engine == Engine::Genetic {
            self.evolve(puzzle, &options, &mut take)?
        } else {
            solve_each(puzzle, &options, &mut take)
        };
        Ok(listing.finish(puzzle, &options, report))
    }

    /// Solves a puzzle with the genetic engine, and records its generations.
    fn evolve(
        &mut self,
        puzzle: &Puzzle,
        options: &SolveOptions,
        each: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<Report, Failure> {
        let (evolution, record) = (&self.evolution, &mut self.generations);
        record.begin();
        let settings = evolution.to_settings();
        let mut note = |generation: &_| record.note(evolution, puzzle, generation);
        let report = published::solve_each(puzzle, options, &settings, &mut note, each);
        record.end(evolution)?;
        Ok(report)
    }
}

/// Searches that end within this time show no progress.
const DELAY: Duration = Duration::from_secs(1);

/// The progress of a search that is running, on a terminal: the number of cells that line logic determines, and the elapsed time. It is
/// shown until the value is dropped, unless the search ends within [`DELAY`].
#[must_use]
struct SearchProgress {
    /// The sender; dropping it ends the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl SearchProgress {
    /// Shows the progress of the search for a puzzle; `None` if stderr is not a terminal.
    fn start(source: &Source) -> Option<Self> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let (name, puzzle) = (source.name(), source.puzzle.clone());
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            if stopped.recv_timeout(DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let cells = puzzle.row_count() * puzzle.column_count();
            let known = match propagate(&puzzle) {
                LineOutcome::Solved(grid) | LineOutcome::Stalled(grid) => grid.known_cells(),
                LineOutcome::Contradiction { .. } => 0,
            };
            // The name comes last because a narrow terminal cuts off the end.
            let _step = screen::step(&format!("{known} of {cells} cells known; searching {name}"));
            // Nothing is ever sent: the call returns when the sender is dropped.
            let _ = stopped.recv();
        });
        Some(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has already reported it.
            let _ = thread.join();
        }
    }
}

/// The options of the genetic engine.
#[derive(Args, Clone, Debug, Default)]
pub struct GeneticOptions {
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

impl GeneticOptions {
    /// The options, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("seed", self.seed.is_some()),
            ("population", self.population.is_some()),
            ("generations", self.generations.is_some()),
            ("rounds", self.rounds.is_some()),
            ("generations-csv", self.generations_csv.is_some()),
            ("generations-pictures", self.generations_pictures.is_some()),
        ]
    }

    /// The options as settings of the engine.
    pub fn to_settings(&self) -> Settings {
        let usual = genetic::Settings::default();
        let genetic = genetic::Settings {
            seed: self.seed.unwrap_or(usual.seed),
            population: self.population.unwrap_or(usual.population),
            generations: self.generations.unwrap_or(usual.generations),
            rounds: self.rounds.unwrap_or(usual.rounds),
        };
        Settings { genetic }
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
    pub fn note(&mut self, options: &GeneticOptions, puzzle: &Puzzle, generation: &Generation) {
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
    pub fn end(&mut self, options: &GeneticOptions) -> Result<(), Failure> {
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
