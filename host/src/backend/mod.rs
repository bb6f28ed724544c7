//! The back ends that solve puzzles: a device behind a link, or software.
//!
//! [`Backend`] is the interface for the commands; [`Choice`] has the options that select a back end.

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
pub use choice::{Choice, SIM, SOFTWARE};
pub use device::Device;
pub use fault::Coloured;
pub use hardware::{DEFAULT_BAUD, DEFAULT_BUILD, Hardware, builds, cores};
pub use listing::Listing;
pub use nonogram_sim::answer::Verdict;
pub use port::PortOptions;
pub use search::{LIMIT_ON_PORT, SearchTerms};
pub use simulator::{Kind, Simulator};
pub use weight::Weight;

/// The option that limits the time of a search, as it is spelled.
pub const TIME_LIMIT: &str = "--time-limit";
/// The option that restricts a core that searches to line logic, as it is spelled.
pub const LINE_LOGIC: &str = "--line-logic";

/// A back end's answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A solution; the known cells if none was found, or if the solutions were reported one by one before. If the puzzle is unsolvable,
    /// a software engine leaves every cell unknown, and the cells of a device's reply have no meaning.
    pub grid: Grid,
    /// The verdict on the puzzle.
    pub verdict: Verdict,
    /// From a device: the transmission of the board and its reply; `None` if nothing was sent.
    pub link: Option<RoundTrip>,
    /// From a software engine or a core that searches: the further results of its search; otherwise `None`.
    pub search: Option<SearchResult>,
}

/// The transmission of a board and its reply.
#[derive(Clone, Copy, Debug)]
pub struct RoundTrip {
    /// Bytes, time and cycles.
    pub traffic: Traffic,
    /// The number of times that the board was retransmitted.
    pub retries: u32,
    /// Whether board and reply had check messages.
    pub check: bool,
    /// The device's core, if it is known.
    pub core: Option<CoreKind>,
    /// The request to a core that searches.
    pub request: SearchRequest,
}

/// The result of a search besides the first solution.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// Whether the solution is the only one; `None` if that is undecided or there is no solution.
    pub unique: Option<bool>,
    /// Number of solutions that were reported one by one before the answer, if several were requested; otherwise 0.
    pub listed: usize,
    /// The option that ended the search early, if one did.
    pub limit: Option<&'static str>,
    /// The limit of the engine that the puzzle exceeds, if this is why the engine did not search.
    pub unfit: Option<Unfit>,
}

impl Answer {
    /// A device's answer. If a clue core's verdict is solved, the solution is unique, unless only a first solution was requested.
    /// `limited` states whether the request explains the end of a search without a verdict; if not, a full trail is assumed.
    pub fn of_device(verdict: Verdict, grid: Grid, link: RoundTrip, limited: bool) -> Self {
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
            limit: (verdict == Verdict::Stalled && limited).then_some(limit),
            unfit: None,
        };
        Self {
            grid,
            verdict,
            link: Some(link),
            search: searches.then_some(search),
        }
    }

    /// The answer for one of several solutions.
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

    /// The answer "unsolvable" for a puzzle whose sums of row and column clues differ, found without sending or searching.
    pub fn impossible(puzzle: &Puzzle) -> Self {
        Self {
            grid: Grid::new(puzzle.row_count(), puzzle.column_count()),
            verdict: Verdict::Unsolvable,
            link: None,
            search: None,
        }
    }

    /// Whether the solutions were reported one by one before this answer.
    pub fn is_listed(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.listed > 0)
    }

    /// The option that ended the search early, if one did.
    pub fn limit(&self) -> Option<&'static str> {
        self.search.as_ref().and_then(|search| search.limit)
    }

    /// Whether a core's search is assumed to have ended because its trail was full: there is no verdict, and no option ended the search.
    pub fn has_full_trail(&self) -> bool {
        let search = self.search.as_ref().filter(|_| self.link.is_some());
        self.verdict == Verdict::Stalled && search.is_some_and(|search| search.limit.is_none())
    }

    /// Clock cycles from the end of the board to the verdict, if a device reports them.
    pub fn cycles(&self) -> Option<u64> {
        self.link.and_then(|link| link.traffic.cycles)
    }
}

/// A result of a back end for a puzzle.
#[allow(
    clippy::large_enum_variant,
    reason = "passed on one at a time, and never stored"
)]
pub enum Found<'a> {
    /// One of several requested solutions, as soon as it is found.
    Solution(&'a Grid),
    /// The answer, or the reason why there is none. It is the last result for its puzzle.
    Answer(Result<Box<Answer>, Failure>),
}

/// Receives the results for each puzzle, in order. `Break` ends the search for further solutions of the puzzle, and then no answer
/// follows.
pub type EachFound<'a> = &'a mut dyn FnMut(&Source, Found<'_>) -> Result<ControlFlow<()>, Failure>;

/// A solver of puzzles.
pub trait Backend {
    /// Solves puzzles whose row and column sums agree; the failure of one does not stop the others.
    ///
    /// # Errors
    /// `each` fails, or Ctrl-C was pressed.
    fn solve_all(
        &mut self,
        sources: &[Source],
        observer: &mut dyn Observer,
        each: EachFound<'_>,
    ) -> Result<(), Failure>;

    /// The number of puzzles to pass to [`Backend::solve_all`] at once.
    fn batch(&self) -> usize {
        1
    }
}
