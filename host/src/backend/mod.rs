//! What solves a puzzle: a device behind a link, or software.
//!
//! [`Backend`] is all that the commands see; [`Choice`] has the options that select one.

mod choice;
mod device;
mod evolution;
mod fault;
mod hardware;
mod listing;
mod port;
mod search;
mod search_progress;
mod simulator;
pub mod software;
mod verify;

mod weight;

use std::ops::ControlFlow;

use nonogram_protocol::{CoreKind, SearchMode, SearchRequest};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::Unfit;

use crate::exit::Failure;
use crate::input::Source;
use crate::link::Traffic;
use crate::observer::Observer;
pub use choice::{BACK_ENDS, Choice, SIM, SOFTWARE};
pub use device::Device;
pub use fault::Coloured;
pub use hardware::{DEFAULT_BAUD, DEFAULT_BUILD, Hardware, builds, cores};
pub use listing::Listing;
pub use nonogram_sim::answer::Verdict;
pub use port::PortOptions;
pub use search::{LIMIT_ON_PORT, SearchTerms};
pub use simulator::Simulator;
pub use weight::Weight;

/// The option that bounds a search in time, as it is spelled.
pub const TIME_LIMIT: &str = "--time-limit";
/// The option that asks a core that searches for line logic alone, as it is spelled.
pub const LINE_LOGIC: &str = "--line-logic";

/// A back end's answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What is known of the picture; the first solution, where there are several.
    pub grid: Grid,
    /// The verdict.
    pub verdict: Verdict,
    /// From a device, how the board came through its link.
    pub link: Option<RoundTrip>,
    /// From a software engine or a core that searches, what else its search found.
    pub search: Option<SearchResult>,
}

/// How a board came through its link.
#[derive(Clone, Copy, Debug)]
pub struct RoundTrip {
    /// What it took.
    pub traffic: Traffic,
    /// Times that it was retransmitted.
    pub retries: u32,
    /// It had a check message, and so had its reply.
    pub check: bool,
    /// The device's core, where it is known.
    pub core: Option<CoreKind>,
    /// What was asked of a core that searches.
    pub request: SearchRequest,
}

/// What a search found besides the first solution.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// Whether the solution is the only one, as far as that is settled.
    pub unique: Option<bool>,
    /// Solutions handed out before, where several were asked for.
    pub listed: usize,
    /// The option that ended the search before its time.
    pub limit: Option<&'static str>,
    /// Why the engine did not search.
    pub unfit: Option<Unfit>,
}

impl Answer {
    /// A device's answer. A clue core searches until it is settled whether a solution is the only one, unless it is
    /// asked for less.
    pub fn of_device(verdict: Verdict, grid: Grid, link: RoundTrip) -> Self {
        let searches = link.core == Some(CoreKind::Clue);
        let proves = link.request.mode != SearchMode::FirstSolution;
        let limit = match link.request.mode {
            SearchMode::LineLogic => LINE_LOGIC,
            SearchMode::Proof | SearchMode::FirstSolution => TIME_LIMIT,
        };
        let search = SearchResult {
            unique: match verdict {
                Verdict::Solved => proves.then_some(true),
                Verdict::Multiple => Some(false),
                Verdict::Unsolvable | Verdict::Stalled => None,
            },
            listed: 0,
            limit: (verdict == Verdict::Stalled).then_some(limit),
            unfit: None,
        };
        Self {
            grid,
            verdict,
            link: Some(link),
            search: searches.then_some(search),
        }
    }

    /// The answer that goes with one of several solutions.
    pub fn one_of_several(solution: &Grid) -> Self {
        Self {
            grid: solution.clone(),
            verdict: Verdict::Multiple,
            link: None,
            search: Some(SearchResult {
                unique: Some(false),
                listed: 0,
                limit: None,
                unfit: None,
            }),
        }
    }

    /// "Unsolvable", found out without sending or searching.
    pub fn impossible(puzzle: &Puzzle) -> Self {
        Self {
            grid: Grid::new(puzzle.row_count(), puzzle.column_count()),
            verdict: Verdict::Unsolvable,
            link: None,
            search: None,
        }
    }

    /// Whether its picture is one of several that were handed out before.
    pub fn is_listed(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.listed > 0)
    }

    /// The option that ended a software engine's search before its time.
    pub fn limit(&self) -> Option<&'static str> {
        self.search.as_ref().and_then(|search| search.limit)
    }

    /// Clock cycles from the end of the board to the verdict, where a device reports them.
    pub fn cycles(&self) -> Option<u64> {
        self.link.and_then(|link| link.traffic.cycles)
    }
}

/// What a back end has for a puzzle.
#[allow(
    clippy::large_enum_variant,
    reason = "handed on one at a time, and never kept"
)]
pub enum Found<'a> {
    /// One of several solutions that were asked for, as soon as it is found.
    Solution(&'a Grid),
    /// The answer, or why there is none: the last for its puzzle.
    Answer(Result<Box<Answer>, Failure>),
}

/// Takes what is found for each puzzle, in order. To break off ends the search for a puzzle's solutions, and there is no
/// answer then.
pub type EachFound<'a> = &'a mut dyn FnMut(&Source, Found<'_>) -> Result<ControlFlow<()>, Failure>;

/// Something that solves puzzles.
pub trait Backend {
    /// Solves puzzles whose row and column sums agree; the failure of one does not stop the others.
    ///
    /// # Errors
    /// Those of `each`, and Ctrl-C.
    fn solve_all(
        &mut self,
        sources: &[Source],
        observer: &mut dyn Observer,
        each: EachFound<'_>,
    ) -> Result<(), Failure>;

    /// How many puzzles [`Backend::solve_all`] should get at once.
    fn batch(&self) -> usize {
        1
    }
}
