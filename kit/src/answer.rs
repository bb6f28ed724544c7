//! A puzzle with the name of its file, and the answer to it, from a device or a software engine.
//!
//! [`Answer::verdict`] is a status of the protocol: what a device replies, what the software engines report, what the JSON objects name,
//! and what determines the exit code.

use std::path::Path;

use nonogram_protocol::{CoreKind, SearchMode, Status};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, Report, SolveOptions, Unfit, Verdict, fit};

use crate::device::{Plan, Traffic};
use crate::exit::harmless_name;

/// A puzzle, and the file that it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file as named on the command line; for a puzzle without a file, a name for messages.
    pub file: String,
    /// The puzzle's position, from 1, in a file of several puzzles; `None` for the only puzzle of a file.
    pub number: Option<usize>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Source {
    /// The name of the puzzle for people: its file, without control characters, and its position in a file of several puzzles.
    pub fn name(&self) -> String {
        harmless_name(&self.given_name())
    }

    /// The name of the puzzle for programs: its file as it was named, and its position in a file of several puzzles.
    pub fn given_name(&self) -> String {
        match self.number {
            Some(number) => format!("{}, puzzle {number}", self.file),
            None => self.file.clone(),
        }
    }

    /// The name of the puzzle without the folders of its file.
    pub fn short_name(&self) -> String {
        let name = self.name();
        let short = Path::new(&name).file_name();
        short.map_or(name.clone(), |short| short.to_string_lossy().into_owned())
    }
}

/// The option that limits the time of a search, as it is spelled.
pub const TIME_LIMIT: &str = "--time-limit";
/// The option that restricts a core that searches to line logic, as it is spelled.
pub const LINE_LOGIC: &str = "--line-logic";
/// The option that limits decisions, as it is spelled.
pub const NODE_LIMIT: &str = "--node-limit";

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A solution; the known cells if none was found, or if the solutions were reported one by one before. If the puzzle is unsolvable,
    /// a software engine leaves every cell unknown, and the cells of a device's reply have no meaning.
    pub grid: Grid,
    /// The verdict on the puzzle: solved, unsolvable, stalled or multiple.
    pub verdict: Status,
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
    /// A device's answer to the board of `plan`. If a clue core's verdict is solved, the solution is unique, unless only a first solution
    /// was requested. A search that ended without a verdict has filled the core's trail unless the request explains the end.
    pub fn of_device(
        verdict: Status,
        grid: Grid,
        plan: &Plan,
        traffic: Traffic,
        retries: u32,
    ) -> Self {
        let mode = plan.request.mode;
        let limit = if mode == SearchMode::LineLogic { LINE_LOGIC } else { TIME_LIMIT };
        let limited = verdict == Status::Stalled && plan.ended_by_request(&traffic);
        let search = SearchResult {
            unique: match verdict {
                Status::Solved => (mode != SearchMode::FirstSolution).then_some(true),
                Status::Multiple => Some(false),
                _ => None,
            },
            limit: limited.then_some(limit),
            ..SearchResult::default()
        };
        let core = plan.core();
        Self {
            grid,
            verdict,
            link: Some(RoundTrip { traffic, retries, check: plan.check, core }),
            search: (core == Some(CoreKind::Clue)).then_some(search),
        }
    }

    /// The answer of the software engine of `options`, from its report; `listed` of its solutions were reported before.
    pub fn of_software(
        puzzle: &Puzzle,
        options: &SolveOptions,
        report: Report,
        listed: usize,
    ) -> Self {
        let verdict = match report.verdict {
            Verdict::None => Status::Unsolvable,
            Verdict::Multiple => Status::Multiple,
            Verdict::Unique | Verdict::Unsettled if report.count > 0 => Status::Solved,
            Verdict::Unique | Verdict::Unsettled => Status::Stalled,
        };
        let grid = report.solutions.into_iter().next();
        let grid = grid.unwrap_or_else(|| {
            if verdict == Status::Unsolvable {
                Grid::new(puzzle.row_count(), puzzle.column_count())
            } else {
                report.lines
            }
        });
        let search = SearchResult {
            unique: match report.verdict {
                Verdict::Unique => Some(true),
                Verdict::Multiple => Some(false),
                Verdict::None | Verdict::Unsettled => None,
            },
            listed,
            limit: match report.end {
                End::TimeLimit => Some(TIME_LIMIT),
                End::NodeLimit => Some(NODE_LIMIT),
                _ => None,
            },
            unfit: (report.end == End::Unfit)
                .then(|| fit::check_search(puzzle, options.engine).err())
                .flatten(),
        };
        Self { grid, verdict, link: None, search: Some(search) }
    }

    /// The answer for one of several solutions.
    pub fn one_of_several(solution: &Grid) -> Self {
        Self {
            grid: solution.clone(),
            verdict: Status::Multiple,
            link: None,
            search: Some(SearchResult { unique: Some(false), ..SearchResult::default() }),
        }
    }

    /// The answer "unsolvable" for a puzzle whose sums of row and column clues differ, found without sending or searching.
    pub fn impossible(puzzle: &Puzzle) -> Self {
        Self {
            grid: Grid::new(puzzle.row_count(), puzzle.column_count()),
            verdict: Status::Unsolvable,
            link: None,
            search: None,
        }
    }

    /// Whether the solutions were reported one by one before this answer.
    pub fn is_listed(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.listed > 0)
    }

    /// Whether the solution is the only one; `None` if that is undecided, there is no solution, or nothing searched for another one.
    pub fn unique(&self) -> Option<bool> {
        self.search.as_ref().and_then(|search| search.unique)
    }

    /// The option that ended the search early, if one did.
    pub fn limit(&self) -> Option<&'static str> {
        self.search.as_ref().and_then(|search| search.limit)
    }

    /// Whether a core's search is assumed to have ended because its trail was full: there is no verdict, and no option ended the search.
    pub fn has_full_trail(&self) -> bool {
        let search = self.search.as_ref().filter(|_| self.link.is_some());
        self.verdict == Status::Stalled && search.is_some_and(|search| search.limit.is_none())
    }

    /// Clock cycles from the end of the board to the verdict, if a device reports them.
    pub fn cycles(&self) -> Option<u64> {
        self.link.and_then(|link| link.traffic.cycles)
    }

    /// The name of the device's core, if it is known.
    pub fn core(&self) -> Option<&'static str> {
        self.link.and_then(|link| link.core).map(CoreKind::name)
    }
}
