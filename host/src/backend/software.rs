//! The software back end: the engines of nonogram-solver, and the options that control them.
//!
//! [`SearchOptions`] has the options that `solve` and `batch` share, and [`Listing`] the solutions of one puzzle; [`Software`] is the back
//! end of `solve`.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nonogram_kit::device::{DEFAULT_BAUD, SearchTerms};
use nonogram_kit::{Answer, Source};
use nonogram_protocol::SearchMode;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{Engine, LineOutcome, Report, SolveOptions, fit, propagate, solve_each};

use super::{Reported, SOFTWARE};
use crate::exit::{Exit, Failure, OrExit, refuse};
use crate::input::GridFile;
use crate::screen;
use crate::values::{at_least_one, seconds};

/// The options of the software engines; some of the options also apply to the clue core.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// The software engine [default: portfolio]
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = engine_parser())]
    engine: Option<Engine>,

    /// Stop at N solutions; with 1, which the clue core accepts too, uniqueness is not examined [default: 2; no
    /// limit with solve --count]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = at_least_one, conflicts_with = "all")]
    max_solutions: Option<usize>,

    /// Find all solutions
    #[arg(long)]
    all: bool,

    /// Seconds per puzzle after which the search stops, also on the clue core [default: none; 60 on a port]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Decisions per puzzle after which the search stops; --engine sat counts per solution [default: none]
    #[arg(long, hide_short_help = true, value_name = "N")]
    node_limit: Option<u64>,
}

/// Reads the name of an engine, and lists all engines in help and completion.
fn engine_parser() -> impl TypedValueParser<Value = Engine> {
    let names =
        Engine::ALL.map(|engine| PossibleValue::new(engine.name()).help(engine.description()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Engine>())
}

impl SearchOptions {
    /// The options that only the software engines have, and whether they are given.
    pub fn only_in_software(&self) -> [(&'static str, bool); 4] {
        [
            ("--engine", self.engine.is_some()),
            ("--all", self.all),
            ("--node-limit", self.node_limit.is_some()),
            ("--max-solutions", self.max_solutions.is_some_and(|most| most > 1)),
        ]
    }

    /// The options of the clue core, and whether they are given.
    pub fn of_clue_core(&self) -> [(&'static str, bool); 2] {
        [
            ("--time-limit", self.time_limit.is_some()),
            ("--max-solutions", self.max_solutions.is_some()),
        ]
    }

    /// Refuses options that have no effect with the engine.
    ///
    /// # Errors
    /// An option has no effect.
    pub fn check_effect(&self) -> Result<(), Failure> {
        let engine = self.engine();
        let node_limit = [("--node-limit", self.node_limit.is_some() && !engine.decides())];
        refuse(&node_limit, &format!("with the engine {engine}, which makes no decisions"))
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

    /// What the records of a software engine's answers report. No bytes are sent; that takes 0 s at any baud rate.
    pub fn reported(&self) -> Reported<'static> {
        let engine = Some(self.engine().name());
        Reported { backend: SOFTWARE, core: None, engine, baud: Some(DEFAULT_BAUD) }
    }

    /// The selected engine, or the default.
    pub fn engine(&self) -> Engine {
        self.engine.unwrap_or_default()
    }

    /// Whether more than one solution was requested.
    pub fn wants_several(&self) -> bool {
        self.all || self.max_solutions.is_some_and(|most| most > 1)
    }

    /// The options for counting the solutions of a puzzle; `known_cells` is the file of `--grid`, if it is given.
    ///
    /// # Errors
    /// The engine does not accept the puzzle, or the grid in the file cannot be read or has another size.
    pub fn to_count(
        &self,
        known_cells: Option<&GridFile>,
        puzzle: &Puzzle,
    ) -> Result<SolveOptions, Failure> {
        let options = SolveOptions {
            max_solutions: self.max_solutions.unwrap_or(usize::MAX),
            fixed: known_cells.map(|grid| grid.read(puzzle)).transpose()?,
            ..self.to_solve_options()
        };
        fit::check(puzzle, options.engine).or_exit(Exit::Usage)?;
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
                None => usual.max_solutions,
            },
            time_limit: self.time_limit,
            cancel: None,
            node_limit: self.node_limit,
            fixed: None,
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
    /// Engine and limits.
    pub options: SearchOptions,
    /// The file with the cells that are already known, if `--grid` names one.
    pub known_cells_file: Option<GridFile>,
}

impl Software {
    /// Solves a puzzle; if several solutions were requested and found, passes each to `each`. Returns the answer, and its number if it
    /// is the only one of several.
    ///
    /// # Errors
    /// The engine does not accept the puzzle, or the file of known cells cannot be read.
    pub fn solve(
        &mut self,
        source: &Source,
        each: EachSolution<'_>,
    ) -> Result<(Option<usize>, Answer), Failure> {
        let _progress = SearchProgress::start(source);
        let puzzle = &source.puzzle;
        let known_cells = self.known_cells_file.as_ref();
        let options = SolveOptions {
            fixed: known_cells.map(|grid| grid.read(puzzle)).transpose()?,
            ..self.options.to_solve_options()
        };
        fit::check(puzzle, options.engine).or_exit(Exit::Usage)?;
        let mut listing = Listing::new(self.options.wants_several());
        let mut take = |solution: &Grid| listing.push(solution, each);
        let report = solve_each(puzzle, &options, &mut take);
        Ok(listing.finish(puzzle, &options, report))
    }
}

/// Receives the answer for a solution, and its number from 1; `Break` ends the search.
pub type EachSolution<'a> = &'a mut dyn FnMut(usize, &Answer) -> ControlFlow<()>;

/// The solutions of one puzzle as they are found, if several were requested. The first solution waits until there is a second one or the
/// search has ended, because only then is it known whether it is the only one. The others are passed on at once, so that memory holds one
/// solution.
pub struct Listing {
    /// Whether more than one solution was requested.
    several: bool,
    /// The first solution; `None` once it has been passed on.
    first: Option<Grid>,
    count: usize,
}

impl Listing {
    /// No solution yet; `several` states whether more than one was requested.
    pub fn new(several: bool) -> Self {
        Self { several, first: None, count: 0 }
    }

    /// Adds the next solution. If several were requested, passes on those that are now known not to be the only one: none on the first
    /// call, two on the second, one on each later call.
    pub fn push(&mut self, solution: &Grid, each: EachSolution<'_>) -> ControlFlow<()> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(solution.clone());
            return ControlFlow::Continue(());
        }
        if !self.several {
            return ControlFlow::Continue(());
        }
        if let Some(first) = self.first.take() {
            each(1, &Answer::one_of_several(&first))?;
        }
        each(self.count, &Answer::one_of_several(solution))
    }

    /// The answer after the search, from its report. Its number is 1 if several solutions were requested and this is the only one; the
    /// answer is listed if the solutions were passed on before.
    pub fn finish(
        self,
        puzzle: &Puzzle,
        options: &SolveOptions,
        mut report: Report,
    ) -> (Option<usize>, Answer) {
        let number = (self.several && self.count == 1).then_some(1);
        let listed = if self.several && self.count > 1 { self.count } else { 0 };
        report.solutions.extend(self.first);
        (number, Answer::of_software(puzzle, options, report, listed))
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
